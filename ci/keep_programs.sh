#!/usr/bin/env bash
# keep_programs.sh FOLDER: fills FOLDER/compiled with every kernel source that the tests and examples
# compile, as DUET_KEEP_PROGRAMS writes it, and with one program for each device header.
# keep_programs.sh --missing FOLDER [TREE]: prints the kernels in the tests of a source tree (default:
# this one) that no program of FOLDER contains. Fails if there is one, or no kernel at all.
#
# The tests run on the CPU backend, where no test needs a GPU. The programs have the names, options and
# headers that the tests pass, and include kernels that a test builds at run time. The sources of the
# tests are read to check that the tests compiled every kernel in them.
set -euo pipefail
shopt -s nullglob
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# kernels_of FILE...: "file:line:text" for each kernel. The text is the line from __global__ to the end
# of the string literal, with the next line if the literal continues there.
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
      if (match(text, /[)]?["\\]|[{][a-z{}]/)) { text = substr(text, 1, RSTART - 1); finish() }
    }
    END { finish() }' "$@"
}

# The sources of tests and examples, for every backend. Left out are tests whose kernels need a vendor's
# own headers, are in files that programs include, are wrong on purpose, or are text that is only read.
sources() {
  find tests examples \( -name '*.cpp' -o -name '*.hpp' \) 2>/dev/null |
    grep -vE '^tests/(amd_emulator|consumer|cpu|cuda|debugging|faults|fuzz|hip|hip_on_cuda|mistakes|pytorch|soak)/' |
    grep -vE '/(cluster|include_folder|kernel_list|kernel_name|load|programmatic|run|surroundings|toolkit|toolkit_agreement|vendor_float16)_test\.cpp$' | LC_ALL=C sort
}

