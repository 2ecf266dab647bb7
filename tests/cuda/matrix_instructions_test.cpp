// Which matrix instructions products of tiles become. On the GPU they are computed by
// device/matrix_product_test.cpp.

#include <string>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

struct Expected {
  std::string types, instruction;
  std::size_t count;  ///< for a product of 16 x 16 x 32 elements, each instruction having 8 columns
};

/// How often an instruction occurs in the PTX of a program.
std::size_t count(const std::string& instruction, const Program& program,
                  const std::string& architecture) {
  const Code code = compile(program, architecture);
  const std::string text(reinterpret_cast<const char*>(code.bytes.data()), code.bytes.size());
  std::size_t result = 0;
  for (std::size_t at = 0; (at = text.find(instruction, at)) != std::string::npos; ++at) ++result;
  return result;
}

/// How often the instruction occurs in a product.
std::size_t count(const std::string& architecture, const Expected& expected) {
  const Program program{.name = "test",
                        .source = R"(
    #include <duet/device/matrix.hpp>
    template <typename A, typename B, typename Sum> __global__ void product(const A* a, const B* b, Sum* d) {
      duet::LeftTile<A, 16, 32> x;
      duet::RightTile<B, 32, 16> y;
      duet::AccumulatorTile<Sum, 16, 16> sum;
      x.load(a, 32);
      y.load(b, 16);
      sum.fill(Sum(0));
      duet::multiply_add(sum, x, y);
      sum.store(d, 16);
    })",
                        .kernels = {"product<" + expected.types + ">"}};
  return count("mma.sync.aligned." + expected.instruction + " ", program, architecture);
}

void expect_all(const std::string& architecture, const std::vector<Expected>& all) {
  for (const Expected& one : all) {
    EXPECT_EQ(count(architecture, one), one.count) << one.types << " for " << architecture;
  }
}

TEST(MatrixInstructions, OfTuringAreOfHalfAndBytes) {
  expect_all("compute_75",
             {{"duet::half, duet::half, float", "m16n8k8.row.col.f32.f16.f16.f32", 8},
              {"duet::half, duet::half, duet::half", "m16n8k8.row.col.f16.f16.f16.f16", 8},
              {"duet::int8_t, duet::uint8_t, int", "m8n8k16.row.col.s32.s8.u8.s32", 8}});
}

TEST(MatrixInstructions, OfAmpereAreOfAllTypesButFloatAndFloat8) {
  expect_all(
      "compute_80",
      {{"duet::half, duet::half, float", "m16n8k16.row.col.f32.f16.f16.f32", 4},
       {"duet::bfloat16, duet::bfloat16, float", "m16n8k16.row.col.f32.bf16.bf16.f32", 4},
       {"duet::tf32, duet::tf32, float", "m16n8k8.row.col.f32.tf32.tf32.f32", 8},
       {"double, double, double", "m8n8k4.row.col.f64.f64.f64.f64", 32},
       {"duet::uint8_t, duet::int8_t, int", "m16n8k32.row.col.s32.u8.s8.s32", 2},
       {"duet::float8_e4m3, duet::float8_e4m3, float", "m16n8k16.row.col.f32.f16.f16.f32", 4}});
}

TEST(MatrixInstructions, OfHopperAreOfFloat8AndLargerForDouble) {
  expect_all("compute_90", {{"duet::float8_e4m3, duet::float8_e5m2, float",
                             "m16n8k32.row.col.f32.e4m3.e5m2.f32", 2},
                            {"duet::float8_e5m2, duet::float8_e4m3, duet::half",
                             "m16n8k32.row.col.f16.e5m2.e4m3.f16", 2},
                            {"double, double, double", "m16n8k4.row.col.f64.f64.f64.f64", 16}});
}

TEST(MatrixInstructions, LoadOperandsFromSharedMemory) {
  const Program program{.name = "test", .source = R"(
    #include <duet/device/matrix.hpp>
    extern "C" __global__ void load(duet::half* to) {
      __shared__ duet::half shared[16 * 16];
      duet::LeftTile<duet::half, 16, 16> tile;
      tile.load_shared([](int row, int column) { return &shared[row * 16 + column]; },
                       duet::RowMajor());
      tile.store(to, 16);
    })"};
  EXPECT_EQ(count("ldmatrix.sync", program, "compute_80"), 1u);
}

}  // namespace
}  // namespace duet::test
