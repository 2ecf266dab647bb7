// CUB's operations of logical warps against a computation in order on the host. The operation is
// associative but not commutative.

#include <array>

#include "cuda_spelling/spelling_program.hpp"

namespace duet::test {
namespace {

using CubWarpTest = DeviceTest;

constexpr const char* source = R"(
    #include <cub/cub.cuh>
    // The map x -> a x + b.
    struct Affine { unsigned a, b; };
    struct Then {
      __device__ Affine operator()(const Affine& first, const Affine& second) const {
        return {first.a * second.a, first.b * second.a + second.b};
      }
    };
    template <int width> __global__ void warps(Affine* out) {
      typedef cub::WarpReduce<Affine, width> Reduce;
      typedef cub::WarpScan<Affine, width> Scan;
      typedef cub::WarpExchange<unsigned, 3, width> Exchange;
      constexpr int each = 32 / width, count = 4 * each;
      __shared__ typename Reduce::TempStorage reduce[count];
      __shared__ typename Scan::TempStorage scan[count];
      __shared__ typename Exchange::TempStorage exchange[count];
      const int t = threadIdx.x, lane = t % 32 % width, warp = t / 32 * each + t % 32 / width;
      out += t * 9;
      const Affine value{2u * t + 3, 5u * t + 1}, initial{9, 11};
      // Every second warp takes the other branch: a wave of 64 lanes holds one of each.
      if (t / 32 % 2 == 0 || t % 32 / width >= each) return;
      const int valid = width / 2 + 1;
      out[0] = Reduce(reduce[warp]).Reduce(value, Then());
      out[1] = Reduce(reduce[warp]).Reduce(value, Then(), valid);
      out[2] = Reduce(reduce[warp]).HeadSegmentedReduce(value, lane % 3 == 1, Then());
      out[3] = Reduce(reduce[warp]).TailSegmentedReduce(value, lane % 4 == 2, Then());
      Affine all;
      Scan(scan[warp]).InclusiveScan(value, out[4], Then(), all);
      Scan(scan[warp]).ExclusiveScan(value, out[5], initial, Then());
      out[6] = Scan(scan[warp]).Broadcast(all, width - 1);
      out[7] = all;
      unsigned items[3] = {3u * lane, 3u * lane + 1, 3u * lane + 2};
      Exchange(exchange[warp]).BlockedToStriped(items, items);
      out[8] = {items[0], items[2]};
    })";

struct Affine {
  unsigned a, b;
  bool operator==(const Affine&) const = default;
};
Affine then(Affine first, Affine second) {
  return {first.a * second.a, first.b * second.a + second.b};
}

TEST_F(CubWarpTest, WarpsCombineTheirLanesInOrder) {
  const Stream stream(device());
  for (const int wave_size : spelled_wave_sizes()) {
    const Module module(
        device(),
        compile(spelled(source, {"warps<32>", "warps<8>", "warps<7>"}, wave_size), device()));
    for (const int width : {32, 8, 7}) {
      SCOPED_TRACE("width " + std::to_string(width) + ", waves of " + std::to_string(wave_size));
      const Buffer<std::array<Affine, 9>> out(stream, 128);
      launch(stream, module.kernel("warps<" + std::to_string(width) + ">"), {{1}, {128}},
             static_cast<void*>(out.data()));
      const auto found = read(stream, out);
      for (int t = 32; t < 128; ++t) {
        const int lane = t % 32 % width, first = t - lane;
        if (t / 32 % 2 == 0 || t % 32 / width >= 32 / width) continue;
        // Combines the lanes `from` to `to` of the logical warp.
        const auto combined = [&](int from, int to) {
          const auto value = [&](int i) {
            const auto thread = static_cast<unsigned>(first + i);
            return Affine{2 * thread + 3, 5 * thread + 1};
          };
          Affine all = value(from);
          for (int i = from + 1; i <= to; ++i) all = then(all, value(i));
          return all;
        };
        const auto& row = found[static_cast<std::size_t>(t)];
        SCOPED_TRACE("thread " + std::to_string(t));
        const int last = width - 1;
        if (lane == 0) {
          EXPECT_EQ(row[0], combined(0, last));
          EXPECT_EQ(row[1], combined(0, width / 2));
        }
        const auto segment_end = [&](auto ends) {
          int end = lane;
          while (end < last && !ends(end)) ++end;
          return end;
        };
        if (lane == 0 || lane % 3 == 1) {
          EXPECT_EQ(row[2], combined(lane, segment_end([](int i) { return (i + 1) % 3 == 1; })));
        }
        if (lane == 0 || (lane - 1) % 4 == 2) {
          EXPECT_EQ(row[3], combined(lane, segment_end([](int i) { return i % 4 == 2; })));
        }
        EXPECT_EQ(row[4], combined(0, lane));
        const Affine initial{9, 11};
        EXPECT_EQ(row[5], lane == 0 ? initial : then(initial, combined(0, lane - 1)));
        EXPECT_EQ(row[6], combined(0, last));
        EXPECT_EQ(row[7], combined(0, last));
        const auto striped = static_cast<unsigned>(lane);
        EXPECT_EQ(row[8], (Affine{striped, striped + 2 * static_cast<unsigned>(width)}));
      }
    }
  }
}

TEST(CudaSpellingCubWarpTest, LaneMasksAreThoseOfTheWarp) {
  run_spelled<int>(R"(
    #include <cub/util_ptx.cuh>
    __global__ void k(int* out) {
      const unsigned own = 1u << cub::LaneId();
      const bool is_right = cub::LaneMaskLt() == own - 1 && cub::LaneMaskLe() == (own | own - 1) &&
                            cub::LaneMaskGt() == ~(own | own - 1) && cub::LaneMaskGe() == ~(own - 1);
      out[threadIdx.x] = is_right ? int(threadIdx.x) : -1;
    })",
                   1, 64, 64, [](const std::vector<int>& out) {
                     for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], int(i));
                   });
}

}  // namespace
}  // namespace duet::test
