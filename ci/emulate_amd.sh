#!/usr/bin/env bash
# emulate_amd.sh [ARCH...]: runs the launches of duet's value tests as AMD's machine code, in the emulator of
# tests/amd_emulator: for gfx90a and gfx1030, or for each ARCH. It takes some minutes. Waves take turns at
# random the second time.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

main() {
  local folder program="$project/build/ci-hip/tests/amd_emulator/amd_check_cases"
  if (($# == 0)); then set -- gfx90a gfx1030; fi
  if [[ -n "$(why_not HIP)" ]]; then
    echo "AMD's code is not emulated: $(why_not HIP)"
    return
  fi
  use_ccache
  folder="$(mktemp -d)"
  # shellcheck disable=SC2064  # the folder of now
  trap "rm -rf '$folder'" EXIT
  "$project/ci/export_value_tests.sh" "$folder/cases" "$@"
  if ! cmake --build "$project/build/ci-hip" --target help | grep -q '^amd_check_cases:'; then
    echo "AMD's code is not emulated: LLVM 19 was not found when build/ci-hip was configured"
    return
  fi
  cmake --build "$project/build/ci-hip" --parallel "$jobs" --target amd_check_cases >/dev/null
  "$program" "$folder/cases"
  "$program" "$folder/cases" --interleave 1 --seed 2 --filter Wave
}
main "$@"
