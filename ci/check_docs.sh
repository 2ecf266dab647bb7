#!/usr/bin/env bash
# check_docs.sh [FOLDER]: writes the reference of the source tree FOLDER, by default this one, to its
# build/reference. Fails on a public symbol of the host API or the device headers that is not described,
# on a wrong or incomplete description, and on a broken link between pages. (check_guides.sh checks the
# other links of the guides.)
#
# Not described one by one: operators that do what their sign says (a + b, a == b, f(x)), copies and moves.
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"

operators='Member operator([-+*/%=!<>&|^]+|\(\))\(.* is not documented'
copies='Member ([A-Za-z0-9_]+)\((const )?\1 &{1,2}other\).* is not documented'

# The faults that doxygen finds, one a line.
reference_faults() {
  doxygen docs/Doxyfile 2>&1 >/dev/null | sed "s|^$PWD/||" |
    grep -vE "$operators" | grep -vE "$copies" || true
}

# Pages that comments in headers name.
mention_faults() {
  grep -rnoE '\bdocs/[a-z_]+\.md' core/include distributed/include device/include backends/*/include |
    while IFS=: read -r file line page; do
      if [[ ! -e "$page" ]]; then echo "$file:$line: there is no $page"; fi
    done || true
}

mkdir -p build
faults="$(reference_faults; mention_faults)"
if [[ -n "$faults" ]]; then
  printf '%s\n' "$faults"
  echo "check_docs: $(grep -cE '^[^ ]' <<<"$faults") faults"
  exit 1
fi
echo "check_docs: every public symbol is described, no link is broken"
