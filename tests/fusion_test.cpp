#include <array>
#include <complex>
#include <cstring>
#include <limits>
#include <random>
#include <thread>

#include "support/cache_folder.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

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

/// Small whole numbers, so that floating-point results are exact in any order and contraction.
std::vector<float> small_numbers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(static_cast<int>(random() % 41) - 20);
  return values;
}

/// A part of a buffer: a shape with strides, and where its first element is.
struct Part {
  Dimensions shape{};
  Dimensions strides{};
  std::int64_t offset = 0;

  /// Where the element at coordinates of a shape that this is broadcast to lies.
  std::size_t at(const Dimensions& coordinates) const {
    std::int64_t at = offset;
    const int missing = coordinates.size() - shape.size();
    for (int d = 0; d < shape.size(); ++d) {
      if (shape[d] > 1) at += coordinates[d + missing] * strides[d];
    }
    return static_cast<std::size_t>(at);
  }
  /// Elements that a buffer needs to hold it.
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

/// Memory for arrays in random layouts, which are never alike by accident.
class RandomLayouts {
 public:
  explicit RandomLayouts(unsigned seed) : random_(seed) {}

  Dimensions shape(int dimensions) {
    Dimensions shape = some(dimensions);
    for (int d = 0; d < dimensions; ++d) shape[d] = between(1, dimensions > 3 ? 3 : 7);
    return shape;
  }
  /// Elements apart from each other, dimensions in any order, some walked backwards, some with
  /// gaps.
  Part apart(const Dimensions& shape) {
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
  /// The same, and perhaps without leading dimensions, or repeated along some.
  Part broadcast(const Dimensions& shape) {
    const int missing = between(0, 3) == 0 ? static_cast<int>(between(0, shape.size())) : 0;
    Dimensions own = some(shape.size() - missing);
    for (int d = 0; d < own.size(); ++d) {
      own[d] = between(0, 4) == 0 ? 1 : shape[d + missing];
    }
    Part part = apart(own);
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

TEST_F(FusionTest, EveryLayoutGivesWhatTheHostComputes) {
  const Stream stream(device());
  const FusedKernel narrow = kernel(multiply_add());
  const FusedKernel wide(device(), multiply_add(), {.index_bits = 64});
  RandomLayouts random(3);
  for (int turn = 0; turn < 60; ++turn) {
    const Dimensions shape = random.shape(turn % 7);
    const std::array<Part, 3> parts{random.broadcast(shape), random.broadcast(shape),
                                    random.broadcast(shape)};
    const Part target = random.apart(shape);
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

/// Addresses are only looked at: nothing is launched.
class VariantTest : public FusionTest {
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
  static std::string of(std::initializer_list<ArrayView> inputs, const ArrayView& output) {
    return to_string(kernel(multiply_add()).variant(inputs, {output}));
  }
};

TEST_F(VariantTest, DenseArraysAreVectors) {
  const std::string vectors = "vectors of 4, 32-bit indices";
  const Dimensions shape{5, 6, 7};
  EXPECT_EQ(of({array(0, shape), array(1, shape), array(2, shape)}, array(3, shape)), vectors);
  const Dimensions one{};
  EXPECT_EQ(of({array(0, one), array(1, one), array(2, one)}, array(3, one)), vectors);
  // Transposed alike, and walked backwards alike.
  const Dimensions columns{1, 5, 30};
  EXPECT_EQ(of({array(0, shape, columns), array(1, shape, columns), array(2, shape, columns)},
               array(3, shape, columns)),
            vectors);
  const Dimensions row{40};
  const auto backwards = [&](int number) { return array(number, row, {-1}, 39); };
  EXPECT_EQ(of({backwards(0), backwards(1), backwards(2)}, backwards(3)), vectors);
  // What is walked once may have any stride.
  EXPECT_EQ(of({array(0, {1, 8}, {77, 1}), array(1, {8}), array(2, {1, 8})}, array(3, {1, 8})),
            vectors);
}

TEST_F(VariantTest, MemoryThatIsNotAlignedIsNoVector) {
  const Dimensions row{40};
  EXPECT_EQ(of({array(0, row), array(1, row, {1}, 3), array(2, row)}, array(3, row)),
            "contiguous, 32-bit indices");
  EXPECT_EQ(of({array(0, row), array(1, row, {1}, 4), array(2, row)}, array(3, row, {1}, 8)),
            "vectors of 4, 32-bit indices");
}

TEST_F(VariantTest, OneElementForAllIsAScalar) {
  const Dimensions shape{5, 8};
  EXPECT_EQ(of({array(0, shape), array(1, {}, {}, 3), array(2, {1, 1})}, array(3, shape)),
            "vectors of 4, 32-bit indices, scalars 0x6");
  EXPECT_EQ(
      of({array(0, shape, {0, 0}), array(1, shape), array(2, shape)}, array(3, shape, {8, 1}, 1)),
      "contiguous, 32-bit indices, scalars 0x1");
}

TEST_F(VariantTest, OtherArraysAreStridedInAsFewDimensionsAsCanBe) {
  const Dimensions shape{4, 5, 6};
  const auto dense = [&](int number) { return array(number, shape); };
  EXPECT_EQ(of({dense(0), array(1, {6}), dense(2)}, dense(3)),
            "2-dimensional strided, 32-bit indices");
  EXPECT_EQ(of({dense(0), dense(1), dense(2)}, array(3, shape, {60, 12, 2})),
            "1-dimensional strided, 32-bit indices");
  EXPECT_EQ(of({dense(0), array(1, {4, 1, 6}), dense(2)}, dense(3)),
            "3-dimensional strided, 32-bit indices");
  const Dimensions large{2, 3, 2, 3, 2};
  EXPECT_EQ(of({array(0, {3, 1, 3, 1}), array(1, large), array(2, large)}, array(3, large)),
            "strided, 32-bit indices");
}

TEST_F(VariantTest, IndicesAreAsWideAsTheyMustBe) {
  const std::int64_t most = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(of({array(0, {most}), array(1, {}), array(2, {1})}, array(3, {most})),
            "vectors of 4, 32-bit indices, scalars 0x6");
  EXPECT_EQ(of({array(0, {most + 1}), array(1, {}), array(2, {1})}, array(3, {most + 1})),
            "vectors of 4, 64-bit indices, scalars 0x6");
  EXPECT_EQ(of({array(0, {3}, {-most}), array(1, {3}), array(2, {3})}, array(3, {3})),
            "1-dimensional strided, 64-bit indices");
}

TEST_F(FusionTest, VectorsHaveTails) {
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
        // The lowest byte, and those of the sign.
        const int number = static_cast<int>(i / bytes + 1);
        const int expected = i >= size * bytes ? 77 : i % bytes == 0 ? -number : -1;
        ASSERT_EQ(found[i], expected) << name_of(type) << ", size " << size << ", byte " << i;
      }
    }
    EXPECT_EQ(negate.variants().size(), 1u);
  }
}

TEST_F(FusionTest, AVariantIsCompiledWhenItIsFirstLaunched) {
  const CacheFolder folder;
  forget_modules();
  const auto before = cache_statistics();
  const auto compiled = [&] { return cache_statistics().misses - before.misses; };
  const Stream stream(device());
  const FusedKernel negate = kernel(negation());
  const Buffer<float> x(device(), 64), y(device(), 64);
  write(stream, x, ramp(64));
  EXPECT_EQ(compiled(), 0u);
  for (const std::int64_t size : {64, 17, 4}) {
    negate.launch(stream, {ArrayView(x, {size})}, {ArrayView(y, {size})});
    EXPECT_EQ(compiled(), 1u);
  }
  negate.launch(stream, {ArrayView(x, {9}, {1}, 1)}, {ArrayView(y, {9})});
  EXPECT_EQ(compiled(), 2u);
  negate.launch(stream, {ArrayView(x, {3, 4}, {1, 3})}, {ArrayView(y, {3, 4})});
  negate.launch(stream, {ArrayView(x, {7, 5}, {1, 7})}, {ArrayView(y, {7, 5})});
  EXPECT_EQ(compiled(), 3u);
  std::vector<std::string> variants;
  for (const FusionVariant& variant : negate.variants()) variants.push_back(to_string(variant));
  EXPECT_THAT(variants, ElementsAre("vectors of 4, 32-bit indices", "contiguous, 32-bit indices",
                                    "2-dimensional strided, 32-bit indices"));
  // Another object of the same fusion finds them, as does another process.
  kernel(negation()).launch(stream, {ArrayView(x, {8})}, {ArrayView(y, {8})});
  EXPECT_EQ(compiled(), 3u);
  forget_modules();
  kernel(negation()).launch(stream, {ArrayView(x, {8})}, {ArrayView(y, {8})});
  EXPECT_EQ(compiled(), 3u);
  EXPECT_EQ(cache_statistics().disk_hits - before.disk_hits, 1u);
  stream.synchronize();
}

TEST_F(FusionTest, ThreadsThatLaunchAVariantAtOnceShareItsCompilation) {
  forget_modules();
  const auto before = cache_statistics();
  const FusedKernel negate = kernel(negation());
  std::vector<std::vector<float>> found(4);
  std::vector<std::thread> threads;
  for (std::vector<float>& result : found) {
    threads.emplace_back([&] {
      const Stream stream(device());
      const Buffer<float> x(device(), 3), y(device(), 3);
      write(stream, x, ramp(3));
      negate.launch(stream, {x}, {y});
      result = read(stream, y);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(found, testing::Each(ElementsAre(0, -1, -2)));
  EXPECT_EQ(cache_statistics().misses - before.misses, 1u);
  EXPECT_EQ(negate.variants().size(), 1u);
}

TEST_F(FusionTest, WhatIsBuiltTwiceIsComputedOnceAndWhatIsNotNeededNever) {
  Fusion fusion;
  const FusionValue x = fusion.input(DataType::f32), unused = fusion.input(DataType::f32);
  const auto exponential = [&] { return fusion.apply("Exp", x); };
  const auto half = [&] { return fusion.constant(0.5f); };
  (void)fusion.apply("Sin", unused);
  fusion.output(fusion.apply("Add", fusion.apply("Multiply", exponential(), half()),
                             fusion.apply("Multiply", exponential(), half())));
  fusion.output(exponential());
  const std::string source = kernel(fusion).program({}).source;
  const auto count = [&](std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = source.find(text); at != std::string::npos;
         at = source.find(text, at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(count("Exp{}"), 1u);
  EXPECT_EQ(count("Multiply{}"), 1u);
  EXPECT_EQ(count("Sin{}"), 0u);
}

TEST_F(FusionTest, SeveralOutputsOfSeveralTypesComeFromOneKernel) {
  Fusion fusion("several");
  const FusionValue x = fusion.input(DataType::f32), y = fusion.input(DataType::i32);
  const FusionValue z = fusion.cast(y, DataType::f32);
  const FusionValue is_less = fusion.apply("Less", x, z);
  EXPECT_EQ(fusion.type_of(is_less), DataType::boolean);
  fusion.output(
      fusion.apply("Select", is_less, x, fusion.apply("Multiply", z, fusion.constant(2.0f))));
  fusion.output(is_less);
  fusion.output(fusion.cast(fusion.apply("Subtract", x, z), DataType::i16));
  fusion.output(x);
  const Stream stream(device());
  const std::size_t n = 101;
  const std::vector<float> xs = small_numbers(n, 1), others = small_numbers(n, 2);
  const std::vector<int> ys(others.begin(), others.end());
  const Buffer<float> in_x(device(), n), chosen(device(), n), copied(device(), n);
  const Buffer<int> in_y(device(), n);
  const Buffer<bool> less(device(), n);
  const Buffer<short> difference(device(), n);
  write(stream, in_x, xs);
  write(stream, in_y, ys);
  kernel(fusion).launch(stream, {in_x, in_y}, {chosen, less, difference, copied});
  const std::vector<float> found = read(stream, chosen);
  const std::vector<short> differences = read(stream, difference);
  std::vector<unsigned char> answers(n);
  copy(stream, answers,
       DeviceSpan<unsigned char>(reinterpret_cast<unsigned char*>(less.data()), n));
  stream.synchronize();
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_below = xs[i] < others[i];
    EXPECT_EQ(found[i], is_below ? xs[i] : 2 * others[i]);
    EXPECT_EQ(answers[i], is_below ? 1 : 0);
    EXPECT_EQ(differences[i], static_cast<short>(xs[i] - others[i]));
  }
  EXPECT_EQ(read(stream, copied), xs);
}

template <typename T>
void expect_products(const Device& device) {
  Fusion fusion("product");
  const FusionValue x = fusion.input(data_type_of<T>());
  const FusionValue y = fusion.cast(fusion.input(DataType::f32), data_type_of<T>());
  fusion.output(fusion.apply("Multiply", x, y));
  const Stream stream(device);
  const std::size_t n = 45;
  const std::vector<float> values = small_numbers(n, 5), ys = small_numbers(n, 6);
  const std::vector<T> xs(values.begin(), values.end());
  const Buffer<T> in(device, n), out(device, n);
  const Buffer<float> other(device, n);
  write(stream, in, xs);
  write(stream, other, ys);
  const FusedKernel kernel(device, fusion);
  kernel.launch(stream, {in, other}, {out});
  EXPECT_EQ(to_string(kernel.variants().at(0)), "vectors of 4, 32-bit indices");
  const std::vector<T> found = read(stream, out);
  for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(found[i].bits(), T(values[i] * ys[i]).bits()) << i;
}

TEST_F(FusionTest, NumbersOfSixteenBitsTakeTheSameWays) {
  expect_products<half>(device());
  expect_products<bfloat16>(device());
}

TEST_F(FusionTest, EveryOperationIsThere) {
  Fusion fusion("every_operation");
  const FusionValue real = fusion.input(DataType::f32), whole = fusion.input(DataType::i32),
                    complex = fusion.input(DataType::c64);
  const auto add = [&](FusionValue x, std::size_t operands,
                       std::initializer_list<const char*> names) {
    const std::vector<FusionValue> values(operands, x);
    for (const char* const name : names) fusion.output(fusion.apply(name, values));
  };
  add(real, 1,
      {"Identity", "Abs",     "Negative", "Sign",       "Square",    "Sqrt",  "Rsqrt",  "Cbrt",
       "Exp",      "Exp2",    "Exp10",    "Expm1",      "Log",       "Log2",  "Log10",  "Log1p",
       "Sin",      "Cos",     "Tan",      "Asin",       "Acos",      "Atan",  "Sinh",   "Cosh",
       "Tanh",     "Asinh",   "Acosh",    "Atanh",      "Erf",       "Erfc",  "Erfinv", "Lgamma",
       "Tgamma",   "Sigmoid", "Digamma",  "Floor",      "Ceil",      "Round", "Rint",   "Trunc",
       "IsNan",    "IsInf",   "IsFinite", "LogicalNot", "Reciprocal"});
  add(whole, 1, {"BitwiseNot"});
  add(complex, 1, {"Conjugate", "Real", "Imag", "Abs", "Exp", "Log", "Sqrt", "Reciprocal"});
  add(real, 2, {"Add",        "Subtract",  "Multiply",  "Divide",   "FloorDivide",  "Remainder",
                "Fmod",       "Power",     "Minimum",   "Maximum",  "FMin",         "FMax",
                "LogAddExp",  "Atan2",     "Hypot",     "CopySign", "NextAfter",    "Equal",
                "NotEqual",   "Less",      "LessEqual", "Greater",  "GreaterEqual", "NaNEqual",
                "LogicalAnd", "LogicalOr", "LogicalXor"});
  add(whole, 2, {"BitwiseAnd", "BitwiseOr", "BitwiseXor", "LeftShift", "RightShift"});
  add(complex, 2, {"Add", "Multiply", "Power", "Equal"});
  add(real, 3, {"Select", "Clamp", "FusedMultiplyAdd", "Lerp"});
  const Program program = kernel(fusion).program({.form = FusionForm::contiguous});
  EXPECT_NO_THROW((void)compile(program, device()));
}

TEST_F(FusionTest, ArraysMayBeWrittenInPlaceAndInterleaved) {
  const Stream stream(device());
  const FusedKernel negate = kernel(negation());
  const Buffer<float> x(device(), 20);
  write(stream, x, ramp(20));
  negate.launch(stream, {ArrayView(x, {5, 4})}, {ArrayView(x, {5, 4})});
  negate.launch(stream, {ArrayView(x, {3}, {-2}, 8)}, {ArrayView(x, {3}, {2}, 5)});
  std::vector<float> expected = ramp(20);
  for (float& value : expected) value = -value;
  expected[5] = 8;
  expected[7] = 6;
  expected[9] = 4;
  EXPECT_EQ(read(stream, x), expected);
}

TEST_F(FusionTest, EmptyArraysLaunchNothing) {
  const Stream stream(device());
  const FusedKernel negate = kernel(negation());
  float* const none = nullptr;
  negate.launch(stream, {ArrayView(none, DataType::f32, {3, 0})},
                {ArrayView(none, DataType::f32, {3, 0})});
  EXPECT_TRUE(negate.variants().empty());
}

TEST_F(FusionTest, AnEncoderOrdersFusedKernelsByTheirMemory) {
  const Stream stream(device());
  CommandEncoder encoder(stream);
  const FusedKernel negate = kernel(negation());
  const FusedKernel fused = kernel(multiply_add());
  const Buffer<float> x(device(), 40), y(device(), 40), z(device(), 20), sum(device(), 20);
  write(stream, x, ramp(40));
  negate.launch(encoder, {ArrayView(x, {20})}, {ArrayView(y, {20})});
  negate.launch(encoder, {ArrayView(x, {20}, {1}, 20)}, {ArrayView(y, {20}, {1}, 20)});
  fused.launch(encoder, {ArrayView(y, {20}), ArrayView(y, {20}, {1}, 20), ArrayView(x, {20})}, {z});
  negate.launch(encoder, {z}, {sum});
  const std::vector<GraphNodeInfo> nodes = encoder.pending_nodes();
  ASSERT_EQ(nodes.size(), 4u);
  EXPECT_TRUE(nodes[1].after.empty());
  EXPECT_THAT(nodes[2].after, ElementsAre(GraphNode{0}, GraphNode{1}));
  EXPECT_THAT(nodes[3].after, ElementsAre(GraphNode{2}));
  encoder.synchronize();
  std::vector<float> expected;
  for (int i = 0; i < 20; ++i) expected.push_back(static_cast<float>(-(i * (i + 20) + i)));
  EXPECT_EQ(read(stream, sum), expected);
}

/// Constants of one kernel, and what their bytes should be.
class Constants {
 public:
  template <typename T>
  void add(T value) {
    add(fusion_.constant(value), value);
  }
  template <typename T>
  void add(FusionValue value, const T& expected) {
    fusion_.output(value);
    types_.push_back(fusion_.type_of(value));
    const auto* const bytes = reinterpret_cast<const std::byte*>(&expected);
    expected_.emplace_back(bytes, bytes + sizeof(T));
  }
  Fusion& fusion() { return fusion_; }

  void expect(const Device& device) const {
    const Stream stream(device);
    std::vector<Buffer<std::byte>> buffers;
    std::vector<ArrayView> outputs;
    for (std::size_t i = 0; i < types_.size(); ++i) {
      buffers.emplace_back(stream, expected_[i].size());
      outputs.emplace_back(buffers[i].data(), types_[i], Dimensions{});
    }
    FusedKernel(device, fusion_).launch(stream, std::span<const ArrayView>(), outputs);
    for (std::size_t i = 0; i < types_.size(); ++i) {
      EXPECT_EQ(read(stream, buffers[i]), expected_[i])
          << "constant " << i << " of type " << name_of(types_[i]);
    }
  }

 private:
  Fusion fusion_{"constants"};
  std::vector<DataType> types_{};
  std::vector<std::vector<std::byte>> expected_{};
};

TEST_F(FusionTest, ConstantsAreExact) {
  Constants constants;
  constants.add(0.1f);
  constants.add(0.1);
  constants.add(-0.0f);
  constants.add(std::numeric_limits<double>::denorm_min());
  constants.add(-std::numeric_limits<float>::infinity());
  constants.add(std::numeric_limits<std::int64_t>::min());
  constants.add(std::numeric_limits<std::uint64_t>::max());
  constants.add(std::int8_t{-128});
  constants.add(true);
  constants.add(half(-0.1));
  constants.add(bfloat16(1e20));
  constants.add(std::complex<float>(0.1f, -2));
  constants.add(std::complex<double>(0, 1e-300));
  const auto add = [&](DataType type, double value, std::uint16_t bits) {
    constants.add(constants.fusion().constant(type, value), bits);
  };
  add(DataType::f16, 1.5, 0x3e00);
  add(DataType::f16, 1e30, 0x7c00);
  add(DataType::bf16, -2, 0xc000);
  add(DataType::u16, 65535, 0xffff);
  Fusion& fusion = constants.fusion();
  const FusionValue nan = fusion.constant(std::numeric_limits<float>::quiet_NaN());
  constants.add(fusion.apply("IsNan", nan), true);
  constants.expect(device());
}

/// The tests below need no device: nothing is compiled.
using FusionErrorTest = VariantTest;

template <typename Action>
std::string message_of(Action&& action) {
  const Error error = error_of(action);
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  return error.what();
}

TEST(FusionBuilder, NamesAreCheckedAndSimilarOnesTold) {
  Fusion fusion;
  const FusionValue x = fusion.input(DataType::f32);
  EXPECT_THAT(message_of([&] { (void)fusion.apply("multiply", x, x); }),
              HasSubstr("no operation 'multiply'; is it one of Multiply?"));
  EXPECT_THAT(message_of([&] { (void)fusion.apply("Minimun", x, x); }), HasSubstr("Minimum"));
  EXPECT_THAT(message_of([&] { (void)fusion.apply("Frobnicate", x); }),
              AllOf(HasSubstr("Add"), HasSubstr("Lerp")));
  EXPECT_THAT(message_of([&] { (void)fusion.apply("Add", x); }),
              HasSubstr("Add takes 2 operands, not 1"));
  EXPECT_THAT(message_of([] { const Fusion other("a b"); }), HasSubstr("'a b'"));
}

TEST(FusionBuilder, TypesAreChecked) {
  Fusion fusion("typed");
  const FusionValue x = fusion.input(DataType::f32), i = fusion.input(DataType::i32);
  EXPECT_THAT(message_of([&] { (void)fusion.apply("Add", x, i); }),
              HasSubstr("fusion 'typed': Add takes operands of one type, not f32 and i32"));
  EXPECT_THAT(message_of([&] { (void)fusion.apply("BitwiseAnd", x, x); }),
              HasSubstr("BitwiseAnd takes booleans and integers, not f32"));
  EXPECT_THAT(message_of([&] { (void)fusion.apply("Exp", i); }),
              HasSubstr("Exp takes floating-point numbers and complex numbers, not i32"));
  EXPECT_THAT(message_of([&] { (void)fusion.constant(DataType::u8, 256); }),
              HasSubstr("256 is no number of type u8"));
  EXPECT_THAT(message_of([&] { (void)fusion.constant(DataType::i32, 0.5); }), HasSubstr("0.5"));
  EXPECT_EQ(fusion.type_of(fusion.apply("Abs", fusion.input(DataType::c128))), DataType::f64);
  EXPECT_EQ(fusion.type_of(fusion.apply("Equal", i, i)), DataType::boolean);

  Fusion other;
  EXPECT_THAT(message_of([&] { (void)other.apply("Exp", x); }), HasSubstr("of another fusion"));
}

TEST(FusionArrays, ViewsStayInsideTheirMemory) {
  float memory = 0;
  const DeviceSpan<float> span(&memory, 12);
  EXPECT_NO_THROW(ArrayView(span, {3, 4}));
  EXPECT_NO_THROW(ArrayView(span, {12}, {-1}, 11));
  EXPECT_NO_THROW(ArrayView(span, {1000, 3}, {0, 1}, 9));
  EXPECT_THAT(message_of([&] {
                (void)ArrayView(span, {3, 5});
              }),
              HasSubstr("shape [3, 5] and strides [5, 1] from element 0 on reaches from element 0 "
                        "to 14 of 12"));
  EXPECT_THAT(message_of([&] { (void)ArrayView(span, {2}, {-1}, 0); }), HasSubstr("element -1"));
  EXPECT_THAT(message_of([&] { (void)ArrayView(span, {2, -1}); }), HasSubstr("negative"));
  EXPECT_THAT(message_of([&] {
                (void)ArrayView(span, {2, 3}, {1});
              }),
              HasSubstr("the strides [1] have 1"));
  EXPECT_THAT(message_of([] { (void)Dimensions{1, 2, 3, 4, 5, 6, 7, 8, 9}; }),
              HasSubstr("9 dimensions; an array has at most 8"));
  EXPECT_THAT(message_of([&] { (void)ArrayView(span).as(DataType::f16); }),
              HasSubstr("f32 (4 bytes each) cannot be taken as one of f16 (2)"));
  EXPECT_EQ(ArrayView(span).as(DataType::u32).type(), DataType::u32);
}

TEST_F(FusionErrorTest, ArraysThatDoNotFitAreNamed) {
  const Dimensions shape{4, 6};
  const auto dense = [&](int number) { return array(number, shape); };
  const auto message = [&](std::initializer_list<ArrayView> inputs, const ArrayView& output) {
    return message_of([&] { (void)of(inputs, output); });
  };
  EXPECT_THAT(message({dense(0), dense(1)}, dense(3)),
              HasSubstr("fusion 'multiply_add': 2 inputs were given, it has 3"));
  EXPECT_THAT(
      message({dense(0), array(1, {4, 5}), dense(2)}, dense(3)),
      HasSubstr("input 1 of shape [4, 5] cannot be broadcast to the output's shape [4, 6]"));
  EXPECT_THAT(message({dense(0), array(1, {1, 4, 6}), dense(2)}, dense(3)), HasSubstr("[1, 4, 6]"));
  EXPECT_THAT(message({dense(0), dense(1).as(DataType::i32), dense(2)}, dense(3)),
              HasSubstr("input 1 is an array of i32, not of f32"));
  float* const none = nullptr;
  EXPECT_THAT(message({dense(0), dense(1), ArrayView(none, DataType::f32, shape)}, dense(3)),
              HasSubstr("input 2 of shape [4, 6] has no memory"));
  const void* const constant = dense(3).data();
  EXPECT_THAT(message({dense(0), dense(1), dense(2)}, ArrayView(constant, DataType::f32, shape)),
              HasSubstr("output 0 is memory to be read only"));
  const void* const odd = static_cast<const std::byte*>(constant) + 2;
  EXPECT_THAT(message({ArrayView(odd, DataType::f32, shape), dense(1), dense(2)}, dense(3)),
              HasSubstr("not aligned to its elements of 4 bytes"));
}

TEST_F(FusionErrorTest, SharedMemoryIsRefused) {
  const Dimensions shape{4, 6};
  const auto dense = [&](int number) { return array(number, shape); };
  const auto message = [&](std::initializer_list<ArrayView> inputs, const ArrayView& output) {
    return message_of([&] { (void)of(inputs, output); });
  };
  EXPECT_THAT(message({dense(0), array(3, shape, {6, 1}, 1), dense(2)}, dense(3)),
              HasSubstr("input 1 and output 0 overlap in memory and are not the same array"));
  EXPECT_THAT(message({dense(0), array(3, {6}), dense(2)}, dense(3)), HasSubstr("input 1"));
  EXPECT_THAT(message({dense(0), dense(1), dense(2)}, array(3, shape, {0, 1})),
              HasSubstr("elements of output 0 share memory"));
  EXPECT_THAT(message({dense(0), dense(1), dense(2)}, array(3, shape, {2, 1})),
              HasSubstr("elements of output 0 share memory"));
  Fusion twice("twice");
  const FusionValue x = twice.input(DataType::f32);
  twice.output(x);
  twice.output(x);
  EXPECT_THAT(message_of([&] {
                (void)kernel(twice).variant({dense(0)}, {dense(1), dense(1)});
              }),
              HasSubstr("output 0 and output 1 overlap in memory"));
  EXPECT_THAT(message_of([&] {
                (void)kernel(twice).variant({dense(0)}, {dense(1), array(2, {24})});
              }),
              HasSubstr("output 1 has the shape [24], but output 0 has [4, 6]"));
}

TEST_F(FusionErrorTest, AFusionWithoutOutputsOrAnEmptyKernelSaysSo) {
  Fusion fusion("idle");
  EXPECT_THAT(message_of([&] { (void)kernel(fusion); }), HasSubstr("'idle' has no output"));
  EXPECT_EQ(error_of([] { (void)FusedKernel().variants(); }).code(), ErrorCode::invalid_handle);
}

}  // namespace
}  // namespace duet::test
