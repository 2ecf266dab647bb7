#pragma once

#include <duet/duet.hpp>

#include <string>

#include "support/device_test.hpp"

namespace duet::test {

/// A program whose kernel "store" stores a number. The number identifies the kernel that ran.
inline Program storing(int number) {
  return {.name = "store" + std::to_string(number),
          .source = "extern \"C\" __global__ void store(int* x) { x[0] = " +
                    std::to_string(number) + "; }"};
}

/// Runs the kernel "store" and returns the stored number.
inline int stored_by(const Module& module) {
  const Stream stream(module.device());
  const Buffer<int> result(stream, 1);
  launch(stream, module.kernel("store"), {{1}, {1}}, result);
  return read(stream, result)[0];
}

}  // namespace duet::test
