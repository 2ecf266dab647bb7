#!/usr/bin/env bash
# check_guides.sh: the pages in docs/ are whole. Relative links lead to files and headings, the
# tutorial shows the files of examples/getting_started, and the pictures of docs/architecture.md and the
# tables of mistakes are current.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python3 - README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md docs/*.md <<'END'
import pathlib
import re
import sys

faults = []


def anchors(page):
    """The headings of a page as links name them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.*)$", text, flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


for name in sys.argv[1:]:
    page = pathlib.Path(name)
    if not page.exists():
        faults.append(f"{name} does not exist")
        continue
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, heading = link.partition("#")
        target = page.parent / path if path else page
        if re.match(r"[a-z]+:", link):
            continue
        if not target.exists():
            faults.append(f"{name}: {link} leads nowhere")
        elif heading and heading not in anchors(target):
            faults.append(f"{name}: {link}: no such heading")

folder = pathlib.Path("examples/getting_started")
tutorial = pathlib.Path("docs/getting_started.md").read_text()
shown = dict(re.findall(r"<!-- file: (\S+) -->\n```\w*\n(.*?)^```", tutorial, flags=re.M | re.S))
for file in sorted(folder.iterdir()):
    if shown.get(file.name) != file.read_text():
        faults.append(f"docs/getting_started.md does not show {file} as it is")

print("\n".join(faults) or "check_guides: links and files are right")
sys.exit(1 if faults else 0)
END
docs/make_architecture.py --check
docs/make_mistakes.py --check
