#!/usr/bin/env python3
"""check_sanitizer.py TOOL TEST_PROGRAM [--filter FILTER]: runs the tests under compute-sanitizer.

TOOL is memcheck, racecheck, synccheck or initcheck. Fails if the tool reports an error that
provoked_errors.tsv does not list for that test, or if a test fails. Needs an NVIDIA GPU.
"""

import argparse
import pathlib
import re
import subprocess
import sys

# Their child processes do not end under the tool, or they start processes of their own.
LEFT_OUT = "JitProcesses*:MissingLibrary*"
REPORT = re.compile(
    r"=========\s+(?:Program hit (?P<api>CUDA_\w+).* on CUDA API call to (?P<call>\w+?)(?:_v\d+|_ptsz)*\."
    r"|(?P<device>Error: .*|Invalid .*|Misaligned .*|Barrier error.*|Uninitialized .*|Unused .*"
    r"|Internal .*|Target application .*))")


def provoked():
    errors = {}
    path = pathlib.Path(__file__).with_name("provoked_errors.tsv")
    for line in path.read_text().splitlines()[1:]:
        test, error = line.split("\t")
        errors.setdefault(test, set()).add(error)
    return errors


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("program")
    parser.add_argument("--filter", default="*")
    options = parser.parse_args()
    command = ["compute-sanitizer", "--tool", options.tool, "--print-limit", "10000", options.program,
               f"--gtest_filter={options.filter}-{LEFT_OUT}"]
    allowed = provoked()
    test, passed, faults = "before the first test", 0, []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace") as process:
        for line in process.stdout:
            if match := re.match(r"\[ RUN      \] (\S+)", line):
                test = match[1]
            elif line.startswith("[       OK ]"):
                passed += 1
            elif (match := re.match(r"\[  FAILED  \] (\S+) \(", line)) and \
                    "the test fails" not in allowed.get(match[1], ()):
                faults.append(f"{match[1]}: the test fails")
            elif match := REPORT.match(line):
                error = f"{match['api']} {match['call']}" if match["api"] else match["device"].strip()
                if error not in allowed.get(test, ()):
                    faults.append(f"{test}: {error}")
    for fault in sorted(set(faults)):
        print(f"{fault} ({faults.count(fault)} times)")
    print(f"{options.tool}: {passed} tests passed, {len(set(faults))} unexpected errors")
    return 1 if faults or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
