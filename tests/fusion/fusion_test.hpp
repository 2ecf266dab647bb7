#pragma once

#include <random>

#include "support/device_test.hpp"

namespace duet::test {

class FusionTest : public DeviceTest {
 protected:
  /// out = a * b + c
  static Fusion multiply_add(DataType type = DataType::f32) {
    Fusion fusion("multiply_add");
    const FusionValue a = fusion.input(type), b = fusion.input(type), c = fusion.input(type);
    fusion.output(fusion.apply("Add", fusion.apply("Multiply", a, b), c));
    return fusion;
  }
  /// out = -a
  static Fusion negation(DataType type = DataType::f32) {
    Fusion fusion("negation");
    fusion.output(fusion.apply("Negative", fusion.input(type)));
    return fusion;
  }
  static FusedKernel kernel(const Fusion& fusion) { return FusedKernel(device(), fusion); }
};

/// Random small integers, so that floating-point results are exact with any order and contraction.
inline std::vector<float> small_numbers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(static_cast<int>(random() % 41) - 20);
  return values;
}

/// Arrays at fictitious addresses, for tests that launch nothing.
class FusionArrayTest : public FusionTest {
 protected:
  static ArrayView array(int number, const Dimensions& shape) {
    return array(number, shape, row_major_strides(shape));
  }
  static ArrayView array(int number, const Dimensions& shape, const Dimensions& strides,
                         std::int64_t offset = 0) {
    const std::uintptr_t address = (std::uintptr_t{1} << 50) * static_cast<unsigned>(number + 1);
    auto* const data = reinterpret_cast<float*>(address);  // NOLINT(performance-no-int-to-ptr)
    return ArrayView(data + offset, DataType::f32, shape, strides);
  }
  /// The variant of `multiply_add` for these arrays.
  static std::string variant(std::initializer_list<ArrayView> inputs, const ArrayView& output) {
    return to_string(kernel(multiply_add()).variant(inputs, {output}));
  }
};

}  // namespace duet::test
