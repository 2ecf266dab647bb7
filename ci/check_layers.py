#!/usr/bin/env python3
"""check_layers.py [FOLDER]: checks who may include whom, and where a vendor may be named.

Prints each fault as "file:line: rule: text" and fails if there is one. FOLDER is a source tree, by
default this one. docs/rooms.tsv lists the folders with their ranks, layer_rules.py what else the
rules allow.

  upward-include     a file includes a file of a room of equal or higher rank
  unknown-folder     a source file lies in a folder that docs/rooms.tsv does not list
  empty-folder       docs/rooms.tsv lists a folder without source files
  crowded-folder     a folder holds more than 25 source files
  ambiguous-include  two include folders of one target hold the same path
  unknown-include    core or a backend includes a file that is not found
  third-party        a header outside the project that `third_party` does not list
  core-include       core/src reaches the backend only through driver.hpp and compiler.hpp
  backend-core       a backend includes a header of core/src that `core_for_backends` does not list
  backend-name       a backend's file includes or names another backend
  public-include     a public header includes public headers and the standard library only
  public-export      a public header declares between DUET_API_BEGIN and DUET_API_END
  device-include     a device header includes device headers only
  client-include     tests, tools, examples and benchmarks include public headers only
  vendor-name        a vendor's function or macro outside the places of `vendor_places`
  vendor-if          a preprocessor branch on a vendor or backend outside them

Comments count too. A name in capitals after cu or hip is a product (cuBLAS) and "hiprtc" alone is
the compiler's own name, so neither is a fault.
"""

import collections
import os
import posixpath
import re
import sys

from layer_rules import (backends, client_exceptions, clients, contract_users, core_for_backends,
                         generated, linux, own_rows, spelling_users, standard, third_party,
                         vendor_if, vendor_name, vendor_places)

table = "docs/rooms.tsv"
trees = ["core", "backends", "distributed", "device", "tests", "tools", "examples", "bench"]
source_name = re.compile(r"\.(c|cc|cpp|cu|cuh|def|h|hip|hpp|inc)$")
header_name = re.compile(r"\.(cuh|def|h|hpp|inc)$")
most_files = 25

include_line = re.compile(r'^\s*#\s*include[^<"]*(<[^>]*>|"[^"]*")')

Room = collections.namedtuple("Room", "line area rank flat")
Include = collections.namedtuple("Include", "file line text name quoted target")


def within(path, places):
    """Whether a path is one of the places or lies in one, which ends with a slash."""
    return any(path == place or place.endswith("/") and path.startswith(place) for place in places)


