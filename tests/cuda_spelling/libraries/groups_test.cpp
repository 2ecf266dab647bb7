// cooperative_groups.h

#include <set>

#include "cuda_spelling/spelling_program.hpp"

namespace duet::test {
namespace {

constexpr unsigned threads = 96;
using Values = std::vector<unsigned>;

TEST(CudaSpellingGroupsTest, TilesReduceScanAndShuffle) {
  constexpr const char* source = R"(
    #include <cooperative_groups.h>
    #include <cooperative_groups/reduce.h>
    #include <cooperative_groups/scan.h>
    namespace cg = cooperative_groups;
    __global__ void k(unsigned* out) {
      cg::thread_block block = cg::this_thread_block();
      const unsigned t = block.thread_rank();
      unsigned* o = out + 8 * t;
      auto warp = cg::tiled_partition<32>(block);
      cg::thread_block_tile<8> tile = cg::tiled_partition<8>(warp);
      o[0] = cg::reduce(warp, t, cg::plus<unsigned>());
      o[1] = cg::reduce(tile, t, cg::greater<unsigned>());
      o[2] = cg::inclusive_scan(tile, t);
      o[3] = tile.shfl(t, 3) + 1000 * tile.meta_group_rank() + 10000 * tile.meta_group_size();
      o[4] = tile.ballot(t % 2);
      o[5] = cg::exclusive_scan(warp, 1u, cg::plus<unsigned>());
      o[6] = warp.meta_group_rank() + 10 * warp.meta_group_size() + 100 * block.size();
      o[7] = tile.any(t == 17) + 2 * tile.all(t >= 8);
      block.sync();
    })";
  run_spelled<unsigned>(source, 1, threads, 8 * threads, [](const Values& out) {
    for (unsigned t = 0; t < threads; ++t) {
      const unsigned lane = t % 32;
      const unsigned first = t - lane;
      const unsigned tile = t - t % 8;
      unsigned scan = 0;
      for (unsigned i = tile; i <= t; ++i) scan += i;
      const Values own(out.begin() + 8 * t, out.begin() + 8 * t + 8);
      const Values expected{32 * first + 496,
                            tile + 7,
                            scan,
                            tile + 3 + 1000 * (lane / 8) + 40000,
                            0xaau,
                            lane,
                            t / 32 + 30 + 9600,
                            (tile == 16 ? 1u : 0u) + (tile >= 8 ? 2u : 0u)};
      EXPECT_EQ(own, expected) << "thread " << t;
    }
  });
}

TEST(CudaSpellingGroupsTest, ResultsAreAtomicObjects) {
  constexpr const char* source = R"(
    #include <cooperative_groups.h>
    #include <cooperative_groups/reduce.h>
    #include <cooperative_groups/scan.h>
    #include <cuda/atomic>
    namespace cg = cooperative_groups;
    __global__ void k(unsigned* out) {
      __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> total, last;
      __shared__ unsigned used;
      __shared__ float stored[12];
      cg::thread_block block = cg::this_thread_block();
      const unsigned t = block.thread_rank();
      if (t == 0) total = 7, used = 0;
      block.sync();
      auto tile = cg::tiled_partition<8>(block);
      cg::reduce_update_async(tile, total, t, cg::plus<unsigned>());
      cg::reduce_store_async(tile, stored + t / 8, 0.5f, cg::plus<float>());
      if (t / 8 == 3) cg::reduce_store_async(tile, last, t, cg::greater<unsigned>());
      const cuda::atomic_ref<unsigned, cuda::thread_scope_block> next(used);
      // Each thread of an odd number takes a place of its own.
      const unsigned place = cg::exclusive_scan_update(tile, next, t % 2);
      const unsigned end = cg::inclusive_scan_update(tile, next, 2u, cg::plus<unsigned>());
      block.sync();
      out[4 * t] = place;
      out[4 * t + 1] = end;
      out[4 * t + 2] = t == 0 ? total.load() : used;
      out[4 * t + 3] = t == 0 ? last.load() : unsigned(stored[t / 8]);
    })";
  run_spelled<unsigned>(source, 1, threads, 4 * threads, [](const Values& out) {
    EXPECT_EQ(out[2], 7 + threads * (threads - 1) / 2);
    EXPECT_EQ(out[3], 31U);
    std::set<unsigned> taken;
    const auto row = [&](unsigned t) {
      const auto begin = out.begin() + std::ptrdiff_t{4} * t;
      return Values(begin, begin + 4);
    };
    for (unsigned t = 0; t < threads; ++t) {
      const Values own = row(t);
      const Values first = row(t - t % 8);
      if (t > 0) {
        EXPECT_EQ(own[2], threads / 2 + 2 * threads);
        EXPECT_EQ(own[3], 4U);
      }
      // Within a tile, places are in the order of threads.
      EXPECT_EQ(own[0], first[0] + t % 8 / 2) << "thread " << t;
      EXPECT_EQ(own[1], first[1] + 2 * (t % 8)) << "thread " << t;
      if (t % 2 == 1) {
        EXPECT_TRUE(taken.insert(own[0]).second) << "thread " << t;
      }
    }
  });
}

