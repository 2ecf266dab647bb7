#!/usr/bin/env bash
# export_value_tests.sh DIR [ARCH...]: writes the launches of the tests that check values to the new folder
# DIR, as cases for `duet check-cases` and other programs (docs/cases.md). The cases have code for this
# machine's CPU and for each ARCH: sm_90, gfx90a, ...
#
# The expected results are those of the CPU backend, with waves of 32 and of 64 lanes. All tests run twice,
# the second time with the blocks of each grid in reverse order. Results that differ are left out.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Tests that launch kernels and check their results.
tests='Accuracy*:Atomic*:BigGridTest*:CastTest*:Complex*:DeviceHeader*:Float16Test*:Fusion*:Gather*'
tests+=':Half*:Indexing*:IntegerOps*:KernelLanguage*:KernelMacro*:LaunchTest*:Limits*:Math*:Vector*:Wave*'
# Not those that print, that launch hundreds of kernels to check arguments, or that launch from several
# threads, where setting environment variables is unsafe.
tests+='-KernelLanguageTest.Prints*:LaunchTest.ArgumentsAreCopiedAtTheCall:*Threads*Launch*'

# build BACKEND TARGET...: prints the build folder.
build() {
  local folder="$project/build/ci-${1,,}"
  {
    cmake -S . -B "$folder" -G Ninja -DBACKEND="$1" -DCMAKE_BUILD_TYPE=Release
    cmake --build "$folder" --parallel "$jobs" --target "${@:2}"
  } >"$work/log" || { tail -n 40 "$work/log" >&2 && fail "the backend $1 does not build"; }
  printf '%s\n' "$folder"
}

# record TESTS FOLDER WAVE_SIZE ORDER: runs the tests and writes their launches to FOLDER.
record() {
  DUET_CACHE=off DUET_TEST_SEED=1 DUET_KEEP_LAUNCHES="$2" DUET_CPU_WAVE_SIZE="$3" \
    DUET_CPU_BLOCK_ORDER="$4" \
    "$1" --gtest_filter="$tests" >"$work/log" 2>&1 || {
    grep -F '[  FAILED  ]' "$work/log" || tail -n 20 "$work/log"
    fail "the tests must pass on the CPU backend"
  }
}

backend_of() {
  case "$1" in
    gfx*) echo HIP ;;
    sm_* | compute_*) echo CUDA ;;
    *) echo CPU ;;
  esac
}

main() {
  local folder size cpu backend architecture options
  folder="$(realpath -m "${1:?the folder to write to}")"
  shift
  if [[ -e "$folder" ]]; then fail "'$folder' exists; give the name of a new folder"; fi
  cd "$project"
  work="$(mktemp -d)"
  trap 'rm -r "$work"' EXIT
  cpu="$(build CPU duet_tests duet_command)"
  options=()
  for size in 32 64; do
    record "$cpu/tests/duet_tests" "$work/kept$size" "$size" forward
    record "$cpu/tests/duet_tests" "$work/again$size" "$size" backwards
    options+=(--launches "$work/kept$size" --again "$work/again$size")
  done
  "$cpu/tools/duet" export-cases "$folder" "${options[@]}"
  rm -r "$work"/kept* "$work"/again*
  for backend in "${backends[@]}"; do
    options=()
    for architecture in "$@"; do
      if [[ "$(backend_of "$architecture")" == "$backend" ]]; then
        options+=(--arch "$architecture")
      fi
    done
    if ((${#options[@]} > 0)); then
      "$(build "$backend" duet_command duet_compile)/tools/duet" export-cases "$folder" "${options[@]}"
    fi
  done
  du -sh "$folder"
}
main "$@"
