#!/usr/bin/env bash
# check_docs.sh: makes the reference of the device headers in build/reference; every function, type
# and member must be described, and every description be right. Operators say what they do, and
# limits of a type are described with those of all.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$project"
mkdir -p build
faults="$(doxygen docs/Doxyfile 2>&1 >build/reference.log |
  grep -v 'operator.* is not documented\|duet::limits< .* is not documented' || true)"
if [[ -n "$faults" ]]; then
  printf '%s\n' "$faults"
  echo "check_docs: $(grep -c 'warning:\|error:' <<<"$faults") faults"
  exit 1
fi
echo "check_docs: everything is described"
