#!/usr/bin/env bash
# check_environment.sh: docs/environment.md lists each DUET_ variable that sources and scripts read and
# each DUET_ option of CMake, and no others. The table in core/src/base/environment.cpp, from which unknown
# variables are told, has each variable of the guide.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Whole string literals that name macros of kernels, not variables.
macros='DUET_ASSERT|DUET_CPU|DUET_CPU_(BOUNDED|HIDDEN|HIDDEN_ONLY)'

# shellcheck disable=SC2016
known() {
  grep -rhoE '"DUET_[A-Z0-9_]+"' core backends distributed tools tests bench examples \
    --include='*.cpp' --include='*.hpp' --exclude=environment_test.cpp | grep -v '_"$' | tr -d '"' | grep -vxE "$macros"
  grep -rhoE '\$\{?DUET_[A-Z0-9_]+' .ci ci tests/debugging | tr -d '${'
  grep -rhE '^(option|set)\(DUET_' CMakeLists.txt tests/CMakeLists.txt cmake core backends --include='*.cmake' \
    --include=CMakeLists.txt |
    sed -nE 's/^option\((DUET_[A-Z_]+).*/\1/p; s/^set\((DUET_[A-Z_]+).* CACHE (STRING|PATH|BOOL).*/\1/p'
}
# shellcheck disable=SC2016
documented() { grep -oE '`DUET_[A-Z0-9_]+`' docs/environment.md | tr -d '`'; }

status=0
while read -r name; do
  echo "docs/environment.md lacks $name"
  status=1
done < <(comm -23 <(known | sort -u) <(documented | sort -u))
while read -r name; do
  echo "docs/environment.md lists $name, which no source reads"
  status=1
done < <(comm -13 <(known | sort -u) <(documented | sort -u))
# Options of CMake are no variables; those of tests all begin with DUET_TEST_.
while read -r name; do
  echo "core/src/base/environment.cpp lacks $name, which docs/environment.md lists"
  status=1
done < <(sed '/^## Build options/,$d' docs/environment.md | grep -oE '`DUET_[A-Z0-9_]+`' | tr -d '`' |
  grep -v '^DUET_TEST_' | sort -u |
  comm -23 - <(grep -oE '"DUET_[A-Z0-9_]+"' core/src/base/environment.cpp | tr -d '"' | sort -u))
if ((status == 0)); then echo "check_environment: every variable is documented"; fi
exit "$status"
