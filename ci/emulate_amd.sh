#!/usr/bin/env bash
# emulate_amd.sh [--quick] [--wave64] [ARCH...]: runs the tests of the HIP build, and the gallery of kernels in CUDA's
# spelling, on emulated AMD GPUs: AMD's machine code and all host code, by the library of tests/amd_emulator. For gfx90a
# and gfx1030, or for each ARCH. clang-19 compiles for those that hiprtc does not know: gfx942, gfx1100, gfx1201. With --wave64 devices
# of gfx10 to gfx12 have waves of 64 lanes, and clang-19 compiles for all of them.
# tests/amd_emulator/left_out.tsv lists the tests that are left out. Without --quick it also runs the exported
# cases, the second time with waves that take turns at random.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

build="$project/build/ci-hip"
wave64=false

# left_out FORM...: the patterns of the tests to leave out, as GoogleTest takes them.
left_out() {
  local forms
  forms="^($(IFS='|' && echo "$*"))\$"
  awk -F '\t' -v forms="$forms" '!/^#/ && $1 ~ forms { printf "%s%s", separator, $2; separator = ":" }' \
    "$project/tests/amd_emulator/left_out.tsv"
}

# use_compiler ARCH: chooses hiprtc, or the library that starts clang.
use_compiler() {
  local clang="$build/tests/amd_emulator/libduet_amd_clang.so"
  unset DUET_COMPILER_LIBRARY DUET_COMGR_LIBRARY
  case "$1" in
    gfx942 | gfx11* | gfx12*) export DUET_COMPILER_LIBRARY="$clang" DUET_COMGR_LIBRARY="$clang" ;;
    gfx10*) if $wave64; then export DUET_COMPILER_LIBRARY="$clang" DUET_COMGR_LIBRARY="$clang"; fi ;;
  esac
}

# emulate ARCH COMMAND...: runs a command on two devices.
emulate() {
  DUET_AMD_EMULATOR_DEVICES="$1,$1" DUET_CACHE=off DUET_COMPILE_HELPER="$build/core/duet-compile" \
    DUET_DRIVER_LIBRARY="$build/tests/amd_emulator/libduet_amd_emulator.so" \
    DUET_TEST_PROFILER="DUET_ROCTX_LIBRARY=$build/tests/libduet_test_profiler.so" "${@:2}"
}

# run_part NUMBER ARCH FILTER FILE: runs one of `jobs` parts of the tests; the output goes to FILE.
run_part() {
  GTEST_TOTAL_SHARDS="$jobs" GTEST_SHARD_INDEX="$1" \
    emulate "$2" "$build/tests/duet_tests" --gtest_filter="$3" >"$4" 2>&1
}

# count FILE... WORD: adds up the numbers of GoogleTest's lines "[  WORD  ] N tests".
count() {
  local word="${*: -1}"
  cat "${@:1:$#-1}" | sed -nE "s/^\[ *$word *\] ([0-9]+) tests?.*/\1/p" | awk '{ sum += $1 } END { print sum + 0 }'
}

# test_target ARCH FILTER: runs the tests on two devices and prints their totals.
test_target() {
  local folder="$1" arch="$2" number status=0 start="$SECONDS" parts=() pids=()
  for ((number = 0; number < jobs; ++number)); do
    parts+=("$folder/$arch.$number")
    run_part "$number" "$arch" "$3" "${parts[number]}" &
    pids+=($!)
  done
  for number in "${pids[@]}"; do wait "$number" || status=1; done
  if ((status != 0)); then
    grep -hE -A 5 'Failure$|duet_amd_emulator:|terminate called' "${parts[@]}" || tail -n 5 "${parts[@]}"
  fi
  echo "$arch: $(count "${parts[@]}" PASSED) passed, $(count "${parts[@]}" FAILED) failed," \
    "$(count "${parts[@]}" SKIPPED) skipped, $((SECONDS - start)) s"
  return "$status"
}

# test_gallery FOLDER ARCH...: runs and checks the kernels of the gallery, on all targets at the same time.
test_gallery() {
  local folder="$1" arch status=0 pids=() start="$SECONDS"
  for arch in "${@:2}"; do
    use_compiler "$arch"
    emulate "$arch" "$build/examples/gallery" >"$folder/$arch.gallery" 2>&1 &
    pids+=($!)
  done
  for arch in "${@:2}"; do
    if ! wait "${pids[0]}"; then
      status=1
      grep -v ' ok$' "$folder/$arch.gallery"
    fi
    pids=("${pids[@]:1}")
    echo "$arch: gallery: $(tail -n 1 "$folder/$arch.gallery")"
  done
  echo "gallery: $((SECONDS - start)) s"
  return "$status"
}

# check_cases FOLDER ARCH...: exports the cases of the value tests and runs them.
check_cases() {
  local cases="$1/cases" program="$build/tests/amd_emulator/amd_check_cases"
  "$project/ci/export_value_tests.sh" "$cases" "${@:2}"
  cmake --build "$build" --parallel "$jobs" --target amd_check_cases >/dev/null
  "$program" "$cases"
  "$program" "$cases" --interleave 1 --seed 2 --filter Wave
}

main() {
  local folder quick=false arch status=0 forms=()
  if [[ "${1:-}" == --quick ]]; then
    quick=true
    forms+=(quick)
    shift
  fi
  if [[ "${1:-}" == --wave64 ]]; then
    wave64=true
    export DUET_TEST_WAVE_SIZE=64
    shift
  fi
  if (($# == 0)); then set -- gfx90a gfx1030; fi
  if [[ -n "$(why_not HIP)" ]]; then
    echo "AMD's code is not emulated: $(why_not HIP)"
    return
  fi
  use_ccache
  use_toolkit HIP
  cmake -S "$project" -B "$build" -G Ninja -DBACKEND=HIP "${quick_build[@]}" >/dev/null
  if ! has_target "$build" duet_amd_emulator; then
    echo "AMD's code is not emulated: LLVM 19 was not found when build/ci-hip was configured"
    return
  fi
  cmake --build "$build" --parallel "$jobs" --target duet_tests --target duet_compile \
    --target duet_amd_emulator --target duet_amd_clang --target gallery >/dev/null
  folder="$(mktemp -d)"
  # shellcheck disable=SC2064  # the folder of now
  trap "rm -rf '$folder'" EXIT
  for arch in "$@"; do
    use_compiler "$arch"
    test_target "$folder" "$arch" "-$(left_out "${forms[@]}" ${DUET_COMPILER_LIBRARY:+clang once})" || status=1
    forms+=(once)
  done
  test_gallery "$folder" "$@" || status=1
  if $quick || [[ -n "${DUET_COMPILER_LIBRARY:-}" ]]; then return "$status"; fi
  check_cases "$folder" "$@" || status=1
  return "$status"
}
main "$@"
