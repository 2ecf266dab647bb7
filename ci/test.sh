#!/usr/bin/env bash
# test.sh [CPU|CUDA|HIP|all]: installs what is missing, builds each backend that this machine can
# build with warnings as errors and runs its tests; for CPU, also with the address and
# undefined-behaviour sanitizers and with the thread sanitizer. The last line sums up: "N passed,
# N failed, N skipped".
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

passed=0
failed=0
skipped=0
summary=()

# count FILE: sets `counts` to passed, failed and skipped tests of a JUnit file written by ctest,
# which also calls skipped what it could not start: those count as failed.
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

# failures FILE: the names of the tests that failed, by ctest's JUnit file.
failures() {
  sed -n 's/^[[:space:]]*<testcase name="\([^"]*\)".* status="fail">.*/  failed: \1/p' "$1"
}

# run_tests LABEL FOLDER CMAKE-ARGUMENT...: what fails before a test runs counts as one failure.
run_tests() {
  local label="$1" build="$project/build/$2" results="$project/build/$2/results.xml" status=0
  local start="$SECONDS" built
  shift 2
  printf '\n== %s\n' "$label"
  if ! cmake -S "$project" -B "$build" -G Ninja "$@" ||
      ! cmake --build "$build" --parallel "$jobs" -- -k 0; then
    add "$label (does not build)" 0 1 0 ""
    return
  fi
  built="$SECONDS"
  rm -f "$results"
  # Many tests wait for other processes.
  ctest --test-dir "$build" --parallel $((2 * jobs)) --output-on-failure --no-tests=error \
    --timeout 300 --output-junit "$results" </dev/null || status=$?
  counts=(0 0 0)
  if [[ -f "$results" ]]; then count "$results"; fi
  if ((status != 0 && counts[1] == 0)); then counts[1]=1; fi
  add "$label" "${counts[@]}" " (build $((built - start)) s, tests $((SECONDS - built)) s)"
  if [[ -f "$results" ]]; then mapfile -t -O "${#summary[@]}" summary < <(failures "$results"); fi
}

test_backend() {
  local backend="$1" reason
  reason="$(why_not "$backend")"
  if [[ -n "$reason" ]]; then
    summary+=("$backend: left out, $reason")
    return
  fi
  use_toolkit "$backend"
  local release=(-DCMAKE_BUILD_TYPE=Release)
  # Optimising takes half the time, and reading headers for each source most of the rest. Nearly all
  # that either would find is found in the CPU's build.
  local quick=(-DCMAKE_UNITY_BUILD=ON)
  if [[ "$backend" != CPU ]]; then
    release+=("${quick[@]}" "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG")
  fi
  run_tests "$backend" "ci-${backend,,}" "-DBACKEND=$backend" "${release[@]}" -DDUET_WERROR=ON
  if [[ "$backend" == CPU ]]; then
    # With clang, which instruments three times as fast as gcc, and whose runtime makes a flow for
    # each thread of a kernel in 6 µs, gcc's 12 in 1 ms. Not with warnings as errors: instrumentation
    # misleads the compiler's. Without the tools, which take longer to build than the library.
    local sanitized=(-DBACKEND=CPU -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++
                     "${quick[@]}" -DDUET_BUILD_BENCH=OFF -DDUET_BUILD_TOOLS=OFF)
    run_tests "CPU with sanitizers" ci-sanitized "${sanitized[@]}" -DDUET_SANITIZE=address,undefined
    run_tests "CPU with the thread sanitizer" ci-thread "${sanitized[@]}" -DDUET_SANITIZE=thread
  fi
}

main() {
  local what="${1:-all}" backend
  check_backend "$what" all
  "$project/ci/install_packages.sh" "$what"
  export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"
  # LeakSanitizer (of gcc 12 and clang 14) crashes on notes of the thread-local memory of kernels that
  # were unloaded.
  export ASAN_OPTIONS="${ASAN_OPTIONS:-intercept_tls_get_addr=0}"
  for backend in "${backends[@]}"; do
    if [[ "$what" == all || "$what" == "$backend" ]]; then test_backend "$backend"; fi
  done
  echo
  printf '%s\n' "${summary[@]}"
  echo "$passed passed, $failed failed, $skipped skipped"
  ((failed == 0 && passed > 0))
}
main "$@"
