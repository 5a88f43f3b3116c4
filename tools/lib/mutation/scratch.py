"""The copy of the package in which the mutants are compiled and tested."""

import hashlib
import json
import math
import os
import re
import shutil
import signal
import subprocess
import threading
from pathlib import Path

from . import schemata

# Only what the tests of the mutated modules need is built, and warnings do not matter.
MANIFEST = """
var wanted: Set<String> = ["Quantities", %s]
var open = Array(wanted)
while let name = open.popLast() {
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
        guard case .byNameItem(let name, _) = dependency else { continue }
        if wanted.insert(name).inserted { open.append(name) }
    }
}
package.targets.removeAll { !wanted.contains($0.name) }
for target in package.targets where [%s].contains(target.name) {
    target.dependencies.append("Mutants")
}
package.targets += [
    .target(name: "CMutants"), .target(name: "Mutants", dependencies: ["CMutants", "Quantities"]),
]
package.products = []
let hasProducts = package.targets.contains { target in
    target.dependencies.contains { if case .productItem = $0 { true } else { false } }
}
if !hasProducts { package.dependencies = [] }
"""
ERROR = re.compile(r"^(/[^:]+\.swift):(\d+):(\d+): error: (.*)$", re.MULTILINE)
# Errors about statements in places where something has to happen on all paths.
FLOW = re.compile(r"missing return|must have|return from initializer|on all paths|'self' used before"
                  r"|non-expression branch|contextual")
UNSET = re.compile(r"'(\w+)' (?:used|captured by a closure|passed by reference) before being init")


# How far the tests with seeded drives go, in kilometres.
DRIVE = "5"


def digest_of_tool():
    """Changes when another version of the tool may find or compile other sites."""
    digest = hashlib.sha256()
    for name in ("schemata.py", "sites.py", "tokens.py"):
        digest.update(Path(__file__).with_name(name).read_bytes())
    return digest.hexdigest()


