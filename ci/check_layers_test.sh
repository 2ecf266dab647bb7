#!/usr/bin/env bash
# Proves that check_layers.sh passes this tree, and that in a copy of it a planted fault of each rule
# is found at its line, and no other fault.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tree="$(mktemp -d)"
trap 'rm -rf "$tree"' EXIT
expected=()
wrong=0

# plant FILE RULE LINE...: appends lines to a file of the copy; the last breaks the rule.
plant() {
  mkdir -p "$tree/$(dirname "$1")"
  printf '%s\n' "${@:3}" >>"$tree/$1"
  expected+=("$1:$(wc -l <"$tree/$1"): $2")
}

# right FILE LINE...: appends lines without a fault.
right() { printf '%s\n' "${@:2}" >>"$tree/$1"; }

# check NAME: the check of the copy finds `expected`.
check() {
  local found
  found="$("$here/check_layers.sh" "$tree" 2>&1 || true)"
  found="$(sed '/^check_layers: /d; s/^\([^ ]* [^ ]*\):.*/\1/' <<<"$found" | LC_ALL=C sort)"
  if ! diff <(printf '%s\n' "${expected[@]}" | LC_ALL=C sort) - <<<"$found"; then
    echo "check_layers_test: $1: the lines after < were not found, those after > are not expected"
    wrong=1
  fi
}

cd "$here/.."
cp -r --parents core backends distributed device tests tools examples bench docs/rooms.tsv "$tree"
check "this tree"

right core/src/driver/stream.cpp '#include <fmt/format.h>' '#include <sys/stat.h>' \
  '// cuBLAS shares the context, and hiprtc is locked' '#ifdef __x86_64__' '#endif'
right backends/cuda/vendor.hpp '// unlike HIP'
right tests/cuda/language_test.cpp '#ifdef __CUDACC__' '#endif'

plant core/src/base/error.cpp upward-include '#include "encoder/batch/batch.hpp"'
plant core/src/driver/stream.cpp upward-include '#include "cache/kernel_cache.hpp"'
plant core/src/driver/stream.cpp upward-include '  #  include <module/module_state.hpp>'
plant core/src/driver/stream.cpp upward-include '#include "../launch/cluster.hpp"'
plant core/src/cache/jit.cpp upward-include '#include "encoder/batch/batch.hpp"'
plant backends/cpu/base/limits.hpp upward-include '#include "cpu/executor/grid.hpp"'
plant tests/launch/launch_test.cpp upward-include '#include "fusion/fusion_test.hpp"'
plant tests/hip_on_cuda/base/error.hpp upward-include '#include "graph/graph.hpp"'
plant tools/support/file.cpp upward-include '#include "cases/case.hpp"'
plant core/src/attic/file.hpp unknown-folder '#pragma once'
plant docs/rooms.tsv empty-folder "$(printf 'core\t1\tcore/src/nothing\tNothing')"
for number in {1..25}; do : >"$tree/bench/raw/more_$number.cpp"; done
expected+=("bench/raw:1: crowded-folder")
echo '#pragma once' >"$tree/core/src/base/limits.hpp"  # backends/cpu has this path, too
expected+=("backends/cpu/base/limits.hpp:1: ambiguous-include")
plant core/src/driver/event.cpp unknown-include '#include "missing.hpp"'
plant backends/hip/driver.cpp unknown-include '#include "missing.hpp"'

plant core/src/driver/stream.cpp third-party '#include <CL/cl.h>'
plant core/src/driver/stream.cpp third-party '#include <cuda.h>'
plant core/src/driver/stream.cpp third-party '#include <nlohmann/json.hpp>'
plant core/src/driver/stream.cpp third-party '#include <no_standard_header>'
plant backends/cuda/driver.cpp third-party '#include <vulkan/vulkan.h>'
plant backends/cpu/driver/device_calls.cpp third-party '#include <level_zero/ze_api.h>'
plant tools/main.cpp third-party '#include <nvtx3/nvToolsExt.h>'
plant tests/runtime/device_test.cpp third-party '#include <sycl/sycl.hpp>'

plant core/src/driver/device.cpp core-include '#include "contract.hpp"'
plant core/src/driver/driver.hpp core-include '#include <vendor.hpp>'
plant core/src/driver/device.cpp core-include '#include "cpu/base/limits.hpp"'
plant core/src/driver/driver.hpp core-include '#include <own_driver_calls.def>'
plant backends/cuda/driver.cpp backend-core '#include "encoder/batch/batch.hpp"'
plant backends/cpu/stream/stream.cpp backend-core '#include "cache/kernel_cache.hpp"'
plant backends/contract.hpp backend-core '#include "module/module_state.hpp"'
plant backends/cuda/driver.cpp backend-name '#include "cpu/base/limits.hpp"'
plant backends/cuda/driver.cpp backend-name '#include "../cpu/base/limits.hpp"'
plant backends/cuda/driver.cpp backend-name '#include <backends/cpu/base/limits.hpp>'
plant backends/cuda/driver.cpp backend-name '#include "executor/grid.hpp"'
plant backends/cuda/vendor.hpp backend-name 'hipError_t status;'
plant backends/hip/vendor.hpp backend-name 'open("libcuda.so.1");'
plant backends/hip/vendor.hpp backend-name 'using Status = cpu::Status;'
plant backends/cpu/vendor.hpp backend-name 'CUresult status = cuInit(0);'

plant core/include/duet/shape.hpp public-include '#include <fmt/format.h>'
plant core/include/duet/shape.hpp public-include '#include "driver/driver.hpp"'
plant core/include/duet/shape.hpp public-include '#include <duet/missing.hpp>'
plant core/include/duet/missing_export.hpp public-export '#include <cstddef>'
plant device/include/duet/device/kernel.hpp device-include '#include <cstdint>'
plant device/include/duet/device/kernel.hpp device-include '#include <duet/shape.hpp>'
plant tests/runtime/device_test.cpp client-include '#include "driver/driver.hpp"'
plant tests/support/device_test.hpp client-include '#include "../../core/src/base/record.hpp"'
plant examples/saxpy.cpp client-include '#include <contract.hpp>'
plant tools/main.cpp client-include '#include "../tests/support/device_test.hpp"'

plant core/src/driver/stream.cpp vendor-name 'cuStreamCreate(&handle, 0);'
plant core/src/driver/stream.cpp vendor-name '// as hipStreamCreate does'
plant core/src/compile/compiler.cpp vendor-name 'nvrtcVersion(&major, &minor);'
plant examples/saxpy.cpp vendor-name 'hiprtcProgram program;'
plant device/include/duet/device/kernel.hpp vendor-name 'int x = __HIP_DEVICE_COMPILE__;'
plant tests/runtime/device_test.cpp vendor-if '#ifdef DUET_BACKEND_CUDA'
plant core/src/driver/event.cpp vendor-if '' '  #  if defined(DUET_HIP)'
plant core/src/driver/event.cpp vendor-if '#if X' '' '#elif NVCC'

check "planted faults"

if ((wrong == 0)); then
  echo "check_layers_test: this tree passes, and ${#expected[@]} planted faults are found"
fi
exit "$wrong"
