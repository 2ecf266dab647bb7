#!/usr/bin/env bash
# Proves that check_layers.sh finds a fault of each rule, at its line, and no fault in a right tree.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tree="$(mktemp -d)"
trap 'rm -rf "$tree"' EXIT
wrong=0

# put FILE LINE...
put() {
  mkdir -p "$tree/$(dirname "$1")"
  printf '%s\n' "${@:2}" >"$tree/$1"
}

# public FILE LINE...: a public header that exports the lines.
public() { put "$1" "${@:2}" DUET_API_BEGIN DUET_API_END; }

right_tree() {
  rm -rf "${tree:?}"/*
  public core/include/duet/device.hpp '#include <vector>' '#include <duet/span.hpp>' \
    '// shares the context with cuBLAS; hiprtc is locked'
  public core/include/duet/span.hpp '#include <cstddef>'
  public core/include/duet/native.hpp '#include <duet/native_types.hpp>' '// a cuCtxGetCurrent'
  put core/include/duet/duet.hpp '#include <duet/device.hpp>'
  put core/src/driver.hpp '#include "contract.hpp"'
  put core/src/driver.def 'DUET_CALL(init, cuInit, hipInit)'
  put core/src/device.cpp '#include "driver.hpp"' '#include <duet/device.hpp>' \
    '#include <fmt/format.h>' '#ifdef __x86_64__' '#endif'
  put backends/contract.hpp '#include <vendor.hpp>'
  put backends/cuda/vendor.hpp '#include <cuda.h>' '#define DUET_ONLY_HIP(row)' '// unlike HIP'
  put backends/cuda/include/duet/native_types.hpp '#include <cuda.h>'
  put backends/hip/vendor.hpp '#include <hip/hiprtc.h>' 'hipError_t status;'
  put backends/cpu/vendor.hpp '#include "calls.hpp"'
  put backends/cpu/calls.hpp 'namespace duet::cpu {}'
  put device/include/duet/device/kernel.hpp '#include <duet/device/vendor/select.hpp>'
  put device/include/duet/device/vendor/select.hpp '#ifdef __CUDACC__' '#endif'
  put tests/device_test.cpp '#include <duet/duet.hpp>' '#include <gtest/gtest.h>' \
    '#include "support/case.hpp"' '#include <duet/device/kernel.hpp>' '#include <cuda_fp16.h>'
  put tests/support/case.hpp '#include <string>'
  put tests/whitebox_driver.cpp '#include "driver.hpp"'
  put tests/hip_on_cuda/driver.cpp '#include <cuda.h>' 'CUresult status = cuInit(0);'
  put tests/cuda/language_test.cpp '#ifdef __CUDACC__' '#endif'
  put bench/raw/cuda.cpp 'CUresult status = cuInit(0);'
  put examples/saxpy.cpp '#include <duet/duet.hpp>'
}

# expect LINE: the check of the tree finds this fault and no other; "nothing" expects it to pass.
expect() {
  local output status=0
  output="$("$here/check_layers.sh" "$tree")" || status=$?
  output="$(sed '/^check_layers: /d; s/^\([^ ]* [^ ]*\):.*/\1/' <<<"$output")"
  if [[ "$1" == nothing ]]; then
    [[ "$status" == 0 && -z "$output" ]] && return
  else
    [[ "$status" == 1 && "$output" == "$1" ]] && return
  fi
  printf 'check_layers_test: expected %s, found (status %s)\n%s\n' "$1" "$status" "$output"
  wrong=1
}

# fault FILE:LINE: RULE -- CONTENT...: a right tree whose FILE has this content has the one fault.
fault() {
  local expected="$1 $2"
  right_tree
  put "${1%%:*}" "${@:4}"
  expect "$expected"
}

right_tree
expect nothing

fault core/src/stream.cpp:2: vendor-name -- 'int x;' 'cuStreamCreate(&handle, 0);'
fault core/src/stream.cpp:1: vendor-name -- '// as hipStreamCreate does'
fault core/src/compiler.cpp:1: vendor-name -- 'nvrtcVersion(&major, &minor);'
fault examples/saxpy.cpp:1: vendor-name -- 'hiprtcProgram program;'
fault device/include/duet/device/kernel.hpp:1: vendor-name -- 'int x = __HIP_DEVICE_COMPILE__;'
fault tests/device_test.cpp:1: vendor-if -- '#ifdef DUET_BACKEND_CUDA' '#endif'
fault core/src/stream.cpp:2: vendor-if -- '' '  #  if defined(DUET_HIP)' '#endif'
fault core/src/stream.cpp:3: vendor-if -- '#if X' '' '#elif NVCC' '#endif'
fault core/include/duet/span.hpp:1: public-include -- '#include <fmt/format.h>' \
  DUET_API_BEGIN DUET_API_END
fault core/include/duet/span.hpp:1: public-include -- '#include "driver.hpp"' \
  DUET_API_BEGIN DUET_API_END
fault core/include/duet/span.hpp:1: public-include -- '#include <duet/missing.hpp>' \
  DUET_API_BEGIN DUET_API_END
fault core/include/duet/span.hpp:1: public-export -- '#include <cstddef>'
fault core/src/device.cpp:1: core-include -- '#include "contract.hpp"'
fault core/src/driver.hpp:2: core-include -- '#include "contract.hpp"' '#include <vendor.hpp>'
fault core/src/device.cpp:1: core-include -- '#include "calls.hpp"'
fault core/src/device.cpp:1: core-include -- '#include <cuda.h>'
fault backends/cuda/vendor.hpp:1: backend-name -- 'hipError_t status;'
fault backends/cuda/vendor.hpp:1: backend-name -- '#include "../hip/vendor.hpp"'
fault backends/hip/vendor.hpp:2: backend-name -- '' 'open("libcuda.so.1");'
fault backends/hip/vendor.hpp:1: backend-name -- 'using Status = cpu::Status;'
fault backends/cpu/vendor.hpp:1: backend-name -- 'CUresult status = cuInit(0);'
fault device/include/duet/device/kernel.hpp:1: device-include -- '#include <cstdint>'
fault device/include/duet/device/kernel.hpp:1: device-include -- '#include <duet/span.hpp>'
fault tests/device_test.cpp:1: client-include -- '#include "driver.hpp"'
fault tests/support/case.hpp:1: client-include -- '#include "../../core/src/driver.hpp"'
fault examples/saxpy.cpp:1: client-include -- '#include <contract.hpp>'

if ((wrong == 0)); then echo "check_layers_test: each rule finds its fault"; fi
exit "$wrong"
