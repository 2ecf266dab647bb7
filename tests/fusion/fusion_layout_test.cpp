#include <array>
#include <random>

#include "fusion_test.hpp"

namespace duet::test {
namespace {

using FusionLayoutTest = FusionTest;

/// A part of a buffer: a shape with strides, and the position of its first element.
struct Part {
  Dimensions shape{};
  Dimensions strides{};
  std::int64_t offset = 0;

  /// The position of an element. The coordinates are those of a shape to which the part is
  /// broadcast.
  std::size_t at(const Dimensions& coordinates) const {
    std::int64_t at = offset;
    const int missing = coordinates.size() - shape.size();
    for (int d = 0; d < shape.size(); ++d) {
      if (shape[d] > 1) at += coordinates[d + missing] * strides[d];
    }
    return static_cast<std::size_t>(at);
  }
  /// The number of elements of a buffer that contains the part.
  std::int64_t room() const {
    std::int64_t room = offset + 1;
    for (int d = 0; d < shape.size(); ++d) {
      room += std::max<std::int64_t>(0, (shape[d] - 1) * strides[d]);
    }
    return room;
  }
};

/// Calls `visit` with the coordinates of each element.
template <typename Visit>
void each_element(const Dimensions& shape, const Visit& visit) {
  Dimensions at = shape;
  for (int d = 0; d < at.size(); ++d) at[d] = 0;
  for (;;) {
    visit(at);
    int d = at.size() - 1;
    while (d >= 0 && ++at[d] == shape[d]) at[d--] = 0;
    if (d < 0) return;
  }
}

/// Makes arrays with random layouts.
class RandomLayouts {
 public:
  explicit RandomLayouts(unsigned seed) : random_(seed) {}

  Dimensions shape(int dimensions) {
    Dimensions shape = some(dimensions);
    for (int d = 0; d < dimensions; ++d) shape[d] = between(1, dimensions > 3 ? 3 : 7);
    return shape;
  }
  /// A layout without overlapping elements. The order of dimensions is random; some have negative
  /// strides, some have gaps.
  Part separate(const Dimensions& shape) {
    Part part{shape, shape, between(0, 3)};
    std::vector<int> order;
    for (int d = 0; d < shape.size(); ++d) order.push_back(d);
    if (between(0, 1) == 1) std::ranges::shuffle(order, random_);
    std::int64_t step = between(0, 2) == 0 ? 2 : 1;
    for (const int d : order) {
      const bool backwards = between(0, 3) == 0;
      part.strides[d] = backwards ? -step : step;
      if (backwards) part.offset += step * (shape[d] - 1);
      step *= shape[d] + (between(0, 3) == 0 ? 1 : 0);
    }
    return part;
  }
  /// A layout for an input. It may lack leading dimensions or be repeated along some.
  Part broadcast(const Dimensions& shape) {
    const int missing = between(0, 3) == 0 ? static_cast<int>(between(0, shape.size())) : 0;
    Dimensions own = some(shape.size() - missing);
    for (int d = 0; d < own.size(); ++d) {
      own[d] = between(0, 4) == 0 ? 1 : shape[d + missing];
    }
    Part part = separate(own);
    for (int d = 0; d < own.size(); ++d) {
      if (between(0, 5) == 0 && part.strides[d] > 0) part.strides[d] = 0;
    }
    return part;
  }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }

 private:
  static Dimensions some(int dimensions) {
    const std::array<std::int64_t, max_dimensions> zeros{};
    return Dimensions(std::span(zeros).first(static_cast<std::size_t>(dimensions)));
  }

  std::mt19937 random_;
};

TEST_F(FusionLayoutTest, RandomLayoutsGiveTheResultsOfTheHost) {
  const Stream stream(device());
  const FusedKernel narrow = kernel(multiply_add());
  const FusedKernel wide(device(), multiply_add(), {.index_bits = 64});
  RandomLayouts random(3);
  for (int turn = 0; turn < 60; ++turn) {
    const Dimensions shape = random.shape(turn % 7);
    const std::array<Part, 3> parts{random.broadcast(shape), random.broadcast(shape),
                                    random.broadcast(shape)};
    const Part target = random.separate(shape);
    std::array<std::vector<float>, 3> values;
    std::vector<Buffer<float>> buffers;
    for (std::size_t i = 0; i < 3; ++i) {
      values[i] = small_numbers(static_cast<std::size_t>(parts[i].room()),
                                unsigned(turn) * 3 + unsigned(i));
      buffers.emplace_back(stream, values[i].size());
      write(stream, buffers.back(), values[i]);
    }
    const Buffer<float> out(stream, static_cast<std::size_t>(target.room()));
    fill(stream, out, 1000.0f);
    const auto view = [&](std::size_t i) {
      return ArrayView(buffers[i], parts[i].shape, parts[i].strides, parts[i].offset);
    };
    const FusedKernel& used = turn % 3 == 2 ? wide : narrow;
    used.launch(stream, {view(0), view(1), view(2)},
                {ArrayView(out, target.shape, target.strides, target.offset)});

    std::vector<float> expected(out.size(), 1000.0f);
    each_element(shape, [&](const Dimensions& at) {
      expected[target.at(at)] =
          values[0][parts[0].at(at)] * values[1][parts[1].at(at)] + values[2][parts[2].at(at)];
    });
    ASSERT_EQ(read(stream, out), expected) << "turn " << turn << ", shape " << to_string(shape);
  }
}

TEST_F(FusionLayoutTest, SizesThatAreNoMultipleOfAVectorWork) {
  const Stream stream(device());
  for (const DataType type : {DataType::i8, DataType::i16, DataType::i32, DataType::i64}) {
    const FusedKernel negate = kernel(negation(type));
    const std::size_t bytes = size_of(type);
    const std::size_t room = 64;
    for (const std::size_t size : {1u, 2u, 3u, 7u, 8u, 9u, 15u, 16u, 17u, 33u, 64u}) {
      std::vector<std::int8_t> values(room * bytes);
      for (std::size_t i = 0; i < room; ++i) values[i * bytes] = static_cast<std::int8_t>(i + 1);
      const Buffer<std::int8_t> in(stream, values.size()), out(stream, values.size());
      write(stream, in, values);
      fill(stream, out, 77);
      const Dimensions shape{static_cast<std::int64_t>(size)};
      negate.launch(stream, {ArrayView(in.data(), type, shape)},
                    {ArrayView(out.data(), type, shape)});
      const std::vector<std::int8_t> found = read(stream, out);
      for (std::size_t i = 0; i < found.size(); ++i) {
        // The lowest byte has the number; all bytes above it have the bits of the sign.
        const int number = static_cast<int>(i / bytes + 1);
        const int expected = i >= size * bytes ? 77 : i % bytes == 0 ? -number : -1;
        ASSERT_EQ(found[i], expected) << name_of(type) << ", size " << size << ", byte " << i;
      }
    }
    EXPECT_EQ(negate.variants().size(), 1u);
  }
}

}  // namespace
}  // namespace duet::test
