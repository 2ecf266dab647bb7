#!/usr/bin/env bash
# check_layers.sh [FOLDER]: who may include whom, and where a vendor may be named. Prints each fault
# as "file:line: rule: text" and fails if there is one. FOLDER is a source tree, by default this one.
#
#   vendor-name       a vendor's function or macro outside the places of `vendor_places`
#   vendor-if         a preprocessor branch on a vendor or backend outside them
#   public-include    a public header includes public headers and the standard library only
#   public-export     a public header declares between DUET_API_BEGIN and DUET_API_END
#   core-include      core/src reaches the backend only through driver.hpp and compiler.hpp
#   backend-name      a backend's file names another backend
#   device-include    a device header includes device headers only
#   client-include    tests, tools, examples and benchmarks include public headers only
#
# Comments count too. A name in capitals after cu or hip is a product (cuBLAS) and "hiprtc" alone is
# the compiler's own name, so neither is a fault.
set -euo pipefail
shopt -s nullglob

# Where vendors are named: paths from the root, folders with a final slash.
vendor_places=(
  backends/
  core/src/driver/driver.def
  core/src/compile/compiler.def
  core/include/duet/native.hpp
  device/include/duet/device/vendor/
  bench/raw/
  tests/cuda/
  tests/hip/
  tests/hip_on_cuda/
)
# Clients that may include what is not public: white-box tests (tests/whitebox_*.cpp) and these.
client_exceptions=(
  tests/fuzz/
  bench/raw/
  tests/hip_on_cuda/
)

cuda_name='\bcu[A-Z][A-Za-z0-9]*[a-z]|\bnvrtc([A-Z]|\.h)|__CUDA'
hip_name='\bhip[A-Z][A-Za-z0-9]*[a-z]|\bhiprtc([A-Z]|\.h)|__HIP'
vendor_word='(^|[^A-Z])(CUDA|CUDACC|NVCC|NVRTC|NVIDIA|HIP|HIPCC|HIPRTC|HCC|AMD|AMDGCN|AMDGPU|ROCM)'
vendor_word+='([^A-Z]|$)|BACKEND|DUET_(ONLY_)?CPU'

cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"
faults=0

# fault RULE: counts and prints the lines "file:line:text" of standard input.
fault() {
  local line file number
  while IFS= read -r line; do
    file="${line%%:*}"
    line="${line#*:}"
    number="${line%%:*}"
    line="${line#*:}"
    printf '%s:%s: %s: %s\n' "$file" "$number" "$1" "${line#"${line%%[![:space:]]*}"}"
    faults=$((faults + 1))
  done
}

# sources PATH...: the C++ files below them.
sources() {
  local path
  for path in "$@"; do
    if [[ -e "$path" ]]; then
      find "$path" -type f -regextype posix-extended \
        -regex '.*\.(c|cc|cpp|cu|cuh|def|h|hip|hpp|inc)' | LC_ALL=C sort
    fi
  done
}

# outside PLACE...: those files of standard input that lie in none of the places.
outside() {
  local file place
  while IFS= read -r file; do
    for place in "$@"; do
      if [[ "$file" == "$place" || ("$place" == */ && "$file" == "$place"*) ]]; then continue 2; fi
    done
    printf '%s\n' "$file"
  done
}

# lines PATTERN: lines of the files of standard input that match, as "file:line:text".
lines() { xargs -r -d '\n' grep -nHE -e "$1" -- || true; }

# includes: "file:line:<name>" for each include of the files of standard input; quotes are kept.
includes() {
  lines '^[[:space:]]*#[[:space:]]*include' |
    sed -nE 's/^([^:]*:[0-9]+:)[^<"]*(<[^>]*>|"[^"]*").*/\1\2/p'
}

# misplaced ALLOWED: keeps the includes of standard input for which `ALLOWED FILE NAME KIND` fails.
misplaced() {
  local line name
  while IFS= read -r line; do
    name="${line#*:*:}"
    "$1" "${line%%:*}" "${name:1:-1}" "${name:0:1}" || printf '%s\n' "$line"
  done
}

