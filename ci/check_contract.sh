#!/usr/bin/env bash
# check_contract.sh: core compiles with a backend that is none of those in backends/, and the checks
# of the contract name what such a backend lacks. The backend is a copy of the CPU backend's
# declarations under another name; nothing is linked.
set -euo pipefail
export LC_ALL=C  # the compiler's quotes

cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
demo="$folder/backends/demo"
wrong=0

# copy: makes the demo backend anew.
copy() {
  local file
  for file in vendor.hpp base/driver_calls.hpp base/compiler_calls.hpp include/duet/native_types.hpp; do
    mkdir -p "$(dirname "$demo/$file")"
    sed 's/\bcpu\b/demo/g; s/"CPU"/"DEMO"/' "backends/cpu/$file" >"$demo/$file"
  done
}

# compile FILE: checks a file with the demo backend.
compile() {
  "${CXX:-c++}" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -DDUET_STATIC \
    -Icore/include -I"$demo/include" -Icore/src -Ibackends -I"$folder/backends" -I"$demo" -x c++ "$1"
}

# lacks EXPRESSION MESSAGE: with this change by sed, the compiler's first error has the message.
lacks() {
  local file output
  copy
  for file in vendor.hpp base/driver_calls.hpp; do sed -i "$1" "$demo/$file"; done
  output="$(compile - 2>&1 <<<'#include "driver/driver.hpp"' || true)"
  if ! grep -m1 -F 'error:' <<<"$output" | grep -F "$2" >/dev/null; then
    printf 'check_contract: %s: expected the error "%s", found\n%s\n' "$1" "$2" \
      "$(head -5 <<<"$output")"
    wrong=1
  fi
}

copy
for file in driver/driver compile/compile_in_process graph/vendor_node; do
  compile "core/src/$file.cpp" || wrong=1
done
lacks '/using GraphHandle /d' 'vendor.hpp must define the type GraphHandle: a graph'
lacks '/constexpr.* not_ready /d' 'vendor.hpp must define the constant Status not_ready: '
lacks 's/using StreamHandle = .*/using StreamHandle = int;/' 'the type StreamHandle (a stream) does not'
lacks 's/^  clock_khz,//' 'vendor.hpp must define device_attribute::clock_khz as a DeviceAttribute: '
lacks '/void\* to_pointer/d' 'vendor.hpp must define void* to_pointer(Address)'
lacks '/define DUET_PICK/d' 'vendor.hpp must define DUET_PICK'
lacks 's/device_get(int\* device/device_get(char* device/' "the function of row 'device_get' cannot be called"
lacks '/^Status device_count/d' "'device_count' is not a member of 'duet::demo'"

if ((wrong == 0)); then echo "check_contract: a fourth backend compiles, and its faults are named"; fi
exit "$wrong"
