#!/usr/bin/env bash
# test.sh [CPU|CUDA|HIP|all] [--long]: installs missing packages, builds each backend that this machine
# can build with warnings as errors, and runs its tests. For the CPU it also builds and tests with
# AddressSanitizer and UndefinedBehaviorSanitizer, and with ThreadSanitizer. For CUDA, and with --long
# for HIP, the former also run the host code with a driver that needs no GPU, while calls fail. HIP's tests of
# the library run on emulated GPUs.
#
# Without --long, tests labelled `long` are left out, and each sanitizer runs the folders of tests in
# which it can find a fault that the others miss. With --long, every test runs in every build, random
# tests run many more programs, and the fuzz targets run.
#
# The slowest parts and tests are printed, then one line for each build. The last line is the summary:
# "N passed, N failed, N skipped".
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Subjects of tests (folders below tests/) for the sanitizers. Values that kernels compute are tested
# by the other builds.
address_subjects="runtime;memory;compile;module;cache;launch;encoder;fusion"
thread_subjects="runtime;memory;cache;launch;encoder"

# With clang: it instruments three times as fast as gcc, and its ThreadSanitizer creates the fiber of
# a kernel's thread in 6 µs, gcc's 12 in 1 ms. Without warnings as errors: instrumentation leads to
# false warnings. Without precompiled headers: clang's contain the folder, so that ccache cannot share
# what uses them.
sanitized=(-DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++
           -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_UNITY_BUILD=ON -DDUET_BUILD_BENCH=OFF)

passed=0
failed=0
skipped=0
summary=()
result_files=()