# missing FOLDER: prints the tests' kernels that no kept program contains. Programs that the compiler
# refused are kept too.
missing() {
  local kept line text files kernels status=0
  mapfile -t files < <(sources)
  ((${#files[@]} > 0)) || fail "there are no sources of tests in $PWD"
  mapfile -t kernels < <(kernels_of "${files[@]}")
  ((${#kernels[@]} > 0)) || fail "there are no kernels in the tests of $PWD"
  kept="$(find "$1" -type f ! -name arguments -exec cat {} + | tr -s ' \t\n' ' ')"
  for line in "${kernels[@]}"; do
    text="${line#*:*:}"
    if [[ "$kept" != *"$text"* ]]; then
      echo "$line: no test compiled this kernel on the CPU backend"
      status=1
    fi
  done
  return "$status"
}

# lacks_folder ARGUMENTS: succeeds if the program's headers were in a folder that a test has removed.
lacks_folder() {
  local folder
  while IFS= read -r folder; do
    if [[ ! -d "$folder" ]]; then return 0; fi
  done < <(tr '\0' '\n' <"$1" | sed -n 's/^--include=//p')
  return 1
}

# Removes programs that differ only in the tests' temporary folders of headers.
drop_twins() {
  local program sum
  declare -A seen=()
  for program in "$1"/compiled/*; do
    if lacks_folder "$program/arguments"; then rm -r "$program" && continue; fi
    # Without a kernel there is nothing to compare. Device headers are compiled by keep_headers.
    if ! grep -rqF __global__ "$program"; then rm -r "$program" && continue; fi
    # The emulator runs what is in CUDA's spelling; clang has no such option.
    if tr '\0' '\n' <"$program/arguments" | grep -xE -e '--(toolkit|cuda)-headers' >/dev/null; then rm -r "$program" && continue; fi
    # Random kernels compare numbers with themselves, which is a warning.
    if grep -q '^unsigned long long w0 = v0, w1 = t;' "$program/program.cu"; then rm -r "$program" && continue; fi
    # The program compares the name of its file, which is another one here.
    if grep -qF 'same(__FILE__' "$program/program.cu"; then rm -r "$program" && continue; fi
    # Names of kernels with integers that duet declares for the name alone.
    if tr '\0' '\n' <"$program/arguments" | grep -E '^--kernel=.*\bu?int(8|16)_t' >/dev/null &&
       ! grep -qF '#include' "$program/program.cu"; then rm -r "$program" && continue; fi
    # hiprtc's header implements these with intrinsics that newer compilers lack.
    if grep -qE 'atomic(Inc|Dec)\(' "$program/program.cu"; then rm -r "$program" && continue; fi
    sum="$(cd "$program" && find . -type f ! -name arguments -exec sha256sum {} + | LC_ALL=C sort &&
      tr '\0' '\n' <arguments | sed '/^--include=/d')"
    if [[ -n "${seen[$sum]:-}" ]]; then rm -r "$program"; fi
    seen[$sum]=1
  done
}

# Each device header must compile alone, except the files for other vendors.
keep_headers() {
  local header name program
  while IFS= read -r header; do
    header="${header#device/include/}"
    case "$header" in */vendor/cpu[./]* | */vendor/cuda[./]* | */vendor/warpgroup_* | */vendor/bulk_*) continue ;; esac
    name="${header#duet/device/}"
    program="$1/compiled/header-${name//\//-}"
    mkdir -p "$program"
    printf '#include <%s>\nextern "C" __global__ void nothing() {}\n' "$header" >"$program/program.cu"
    printf -- '--std=17\0' >"$program/arguments"
  done < <(find device/include -name '*.hpp' | LC_ALL=C sort)
}

# run FOLDER PROGRAM [SHARD]: runs a test program, or one of its `jobs` shards, or an example.
run() {
  # shellcheck disable=SC2086  # with its arguments
  if ! GTEST_TOTAL_SHARDS="$jobs" GTEST_SHARD_INDEX="${3:-0}" DUET_CACHE=off DUET_CPU_DEVICES=2 \
      DUET_KEEP_PROGRAMS="$1" "$build"/$2 >"$1/log${3:-}" 2>&1; then
    grep -F '[  FAILED  ]' "$1/log${3:-}" || tail -n 20 "$1/log${3:-}"
    fail "$2 must pass on the CPU backend"
  fi
}

build="$project/build/ci-cpu"

# Whether ci/test.sh has run the tests of the same build, which kept their programs.
has_programs() {
  [[ "$build/programs/complete" -nt "$build/tests/duet_tests" &&
     "$build/programs/complete" -nt "$build/tests/tools/duet_command_tests" ]]
}

build_tests() {
  use_ccache
  cmake -S . -B "$build" -G Ninja -DBACKEND=CPU -DCMAKE_BUILD_TYPE=Release -DDUET_WERROR=ON >/dev/null
  cmake --build "$build" --parallel "$jobs" --target duet_tests duet_command_tests duet_plugin_tests array_framework generated logistic_regression >"$1/log" ||
    { tail -n 40 "$1/log" && fail "the tests of the CPU backend do not build"; }
}

# Runs the tests and examples of the CPU backend, which write the programs that they compile.
run_tests() {
  local test shard shards
  if has_programs; then
    cp -r "$build/programs"/{compiled,refused} "$1"
  else
    for test in tests/duet_tests tests/tools/duet_command_tests tests/plugin/duet_plugin_tests; do
      shards=()
      for ((shard = 0; shard < jobs; ++shard)); do
        run "$1" "$test" "$shard" &
        shards+=("$!")
      done
      for shard in "${shards[@]}"; do wait "$shard"; done
    done
  fi
  run "$1" examples/array_framework
  run "$1" examples/generated
  run "$1" 'examples/logistic_regression --iterations=3'
  run "$1" 'examples/ranks --ranks 2'
  rm "$1"/log*
}

main() {
  local folder status=0 kept="$build/programs/kept"
  if [[ "${1:-}" == --missing ]]; then
    folder="$(realpath "$2")"
    cd "${3:-$project}"
    missing "$folder"
  else
    mkdir -p "$1"
    folder="$(realpath "$1")"
    cd "$project"
    build_tests "$folder"
    # Another check may have kept them before.
    if has_programs && [[ "$kept" -nt "$build/programs/complete" ]]; then
      cp -r "$kept/." "$folder"
      return
    fi
    run_tests "$folder"
    missing "$folder" || status=1
    drop_twins "$folder"
    keep_headers "$folder"
    if ((status == 0)) && has_programs; then rm -rf "$kept" && cp -r "$folder" "$kept"; fi
    return "$status"
  fi
}
main "$@"
