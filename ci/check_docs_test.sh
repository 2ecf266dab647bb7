#!/usr/bin/env bash
# Proves that check_docs.sh finds faults of each kind, planted in a copy of this tree, and no other fault.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tree="$(mktemp -d)"
trap 'rm -rf "$tree"' EXIT
host="$tree/core/include/duet"
device="$tree/device/include/duet/device"
expected=()

# plant HEADER PATTERN LINE...: puts lines at the end of the header's namespace; a fault must match.
plant() {
  local line
  for line in "${@:3}"; do sed -i "s|^}  // namespace duet.*|$line\n&|" "$1"; done
  expected+=("$(basename "$1"):[0-9]+: .*$2")
}

# plant_member HEADER CLASS PATTERN LINE...: the same, as public members of the class.
plant_member() {
  local line
  for line in "${@:4}"; do
    sed -i -E "/^(class|struct) $2( |$)/,/^\};/ s|^\};|public:\n$line\n&|" "$1"
  done
  expected+=("$(basename "$1"):[0-9]+: .*$3")
}

cd "$here/.."
cp -r --parents docs core/include distributed/include device backends/*/include ./*.md "$tree"

# plant_declarations HEADER SUFFIX: each kind of fault of a declaration.
plant_declarations() {
  plant "$1" "Member planted_function$2\\(" "void planted_function$2(int x);"
  plant "$1" "Compound duet::Planted$2 is not documented" "struct Planted$2 { int x; };"
  plant "$1" "planted_enum$2 .*not documented" "enum class planted_enum$2 { one };"
  plant "$1" "parameter of duet::planted_pair$2.*is not documented" \
    '/// Takes two numbers.' '/// @param x  the first' "void planted_pair$2(int x, int y);"
  plant "$1" "argument 'z' of command @param is not found .*planted_name$2" \
    '/// Takes a number.' '/// @param z  the number' "void planted_name$2(int x);"
  plant "$1" "unable to resolve reference to 'planted_link$2'" \
    "/// See @ref planted_link$2." "void planted_reference$2();"
}

plant_declarations "$host/copy.hpp" _of_host
plant_declarations "$device/vector.hpp" _of_device
plant_member "$host/memory.hpp" Memory 'Member planted_member\(' '  void planted_member();'
plant_member "$host/shape.hpp" LaunchShape 'Member planted_variable ' '  int planted_variable = 0;'
plant_member "$device/random.hpp" Philox 'Member planted_member\(' '  void planted_member();'
printf '\n[A page](planted_page.md) and [a heading](#planted-heading).\n' >>"$tree/docs/fusion.md"
expected+=("fusion.md:[0-9]+: .*'planted_page.md'" "fusion.md:[0-9]+: .*'fusion-planted-heading'")
sed -i '1a // See docs/planted_guide.md.' "$host/graph.hpp"
expected+=('graph.hpp:2: there is no docs/planted_guide.md')
printf '#pragma once\nnamespace duet {}\n' >"$host/planted_header.hpp"
expected+=('planted_header.hpp:1: .*no group')

found="$("$here/check_docs.sh" "$tree" || true)"
found="$(grep -v '^check_docs: ' <<<"$found")"
wrong=0
for pattern in "${expected[@]}"; do
  if ! grep -qE "$pattern" <<<"$found"; then
    echo "check_docs_test: not found: $pattern"
    wrong=1
  fi
done
if others="$(grep -viE 'planted|^  parameter' <<<"$found")"; then
  printf 'check_docs_test: not expected:\n%s\n' "$others"
  wrong=1
fi
if ((wrong == 0)); then echo "check_docs_test: ${#expected[@]} planted faults were found"; fi
exit "$wrong"
