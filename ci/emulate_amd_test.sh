#!/usr/bin/env bash
# emulate_amd_test.sh [BUILD]: proves that tests of emulate_amd.sh find faults: without a change they pass, and
# with each fault that is planted in the device headers at least one fails. The headers are text in the
# program that compiles kernels; a fault is planted in a copy of it. BUILD is a HIP build, by default
# build/ci-hip as emulate_amd.sh leaves it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

build="${1:-$project/build/ci-hip}"
emulator="$build/tests/amd_emulator/libduet_amd_emulator.so"
if [[ ! -e "$emulator" ]]; then
  echo "emulate_amd_test: left out: $emulator is missing (ci/emulate_amd.sh builds it)"
  exit 0
fi
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
wrong=0
tests=WaveTest.MatchesCompareAllBytes:WaveMaskTest.VotesCountTheLanesOfTheOwnMaskOnly
tests+=:WaveTest.LanesAndWavesAreCountedInThreeDimensions
tests+=:WaveBlockTest.TwoScratchesNeedNoExtraBarriers:WaveBlockTest.OperationsMayFollowEachOtherWithoutBarriers

# plant OLD NEW: makes the compiler's program with NEW, filled with spaces, in place of OLD.
plant() {
  helper="$(mktemp -p "$folder")"  # the one before may still run
  OLD="$1" NEW="$(printf '%-*s' "${#1}" "$2")" perl -pe 's/\Q$ENV{OLD}\E/$ENV{NEW}/g' "$build/core/duet-compile" >"$helper"
  chmod +x "$helper"
  if [[ "$1" != "$2" ]] && cmp -s "$helper" "$build/core/duet-compile"; then
    fail "the headers have no text '$1'; mend this script"
  fi
}

# check PASS NAME ARCH...: runs the tests on each target; they must pass if PASS is 1, else fail.
check() {
  local arch passed
  for arch in "${@:3}"; do
    passed=1
    DUET_AMD_EMULATOR_DEVICES="$arch" DUET_AMD_EMULATOR_INTERLEAVE=1 DUET_DRIVER_LIBRARY="$emulator" \
      DUET_CACHE=off DUET_COMPILE_HELPER="$helper" \
      "$build/tests/duet_tests" --gtest_filter="$tests" >"$folder/log" 2>&1 || passed=0
    if ((passed != $1)); then
      echo "emulate_amd_test: $2 on $arch: $( (($1)) && echo "tests fail" || echo "no test fails")"
      tail -n 20 "$folder/log"
      wrong=1
    elif ((passed == 0)); then
      echo "$2 on $arch: $(grep -c '^\[  FAILED  \].*ms)$' "$folder/log") of 5 tests fail"
    fi
  done
}

barrier='__device__ inline void block_barrier(Place) { __syncthreads(); }'
plant "$barrier" "$barrier"
check 1 "no fault" gfx90a gfx1030
plant "$barrier" '__device__ inline void block_barrier(Place) { }'
check 0 "a removed barrier" gfx90a gfx1030
plant 'return lanes & lane_mask(__builtin_amdgcn_uicmp' 'return lane_mask(__builtin_amdgcn_uicmp'
check 0 "an ignored mask" gfx90a gfx1030
plant 'using lane_mask = LaneMask<wave_size>::type;' 'using lane_mask = LaneMask<32>::type;'
check 0 "a mask of 32 lanes" gfx90a
plant 'inline constexpr int wave_size = __AMDGCN_WAVEFRONT_SIZE' 'inline constexpr int wave_size = 32;//'
check 0 "waves of 32 lanes, hard-coded," gfx90a
plant 'return wave_size == 32 ? low : __builtin_amdgcn_mbcnt_hi(~0u, low);' 'return low;'
check 0 "lanes counted up to 32" gfx90a
if ((wrong == 0)); then echo "emulate_amd_test: each fault makes tests fail"; fi
exit "$wrong"
