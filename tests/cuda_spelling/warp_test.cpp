// Functions of warps: 32 lanes, also on waves of 64. Each warp has values of its own, so that a
// result that crosses warps is wrong.

#include "spelling_program.hpp"

namespace duet::test {
namespace {

constexpr unsigned threads = 96;  // with waves of 64, the last wave has one warp
using Values = std::vector<unsigned>;

TEST(CudaSpellingWarpTest, LanesMasksAndShuffles) {
  constexpr const char* source = R"(
    __global__ void k(unsigned* out) {
      const unsigned t = threadIdx.x, full = 0xffffffffu;
      unsigned* o = out + 12 * t;
      o[0] = warpSize;
      o[1] = __ballot_sync(full, t % 3 == 0);
      o[2] = __shfl_sync(full, t, 5);
      o[3] = __shfl_up_sync(full, t, 3);
      o[4] = __shfl_down_sync(full, t, 7, 16);
      o[5] = __shfl_xor_sync(full, t, 17);
      o[6] = __activemask();
      o[7] = __any_sync(full, t == 40) + 2 * __all_sync(full, t < 64);
      o[8] = __match_any_sync(full, t / 2 % 5);
      int same = 7;
      o[9] = __match_all_sync(full, t / 32, &same) + same;
      o[10] = __reduce_add_sync(full, t) + __reduce_max_sync(full, int(t) - 50);
      o[11] = __shfl_sync(full, t, 35);  // lane 3
    })";
  run_spelled<unsigned>(source, 1, threads, 12 * threads, [](const Values& out) {
    for (unsigned t = 0; t < threads; ++t) {
      const unsigned lane = t % 32;
      const unsigned first = t - lane;
      unsigned thirds = 0;
      unsigned equal = 0;
      for (unsigned i = 0; i < 32; ++i) {
        thirds |= ((first + i) % 3 == 0 ? 1u : 0u) << i;
        equal |= ((first + i) / 2 % 5 == t / 2 % 5 ? 1u : 0u) << i;
      }
      const unsigned sum = 32 * first + 496;
      const Values expected{32,
                            thirds,
                            first + 5,
                            lane < 3 ? t : t - 3,
                            lane % 16 + 7 < 16 ? t + 7 : t,
                            first + (lane ^ 17),
                            0xffffffffu,
                            (first == 32 ? 1u : 0u) + (first < 64 ? 2u : 0u),
                            equal,
                            0u,  // all lanes, and 1
                            sum + first + 31 - 50,
                            first + 3};
      const Values own(out.begin() + 12 * t, out.begin() + 12 * t + 12);
      EXPECT_EQ(own, expected) << "thread " << t;
    }
  });
}

TEST(CudaSpellingWarpTest, PartsOfWarps) {
  // Two warps take different branches and masks; a block ends within a warp.
  constexpr const char* source = R"(
    __global__ void k(unsigned* out) {
      const unsigned t = threadIdx.x, lane = t & 31;
      unsigned* o = out + 4 * t;
      if (lane % 4 == t / 32) {
        const unsigned mask = 0x11111111u << (t / 32);
        o[0] = __ballot_sync(mask, lane > 15);
        o[1] = __shfl_down_sync(mask, t, 4);
        o[2] = __reduce_min_sync(mask, t ^ 1);
        __syncwarp(mask);
      }
      o[3] = __popc(__ballot_sync(0xffffffffu, 1));
    })";
  run_spelled<unsigned>(source, 1, 80, 320, [](const Values& out) {
    for (unsigned t = 0; t < 80; ++t) {
      const unsigned lane = t % 32;
      const unsigned warp = t / 32;
      const unsigned threads_of_warp = warp == 2 ? 16 : 32;
      EXPECT_EQ(out[4 * t + 3], threads_of_warp) << t;
      if (lane % 4 != warp) continue;
      const unsigned upper = (0x11111111u << warp) & 0xffff0000u;
      EXPECT_EQ(out[4 * t], warp == 2 ? 0u : upper) << t;
      if (lane + 4 < threads_of_warp) {
        EXPECT_EQ(out[4 * t + 1], t + 4) << t;
      }
      EXPECT_EQ(out[4 * t + 2], (32 * warp + warp) ^ 1u) << t;
    }
  });
}

TEST(CudaSpellingWarpTest, OldSpellingAndMaskRegisters) {
  constexpr const char* source = R"(
    __global__ void k(unsigned* out) {
      const unsigned t = threadIdx.x;
      unsigned* o = out + 5 * t;
      o[0] = __ballot(t & 1);
      o[1] = __shfl_xor(t, 1);
      o[2] = __any(t == 63);
      double wide = __shfl_sync(0xffffffffu, t + 0.25, 31);
      o[3] = wide == (t | 31) + 0.25;
      unsigned lane, lower;
      asm("mov.u32 %0, %%laneid;" : "=r"(lane));
      asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(lower));
      o[4] = lane + 100 * __popc(lower);
    })";
  run_spelled<unsigned>(source, 1, threads, 5 * threads, [](const Values& out) {
    for (unsigned t = 0; t < threads; ++t) {
      const Values own(out.begin() + 5 * t, out.begin() + 5 * t + 5);
      const Values expected{0xaaaaaaaau, t ^ 1u, t / 32 == 1 ? 1u : 0u, 1u, 101 * (t % 32)};
      EXPECT_EQ(own, expected) << "thread " << t;
    }
  });
}

}  // namespace
}  // namespace duet::test
