#!/usr/bin/env python3
"""make_cuda_spelling.py: writes the table of headers in docs/cuda_spelling.md from the headers themselves."""

import pathlib
import re

docs = pathlib.Path(__file__).parent
root = docs.parent / "device/cuda_spelling/include"
KINDS = [
    ("numbers of 16 and 8 bits, complex numbers", r"cuda_(fp|bf)|cuComplex"),
    ("cooperative groups", r"cooperative_groups"),
    ("CUB and Thrust", r"(cub|thrust)/"),
    ("libcu++", r"(cuda|nv)/"),
    ("random numbers", r"curand"),
    ("the standard library", r"(assert.h|cassert|stdbool.h)$"),
    ("PyTorch's accessors and types", r"ATen/|torch/|c10/"),
    ("copies, operators, constants, matrices", r"cuda_pipeline|helper_math|math_constants|mma"),
    ("HIP's names of CUDA's", r"hip"),
    ("CUDA's runtime and built-in functions", r"(cublas|cuda|device|driver|library|host_defines|sm_|vector_|builtin|math_func)"),
]


def kind_of(name):
    for kind, pattern in KINDS:
        if re.match(pattern, name) and name != "vector":
            return kind
    return "the standard library"


names = sorted(str(path.relative_to(root)) for path in root.rglob("*")
               if path.is_file() and not str(path.relative_to(root)).startswith("duet/") and path.suffix != ".md")
rows = {"the host's, empty": (root.parent / "host_headers.txt").read_text().split()}
for name in names:
    rows.setdefault(kind_of(name), []).append(name)
table = "| kind | headers |\n|---|---|\n"
for kind in sorted(rows):
    table += f"| {kind} | " + " ".join(f"`{name}`" for name in rows[kind]) + " |\n"
guide = docs / "cuda_spelling.md"
text = guide.read_text()
text = re.sub(r"<!-- headers -->.*<!-- end of headers -->",
              lambda _: f"<!-- headers -->\n{table}<!-- end of headers -->", text, flags=re.S)
guide.write_text(text)
