// cub/cub.cuh includes what a program names: each name is found, in every text of the program.

#include "cuda_spelling/spelling_program.hpp"

namespace duet::test {
namespace {

void expect_to_compile(const Program& program, const std::string& what) {
  EXPECT_NO_THROW((void)compile(program, spelled_architectures().front())) << what;
}

TEST(CubPartsTest, EveryNameIsFound) {
  const char* const types[] = {"BlockAdjacentDifference<int, 64>",
                               "BlockDiscontinuity<int, 64>",
                               "BlockExchange<int, 64, 2>",
                               "BlockHistogram<unsigned char, 64, 2, 16>",
                               "BlockHistogramAlgorithm",
                               "BlockLoad<int, 64, 2>",
                               "BlockLoadAlgorithm",
                               "BlockRadixSort<int, 64, 2>",
                               "BlockRakingLayout<int, 64>",
                               "BlockReduce<int, 64>",
                               "BlockReduceAlgorithm",
                               "BlockScan<int, 64>",
                               "BlockScanAlgorithm",
                               "BlockShuffle<int, 64>",
                               "BlockStore<int, 64, 2>",
                               "BlockStoreAlgorithm",
                               "WarpExchange<int, 2>",
                               "WarpExchangeAlgorithm",
                               "WarpLoad<int, 2>",
                               "WarpLoadAlgorithm",
                               "WarpReduce<int>",
                               "WarpScan<int>",
                               "WarpStore<int, 2>",
                               "WarpStoreAlgorithm",
                               "BlockMergeSort<int, 64, 2>",
                               "Traits<int>",
                               "CacheLoadModifier",
                               "CacheStoreModifier",
                               "KeyValuePair<int, int>",
                               "Sum"};
  const char* const values[] = {"BLOCK_HISTO_SORT",  "BLOCK_LOAD_DIRECT",  "BLOCK_REDUCE_RAKING",
                                "BLOCK_SCAN_RAKING", "BLOCK_STORE_DIRECT", "WARP_EXCHANGE_SMEM",
                                "WARP_LOAD_DIRECT",  "WARP_STORE_DIRECT",  "LOAD_CA",
                                "STORE_CG",          "LaneMaskLt()",       "LaneMaskGe()"};
  const std::string include = "#include <cub/cub.cuh>\n";
  const std::string kernel = "extern \"C\" __global__ void k(int* x) { ";
  const auto compile_kernel = [&](const std::string& body) {
    expect_to_compile(spelled(include + kernel + body + " }", {"k"}), body);
  };
  for (const std::string type : types) {
    compile_kernel("*x = int(sizeof(cub::" + type + "));");
  }
  for (const std::string value : values) compile_kernel("*x = int(cub::" + value + ");");
  for (const char* call : {"cub::LoadDirectBlocked(0, x, y)", "cub::StoreDirectBlocked(0, x, y)",
                           "cub::LoadDirectStriped<64>(0, x, y)"}) {
    compile_kernel("int y[2]{}; " + std::string(call) + ";");
  }
}

constexpr const char* sums = R"(
  extern "C" __global__ void k(int* x) {
    __shared__ typename REDUCE::TempStorage storage;
    *x = REDUCE(storage).Sum(*x);
  })";

TEST(CubPartsTest, NamesMayStandInMacrosAndHeaders) {
  const std::string include = "#include <cub/cub.cuh>\n";
  const std::string type = "cub::BlockReduce<int, 64>";
  expect_to_compile(spelled(include + "#define REDUCE " + type + "\n" + sums, {"k"}), "a macro");
  expect_to_compile(
      spelled(include +
                  "#define JOIN(a, b) a##b\n#define REDUCE cub::JOIN(Block, Reduce)<int, 64>\n" +
                  sums,
              {"k"}),
      "a joined name");
  Program program = spelled(include + sums, {"k"});
  program.options.defines = {"REDUCE=" + type};
  expect_to_compile(program, "an option");
  const std::string types = std::string(include).append("using Reduce = ").append(type) + ";\n";
  for (const bool first : {true, false}) {
    const std::string own = "#include \"own.hpp\"\n";
    program = spelled((first ? own + include : include + own) + sums, {"k"});
    program.headers = {{"own.hpp", "#include \"types.hpp\"\n#define REDUCE Reduce\n"},
                       {"types.hpp", types}};
    expect_to_compile(program, "a header");
  }
  program = spelled(include + "template <typename T> __global__ void k(T*) {}", {});
  program.kernels = {"k<cub::BlockScan<int, 64>>"};
  expect_to_compile(program, "a name expression");
}

}  // namespace
}  // namespace duet::test
