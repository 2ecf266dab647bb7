// `duet run`: structures by value, pointers into arrays, values in memory and variables.

#include "run_fixture.hpp"

namespace {

using duet::tool::ElementType;

class RunStructures : public RunTest {
 protected:
  RunStructures() {
    write("net.cu", R"(
      struct Layer { const float* weights; int n; float bias; double scale[2]; char tag; };
      struct Net { Layer layers[2]; float* out; };
      __constant__ float factors[4];
      __device__ int count = 5;
      __device__ float* result;
      extern "C" __global__ void layered(Net net) {
        const int i = threadIdx.x;
        const Layer& layer = net.layers[1];
        if (i < layer.n) net.out[i] = layer.weights[i] * layer.scale[1] + layer.bias + layer.tag;
      }
      extern "C" __global__ void range(const float* begin, const float* end, int* n) {
        if (threadIdx.x == 0) { n[0] = int(end - begin); n[1] = int(begin[0]); }
      }
      extern "C" __global__ void rows(float** rows, const Layer* layers) {
        rows[1][threadIdx.x] = rows[0][threadIdx.x] * layers[1].n;
      }
      extern "C" __global__ void variables() {
        if (threadIdx.x == 0) count += 2;
        if (threadIdx.x < 4) result[threadIdx.x] = factors[threadIdx.x] * 2;
      }
      extern "C" __global__ void four(float4 v, float* out) { out[0] = v.x + 10 * v.w; }
    )");
  }
  Result net(const std::string& kernel, std::vector<std::string> more) const {
    more.insert(more.end(), {"-k", kernel});
    return run_file("net.cu", more);
  }
};

TEST_F(RunStructures, VectorsAreReadFromSmallerNumbers) {
  NEEDS_DEVICE();
  write("words.cu", R"(
    extern "C" __global__ void words(const uint4* words, unsigned* out) {
      out[threadIdx.x] = words[threadIdx.x].w;
    })");
  expect_result(run_file("words.cu", {"full:u8:128:1", "out:y.npy:u32:8"}), 0,
                {"warning", "argument 1 'full:u8:128:1' is an array of u8", "passed unchanged"});
  EXPECT_EQ(read<unsigned>("y.npy"), std::vector<unsigned>(8, 0x01010101));
  expect_result(run_file("words.cu", {"full:u8:120:1", "out:y.npy:u32:8"}), 2, {"write full:u32"});
}

constexpr const char* empty_layer = "struct(null, i32:0, f32:0, f64:0,0, i8:0)";

TEST_F(RunStructures, MembersAreListedAndAlignedAsInC) {
  NEEDS_DEVICE();
  const std::string text = std::string("struct(") + empty_layer +
                           ", struct(in:x.npy, i32:4, f32:0.5, f64:3,2, i8:7), out:y.npy:f32:4)";
  expect_result(net("layered", {text}), 0, {"wrote    y.npy f32 (4,)"});
  EXPECT_EQ(read<float>("y.npy"), (std::vector<float>{9.5, 11.5, 13.5, 15.5}));
  write_array<float>("right.npy", ElementType::f32, {9.5, 11.5, 13.5, 15});
  expect_result(net("layered", {text, "--expect", "right.npy"}), 1, {"1 of 4 numbers differ"});
}

TEST_F(RunStructures, BytesComeFromAFile) {
  NEEDS_DEVICE();
  const float four[4] = {1, 2, 3, 4};
  duet::tool::write_bytes(folder_ / "v.bin", std::as_bytes(std::span(four)));
  for (const char* value : {"bytes:v.bin", "struct(f32:1,2,3,4)", "struct(f32:1, pad:8, f32:4)"}) {
    expect_result(net("four", {value, "out:y.npy:f32:1"}), 0, {});
    EXPECT_EQ(read<float>("y.npy"), (std::vector<float>{41})) << value;
  }
  expect_result(net("four", {"bytes:none.bin", "out:y.npy:f32:1"}), 2, {"none.bin"});
  expect_result(net("four", {"f32:1", "out:y.npy:f32:1"}), 2, {"argument 1 'f32:1'", "float4"});
}

TEST_F(RunStructures, PointersPointIntoNamedArrays) {
  NEEDS_DEVICE();
  expect_result(net("range", {"into:x:2", "into:x:8", "out:n.npy:i32:2"}), 2,
                {"no array is named 'x'"});
  write_array<float>("eight.npy", ElementType::f32, {0, 1, 2, 3, 4, 5, 6, 7});
  expect_result(net("range", {"x=in:eight.npy", "into:x:8", "out:n.npy:i32:2"}), 0, {});
  EXPECT_EQ(read<int>("n.npy"), (std::vector<int>{8, 0}));
  expect_result(net("range", {"x=in:eight.npy", "into:x:9", "out:n.npy:i32:2"}), 2,
                {"argument 'into:x:9'", "has 8 elements"});
  expect_result(net("range", {"x=in:eight.npy", "x=in:eight.npy", "out:n.npy:i32:2"}), 2,
                {"two arrays have the name 'x'"});
}

TEST_F(RunStructures, ValuesInMemoryHaveAddressesAndStructures) {
  NEEDS_DEVICE();
  const std::string layers =
      std::string("array(") + empty_layer + ", struct(into:a:0, i32:3, f32:0, f64:0,0, i8:0))";
  expect_result(net("rows", {"array(a=arange:f32:8, out:y.npy:f32:8)", layers}), 0, {});
  EXPECT_EQ(read<float>("y.npy"), (std::vector<float>{0, 3, 6, 9, 12, 15, 18, 21}));
}

TEST_F(RunStructures, VariablesAreSetAndWritten) {
  NEEDS_DEVICE();
  const std::vector<std::string> factors{"--variable", "factors=in:x.npy", "--variable",
                                         "result=struct(out:y.npy:f32:4)"};
  auto all = factors;
  all.insert(all.end(), {"--variable", "count=out:n.npy:i32:1"});
  expect_result(net("variables", all), 0, {"wrote    n.npy i32 (1,)"});
  EXPECT_EQ(read<float>("y.npy"), (std::vector<float>{2, 4, 6, 8}));
  EXPECT_EQ(read<int>("n.npy"), (std::vector<int>{7})) << "keeps the value of the program";
  all.back() = "count=inout:full:i32:1:40:n.npy";
  expect_result(net("variables", all), 0, {});
  EXPECT_EQ(read<int>("n.npy"), (std::vector<int>{42}));
}

TEST_F(RunStructures, WrongVariablesAreNamed) {
  NEEDS_DEVICE();
  const auto refuses = [&](const std::string& variable, const std::vector<std::string>& parts) {
    expect_result(net("variables", {"--variable", variable}), 2, parts);
  };
  refuses("factors=rand:f32:3", {"'factors=rand:f32:3' has 12 bytes, but 'factors' has 16"});
  refuses("factors", {"--variable 'factors'", "write NAME=ARG"});
  refuses("result=null", {"result=struct(null)"});
  expect_result(net("variables", {"--variable", "missing=i32:1"}), 1, {"missing", "factors"});
}

TEST_F(RunStructures, StructuresOfAnotherSizeAreRefused) {
  NEEDS_DEVICE();
  expect_result(net("layered", {"struct(i32:1)"}), 2,
                {"argument 1 'struct(i32:1)' has 4 bytes", "'Net net'", "has 88"});
  expect_result(net("layered", {"i32:1"}), 2, {"has 4 bytes"});
  expect_result(scale({"struct(i32:1)", "out:y.npy:f32:4", "i32:4", "f32:2"}), 2,
                {"is a structure by value", "array(struct("});
  expect_result(scale({"in:x.npy", "out:y.npy:f32:4", "struct(i32:4)", "f32:2"}), 2,
                {"is a structure", "write i32:VALUE"});
}

}  // namespace
