// Products with a sparse first factor by the compiler's builtins: two of four elements are stored,
// and bits of an index say which. The sums are worked out here.

#include <gtest/gtest.h>

#include "test/clang_compiler.hpp"
#include "test/emulated_kernels.hpp"

namespace amd_emulator::test {
namespace {

struct Place {
  unsigned lane;
  unsigned element;
};

/// The places of the stored elements of A, the elements of B, and those of C.
struct Layout {
  unsigned rows = 16, depth = 32, lanes = 64;
  unsigned a_elements = 4, b_elements = 8, c_elements = 4;
  Place (*a)(unsigned row, unsigned k) = nullptr;
  Place (*b)(unsigned column, unsigned k) = nullptr;
  Place (*c)(unsigned row, unsigned column) = nullptr;
};

std::string source_of(const Layout& layout, const std::string& call) {
  const auto vector = [](const char* type, unsigned count) {
    return std::string(type) + " __attribute__((ext_vector_type(" + std::to_string(count) + ")))";
  };
  return "typedef " + vector("_Float16", layout.a_elements).insert(8, " A") + ";\ntypedef " +
         vector("_Float16", layout.b_elements).insert(8, " B") + ";\ntypedef " +
         vector("float", layout.c_elements).insert(5, " C") +
         ";\nextern \"C\" __global__ void k(const A* x, const B* y, C* z, const int* index) {\n"
         "  const unsigned i = threadIdx.x; A a = x[i]; B b = y[i]; C c = z[i];\n  z[i] = " +
         call + ";\n}\n";
}

float factor(unsigned a, unsigned b) { return static_cast<float>((a * 5 + b * 3 + a * b) % 9) - 4; }

/// Which two of the four elements of a group are stored.
unsigned stored(unsigned row, unsigned k) {
  constexpr unsigned choices[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  return choices[(row * 3 + k / 2 * 5) % 6][k % 2];
}

/// @param set  which part of the index register is used
void check(const Machine& machine, const Layout& layout, const std::string& call, unsigned set) {
  EmulatedKernels kernels(machine, source_of(layout, call));
  std::vector<half> a(std::size_t{layout.lanes} * layout.a_elements);
  std::vector<half> b(std::size_t{layout.lanes} * layout.b_elements);
  std::vector<float> c(std::size_t{layout.lanes} * layout.c_elements, 1);
  std::vector<u32> index(layout.lanes, 0);
  for (unsigned row = 0; row < layout.rows; ++row)
    for (unsigned k = 0; k < layout.depth / 2; ++k) {
      const Place place = layout.a(row, k);
      a[place.lane * layout.a_elements + place.element] = static_cast<half>(factor(row, k));
      index[place.lane] |= stored(row, k) << (set * 2 * layout.a_elements + 2 * place.element);
    }
  for (unsigned column = 0; column < layout.rows; ++column)
    for (unsigned k = 0; k < layout.depth; ++k) {
      const Place place = layout.b(column, k);
      b[place.lane * layout.b_elements + place.element] = static_cast<half>(factor(k, column + 2));
    }
  kernels.run("k", {1, 1, 1}, {layout.lanes, 1, 1},
              {kernels.address(a), kernels.address(b), kernels.address(c), kernels.address(index)});
  for (unsigned row = 0; row < layout.rows; ++row)
    for (unsigned column = 0; column < layout.rows; ++column) {
      float expected = 1;
      for (unsigned k = 0; k < layout.depth / 2; ++k)
        expected += factor(row, k) * factor(k / 2 * 4 + stored(row, k), column + 2);
      const Place place = layout.c(row, column);
      ASSERT_EQ(c[place.lane * layout.c_elements + place.element], expected)
          << call << ", row " << row << ", column " << column;
    }
}

TEST(SparseMatrixTest, ProductsOfGfx942AreRight) {
  if (!has_clang()) GTEST_SKIP() << "clang-19 is not installed";
  const Layout small{.a =
                         [](unsigned row, unsigned k) {
                           return Place{row + 16 * (k / 4), k % 4};
                         },
                     .b =
                         [](unsigned row, unsigned k) {
                           return Place{row + 16 * (k / 8), k % 8};
                         },
                     .c =
                         [](unsigned row, unsigned column) {
                           return Place{16 * (row / 4) + column, row % 4};
                         }};
  check({"gfx942", 64}, small, "__builtin_amdgcn_smfmac_f32_16x16x32_f16(a, b, c, index[i], 0, 0)",
        0);
  check({"gfx942", 64}, small, "__builtin_amdgcn_smfmac_f32_16x16x32_f16(a, b, c, index[i], 0, 2)",
        2);
  const Layout large{.rows = 32,
                     .depth = 16,
                     .c_elements = 16,
                     .a =
                         [](unsigned row, unsigned k) {
                           return Place{row + 32 * (k / 4), k % 4};
                         },
                     .b =
                         [](unsigned row, unsigned k) {
                           return Place{row + 32 * (k / 8), k % 8};
                         },
                     .c =
                         [](unsigned row, unsigned column) {
                           return Place{32 * (row / 4 % 2) + column, 4 * (row / 8) + row % 4};
                         }};
  check({"gfx942", 64}, large, "__builtin_amdgcn_smfmac_f32_32x32x16_f16(a, b, c, index[i], 0, 0)",
        0);
}

TEST(SparseMatrixTest, ProductsOfGfx12AreRight) {
  if (!has_clang()) GTEST_SKIP() << "clang-19 is not installed";
  const Layout narrow{.lanes = 32,
                      .a_elements = 8,
                      .b_elements = 16,
                      .c_elements = 8,
                      .a =
                          [](unsigned row, unsigned k) {
                            return Place{16 * (k / 4 % 2) + row, k % 4 + 4 * (k / 8)};
                          },
                      .b =
                          [](unsigned row, unsigned k) {
                            return Place{16 * (k / 8 % 2) + row, k % 8 + 8 * (k / 16)};
                          },
                      .c =
                          [](unsigned row, unsigned column) {
                            return Place{16 * (row / 8) + column, row % 8};
                          }};
  check({"gfx1201", 32}, narrow, "__builtin_amdgcn_swmmac_f32_16x16x32_f16_w32(a, b, c, index[i])",
        0);
  const Layout wide{.a =
                        [](unsigned row, unsigned k) {
                          return Place{16 * (k / 4) + row, k % 4};
                        },
                    .b =
                        [](unsigned row, unsigned k) {
                          return Place{16 * (k / 8) + row, k % 8};
                        },
                    .c =
                        [](unsigned row, unsigned column) {
                          return Place{32 * (row / 4 % 2) + 16 * (row / 8) + column, row % 4};
                        }};
  check({"gfx1201", 64}, wide, "__builtin_amdgcn_swmmac_f32_16x16x32_f16_w64(a, b, c, index[i])",
        0);
}

}  // namespace
}  // namespace amd_emulator::test
