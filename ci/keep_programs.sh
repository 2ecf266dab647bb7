#!/usr/bin/env bash
# keep_programs.sh FOLDER: fills FOLDER/compiled with every kernel source that the tests and examples
# compile, as DUET_KEEP_PROGRAMS writes it, and with one program for each device header.
# keep_programs.sh --missing FOLDER [TREE]: only tells which kernels in the tests of a source tree, by
# default this one, are in no program of FOLDER. Fails if there is one.
#
# The tests run on the CPU backend, where nothing is skipped for want of a device. So the programs are
# what the tests really compile, with their names, options and headers; kernels that are put together
# while a test runs are among them, and nobody keeps a list. What reading the tests' sources cannot
# tell it can still prove: that no kernel in them was left out.
set -euo pipefail
shopt -s nullglob
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# kernels_of FILE...: "file:line:text" for each kernel, the text being the line from __global__ to
# the end of the string literal, with the line below if the literal goes on and the kernel begins.
kernels_of() {
  awk '
    function trimmed(text) { gsub(/[ \t]+/, " ", text); sub(/^ /, "", text); sub(/ $/, "", text); return text }
    function finish() { if (text != "") print place ":" trimmed(text); text = "" }
    FNR == 1 { finish() }
    text != "" { text = text " " $0; if (match(text, /[)]?["\\]/)) text = substr(text, 1, RSTART - 1); finish() }
    !/^[ \t]*\/\// && (start = index($0, "__global__")) {
      place = FILENAME ":" FNR
      text = substr($0, start)
      # A quote or an escape ends the text, and so does a placeholder of a formatted string.
      if (match(text, /[)]?["\\]|[{][a-z]/)) { text = substr(text, 1, RSTART - 1); finish() }
    }
    END { finish() }' "$@"
}

# comparable FILE...: all but the tests whose kernels need a vendor's own parts, or lie in files
# that programs include.
comparable() {
  printf '%s\n' "$@" | grep -vE '/(cluster|include_folder|load|toolkit|vendor_float16)_test\.cpp$'
}

# missing FOLDER: the tests' kernels that no kept program contains. Those that the compiler must
# refuse count as kept.
missing() {
  local kept line text status=0
  kept="$(find "$1" -type f ! -name arguments -exec cat {} + | tr -s ' \t\n' ' ')"
  while IFS= read -r line; do
    text="${line#*:*:}"
    if [[ "$kept" != *"$text"* ]]; then
      echo "$line: no test compiled this kernel on the CPU backend"
      status=1
    fi
  done < <(kernels_of $(comparable tests/{device,wave,runtime,compile,module,cache,launch,encoder,fusion}/*.{cpp,hpp}) tests/support/* tests/tools/*.cpp \
    examples/*.cpp examples/*/*.cpp)
  return "$status"
}

# Whether a program's headers were in a folder that a test has removed.
lacks_folder() {
  local folder
  while IFS= read -r folder; do
    if [[ ! -d "$folder" ]]; then return 0; fi
  done < <(tr '\0' '\n' <"$1" | sed -n 's/^--include=//p')
  return 1
}

# Removes programs that differ in folders of headers only, which were the tests' temporary ones.
drop_twins() {
  local program sum
  declare -A seen=()
  for program in "$1"/compiled/*; do
    if lacks_folder "$program/arguments"; then rm -r "$program" && continue; fi
    # hiprtc's header makes these of intrinsics that newer compilers no longer have.
    if grep -qE 'atomic(Inc|Dec)\(' "$program/program.cu"; then rm -r "$program" && continue; fi
    sum="$(cd "$program" && find . -type f ! -name arguments -exec sha256sum {} + | LC_ALL=C sort &&
      tr '\0' '\n' <arguments | sed '/^--include=/d')"
    if [[ -n "${seen[$sum]:-}" ]]; then rm -r "$program"; fi
    seen[$sum]=1
  done
}

# Vendor files of other vendors are not for this compiler; all else must compile alone.
keep_headers() {
  local header name program
  while IFS= read -r header; do
    header="${header#device/include/}"
    case "$header" in */vendor/cpu[./]* | */vendor/cuda[./]*) continue ;; esac
    name="${header#duet/device/}"
    program="$1/compiled/header-${name//\//-}"
    mkdir -p "$program"
    printf '#include <%s>\n' "$header" >"$program/program.cu"
    printf -- '--std=17\0' >"$program/arguments"
  done < <(find device/include -name '*.hpp' | LC_ALL=C sort)
}

run_tests() {
  local build="$project/build/ci-cpu" test
  cmake -S . -B "$build" -G Ninja -DBACKEND=CPU -DCMAKE_BUILD_TYPE=Release -DDUET_WERROR=ON >/dev/null
  cmake --build "$build" --parallel "$jobs" --target duet_tests duet_command_tests generated logistic_regression >"$1/log" ||
    { tail -n 40 "$1/log" && fail "the tests of the CPU backend do not build"; }
  for test in tests/duet_tests tests/tools/duet_command_tests examples/generated \
      'examples/logistic_regression --iterations=3'; do
    # shellcheck disable=SC2086  # with its arguments
    DUET_CACHE=off DUET_KEEP_PROGRAMS="$1" DUET_CPU_DEVICES=2 "$build"/$test >"$1/log" 2>&1 || {
      grep -F '[  FAILED  ]' "$1/log" || tail -n 20 "$1/log"
      fail "$test must pass on the CPU backend"
    }
  done
  rm "$1/log"
}

main() {
  local folder
  if [[ "${1:-}" == --missing ]]; then
    folder="$(realpath "$2")"
    cd "${3:-$project}"
    missing "$folder"
  else
    mkdir -p "$1"
    folder="$(realpath "$1")"
    cd "$project"
    run_tests "$folder"
    missing "$folder"
    drop_twins "$folder"
    keep_headers "$folder"
  fi
}
main "$@"
