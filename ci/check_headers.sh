#!/usr/bin/env bash
# check_headers.sh COMPILER BACKEND [FOLDER...]: every public host header compiles alone, without
# warnings, and all together without exceptions and RTTI. For CUDA and HIP, native.hpp only: the others do not depend on the backend. The folders
# have the vendor's headers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

compiler="$1"
backend="${2,,}"
command=("$compiler" -std=c++20 -fsyntax-only -x c++ -Wall -Wextra -Wpedantic -Werror
         -Icore/include -Idistributed/include "-Ibackends/$backend/include")
for folder in "${@:3}"; do
  if [[ "$folder" != /usr/include ]]; then command+=(-isystem "$folder"); fi
done

headers=(duet/native.hpp)
if [[ "$backend" == cpu ]]; then
  mapfile -t headers < <(cd core/include && printf '%s\n' duet/*.hpp; cd ../../distributed/include && printf '%s\n' duet/*.hpp)
fi

# The second include finds a missing include guard.
check() {
  local header="$1"
  shift
  printf '#include <%s>\n' "$header" "$header" | "$@" - && return
  echo "check_headers: $header does not compile alone"
  return 1
}
export -f check
printf '%s\n' "${headers[@]}" |
  xargs -P 2 -I HEADER bash -c 'check "$@"' check HEADER "${command[@]}"
# clang, if it is there, also looks into templates that nothing uses.
command[0]="$(command -v clang++ || echo "$compiler")"
if ! printf '#include <%s>\n' "${headers[@]}" | "${command[@]}" -fno-exceptions -fno-rtti -; then
  echo 'check_headers: the headers do not compile with -fno-exceptions -fno-rtti'
  exit 1
fi
echo "check_headers: ${#headers[@]} headers compile alone"
