// Products of matrices by the compiler's builtins against products worked out here. Elements are
// small integers, whose products every type holds exactly. The places of elements in lanes are
// written down here once more, element by element.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "test/clang_compiler.hpp"
#include "test/emulated_kernels.hpp"

namespace amd_emulator::test {
namespace {

using Bytes = std::vector<u8>;

/// How numbers are written to memory.
struct Type {
  unsigned bits = 32;
  bool is_float = true;
  int exponent_bits = 8;
  int bias = 127;
};

constexpr Type f64{64, true, 11, 1023};
constexpr Type f32{32, true, 8, 127};
constexpr Type f16{16, true, 5, 15};
constexpr Type bf16{16, true, 8, 127};
constexpr Type fp8_fnuz{8, true, 4, 8};
constexpr Type bf8_fnuz{8, true, 5, 16};
constexpr Type fp8_ocp{8, true, 4, 7};
constexpr Type bf8_ocp{8, true, 5, 15};
constexpr Type int32{32, false};
constexpr Type int8{8, false};
constexpr Type int4{4, false};

/// The bits of a small integer, which the type holds exactly.
u64 encode(const Type& type, int value) {
  if (!type.is_float) return static_cast<u64>(i64{value}) & low_bits(type.bits);
  if (value == 0) return 0;
  const unsigned fraction_bits = type.bits - 1U - static_cast<unsigned>(type.exponent_bits);
  const auto magnitude = static_cast<u64>(std::abs(value));
  const auto power = static_cast<unsigned>(std::bit_width(magnitude)) - 1;
  const u64 fraction = (magnitude << fraction_bits >> power) & low_bits(fraction_bits);
  const u64 exponent = power + static_cast<u64>(type.bias);
  return u64{value < 0} << (type.bits - 1) | exponent << fraction_bits | fraction;
}

struct Place {
  unsigned lane;
  unsigned element;
};
using PlaceOf = std::function<Place(unsigned row, unsigned column, unsigned block)>;

/// One matrix instruction.
struct Product {
  std::string builtin{};
  std::string a_type{}, c_type{};  ///< Types of the kernel's language.
  Type a{}, b{}, c{};
  unsigned rows = 16, columns = 16, depth = 16, blocks = 1;
  unsigned a_elements = 1, c_elements = 4;  ///< In a lane.
  PlaceOf place_a{}, place_b{}, place_c{};
  std::string call{};   ///< With a, b and c.
  unsigned copies = 1;  ///< Groups of lanes that hold the same factors.
};

/// Registers of all lanes in memory: the elements of a lane one after the other.
class Registers {
 public:
  Registers(unsigned lanes, unsigned elements, const Type& type)
      : elements_(elements), bits_(type.bits), bytes_(lanes * elements * type.bits / 8, 0) {}

  void set(const Place& place, u64 bits) {
    const unsigned first = (place.lane * elements_ + place.element) * bits_;
    for (unsigned bit = 0; bit < bits_; ++bit)
      if ((bits >> bit & 1) != 0)
        bytes_.at((first + bit) / 8) |= static_cast<u8>(1U << (first + bit) % 8);
  }
  u64 get(const Place& place) const {
    const unsigned first = (place.lane * elements_ + place.element) * bits_;
    u64 bits = 0;
    for (unsigned bit = 0; bit < bits_; ++bit)
      bits |= u64{bytes_.at((first + bit) / 8)} >> (first + bit) % 8 % 8 << 63 >> (63 - bit);
    return bits;
  }
  Bytes& bytes() { return bytes_; }