TEST(CudaSpellingGroupsTest, CoalescedAndLabeledGroups) {
  constexpr const char* source = R"(
    #include <cooperative_groups.h>
    #include <cooperative_groups/memcpy_async.h>
    namespace cg = cooperative_groups;
    __global__ void k(unsigned* out) {
      __shared__ unsigned copied[96];
      cg::thread_block block = cg::this_thread_block();
      const unsigned t = block.thread_rank();
      unsigned* o = out + 6 * t;
      auto warp = cg::tiled_partition<32>(block);
      auto same = cg::labeled_partition(warp, t % 3);
      o[0] = same.size();
      o[1] = same.thread_rank();
      o[2] = same.shfl(t, 1);
      o[3] = same.shfl_down(t, 1) + 1000 * same.meta_group_size();
      if (t % 2 == 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        o[4] = active.size() > 0 && active.size() <= 16 && active.thread_rank() < active.size();
      }
      block.sync();
      cg::memcpy_async(block, copied, out, sizeof(unsigned) * 96);
      cg::wait(block);
      o[5] = copied[t] == out[t];
    })";
  run_spelled<unsigned>(source, 1, threads, 6 * threads, [](const Values& out) {
    for (unsigned t = 0; t < threads; ++t) {
      const unsigned first = t - t % 32;
      Values same;
      for (unsigned i = first; i < first + 32; ++i) {
        if (i % 3 == t % 3) same.push_back(i);
      }
      const auto at = std::find(same.begin(), same.end(), t);
      const auto next = at + 1 == same.end() ? at : at + 1;
      EXPECT_EQ(out[6 * t], same.size()) << t;
      EXPECT_EQ(out[6 * t + 1], static_cast<unsigned>(at - same.begin())) << t;
      EXPECT_EQ(out[6 * t + 2], same[1]) << t;
      EXPECT_EQ(out[6 * t + 3], *next + 3000) << t;
      if (t % 2 == 0) {
        EXPECT_EQ(out[6 * t + 4], 1u) << t;
      }
    }
  });
}

/// cooperative_groups.h defines what a program names.
TEST(GroupsPartsTest, EveryNameIsFound) {
  const char* const bodies[] = {
      "cg::thread_block block = cg::this_thread_block(); cg::sync(block);",
      "*x = int(cg::thread_rank(cg::this_thread_block()));",
      "*x = int(cg::group_size(cg::this_thread_block()));",
      "cg::invoke_one(cg::this_thread_block(), [&] { *x = 1; });",
      "cg::this_grid().sync();",
      "cg::grid_group* group = nullptr; *x = int(sizeof(*group));",
      "cg::thread_block_tile<8>* tile = nullptr; *x = int(sizeof(*tile));",
      "cg::thread_group group = cg::this_thread_block(); group.sync();",
      "cg::coalesced_group* group = nullptr; *x = int(sizeof(*group));",
      "*x = int(cg::coalesced_threads().size());",
      "*x = int(cg::tiled_partition<4>(cg::this_thread_block()).size());",
  };
  for (const std::string body : bodies) {
    const Program program = spelled(
        "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
        "extern \"C\" __global__ void k(int* x) { " +
            body + " }",
        {"k"});
    EXPECT_NO_THROW((void)compile(program, spelled_architectures().front())) << body;
  }
}

TEST(GroupsPartsTest, HeadersOfOperationsBringTheGroups) {
  for (const char* header : {"reduce.h", "scan.h", "memcpy_async.h"}) {
    const Program program =
        spelled(std::string("#include <cooperative_groups.h>\n#include <cooperative_groups/") +
                    header + ">\nextern \"C\" __global__ void k(int* x) { *x = 1; }",
                {"k"});
    EXPECT_NO_THROW((void)compile(program, spelled_architectures().front())) << header;
  }
}

}  // namespace
}  // namespace duet::test
