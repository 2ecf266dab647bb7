#include "wave_run.hpp"

namespace duet::test {
namespace {

using WaveMaskTest = DeviceTest;

TEST_F(WaveMaskTest, MasksSelectTheLanesOfABranch) {
  const WaveRun<Mask> run(device(), R"(
    const duet::lane_mask even = duet::lane_mask(0x5555555555555555ull);
    const duet::lane_mask mine = lane % 2 == 0 ? even : duet::lane_mask(~even);
    if (lane % 2 == 0) {
      out[t] = duet::ballot(even, lane < 10);
      out[t + 128] = duet::shuffle(even, t, lane < 2 ? lane : lane - 2);
      out[t + 256] = duet::any(even, lane == 4) + 2 * duet::all(even, lane % 2 == 0) +
                     4 * duet::any(even, lane == 5);
      out[t + 384] = duet::match_any(even, lane / 8);
    } else {
      out[t] = duet::ballot(mine, lane < 20);
      duet::wave_barrier(mine);
      out[t + 128] = duet::shuffle_down(mine, t, 2);
      out[t + 256] = duet::match_all(mine, lane % 2) + 2 * duet::match_all(mine, lane);
      out[t + 384] = duet::match_any(mine, lane % 4);
    }
  )",
                          {{1}, {128}}, 512, "duet::uint64_t");
  const Mask wave = first_lanes(run.wave_size);
  for (unsigned t = 0; t < 128; ++t) {
    const unsigned lane = t % run.wave_size;
    SCOPED_TRACE(t);
    if (lane % 2 == 0) {
      EXPECT_EQ(run.values[t], 0x155u);
      EXPECT_EQ(run.values[t + 128], lane < 2 ? t : t - 2);
      EXPECT_EQ(run.values[t + 256], 1u + 2u);
      EXPECT_EQ(run.values[t + 384], Mask{0x55} << lane / 8 * 8);
    } else {
      EXPECT_EQ(run.values[t], 0xaaaaau);
      EXPECT_EQ(run.values[t + 128], lane + 2 < run.wave_size ? t + 2 : t);
      EXPECT_EQ(run.values[t + 256], 1u);
      EXPECT_EQ(run.values[t + 384],
                (lane % 4 == 1 ? 0x2222222222222222 : 0x8888888888888888) & wave);
    }
  }
}

/// Lanes with different masks reach the same call together.
TEST_F(WaveMaskTest, VotesCountTheLanesOfTheOwnMaskOnly) {
  const WaveRun<Mask> run(device(), R"(
    const duet::lane_mask even = duet::lane_mask(0x5555555555555555ull);
    const duet::lane_mask mine = lane % 2 == 0 ? even : duet::lane_mask(~even);
    out[t] = duet::ballot(mine, lane < 10);
    out[t + 128] = duet::any(mine, lane == 4) + 2 * duet::all(mine, lane % 2 == 0);
    out[t + 256] = duet::match_any(mine, 7);
  )",
                          {{1}, {128}}, 384, "duet::uint64_t");
  for (unsigned t = 0; t < 128; ++t) {
    const Mask mine = (t % 2 == 0 ? 0x5555555555555555 : 0xaaaaaaaaaaaaaaaa);
    EXPECT_EQ(run.values[t], mine & first_lanes(10)) << t;
    EXPECT_EQ(run.values[t + 128], t % 2 == 0 ? 3u : 0u) << t;
    EXPECT_EQ(run.values[t + 256], mine & first_lanes(run.wave_size)) << t;
  }
}

/// Groups of lanes in different branches, with different numbers of operations.
TEST_F(WaveMaskTest, OperationsWithSeveralMasksMayBePending) {
  const WaveRun<int> run(device(), R"(
    const int group = lane / 8;
    const duet::lane_mask mask = duet::lane_mask(0xff) << (group * 8);
    int sum = lane;
    if (group % 2 == 0) {
      for (int i = 0; i <= group; ++i) sum += duet::shuffle_xor(mask, sum, 1);
    } else {
      for (int i = 0; i <= group; ++i) sum = duet::shuffle(mask, sum, group * 8 + (lane + 1) % 8);
    }
    out[t] = sum;
  )",
                         {{1}, {128}}, 128, "int");
  for (unsigned first = 0; first < 128; first += run.wave_size) {
    std::vector<int> sums(run.wave_size);
    for (unsigned i = 0; i < run.wave_size; ++i) sums[i] = static_cast<int>(i);
    for (unsigned group = 0; group < run.wave_size / 8; ++group) {
      for (unsigned turn = 0; turn <= group; ++turn) {
        const std::vector<int> old = sums;
        for (unsigned i = group * 8; i < group * 8 + 8; ++i) {
          sums[i] = group % 2 == 0 ? old[i] + old[i ^ 1] : old[group * 8 + (i + 1) % 8];
        }
      }
    }
    for (unsigned i = 0; i < run.wave_size; ++i) EXPECT_EQ(run.values[first + i], sums[i]) << i;
  }
}

TEST_F(WaveMaskTest, OperationsDoNotWaitForExitedLanes) {
  const WaveRun<Mask> run(device(), R"(
    if (lane % 4 == 3) return;
    const duet::lane_mask all = duet::lane_mask(~duet::lane_mask(0));
    out[t] = duet::ballot(all, true);
    out[t + 128] = duet::shuffle(all, t, lane / 4 * 4);
    if (lane >= 16) return;
    out[t + 256] = duet::ballot(duet::lane_mask(0xffff), lane > 3);
    duet::barrier();
    out[t + 256] += duet::all(duet::lane_mask(0xffff), lane < 16);
  )",
                          {{1}, {128}}, 384, "duet::uint64_t");
  const Mask here = 0x7777777777777777 & first_lanes(run.wave_size);
  for (unsigned t = 0; t < 128; ++t) {
    const unsigned lane = t % run.wave_size;
    if (lane % 4 == 3) continue;
    EXPECT_EQ(run.values[t], here) << t;
    EXPECT_EQ(run.values[t + 128], t / 4 * 4) << t;
    EXPECT_EQ(run.values[t + 256], lane < 16 ? 0x7770u + 1u : 0u) << t;
  }
}

TEST_F(WaveMaskTest, ActiveMaskHasTheLanesOfABranch) {
  const WaveRun<Mask> run(device(), R"(
    if (lane % 3 == 1) {
      const duet::lane_mask here = duet::active_mask();
      out[t] = here;
      out[t + 128] = duet::ballot(here, lane > 9);
    }
  )",
                          {{1}, {128}}, 256, "duet::uint64_t");
  for (unsigned t = 0; t < 128; ++t) {
    const unsigned lane = t % run.wave_size;
    if (lane % 3 != 1) continue;
    const Mask own = Mask{1} << lane;
    const Mask branch = 0x2492492492492492 & first_lanes(run.wave_size);
    // The mask may have fewer lanes than took the branch, but no other lanes, and it has the
    // caller.
    EXPECT_EQ(run.values[t] & own, own);
    EXPECT_EQ(run.values[t] & ~branch, 0u);
    EXPECT_EQ(run.values[t + 128], run.values[t] & ~first_lanes(10));
  }
}

}  // namespace
}  // namespace duet::test