class Tree:
    """The sources of a tree, and the faults found in them."""

    def __init__(self):
        self.faults = set()
        self.lines = {}
        for top in trees:
            for folder, folders, names in os.walk(top):
                folders[:] = [name for name in folders if not name.startswith(("build", "."))]
                for name in filter(source_name.search, names):
                    path = posixpath.join(folder, name)
                    with open(path, encoding="utf-8", errors="replace") as file:
                        self.lines[path] = file.read().split("\n")
        self.rooms = self.read_rooms()
        self.includes = [include for path in self.lines for include in self.includes_of(path)]

    def fault(self, rule, path, line, text):
        self.faults.add((path, line, rule, text.strip()))

    def files(self, *places):
        return [path for path in self.lines if within(path, places)]

    def read_rooms(self):
        rooms = {}
        with open(table, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.startswith("#") or not line.strip():
                    continue
                area, rank, folder, purpose, *flat = line.rstrip("\n").split("\t")
                if folder in rooms or not purpose:
                    sys.exit(f"{table}:{number}: a folder twice, or without a purpose: {folder}")
                rank = None if rank == "-" else int(rank)
                rooms[folder] = Room(number, area, rank, flat == ["flat"])
        return rooms

    def includes_of(self, path):
        for number, line in enumerate(self.lines[path], 1):
            match = include_line.match(line)
            if match:
                name, quoted = match[1][1:-1], match[1][0] == '"'
                target = self.find(path, name, quoted)
                yield Include(path, number, line, name, quoted, target)

    def find(self, path, name, quoted):
        """The file of the tree that an include names, or None."""
        folders = [posixpath.dirname(path)] if quoted else []
        for folder in folders + include_folders(path):
            found = posixpath.normpath(posixpath.join(folder, name))
            if found in self.lines:
                return found
        return None


def add_backends():
    """Adds the backends that `backend_names` does not list: folders with a backend.cmake."""
    for name in sorted(os.listdir("backends")):
        if name not in backends and os.path.exists(f"backends/{name}/backend.cmake"):
            backends[name] = re.compile(rf'\b{name}::|backends/{name}|"(\.\./)*{name}/')


def backend_of(path):
    parts = path.split("/")
    return parts[1] if parts[0] == "backends" and parts[1] in backends else None


def library_folders(backend):
    """The include folders of the library with a backend, as core/CMakeLists.txt gives them."""
    return ["core/include", f"backends/{backend}/include", "core/src", "backends",
            f"backends/{backend}"]


def is_public(path):
    return within(path, ["core/include/"] + [f"backends/{name}/include/" for name in backends])


def is_component(path):
    """Whether a path is a public header of a component, which core and backends do not know."""
    return within(path, ["distributed/include/"])


def include_folders(path):
    """Where includes of a file are searched. Other backends' folders and the root come last, so
    that a forbidden include is found, too."""
    top = path.split("/")[0]
    every = [folder for backend in backends for folder in library_folders(backend)] + ["."]
    if within(path, ["tests/amd_emulator/"]):
        return ["tests/amd_emulator", "core/include", "core/src", "tools", "device/include"] + every
    if within(path, ["tests/hip_on_cuda/"]):
        return ["tests/hip_on_cuda", "core/include", "core/src", "backends/cuda"] + every
    if top in ("core", "backends"):
        own = backend_of(path)
        return (library_folders(own) if own else []) + every + ["device/include"]
    if top == "distributed":
        return ["distributed/src", "distributed/include", "core/include"] + every
    spelling = ["device/cuda_spelling/include"] if within(path, spelling_users) else []
    return [top, "core/include", "distributed/include", "device/include"] + spelling + ["tools",
                                                                 "examples/expression"] + every


def check_rooms(tree):
    counts = collections.Counter()
    for path in tree.lines:
        folder = posixpath.dirname(path)
        counts[folder] += 1
        if folder not in tree.rooms:
            tree.fault("unknown-folder", path, 1, f"{folder} has no row in {table}")
    for folder, room in tree.rooms.items():
        if counts[folder] == 0:
            tree.fault("empty-folder", table, room.line, folder)
        if counts[folder] > most_files and not room.flat:
            tree.fault("crowded-folder", folder, 1, f"{counts[folder]} files, at most {most_files}")


def check_ranks(tree):
    for include in tree.includes:
        folders = posixpath.dirname(include.file), posixpath.dirname(include.target or "")
        user, used = map(tree.rooms.get, folders)
        if folders[0] == folders[1] or not user or not used or user.area != used.area:
            continue
        if user.rank is not None and used.rank >= user.rank:
            tree.fault("upward-include", include.file, include.line, include.text)


def check_ambiguity(tree):
    targets = [library_folders(backend) for backend in backends]
    targets.append(["tests/amd_emulator", "core/include", "core/src", "tools"])
    targets.append(["tests/hip_on_cuda", "core/include", "core/src", "backends/cuda"])
    for folders in targets:
        known = {}
        for folder in folders:
            for path in filter(header_name.search, tree.files(folder + "/")):
                other = known.setdefault(posixpath.relpath(path, folder), path)
                if other != path:
                    tree.fault("ambiguous-include", path, 1, f"hides {other} or is hidden by it")


def check_third_party(tree):
    for include in tree.includes:
        if include.target or include.quoted or include.name in standard | linux:
            continue
        if within(include.file, ["core/include/", "distributed/include/", "device/"]):
            continue  # stricter rules
        allowed = [name for place, names in third_party.items() for name in names
                   if within(include.file, [place, place + "/"])]
        if not within(include.name, allowed):
            tree.fault("third-party", include.file, include.line, include.text)


def check_library(tree):
    """The includes of core/src and of the backends."""
    for include in tree.includes:
        path, target = include.file, include.target
        if not within(path, ["core/src/", "backends/"]):
            continue
        if not target:
            if include.quoted and include.name not in generated:
                tree.fault("unknown-include", path, include.line, include.text)
        elif within(path, ["core/src/"]):
            if target == "backends/contract.hpp" and path in contract_users:
                continue
            if include.name == own_rows.get(path):
                continue
            if not within(target, ["core/src/"]) and not is_public(target):
                tree.fault("core-include", path, include.line, include.text)
        else:
            own, other = backend_of(path), backend_of(target)
            if other and other != own and (own or include.name != "vendor.hpp"):
                tree.fault("backend-name", path, include.line, include.text)
            if within(target, ["core/src/"]) and not within(target, core_for_backends):
                tree.fault("backend-core", path, include.line, include.text)


def check_public_headers(tree):
    for include in tree.includes:
        target = include.target or ""
        if within(include.file, ["core/include/", "distributed/include/"]):
            allowed = is_public(target) or (within(include.file, ["distributed/"]) and is_component(target))
            if include.quoted or not (include.name in standard or allowed):
                tree.fault("public-include", include.file, include.line, include.text)
    without = ["core/include/duet/duet.hpp", "core/include/duet/export.hpp",
               "core/include/duet/version.hpp", "distributed/include/duet/distributed.hpp"]
    for path in tree.files("core/include/", "distributed/include/"):
        lines = tree.lines[path]
        if path not in without and not {"DUET_API_BEGIN", "DUET_API_END"} <= set(lines):
            tree.fault("public-export", path, 1, "lacks DUET_API_BEGIN or DUET_API_END")


def spelling_places(path):
    """The headers in CUDA's spelling include each other."""
    return [folder for folder in ["device/cuda_spelling/"] if within(path, [folder])]


def check_clients(tree):
    for include in tree.includes:
        path, target = include.file, include.target
        if within(path, ["device/"]):
            if not target or not within(
                    target, ["device/include/duet/device/"] + spelling_places(path)):
                tree.fault("device-include", path, include.line, include.text)
        elif path.split("/")[0] in clients and not within(path, client_exceptions):
            allowed = clients[path.split("/")[0]] + ["device/include/", "device/cuda_spelling/"]
            known = is_public(target or "") or is_component(target or "")
            if target and not known and not within(target, allowed):
                tree.fault("client-include", path, include.line, include.text)


def check_vendor_names(tree):
    for path, lines in tree.lines.items():
        if within(path, vendor_places):
            continue
        for number, line in enumerate(lines, 1):
            if vendor_name.search(line):
                tree.fault("vendor-name", path, number, line)
            if vendor_if.search(line):
                tree.fault("vendor-if", path, number, line)


def check_backend_names(tree):
    for path in tree.files("backends/"):
        for other, names in backends.items():
            if backend_of(path) in (None, other):
                continue
            for number, line in enumerate(tree.lines[path], 1):
                if names.search(line):
                    tree.fault("backend-name", path, number, line)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, ".."))
    add_backends()
    tree = Tree()
    for check in (check_rooms, check_ranks, check_ambiguity, check_third_party, check_library,
                  check_public_headers, check_clients, check_vendor_names, check_backend_names):
        check(tree)
    for path, line, rule, text in sorted(tree.faults):
        print(f"{path}:{line}: {rule}: {text}")
    if tree.faults:
        sys.exit(f"check_layers: {len(tree.faults)} faults")
    print("check_layers: every include and vendor name is where it belongs")


main()
