#!/usr/bin/env python3
"""make_mistakes.py [--check]: writes the tables of mistakes in docs/cli.md and docs/errors.md.

They are made from docs/mistakes.json, with which the tests of tests/mistakes compare what duet says, and
from the messages that tests/consumer/run_mistakes.cmake expects of an installed package. --check writes
nothing and fails if a table is not current.
"""

import json
import pathlib
import re
import sys

BACKENDS = ["CPU", "CUDA", "HIP"]
docs = pathlib.Path(__file__).parent
rows = json.loads((docs / "mistakes.json").read_text())


def cell(text):
    lines = text.strip().replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("#", "\\#").splitlines()
    return "<br>".join(re.sub(r"`", "'", line.strip()) for line in lines)


def code(text):
    return "`" + text.replace("|", "\\|").replace("\n", " ↵ ") + "`"


def answers(results):
    """The status and message of all backends, or of each group of backends that agree."""
    groups = {}
    for backend in BACKENDS:
        if backend in results:
            result = results[backend]
            groups.setdefault((result["status"], result["message"]), []).append(backend)
    if len(groups) == 1:
        (status, message), backends = next(iter(groups.items()))
        return status, ("" if len(backends) == len(BACKENDS) else only(backends)) + cell(message)
    statuses = {status for status, _ in groups}
    parts = []
    for (status, message), backends in groups.items():
        own = "" if len(statuses) == 1 else f" ({status})"
        parts.append(f"{only(backends)[:-1]}{own} {cell(message)}")
    return "<br>".join(sorted(statuses)), "<br>".join(parts)


def only(backends):
    return f"**{', '.join(backends)}:** "


def table(kind):
    lines = ["| mistake | status | message |", "|---|---|---|"]
    for row in rows:
        if row["kind"] == kind:
            status, message = answers(row["results"])
            shown = f": {code(row['input'])}" if row["input"] else ""
            lines.append(f"| {row['mistake']}{shown} | {status} | {message} |")
    return "\n".join(lines) + "\n"


def package_table():
    consumer = docs.parent / "tests/consumer"
    project = (consumer / "mistakes/CMakeLists.txt").read_text()
    lines = ["| mistake | status | message |", "|---|---|---|"]
    script = (consumer / "run_mistakes.cmake").read_text()
    for case, result, rest in re.findall(r'^ *expect\("([^"]+)" (FAILS|WORKS)(.*?)\)$', script,
                                         flags=re.M | re.S):
        texts = re.findall(r'"((?:[^"\\]|\\.)*)"', rest)
        text = re.sub(r"\$\{(\w+)\}", lambda match: match[1].upper(), " … ".join(texts))
        wrong = re.findall(rf'CASE STREQUAL "{re.escape(case)}"\)\n *(.*)', project)
        shown = f": {code(wrong[-1])}" if wrong else ""
        lines.append(f"| {case}{shown} | {'error' if result == 'FAILS' else 'note'} | {cell(text)} |")
    return "\n".join(lines) + "\n"


stale = []
for name in ["cli.md", "errors.md"]:
    page = docs / name
    text = page.read_text()
    new = re.sub(r"(<!-- mistakes: ([\w ]+) -->\n).*?(<!-- end -->)",
                 lambda match: match[1] + "\n" +
                 (package_table() if match[2] == "package" else table(match[2])) + "\n" + match[3], text, flags=re.S)
    if new != text:
        stale.append(name)
        if "--check" not in sys.argv:
            page.write_text(new)
if "--check" in sys.argv and stale:
    sys.exit(f"docs/{', docs/'.join(stale)}: not current; run docs/make_mistakes.py")
print(f"make_mistakes: {len(rows)} mistakes")
