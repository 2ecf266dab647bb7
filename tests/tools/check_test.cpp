// duet check as a user calls it, and headers in include folders. Other backends may be found beside
// this build: only results of this one are expected.

#include <duet/compile.hpp>
#include <nlohmann/json.hpp>

#include "command_fixture.hpp"

namespace {

using Json = nlohmann::json;

class CheckTest : public CommandTest {
 protected:
  Result check(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all{"check"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return duet(all);
  }
  /// The results of this build's backend, if the command printed nothing but JSON.
  static std::vector<Json> own_results(const Result& result) {
    std::vector<Json> own;
    const Json json = Json::parse(result.output.substr(result.output.find('{')), nullptr, false);
    if (!json.is_object()) return own;
    for (const Json& file : json["files"]) {
      for (const Json& target : file["results"])
        if (target["backend"] == duet::backend_name()) own.push_back(target);
    }
    return own;
  }
};

TEST_F(CheckTest, CompilesForEachTarget) {
  write("a.cu", "#include <cuda_fp16.h>\n__global__ void k(__half* x) { *x = __hadd(*x, *x); }");
  const Result result = check({"--cuda-headers", "--json", "a.cu"});
  EXPECT_EQ(result.status, 0) << result.output;
  const auto results = own_results(result);
  EXPECT_FALSE(results.empty()) << result.output;
  for (const Json& target : results) EXPECT_EQ(target["result"], "compiles") << target;
}

TEST_F(CheckTest, TellsWhatWasNotChecked) {
  write("a.cu", "__global__ void k(int* x) { *x = 1; }");
  const std::string architecture = duet::supported_architectures().back();
  expect_result(check({"a.cu", "--arch", architecture}), 0, {"compiles\n", "not checked for C"});
}

TEST_F(CheckTest, TellsWhatStopsAFile) {
  write("good.cu", "__global__ void k(int* x) { *x = 1; }");
  write("bad.cu", "__global__ void k(int* x) { *x = 1; cudaDeviceSynchronize(); }");
  const Result result = check({"--cuda-headers", "good.cu", "bad.cu"});
  expect_result(result, 1,
                {"good.cu\n", "compiles\n", "FAILED: does not compile", "'cudaDeviceSynchronize'"});
  EXPECT_EQ(result.output.find("duet: error"), std::string::npos) << result.output;
}

TEST_F(CheckTest, RunsWithWavesOf32And64) {
  if (duet::backend_name() != std::string_view("CPU")) GTEST_SKIP() << "runs on the CPU backend";
  write("sizes.cu",
        "__global__ void sum(const float* x, float* y, int n) {\n"
        "  float s = threadIdx.x < n ? x[threadIdx.x] : 0;\n"
        "  for (int i = 16; i > 0; i /= 2) s += __shfl_down_sync(~0u, s, i);\n"
        "  if (threadIdx.x % 32 == 0) y[threadIdx.x / 32] = s;\n}\n");
  const Result equal = check({"--cuda-headers", "sizes.cu", "-k", "sum", "--grid", "1", "--block",
                              "64", "rand:f32:64", "out:y.npy:f32:2", "i32:64"});
  expect_result(equal, 0, {"runs\n", "runs, with the results of waves of 32"});
  EXPECT_FALSE(exists("y.npy"));
  write("lanes.cu", "__global__ void lanes(int* x) { *x = warpSize; }");
  const Result differs =
      check({"lanes.cu", "--grid", "1", "--block", "1", "inout:full:i32:1:0:x.npy"});
  expect_result(differs, 1, {"with other results than waves of 32", "64 instead of 32"});
}

TEST_F(CheckTest, WrongUsage) {
  write("a.cu", "__global__ void k(int* x) { *x = 1; }");
  expect_result(check({}), 2, {"FILE"});
  expect_result(check({"b.cu"}), 2, {"'b.cu' does not exist"});
  expect_result(check({"a.cu", "out:y.npy:i32:1"}), 2, {"--grid and --block"});
  expect_result(check({"a.cu", "--grid", "1"}), 2, {"both --grid and --block"});
  expect_result(check({"a.cu", "--arch", "sm_1"}), 2, {"no compiler here supports --arch 'sm_1'"});
  expect_result(check({"a.cu", "--with", "/bin/true"}), 2, {"'/bin/true' is no duet command"});
}

/// Host code and PTX in a header reach no compiler only if the header was found.
class IncludeTest : public CommandTest {
 protected:
  void SetUp() override {
    for (const char* folder : {"inc/sub", "inc/memory", "inc/base"})
      std::filesystem::create_directories(folder_ / folder);
    write("inc/scale.cuh",
          "#pragma once\n#include \"twice.cuh\"\n#include <sub/lane.cuh>\n#include <vector>\n"
          "__device__ inline float scale(float x) { return twice(x) + lane(); }\n");
    // Its folder has the name of a standard header.
    write("inc/memory/size.h",
          "#pragma once\n#include <memory>\nstd::unique_ptr<int> made() { return make(1); }\n");
    write("inc/plain.h", "#pragma once\nint count() { return printf(\"\") + unknown(); }\n");
    write("inc/twice.cuh",
          "#pragma once\n#include <iostream>\n#include <memory/size.h>\n#include <plain.h>\n"
          "inline void tell() { std::cout << \"host\"; }\n"
          "__device__ __forceinline__ float twice(float x) { return __fmul_rn(2.0f, x); }\n");
    write("inc/sub/lane.cuh",
          "#pragma once\n__device__ inline unsigned lane() {\n  unsigned lane;\n"
          "  asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));\n  return lane;\n}\n");
    write("k.cu", source("<scale.cuh>"));
  }
  static std::string source(const std::string& header) {
    return "#include " + header +
           "\n#include \"twice.cuh\"\n__global__ void k(float* x) {\n"
           "  x[threadIdx.x] = scale(x[threadIdx.x]) + twice(1);\n}\n";
  }
  static std::string arch() {
    return duet::backend_name() == std::string_view("CUDA")  ? "sm_90"
           : duet::backend_name() == std::string_view("HIP") ? "gfx90a"
                                                             : "x86-64-v2";
  }
};

TEST_F(IncludeTest, HeadersOfFoldersAreFound) {
  expect_result(duet({"check", "--cuda-headers", "--arch", arch(), "-I", "inc", "k.cu"}), 0,
                {"compiles\n"});
  expect_result(duet({"compile", "--cuda-headers", "-I", "inc", "--arch", arch(), "k.cu"}), 0, {});
}

/// A header beside another one does not take the place of the system's.
TEST_F(IncludeTest, HeadersWithNamesOfTheSystems) {
  write("inc/base/all.h", "#pragma once\n#include \"./endian.h\"\n#include \"math.h\"\n");
  write("inc/base/endian.h",
        "#pragma once\n#include \"./all.h\"\n#include <endian.h>\n"
        "#define IS_LITTLE (__BYTE_ORDER == __LITTLE_ENDIAN)\n");
  write("inc/base/math.h", "#pragma once\n#include <math.h>\n#define ROOT(x) sqrtf(x)\n");
  write("system.cu",
        "#include <base/all.h>\n#include <math.h>\n"
        "__global__ void k(float* x) { *x = IS_LITTLE ? ROOT(*x) : M_PI; }\n");
  expect_result(duet({"check", "--cuda-headers", "--arch", arch(), "-I", "inc", "system.cu"}), 0,
                {"compiles\n"});
}

TEST_F(IncludeTest, KernelsUseTheHeaders) {
  NEEDS_DEVICE();
  expect_result(duet({"run", "--cuda-headers", "-I", "inc", "k.cu", "--grid", "1", "--block", "4",
                      "inout:full:f32:4:3:-"}),
                0, {"[ 8  9 10 11]"});
}

TEST_F(IncludeTest, AMissingHeaderTellsWhatThereIs) {
  write("own.cu", source("<scales.cuh>"));
  write("cub.cu", source("<cub/block/block_reduc.cuh>"));
  expect_result(duet({"check", "--cuda-headers", "--arch", arch(), "-I", "inc", "own.cu"}), 1,
                {"the header 'scales.cuh' was not found", "those are: ATen/…, algorithm, array,",
                 "of a header of your own, add its folder", "-I FOLDER"});
  expect_result(duet({"compile", "--cuda-headers", "-I", "inc", "--arch", arch(), "cub.cu"}), 1,
                {"the header 'cub/block/block_reduc.cuh' was not found",
                 "there is: cub/block/block_reduce.cuh"});
}

}  // namespace
