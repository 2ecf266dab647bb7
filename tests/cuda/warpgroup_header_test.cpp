#include <string>

#include <duet/log.hpp>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

/// The macros of these headers make strings.
TEST(WarpgroupHeader, LeanHeadersAreEnoughForProducts) {
  const LogLevel level = log_level();
  bool has_whole_headers = false;
  set_log_level(LogLevel::info);
  set_log_handler([&](LogLevel, std::string_view text) {
    has_whole_headers |= text.find("with whole headers") != std::string_view::npos;
  });
  const std::string product = R"(
    #include <duet/device/grid_constant.hpp>
    constexpr auto along = duet::ProductOrder::depth;
    using Product = duet::vendor::WarpgroupProduct<T, duet::ProductTile<64, 8>, along, along>;
    struct Store {
      float* out;
      template <typename Sum>
      __device__ void operator()(unsigned, unsigned row, unsigned column, Sum sum) const {
        out[row * 8 + column] = sum;
      }
      template <typename Sums>
      __device__ void operator()(Sums sums) const { sums.for_each(*this); }
    };
    __global__ void __launch_bounds__(Product::threads) k(
        const DUET_GRID_CONSTANT duet::ProductOperand<T> a,
        const DUET_GRID_CONSTANT duet::ProductOperand<T> b, duet::ProductExtents extents,
        float* out) {
      Product::run(extents, a, b, Store{out});
    })";
  for (const std::string type :
       {"#include <duet/device/vendor/warpgroup_halves.hpp>\nusing T = duet::bfloat16;",
        "#include <duet/device/vendor/warpgroup_bytes.hpp>\nusing T = duet::int8_t;",
        "#include <duet/device/vendor/warpgroup_float8.hpp>\nusing T = duet::float8_e4m3;",
        "#include <duet/device/vendor/warpgroup_tf32.hpp>\nusing T = duet::tf32;"}) {
    const Program program{.name = "lean.cu", .source = type + product, .kernels = {"k"}};
    (void)compile(program, "sm_90a");
    EXPECT_FALSE(has_whole_headers) << type;
  }
  set_log_handler({});
  set_log_level(level);
}

}  // namespace
}  // namespace duet::test