# The predicates take FILE NAME OPENING, where OPENING is < or ".
is_standard() { [[ "$3" == '<' && "$2" =~ ^[a-z_0-9]+$ ]]; }
is_beside() { [[ "$3" == '"' && -f "$(dirname "$1")/$2" ]]; }
is_public() {
  local found=(backends/*/include/"$2")
  [[ "$2" == duet/* && (-f "core/include/$2" || ${#found[@]} -gt 0) ]]
}
is_private() {
  local found=(backends/*/"$2")
  [[ "$2" =~ (core/src|backends)/ || -f "core/src/$2" || -f "backends/$2" || ${#found[@]} -gt 0 ]]
}

public_may() { is_standard "$@" || { [[ "$3" == '<' ]] && is_public "$@"; }; }

# Third-party headers are welcome in core; a vendor's are not, and quotes name core's own files.
core_may() {
  case "$1:$2" in
    core/src/driver/driver.hpp:contract.hpp | core/src/compile/compiler.hpp:contract.hpp) return 0 ;;
  esac
  if [[ "$3" == '"' ]]; then
    is_beside "$@" || [[ -f "core/src/$2" || "$2" == source_digest.hpp ]]  # made when duet is built
  else
    [[ ! "$2" =~ ^(vendor\.hpp|contract\.hpp|cuda.*|nv.*|hip/.*|hsa/.*)$ ]]
  fi
}

device_may() {
  is_beside "$@" || { [[ "$2" == duet/device/* && -f "device/include/$2" ]]; }
}

client_may() {
  if [[ "$2" =~ (core/src|backends)/ ]]; then return 1; fi
  is_beside "$@" || [[ -f "${1%%/*}/$2" ]] || is_public "$@" || ! is_private "$@"
}

check_vendor_names() {
  local folders=(core device tests tools examples bench)
  fault vendor-name < <(sources "${folders[@]}" | outside "${vendor_places[@]}" |
    lines "$cuda_name|$hip_name")
  fault vendor-if < <(sources "${folders[@]}" | outside "${vendor_places[@]}" |
    lines '^[[:space:]]*#[[:space:]]*(if|ifdef|ifndef|elif)\b' |
    grep -E "^[^:]*:[0-9]+:[^/]*($vendor_word)" || true)
}

# without_export: the public headers of standard input that do not mark what they declare.
without_export() {
  local header
  while IFS= read -r header; do
    if ! grep -q '^DUET_API_BEGIN$' "$header" || ! grep -q '^DUET_API_END$' "$header"; then
      printf '%s:1:declares nothing between DUET_API_BEGIN and DUET_API_END\n' "$header"
    fi
  done
}

check_public_headers() {
  fault public-include < <(sources core/include | includes | misplaced public_may)
  fault public-export < <(sources core/include |
    outside core/include/duet/duet.hpp core/include/duet/export.hpp | without_export)
}

# Products may be named in a backend's comments ("unlike CUDA"); calls, constants, libraries, headers,
# namespaces and folders of another backend may not.
check_backends() {
  local own other
  declare -A names=(
    [cuda]="$cuda_name|\\bCU(DA)?_[A-Z]|\\bNVRTC_|libcuda|libnvrtc|\\bcuda\\.h|"
    [hip]="$hip_name|\\bHIP(RTC)?_[A-Z]|libamdhip|libhiprtc|\\bhip/|"
    [cpu]=''
  )
  for own in "${!names[@]}"; do
    for other in "${!names[@]}"; do
      if [[ "$own" == "$other" ]]; then continue; fi
      fault backend-name < <(sources "backends/$own" |
        lines "${names[$other]}\\b$other::|backends/$other|\"(\\.\\./)*$other/")
    done
  done
}

check_includes() {
  fault core-include < <(sources core/src | includes | misplaced core_may)
  fault device-include < <(sources device | includes | misplaced device_may)
  fault client-include < <(sources tests tools examples bench |
    outside "${client_exceptions[@]}" tests/whitebox_*.cpp | includes | misplaced client_may)
}

check_vendor_names
check_public_headers
check_backends
check_includes

if ((faults > 0)); then
  echo "check_layers: $faults faults"
  exit 1
fi
echo "check_layers: every include and vendor name is where it belongs"
