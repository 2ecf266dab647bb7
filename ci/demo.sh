#!/usr/bin/env bash
# demo.sh [CPU|CUDA|HIP]: installs missing packages, then builds and runs an example, which compiles a
# formula to a kernel at run time and evaluates it over a table of numbers. All files are written to
# build/demo-BACKEND.
#
# Exit status: 0 if the kernel ran and its results are right; 1 if something failed; 2 after a wrong
# argument; 3 if everything was built and the kernel compiled, but did not run, since there is no device.
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
  cmake --build "$build" --target expression duet_compile --parallel "$jobs"

  # Without a device, the example writes the compiled kernel to the working folder.
  cd "$build"
  output="$(mktemp)"  # global, for the trap
  trap 'rm -f "$output"' EXIT
  printf '\ncd %s && examples/expression %q --data ../../examples/data/points.csv\n' "$build" "$formula"
  examples/expression "$formula" --data ../../examples/data/points.csv | tee "$output" ||
    fail "the example failed on the $backend backend: see above"
  echo
  if grep -q '^NOT RUN' "$output"; then
    echo "demo: duet was built for $backend in $build, and $formula was compiled at run time to"
    sed -n "s|^wrote  *\([^:]*\):.*|  $build/\1|p" "$output"
    sed -n 's/^device  *none: /The kernel was NOT run: /p' "$output"
    exit 3
  fi
  echo "demo: $formula was compiled at run time and evaluated on the $backend backend."
}
main "$@"
