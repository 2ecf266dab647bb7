// cooperative_groups.h defines what a program names: each kind of group is found by its name alone.

#include "spelling_program.hpp"

namespace duet::test {
namespace {

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
