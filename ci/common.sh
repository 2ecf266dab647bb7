# shellcheck shell=bash disable=SC2034
# Sourced by the other scripts of this folder: the project's folder, the backends that this machine can
# build, ccache, and the seconds that parts of a run take.

project="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
backends=(CPU CUDA HIP)
jobs="${CMAKE_BUILD_PARALLEL_LEVEL:-2}"

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# check_backend NAME [WORD]: ends the script with status 2 unless NAME is a backend or WORD.
check_backend() {
  local name
  for name in "${backends[@]}" "${@:2}"; do
    if [[ "$1" == "$name" ]]; then return; fi
  done
  printf '%s: %s\n' "$(basename "$0")" "'$1' is no backend; give one of ${backends[*]} ${*:2}" >&2
  exit 2
}

# CMake's arguments for builds of CUDA and HIP. Optimising takes half the time of a build, and reading
# headers for each source most of the rest. The CPU's build finds nearly all that either would find.
# Tools, tests and benchmarks have the same options as there, so that ccache compiles them once.
quick_build=(-DCMAKE_BUILD_TYPE=Release -DDUET_LIBRARY_OPTIONS=-O0 -DCMAKE_UNITY_BUILD=ON
             -DDUET_WERROR=ON)

# Compiles through ccache if it is installed. Objects are shared between builds and between clones of
# the project in different folders.
use_ccache() {
  if ! command -v ccache >/dev/null; then return; fi
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR="$project" CCACHE_NOHASHDIR=1
  # Needed for precompiled headers, and for sources whose time is that of the clone.
  export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
}

# part NAME COMMAND...: runs the command, notes its seconds and prints them. A script and the scripts that
# it starts share one file of notes.
part_seconds="${DUET_CI_SECONDS:-}"
part() {
  local start="$SECONDS" status=0
  if [[ -z "$part_seconds" ]]; then
    part_seconds="$(mktemp)"
    trap 'rm -f "$part_seconds"' EXIT
  fi
  "${@:2}" || status=$?
  printf '%s\t%s\n' $((SECONDS - start)) "$1" >>"$part_seconds"
  printf -- '-- %s: %d s (of %d)\n' "$1" $((SECONDS - start)) "$SECONDS"
  return "$status"
}

# Prints the ten slowest parts, unless the script that started this one does.
slowest_parts() {
  if [[ -n "${DUET_CI_SECONDS:-}" || ! -s "$part_seconds" ]]; then return; fi
  printf '\nSlowest parts:\n'
  sort -nr "$part_seconds" | awk -F '\t' 'NR <= 10 { printf "%6d s  %s\n", $1, $2 }'
}

# has_target BUILD NAME: succeeds if a build has a target.
has_target() {
  # Not `grep -q`, which would end before the whole list is written.
  cmake --build "$1" --target help | grep "^$2:" >/dev/null
}

# build_command BACKEND LOG: builds the duet command build/ci-BACKEND/tools/duet. The output goes to LOG.
build_command() {
  local build="$project/build/ci-${1,,}"
  cmake -S "$project" -B "$build" -G Ninja "-DBACKEND=$1" "${quick_build[@]}" >/dev/null
  cmake --build "$build" --parallel "$jobs" --target duet_command >"$2" ||
    { tail -n 40 "$2" && fail "the duet command does not build for $1"; }
}

# Prints the folder of a CUDA toolkit with the headers that duet includes; fails if there is none.
cuda_toolkit() {
  local nvcc root
  nvcc="$(command -v nvcc || true)"
  if [[ -n "$nvcc" ]]; then nvcc="$(dirname "$(dirname "$(readlink -f "$nvcc")")")"; fi
  for root in "${CUDA_HOME:-}" "${CUDA_PATH:-}" "$nvcc" /usr/local/cuda /usr; do
    if [[ -n "$root" && -f "$root/include/cuda.h" && -f "$root/include/nvrtc.h" ]]; then
      printf '%s\n' "$root"
      return
    fi
  done
  return 1
}

# Prints the folder of the HIP runtime's headers; fails if there is none.
hip_toolkit() {
  local root
  for root in "${ROCM_PATH:-}" "${HIP_PATH:-}" /opt/rocm /usr; do
    if [[ -n "$root" && -f "$root/include/hip/hiprtc.h" ]]; then
      printf '%s\n' "$root"
      return
    fi
  done
  return 1
}

# Prints the library with the header that hiprtc includes in every kernel; fails if there is none.
hiprtc_builtins() {
  local root library
  root="$(hip_toolkit)" || return 1
  for library in "$root"/lib/libhiprtc-builtins.so "$root"/lib/*-linux-gnu/libhiprtc-builtins.so*; do
    if [[ -f "$library" ]]; then
      printf '%s\n' "$library"
      return
    fi
  done
  return 1
}

# Prints the folder of AMD's device libraries (bitcode of mathematics and others); fails if there is none.
amd_device_libraries() {
  local root folder
  root="$(hip_toolkit)" || return 1
  for folder in "$root"/amdgcn/bitcode "$root"/lib/*-linux-gnu/amdgcn/bitcode; do
    if [[ -f "$folder/ocml.bc" ]]; then
      printf '%s\n' "$folder"
      return
    fi
  done
  return 1
}

# Matches AMD targets whose waves have 32 threads, or 64 on request. The waves of others have 64.
has_waves_of_32='^gfx1[0-9a-f]{3}$'

# Versions of clang to look for. The oldest is the first that knows gfx942 and gfx1100.
newest_clang=40
usual_clang=19
oldest_amd_clang=17

# Prints the greatest N for which clang-N, its linker and its tools are installed; fails if there is none.
amd_clang() {
  local number
  for ((number = newest_clang; number >= oldest_amd_clang; --number)); do
    if command -v "clang-$number" >/dev/null && command -v "ld.lld-$number" >/dev/null &&
        command -v "llvm-readelf-$number" >/dev/null; then
      printf '%s\n' "$number"
      return
    fi
  done
  return 1
}

# why_not BACKEND: prints why this machine cannot build a backend, or nothing if it can.
why_not() {
  case "$1" in
    CUDA)
      cuda_toolkit >/dev/null ||
        printf '%s\n' "no CUDA toolkit (cuda.h, nvrtc.h) in CUDA_HOME, CUDA_PATH, beside nvcc," \
          "in /usr/local/cuda or /usr" | paste -sd ' '
      ;;
    HIP)
      hip_toolkit >/dev/null ||
        printf '%s\n' "no HIP headers (hip/hiprtc.h) in ROCM_PATH, HIP_PATH, /opt/rocm or /usr"
      ;;
  esac
}

# use_toolkit BACKEND: exports the variable by which CMake and duet find the backend's toolkit.
use_toolkit() {
  case "$1" in
    CUDA) CUDA_HOME="$(cuda_toolkit)" && export CUDA_HOME ;;
    HIP) ROCM_PATH="$(hip_toolkit)" && export ROCM_PATH ;;
  esac
}