class Scratch:
    """A copy of the package beside its build products."""

    def __init__(self, package, modules, tests):
        self.package, self.modules, self.tests = package, modules, tests
        self.folder = package / ".build/mutate/package"
        self.dropped = package / ".build/mutate/dropped.json"
        self.bundle = self.folder / ".build/release/ehorizonPackageTests.xctest"

    def write(self, path, text):
        """Writes what has changed; a file that stays the same is not compiled again."""
        file = self.folder / path
        data = text if isinstance(text, bytes) else text.encode()
        if not file.exists() or file.read_bytes() != data:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)

    def prepare(self, sites):
        """Copies the package with all mutants that compile in it."""
        by_path, kept = {}, set()
        for site in sites:
            if site.compiles:
                by_path.setdefault(site.path, []).append(site)
        for top in ("Sources", "Tests"):
            for file in sorted((self.package / top).rglob("*")):
                path = str(file.relative_to(self.package))
                if file.is_file():
                    kept.add(path)
                    data = file.read_bytes()
                    if path in by_path:
                        data = schemata.rewritten(data.decode(), by_path[path])
                    self.write(path, data)
        quoted = [", ".join(f'"{name}"' for name in names) for names in (self.tests, self.modules)]
        manifest = (self.package / "Package.swift").read_text()
        manifest = re.sub(r"\.treatAllWarnings\(as: \.error\),?", "", manifest)
        own = {
            "Sources/CMutants/include/CMutants.h": schemata.CHOICE_HEADER,
            "Sources/CMutants/CMutants.c": schemata.CHOICE_SOURCE,
            "Sources/Mutants/Mutants.swift": schemata.RUNTIME,
            # Also those of sites left out: what stays the same is not compiled again.
            "Sources/Mutants/Operators.swift": schemata.declarations(sites),
        }
        for path, text in own.items():
            self.write(path, text)
        self.write("Package.swift", manifest + MANIFEST % tuple(quoted))
        for top in ("Sources", "Tests"):
            for file in (self.folder / top).rglob("*"):
                path = str(file.relative_to(self.folder))
                if file.is_file() and path not in kept and path not in own:
                    file.unlink()
        link = self.folder / "can-fixtures"
        if not link.is_symlink():
            link.symlink_to(self.package / "can-fixtures")
        shutil.rmtree(self.folder / "Package.resolved", ignore_errors=True)

    def swift_build(self):
        command = ["nice", "swift", "build", "--build-tests", "-c", "release",
                   "-Xswiftc", "-enable-testing"]
        # What the compiler says goes through a file: SwiftPM's children may outlive it.
        result = subprocess.run(command, cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, check=False)
        return result.returncode, result.stdout

    def build(self, sites, tell):
        """Compiles all mutants at once, leaving out those at which the compiler stops."""
        self.drop_known(sites)
        for _ in range(60):
            self.prepare(sites)
            status, output = self.swift_build()
            if status == 0:
                break
            errors = set(ERROR.findall(output))
            dropped = [site for error in errors for site in self.blamed(error, sites)]
            for site in dropped:
                site.compiles = False
            tell(f"{len(errors)} errors, {sum(not s.compiles for s in sites)} sites left out")
            if not dropped:
                said = [line for line in output.splitlines() if "error: " in line]
                raise SystemExit("\n".join(said) or output[-4000:])
            self.remember_dropped(sites)
        if status != 0:
            raise SystemExit(output[-4000:])

    def drop_known(self, sites):
        """Leaves out what did not compile in an earlier run of the same tool."""
        if not self.dropped.exists():
            return
        known = json.loads(self.dropped.read_text())
        if known["tool"] == digest_of_tool():
            names = set(known["sites"])
            for site in sites:
                site.compiles = site.key("") not in names

    def remember_dropped(self, sites):
        names = [site.key("") for site in sites if not site.compiles]
        text = json.dumps({"tool": digest_of_tool(), "sites": names}, ensure_ascii=False)
        self.dropped.write_text(text)

    def blamed(self, error, sites):
        """The sites that may have caused an error: those of its kind on its line, or before it."""
        path, line, column, problem = error
        path, line = str(Path(path).relative_to(self.folder)), int(line)
        if path == "Sources/Mutants/Operators.swift":
            raise SystemExit(f"{path}:{line}: {problem}")
        here = [s for s in sites if s.compiles and s.path == path]
        named = [s for s in here if f"'{schemata.operator_name(s.first_id)}'" in problem]
        if named:
            return named
        if unset := UNSET.search(problem):
            setting = [s for s in here if s.kind == "statement" and s.line <= line
                       and s.block[0] >= line - 60
                       and s.original.startswith(f"{unset.group(1)} =")]
            if setting:
                return setting
        if FLOW.search(problem):
            statements = [s for s in here if s.kind == "statement"
                          and s.block[0] <= line <= s.block[1]]
            if statements:
                start = max(s.block[0] for s in statements)
                inner = [s for s in statements if s.block[0] == start]
                return [s for s in inner if s.original.startswith(("self.init", "self ="))] or inner
        # An expression of several lines is blamed anywhere.
        nearest = min(here, key=lambda s: (s.line > line, abs(s.line - line)), default=None)
        if nearest is None or abs(nearest.line - line) > 20:
            return []
        near = [s for s in here if s.line == nearest.line]
        # Literals make most of the trouble, operators the rest.
        for kind in ("statement", "number"):
            chosen = [s for s in near if s.kind == kind]
            if chosen:
                return chosen
        return near

    def test_names(self):
        """The tests of the bundle, as TARGET.SUITE/TEST."""
        command = [str(self.bundle), "--testing-library", "swift-testing", "--list-tests"]
        result = subprocess.run(command, cwd=self.folder, text=True, capture_output=True, check=True)
        return sorted(line for line in result.stdout.splitlines() if "/" in line)

    def run(self, tests, mutant=None, seen=None, processor_limit=300.0):
        """Runs tests: whether they passed, and how much processor time it took, in seconds. Stops at
        the first failure, and at a limit of processor time: the machine may have other work."""
        limit = math.ceil(processor_limit)
        command = ["nice", "prlimit", f"--cpu={limit}", f"--as={4 << 30}", "--core=0",
                   str(self.bundle), "--testing-library", "swift-testing"]
        for name in tests:
            command += ["--filter", "^" + re.escape(name)]
        # A crash is an answer; nobody wants its backtrace.
        environment = {**os.environ, "NO_COLOR": "1", "EHORIZON_DRIVE_KM": DRIVE,
                       "SWIFT_BACKTRACE": "enable=no"}
        environment.pop("EHORIZON_PYTHON", None)
        if mutant is not None:
            environment["MUTANT"] = str(mutant)
        if seen:
            environment["MUTANTS_SEEN"] = str(seen)
        with subprocess.Popen(command, cwd=self.folder, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT) as process:
            # One that waits for ever uses no processor time. Not process.kill: it would take the
            # status that wait4 is to take.
            timer = threading.Timer(20 * limit, os.kill, (process.pid, signal.SIGKILL))
            timer.start()
            failed, text = False, b""
            for text in process.stdout:
                if b"recorded an issue" in text:
                    failed = True
                    os.kill(process.pid, signal.SIGKILL)
                    break
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            timer.cancel()
        used = usage.ru_utime + usage.ru_stime
        if failed:
            outcome = "killed"
        elif process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            outcome = "timeout"
        else:
            outcome = "killed" if process.returncode != 0 else "survived"
        return outcome, used, text.decode(errors="replace")