 private:
  unsigned elements_;
  unsigned bits_;
  Bytes bytes_;
};

int factor(const Type& type, unsigned row, unsigned k, unsigned block) {
  const int range = type.bits == 4 ? 7 : 5;
  return static_cast<int>((row * 7 + k * 3 + block * 5 + row * k) %
                          static_cast<unsigned>(2 * range)) -
         range + 1;
}

std::string kernel_of(const Product& product, std::size_t number) {
  return "extern \"C\" __global__ void k" + std::to_string(number) +
         "(const void* x, const void* y, const void* z, void* to) {\n"
         "  using A = " +
         product.a_type + "; using C = " + product.c_type +
         ";\n"
         "  const unsigned i = threadIdx.x;\n"
         "  A a = ((const A*)x)[i], b = ((const A*)y)[i]; C c = ((const C*)z)[i];\n"
         "  ((C*)to)[i] = " +
         product.call + ";\n}\n";
}

void check(EmulatedKernels& kernels, const Product& product, std::size_t number, unsigned lanes) {
  Registers a(lanes, product.a_elements, product.a);
  Registers b(lanes, product.a_elements, product.b);
  Registers c(lanes, product.c_elements, product.c);
  Registers d(lanes, product.c_elements, product.c);
  for (unsigned block = 0; block < product.blocks; ++block)
    for (unsigned k = 0; k < product.depth; ++k) {
      for (unsigned row = 0; row < product.rows; ++row) {
        Place place = product.place_a(row, k, block);
        for (unsigned copy = 0; copy < product.copies; ++copy, place.lane += 16)
          a.set(place, encode(product.a, factor(product.a, row, k, block)));
      }
      for (unsigned column = 0; column < product.columns; ++column) {
        Place place = product.place_b(column, k, block);
        for (unsigned copy = 0; copy < product.copies; ++copy, place.lane += 16)
          b.set(place, encode(product.b, factor(product.b, column + 3, k, block)));
      }
    }
  const auto addend = [](unsigned row, unsigned column) { return int(row * 2 + column) % 9 - 4; };
  for (unsigned block = 0; block < product.blocks; ++block)
    for (unsigned row = 0; row < product.rows; ++row)
      for (unsigned column = 0; column < product.columns; ++column)
        c.set(product.place_c(row, column, block), encode(product.c, addend(row, column)));
  kernels.run("k" + std::to_string(number), {1, 1, 1}, {lanes, 1, 1},
              {kernels.address(a.bytes()), kernels.address(b.bytes()), kernels.address(c.bytes()),
               kernels.address(d.bytes())});
  for (unsigned block = 0; block < product.blocks; ++block)
    for (unsigned row = 0; row < product.rows; ++row)
      for (unsigned column = 0; column < product.columns; ++column) {
        int expected = addend(row, column);
        for (unsigned k = 0; k < product.depth; ++k)
          expected += factor(product.a, row, k, block) * factor(product.b, column + 3, k, block);
        ASSERT_EQ(d.get(product.place_c(row, column, block)), encode(product.c, expected))
            << product.call << ", row " << row << ", column " << column << ", block " << block;
      }
}

void check_all(const Machine& machine, const std::vector<Product>& products) {
  std::string source =
      "template <typename T, int n> using Vector = T __attribute__((ext_vector_type(n)));\n";
  for (std::size_t i = 0; i < products.size(); ++i) source += kernel_of(products[i], i);
  EmulatedKernels kernels(machine, source);
  for (std::size_t i = 0; i < products.size(); ++i) check(kernels, products[i], i, machine.lanes);
}

std::string vector_of(const char* type, unsigned count) {
  return count == 1 ? std::string(type)
                    : "Vector<" + std::string(type) + ", " + std::to_string(count) + ">";
}

// MFMA: AMD's "Matrix Instruction Calculator" prints these places.

/// @param in_lane  elements of A in a lane
Product mfma(const std::string& name, unsigned rows, unsigned depth, unsigned in_lane, Type type,
             const std::string& a_type, Type c_type = f32) {
  Product product;
  const bool is_double = type.bits == 64;
  product.rows = product.columns = rows;
  product.depth = depth;
  product.blocks = 64 * in_lane / (rows * depth);
  product.a = product.b = type;
  product.c = c_type;
  product.a_type = a_type;
  product.a_elements = in_lane;
  product.c_elements = rows * rows * product.blocks / 64;
  product.c_type = vector_of(is_double         ? "double"
                             : c_type.is_float ? "float"
                                               : "int",
                             product.c_elements);
  product.call = "__builtin_amdgcn_mfma_" + name + "(a, b, c, 0, 0, 0)";
  const unsigned blocks = product.blocks;
  product.place_a = product.place_b = [=](unsigned row, unsigned k, unsigned block) {
    return Place{row + rows * block + rows * blocks * (k / in_lane), k % in_lane};
  };
  product.place_c = [=](unsigned row, unsigned column, unsigned block) -> Place {
    if (is_double && rows == 4) return {16 * row + 4 * block + column, 0};
    if (is_double) return {16 * (row % 4) + column, row / 4};
    if (rows == 4) return {4 * block + column, row};
    if (rows == 16) return {16 * (row / 4) + column, 4 * block + row % 4};
    return {32 * (row / 4 % 2) + column, 16 * block + 4 * (row / 8) + row % 4};
  };
  return product;
}

std::vector<Product> products_of_gfx908() {
  const std::string half = "Vector<_Float16, 4>";
  const std::string bfloat = "Vector<short, 2>";
  return {mfma("f32_32x32x1f32", 32, 1, 1, f32, "float"),
          mfma("f32_16x16x1f32", 16, 1, 1, f32, "float"),
          mfma("f32_4x4x1f32", 4, 1, 1, f32, "float"),
          mfma("f32_32x32x2f32", 32, 2, 1, f32, "float"),
          mfma("f32_16x16x4f32", 16, 4, 1, f32, "float"),
          mfma("f32_32x32x4f16", 32, 4, 4, f16, half),
          mfma("f32_16x16x4f16", 16, 4, 4, f16, half),
          mfma("f32_4x4x4f16", 4, 4, 4, f16, half),
          mfma("f32_32x32x8f16", 32, 8, 4, f16, half),
          mfma("f32_16x16x16f16", 16, 16, 4, f16, half),
          mfma("i32_32x32x4i8", 32, 4, 4, int8, "int", int32),
          mfma("i32_16x16x4i8", 16, 4, 4, int8, "int", int32),
          mfma("i32_4x4x4i8", 4, 4, 4, int8, "int", int32),
          mfma("f32_32x32x2bf16", 32, 2, 2, bf16, bfloat),
          mfma("f32_16x16x2bf16", 16, 2, 2, bf16, bfloat),
          mfma("f32_4x4x2bf16", 4, 2, 2, bf16, bfloat),
          mfma("f32_32x32x4bf16", 32, 4, 2, bf16, bfloat),
          mfma("f32_16x16x8bf16", 16, 8, 2, bf16, bfloat)};
}

/// Those that gfx90a and gfx942 have besides.
std::vector<Product> products_of_gfx90a() {
  const std::string bfloat = "Vector<short, 4>";
  return {mfma("f32_32x32x4bf16_1k", 32, 4, 4, bf16, bfloat),
          mfma("f32_16x16x4bf16_1k", 16, 4, 4, bf16, bfloat),
          mfma("f32_4x4x4bf16_1k", 4, 4, 4, bf16, bfloat),
          mfma("f32_32x32x8bf16_1k", 32, 8, 4, bf16, bfloat),
          mfma("f32_16x16x16bf16_1k", 16, 16, 4, bf16, bfloat),
          mfma("f64_16x16x4f64", 16, 4, 1, f64, "double", f64),
          mfma("f64_4x4x4f64", 4, 4, 1, f64, "double", f64)};
}

std::vector<Product> products_of_gfx942() {
  std::vector<Product> products = products_of_gfx908();
  // Those of bfloat16 and of 8 bits with half the depth are gone.
  std::erase_if(products, [](const Product& one) {
    return one.call.find("2bf16") != std::string::npos ||
           one.call.find("32x32x4bf16") != std::string::npos ||
           one.call.find("16x16x8bf16") != std::string::npos;
  });
  for (const Product& one : products_of_gfx90a()) products.push_back(one);
  products.push_back(mfma("i32_32x32x16_i8", 32, 16, 8, int8, "long", int32));
  products.push_back(mfma("i32_16x16x32_i8", 16, 32, 8, int8, "long", int32));
  products.push_back(mfma("f32_16x16x8_xf32", 16, 8, 2, f32, "Vector<float, 2>"));
  products.push_back(mfma("f32_32x32x4_xf32", 32, 4, 2, f32, "Vector<float, 2>"));
  for (const std::string shape : {"32x32x16", "16x16x32"})
    for (const bool wide_a : {false, true})
      for (const bool wide_b : {false, true}) {
        const auto name = [](bool wide) {
          return wide ? std::string("_bf8") : std::string("_fp8");
        };
        const unsigned rows = shape == "32x32x16" ? 32 : 16;
        products.push_back(mfma("f32_" + shape + name(wide_a) + name(wide_b), rows, 512 / rows, 8,
                                wide_a ? bf8_fnuz : fp8_fnuz, "long"));
        products.back().b = wide_b ? bf8_fnuz : fp8_fnuz;
      }
  return products;
}

TEST(MatrixTest, ProductsOfGfx90aAreRight) {
  std::vector<Product> products = products_of_gfx908();
  for (const Product& one : products_of_gfx90a()) products.push_back(one);
  // Only gfx908 and gfx90a have these.
  products.push_back(mfma("i32_32x32x8i8", 32, 8, 4, int8, "int", int32));
  products.push_back(mfma("i32_16x16x16i8", 16, 16, 4, int8, "int", int32));
  check_all({"gfx90a", 64}, products);
}

TEST(MatrixTest, ProductsOfGfx942AreRight) {
  if (!has_clang()) GTEST_SKIP() << "clang-19 is not installed";
  check_all({"gfx942", 64}, products_of_gfx942());
}

// WMMA.

struct WaveProduct {
  std::string name{};
  Type a{}, b{}, c{};
  unsigned depth = 16;
  std::string element{};  ///< Of a vector of factors: "_Float16"; "int" for smaller numbers.
};

/// The arguments of the builtin, and its name since gfx12.
std::string call_of(const WaveProduct& one, bool is_gfx12, unsigned lanes) {
  const std::string name = "__builtin_amdgcn_wmma_" + one.name + "_w" + std::to_string(lanes) +
                           (is_gfx12 ? "_gfx12" : "");
  if (!one.a.is_float) return name + "(true, a, true, b, c, false)";
  const bool has_half = !is_gfx12 && one.c.bits == 16;
  return name + (has_half ? "(a, b, c, false)" : "(a, b, c)");
}

Product wmma(const WaveProduct& one, bool is_gfx12, unsigned lanes) {
  Product product;
  product.a = one.a;
  product.b = one.b;
  product.c = one.c;
  product.depth = one.depth;
  const unsigned groups = lanes / 16;
  // With numbers of 4 bits and depth 16 two groups of 16 lanes hold all.
  const unsigned shares = std::min(groups, one.depth * one.a.bits / 32);
  product.a_elements = is_gfx12 ? one.depth / shares : one.depth;
  product.copies = is_gfx12 ? 1 : groups;
  const unsigned words = product.a_elements * one.a.bits / 32;
  product.a_type = one.a.bits == 16 ? vector_of(one.element.c_str(), product.a_elements)
                                    : vector_of("int", words);
  const bool half_filled = !is_gfx12 && one.c.bits == 16;
  product.c_elements = 256 / lanes * (half_filled ? 2 : 1);
  product.c_type = vector_of(one.c.bits == 16 ? one.element.c_str()
                             : one.c.is_float ? "float"
                                              : "int",
                             product.c_elements);
  product.call = call_of(one, is_gfx12, lanes);
  const unsigned in_lane = product.a_elements;
  // Which k lies where does not change the product, as long as A and B agree.
  product.place_a = product.place_b = [=](unsigned row, unsigned k, unsigned) {
    return is_gfx12 ? Place{16 * (k / in_lane) + row, k % in_lane} : Place{row, k};
  };
  product.place_c = [=](unsigned row, unsigned column, unsigned) -> Place {
    if (!is_gfx12) return {16 * (row % groups) + column, row / groups * (half_filled ? 2 : 1)};
    if (lanes == 32) return {16 * (row / 8) + column, row % 8};
    return {32 * (row / 4 % 2) + 16 * (row / 8) + column, row % 4};
  };
  return product;
}

void check_waves(const Machine& machine) {
  if (!has_clang()) GTEST_SKIP() << "clang-19 is not installed";
  const bool is_gfx12 = machine.processor == "gfx1201";
  std::vector<WaveProduct> all{{"f32_16x16x16_f16", f16, f16, f32, 16, "_Float16"},
                               {"f32_16x16x16_bf16", bf16, bf16, f32, 16, "short"},
                               {"f16_16x16x16_f16", f16, f16, f16, 16, "_Float16"},
                               {"bf16_16x16x16_bf16", bf16, bf16, bf16, 16, "short"},
                               {"i32_16x16x16_iu8", int8, int8, int32, 16, "int"},
                               {"i32_16x16x16_iu4", int4, int4, int32, 16, "int"}};
  if (is_gfx12) {
    all.push_back({"i32_16x16x32_iu4", int4, int4, int32, 32, "int"});
    all.push_back({"f32_16x16x16_fp8_fp8", fp8_ocp, fp8_ocp, f32, 16, "int"});
    all.push_back({"f32_16x16x16_fp8_bf8", fp8_ocp, bf8_ocp, f32, 16, "int"});
    all.push_back({"f32_16x16x16_bf8_fp8", bf8_ocp, fp8_ocp, f32, 16, "int"});
    all.push_back({"f32_16x16x16_bf8_bf8", bf8_ocp, bf8_ocp, f32, 16, "int"});
  }
  std::vector<Product> products;
  for (const WaveProduct& one : all) products.push_back(wmma(one, is_gfx12, machine.lanes));
  check_all(machine, products);
}

TEST(MatrixTest, ProductsOfGfx11AreRight) {
  check_waves({"gfx1100", 32});
  check_waves({"gfx1100", 64});
}

TEST(MatrixTest, ProductsOfGfx12AreRight) {
  check_waves({"gfx1201", 32});
  check_waves({"gfx1201", 64});
}

}  // namespace
}  // namespace amd_emulator::test