# exclude [LABEL...]: sets `selection`, ctest's arguments that leave out tests with these labels and, without
# --long, those labelled `long`.
exclude() {
  local labels=("$@")
  if ! $long; then labels+=(long); fi
  selection=()
  if ((${#labels[@]} > 0)); then selection=(--label-exclude "^($(IFS='|' && echo "${labels[*]}"))\$"); fi
}

# count FILE: sets `counts` to passed, failed and skipped tests of a JUnit file written by ctest.
# ctest also calls tests skipped that it could not start: those count as failed.
count() {
  local total ran unavailable
  total="$(grep -c '^[[:space:]]*<testcase ' "$1" || true)"
  ran="$(grep -c '^[[:space:]]*<testcase .*status="run">' "$1" || true)"
  unavailable="$(grep -cE '^[[:space:]]*(<skipped message="SKIP_|<testcase .*status="disabled">)' \
    "$1" || true)"
  counts=("$ran" $((total - ran - unavailable)) "$unavailable")
}

# add LABEL PASSED FAILED SKIPPED REST
add() {
  passed=$((passed + $2))
  failed=$((failed + $3))
  skipped=$((skipped + $4))
  summary+=("$1: $2 of $(($2 + $3 + $4)) tests passed, $3 failed, $4 skipped$5")
}

# failures FILE: the names of the failed tests in ctest's JUnit file.
failures() {
  sed -n 's/^[[:space:]]*<testcase name="\([^"]*\)".* status="fail">.*/  failed: \1/p' "$1"
}

# slowest_tests: the ten slowest tests of all builds.
slowest_tests() {
  local file
  for file in "${result_files[@]}"; do
    sed -n "s|^[[:space:]]*<testcase name=\"\([^\"]*\)\".* time=\"\([0-9.]*\)\".*|\2\t\1\t$(
      basename "$(dirname "$file")")|p" "$file"
  done | sort -nr | awk -F '\t' 'NR <= 10 { printf "%6.0f s  %s (%s)\n", $1, $2, $3 }'
}

# build FOLDER CMAKE-ARGUMENT...: builds `build_targets`. Without a terminal, only what goes wrong is printed:
# of a long log often only the end is kept.
build_targets=(all)
ninja=(-k 0)
if [[ ! -t 1 ]]; then ninja+=(--quiet); fi
build() {
  cmake -S "$project" -B "$1" -G Ninja "${@:2}" &&
    cmake --build "$1" --parallel "$jobs" --target "${build_targets[@]}" -- "${ninja[@]}"
}

# run_tests LABEL FOLDER CTEST-ARGUMENT...: runs the tests of build/FOLDER and adds their counts.
run_tests() {
  local label="$1" build="$project/build/$2" status=0
  local results="$build/results.xml"
  if [[ -e "$results" && " ${result_files[*]} " == *" $results "* ]]; then
    results="$build/results-${#result_files[@]}.xml"
  fi
  rm -f "$results"
  # Twice as many tests as cores: many wait for other processes.
  part "$label: tests" ctest --test-dir "$build" --parallel $((2 * jobs)) --output-on-failure \
    --no-tests=error --timeout 300 --output-junit "$results" "${@:3}" </dev/null || status=$?
  counts=(0 0 0)
  if [[ -f "$results" ]]; then
    count "$results"
    result_files+=("$results")
  fi
  if ((status != 0 && counts[1] == 0)); then counts[1]=1; fi
  add "$label" "${counts[@]}" ""
  if [[ -f "$results" ]]; then mapfile -t -O "${#summary[@]}" summary < <(failures "$results"); fi
  return "$status"
}

# test_build LABEL FOLDER CMAKE-ARGUMENT...: builds build/FOLDER and runs its tests. A failed build
# counts as one failed test.
test_build() {
  printf '\n== %s\n' "$1"
  if part "$1: build" build "$project/build/$2" "${@:3}"; then
    run_tests "$1" "$2" "${selection[@]}" || return 1
  else
    add "$1 (does not build)" 0 1 0 ""
    return 1
  fi
}

test_cpu() {
  # keep_programs.sh uses these programs if all tests ran.
  local programs="$project/build/ci-cpu/programs"
  rm -rf "$programs"
  if test_build CPU ci-cpu -DBACKEND=CPU -DCMAKE_BUILD_TYPE=Release -DDUET_WERROR=ON \
      "-DDUET_TEST_PROGRAM_FOLDER=$programs"; then
    touch "$programs/complete"
  fi
  # Without the tools, which take longer to build than the library, and in the short form without tests that kill
  # processes and without the second size of waves, in which sanitizers find nothing more. AddressSanitizer leaves
  # out what mostly waits for compilers, too.
  local found_elsewhere='^JitProcesses[.]Killed|[.]wave64$'
  if ! $long; then selection+=(--exclude-regex "$found_elsewhere|^(Standby|RepeatedPrefix|KernelNames)Test[.]"); fi
  test_build "CPU with AddressSanitizer" ci-sanitized "${sanitized[@]}" -DBACKEND=CPU \
    -DDUET_BUILD_TOOLS=OFF -DDUET_SANITIZE=address,undefined "-DDUET_TEST_SUBJECTS=$address_subjects" || true
  if ! $long; then selection[-1]="$found_elsewhere"; fi
  test_build "CPU with ThreadSanitizer" ci-thread "${sanitized[@]}" -DBACKEND=CPU \
    -DDUET_BUILD_TOOLS=OFF -DDUET_SANITIZE=thread "-DDUET_TEST_SUBJECTS=$thread_subjects" || true
  exclude
  if $long; then
    DUET_TEST_PROGRAMS=20000 DUET_TEST_KERNELS=300 DUET_TEST_OPERATIONS=500000 \
      run_tests "CPU, many random programs" ci-cpu -R 'Random|WaveProgram|PoolBytes' || true
    DUET_TEST_STATUSES=all run_tests "CPU, every failure" ci-cpu -R 'Fault' || true
    test_fuzz_targets "${sanitized[@]}" -DBACKEND=CPU
  fi
}

# test_fuzz_targets CMAKE-ARGUMENT...
test_fuzz_targets() {
  selection=(-R '^fuzz')
  test_build "CPU, fuzz targets" ci-fuzz "$@" -DDUET_SANITIZE=address,undefined,fuzzer-no-link \
    -DDUET_FUZZ=ON -DDUET_TEST_SUBJECTS=runtime || true
  exclude
}

# test_emulated: runs the library's tests of the HIP build on emulated GPUs, or without a GPU if this machine
# cannot emulate them.
test_emulated() {
  local log label counts status=0 failed_before="$failed" arguments=(--quick)
  if $long; then arguments=(); fi
  log="$(mktemp)"
  part "HIP, emulated GPUs" "$project/ci/emulate_amd.sh" "${arguments[@]}" | tee "$log" || status=$?
  if grep -q 'is not emulated' "$log"; then
    run_tests "HIP, the library without a GPU" ci-hip --label-regex '^library$' || true
  fi
  while IFS=$'\t' read -r label counts; do
    # shellcheck disable=SC2086  # three numbers
    add "HIP, emulated $label" $counts ""
  done < <(sed -nE 's/^(gfx.*): ([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped.*/\1\t\2 \3 \4/p' "$log")
  if ((status != 0 && failed == failed_before)); then add "HIP, emulated GPUs (did not end)" 0 1 0 ""; fi
  rm "$log"
}

# test_without_gpu BACKEND FOLDER TARGETS CMAKE-ARGUMENT...: runs the host code of a build with
# sanitizers, with a driver that needs no GPU and whose calls fail.
test_without_gpu() {
  local build_targets
  read -ra build_targets <<<"$3"
  local selection=(--tests-regex 'LeavesNothingBrokenBehind/.*without_gpu$')
  test_build "$1 without a GPU, with AddressSanitizer" "$2" "${sanitized[@]}" "-DBACKEND=$1" \
    -DDUET_BUILD_TOOLS=OFF -DDUET_SANITIZE=address,undefined -DDUET_TEST_SUBJECTS=runtime \
    -DDUET_LIBRARY_OPTIONS=-O0 "${@:4}" || true
}

test_backend() {
  local backend="$1" reason
  reason="$(why_not "$backend")"
  if [[ -n "$reason" ]]; then
    summary+=("$backend: left out, $reason")
    return
  fi
  use_toolkit "$backend"
  if [[ "$backend" == CPU ]]; then
    test_cpu
  else
    if [[ "$backend" == HIP ]]; then exclude library; fi
    # `test_without_gpu` runs these with a sanitizer.
    if [[ "$backend" == CUDA ]] && ! $long; then
      selection+=(--exclude-regex '^Scenarios/FaultTest[.]LeavesNothingBrokenBehind/.*without_gpu$')
    fi
    test_build "$backend" "ci-${backend,,}" "-DBACKEND=$backend" "${quick_build[@]}" || true
    exclude
    if [[ "$backend" == HIP ]]; then test_emulated; fi
    if [[ "$backend" == CUDA ]]; then
      test_without_gpu CUDA ci-stub "duet_fault_tests duet_stub_driver"
    elif $long; then
      # The emulator and hiprtc are not instrumented.
      test_without_gpu HIP ci-emulated "duet_fault_tests duet_compile" \
        "-DDUET_TEST_AMD_EMULATOR=$project/build/ci-hip/tests/amd_emulator/libduet_amd_emulator.so"
    fi
    if $long; then
      DUET_TEST_STATUSES=all run_tests "$backend without a GPU, every failure" "ci-${backend,,}" \
        --tests-regex 'FaultTest.*without_gpu$' --exclude-regex '/(Compile|Jit)[.]' || true
    fi
  fi
}

main() {
  local what=all backend argument
  long=false
  for argument in "$@"; do
    if [[ "$argument" == --long ]]; then
      long=true
      address_subjects=""
      thread_subjects=""
    else
      check_backend "$argument" all
      what="$argument"
    fi
  done
  exclude
  "$project/ci/install_packages.sh" "$what"
  use_ccache
  export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"
  # LeakSanitizer (of gcc 12 and clang 14) crashes on notes of the thread-local memory of kernels that
  # were unloaded.
  export ASAN_OPTIONS="${ASAN_OPTIONS:-intercept_tls_get_addr=0}"
  for backend in "${backends[@]}"; do
    if [[ "$what" == all || "$what" == "$backend" ]]; then test_backend "$backend"; fi
  done
  printf '\nSlowest tests:\n%s\n' "$(slowest_tests)"
  slowest_parts
  echo
  printf '%s\n' "${summary[@]}"
  echo "$passed passed, $failed failed, $skipped skipped"
  ((failed == 0 && passed > 0))
}
main "$@"
