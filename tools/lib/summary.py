"""The end of tools/test: what failed and what was skipped, by name, and "N passed, N failed, N skipped".

    summary.py FOLDER [FAILED_PART]...     FOLDER has the results as JUnit's XML
"""
import pathlib
import sys
import xml.etree.ElementTree as xml

folder, failed_parts = pathlib.Path(sys.argv[1]), sys.argv[2:]
cases = []
for file in sorted(folder.glob("*.xml")):
    try:
        cases += xml.parse(file).iter("testcase")
    except xml.ParseError:  # the run crashed before it could write its results
        print(f"no results: {file.name}")
failed = [case for case in cases if case.find("failure") is not None]
skipped = [case for case in cases if case.find("skipped") is not None]
slowest = sorted(cases, key=lambda case: -float(case.get("time", 0)))[:10]
(folder / "slowest.txt").write_text("".join(
    f"{float(case.get('time', 0)):8.1f} s  {case.get('classname')} {case.get('name')}\n" for case in slowest))
unsteady = [case for case in cases if case.find("unsteady") is not None]
for word, chosen in ("skipped", skipped), ("unsteady, passed the second time", unsteady), ("failed", failed):
    for case in chosen:
        print(f"{word}: {case.get('classname')} {case.get('name')}")
for part in failed_parts:
    print(f"failed part: {part}")
# A part that failed without a failed test (style, a crash) counts as one failure.
failures = max(len(failed), len(failed_parts))
print(f"{len(cases) - len(failed) - len(skipped)} passed, {failures} failed, {len(skipped)} skipped")
sys.exit(failures > 0)
