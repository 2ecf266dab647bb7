#!/usr/bin/env bash
# demo.sh [CPU|CUDA|HIP]: installs missing packages, then builds and runs an example, which compiles a
# formula to a kernel at run time and evaluates it over a table of numbers.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

main() {
  local backend="${1:-CPU}" reason build formula='sqrt(x*x + y*y)'
  check_backend "$backend"
  cd "$project"
  ci/install_packages.sh "$backend"
  reason="$(why_not "$backend")"
  [[ -z "$reason" ]] || fail "the $backend backend cannot be built here: $reason"
  use_toolkit "$backend"

  build="build/demo-${backend,,}"
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DBACKEND=$backend" \
    -DDUET_BUILD_TESTS=OFF -DDUET_BUILD_BENCH=OFF
  cmake --build "$build" --target expression --parallel "$jobs"

  echo
  echo "$build/examples/expression '$formula' --data examples/data/points.csv"
  "$build/examples/expression" "$formula" --data examples/data/points.csv ||
    fail "the example failed on the $backend backend"
  echo
  echo "demo: $formula was compiled at run time and evaluated on the $backend backend."
}
main "$@"
