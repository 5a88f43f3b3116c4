"""The copy of the package in which the mutants are compiled and tested."""

import os
import re
import resource
import shutil
import signal
import subprocess
import threading
import time
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
package.dependencies = []
"""
ERROR = re.compile(r"^(/[^:]+\.swift):(\d+):(\d+): error: (.*)$", re.MULTILINE)
# Errors about statements in places where something has to happen on all paths.
FLOW = re.compile(r"missing return|must have|return from initializer|on all paths|'self' used before"
                  r"|non-expression branch|contextual")
UNSET = re.compile(r"'(\w+)' (?:used|captured by a closure|passed by reference) before being init")


class Scratch:
    """A copy of the package beside its build products."""

    def __init__(self, package, modules, tests):
        self.package, self.modules, self.tests = package, modules, tests
        self.folder = package / ".build/mutate/package"
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
            "Sources/Mutants/Operators.swift":
                schemata.declarations([site for site in sites if site.compiles]),
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

    def swift_build(self, configuration):
        command = ["nice", "swift", "build", "--build-tests", "-c", configuration]
        if configuration == "release":
            command += ["-Xswiftc", "-enable-testing"]
        # What the compiler says goes through a file: SwiftPM's children may outlive it.
        result = subprocess.run(command, cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, check=False)
        return result.returncode, result.stdout

    def build(self, sites, tell):
        """Compiles all mutants at once, leaving out those at which the compiler stops."""
        for _ in range(40):
            self.prepare(sites)
            status, output = self.swift_build("debug")
            if status == 0:
                break
            errors = set(ERROR.findall(output))
            dropped = [site for error in errors for site in self.blamed(error, sites)]
            for site in dropped:
                site.compiles = False
            tell(f"{len(errors)} errors, {sum(not s.compiles for s in sites)} sites left out")
            if not dropped:
                raise SystemExit(output[-4000:])
        status, output = self.swift_build("release")
        if status != 0:
            raise SystemExit(output[-4000:])

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

    def run(self, stage, mutant=None, seen=None, timeout=600.0):
        """Runs tests: whether they passed, and how long it took. Stops at the first failure."""
        command = [str(self.bundle), "--testing-library", "swift-testing", "--filter", stage.filter]
        if stage.skip:
            command += ["--skip", stage.skip]
        environment = {**os.environ, "NO_COLOR": "1", "EHORIZON_DRIVE_KM": stage.drive}
        environment.pop("EHORIZON_PYTHON", None)
        if mutant is not None:
            environment["MUTANT"] = str(mutant)
        if seen:
            environment["MUTANTS_SEEN"] = str(seen)
        start = time.monotonic()
        process = subprocess.Popen(
            ["nice", *command], cwd=self.folder, env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=limit_memory)
        late = threading.Event()

        def stop():
            late.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(timeout, stop)
        timer.start()
        failed, text = False, b""
        for text in process.stdout:
            if b"recorded an issue" in text:
                failed = True
                timer.cancel()
                os.killpg(process.pid, signal.SIGKILL)
                break
        process.stdout.close()
        status = process.wait()
        timer.cancel()
        if late.is_set():
            outcome = "timeout"
        else:
            outcome = "killed" if failed or status != 0 else "survived"
        return outcome, time.monotonic() - start, text.decode(errors="replace")


def limit_memory():
    """A mutant that never stops collecting ends before the machine does."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
