"""What a process holds, from /proc."""
import os


def resident(process):
    """Kilobytes of memory that a process holds now."""
    with open(f"/proc/{process}/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def descriptors(process):
    """The number of open descriptors of a process."""
    return len(os.listdir(f"/proc/{process}/fd"))


def processor_time(root):
    """The processor time so far of a process and all its descendants that run, seconds."""
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    # The name of a program may have blanks and brackets in it.
                    parent = int(file.read().rpartition(")")[2].split()[1])
            except OSError:
                continue  # it has ended
            children.setdefault(parent, []).append(int(name))
    total, waiting = 0, [root]
    while waiting:
        process = waiting.pop()
        waiting += children.get(process, [])
        try:
            for task in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{task}/schedstat") as file:
                    total += int(file.read().split()[0])
        except OSError:
            continue
    return total / 1e9
