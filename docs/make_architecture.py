#!/usr/bin/env python3
"""make_architecture.py [--check]: writes the pictures and tables of docs/architecture.md.

They are made from docs/rooms.tsv, between lines "<!-- rooms: AREA ROOT -->" and "<!-- end -->". With
--check, writes nothing and fails if the page is not current.
"""

import pathlib
import re
import sys

docs = pathlib.Path(__file__).resolve().parent
page = docs / "architecture.md"


def rooms(area, root):
    """The rooms of an area as (rank, name, purpose), the highest rank first."""
    found = []
    for line in (docs / "rooms.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        cells = line.split("\t")
        if cells[0] == area:
            name = cells[2].removeprefix(root).strip("/") or root
            found.append((int(cells[1]), name, cells[3]))
    if not found:
        sys.exit(f"make_architecture.py: docs/rooms.tsv has no area '{area}'")
    return sorted(found, key=lambda room: (-room[0], room[1]))


def picture(found):
    """A row of boxes for each rank."""
    lines = []
    for rank in sorted({room[0] for room in found}, reverse=True):
        names = [name for of, name, _ in found if of == rank]
        edge = "    " + " ".join("+" + "-" * (len(name) + 2) + "+" for name in names)
        lines += [edge, f"{rank:>2}  " + " ".join(f"| {name} |" for name in names), edge]
    return "\n".join(lines)


def section(match):
    found = rooms(match["area"], match["root"])
    table = "\n".join(f"| {rank} | `{name}` | {purpose} |" for rank, name, purpose in found)
    return (f"{match['begin']}\n```\n{picture(found)}\n```\n\n"
            f"| rank | room | what lives there |\n|---|---|---|\n{table}\n<!-- end -->")


def main():
    old = page.read_text()
    new = re.sub(r"(?P<begin><!-- rooms: (?P<area>\S+) (?P<root>\S+) -->)\n.*?<!-- end -->", section,
                 old, flags=re.DOTALL)
    if "--check" not in sys.argv[1:]:
        page.write_text(new)
    elif new != old:
        sys.exit("docs/architecture.md is not current; run docs/make_architecture.py")


main()
