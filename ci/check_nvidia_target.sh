#!/usr/bin/env bash
# check_nvidia_target.sh [FOLDER]: compiles every kernel of the tests and examples, and every device header
# alone, with NVRTC for one target, on a machine without a GPU. No kernel runs.
# FOLDER has kept programs (see keep_programs.sh). Without it they are kept first.
# check_nvidia_target.sh --program PROGRAM: compiles one of them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

target=sm_90

# compile PROGRAM: compiles a kept program, unless it is for waves of 64 threads.
compile() {
  local log
  cd "$1"
  mapfile -d '' -t arguments <arguments
  if [[ " ${arguments[*]} " == *' --wave-size=64 '* ]]; then return; fi
  log="$("$DUET_COMMAND" compile program.cu "${arguments[@]}" "--arch=$target" -o "$(mktemp -d -p "$work")" 2>&1)" ||
    printf 'fault: %s\n%s\n' "$(basename "$1")" "$log"
}

main() {
  local folder="${1:-}" faults reason
  reason="$(why_not CUDA)"
  if [[ -n "$reason" ]]; then
    echo "check_nvidia_target: left out: $reason"
    return
  fi
  use_toolkit CUDA
  export DUET_CACHE=off DUET_COMMAND="${DUET_COMMAND:-}" work
  work="$(mktemp -d)"
  trap 'rm -rf "$work"' EXIT
  if [[ -z "$DUET_COMMAND" ]]; then
    use_ccache
    build_command CUDA "$work/build.log"
    DUET_COMMAND="$project/build/ci-cuda/tools/duet"
  fi
  if [[ -z "$folder" ]]; then
    folder="$work/kept"
    "$project/ci/keep_programs.sh" "$folder"
  fi
  find "$folder/compiled" -mindepth 1 -maxdepth 1 -print0 |
    xargs -0 -P "$jobs" -n 1 "${BASH_SOURCE[0]}" --program >"$work/log"
  cat "$work/log"
  faults="$(grep -c '^fault: ' "$work/log" || true)"
  echo "check_nvidia_target: $(find "$folder/compiled" -mindepth 1 -maxdepth 1 | wc -l) programs for $target, $faults faults"
  ((faults == 0))
}

if [[ "${1:-}" == --program ]]; then compile "$2"; else main "$@"; fi
