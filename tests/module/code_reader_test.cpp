#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <random>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAreArray;

// `inner` is a separate function in the code. It must not be listed as a kernel.
constexpr const char* source = R"(
#include <duet/device/kernel.hpp>
struct Nothing {};
struct Block { double values[5]; char tag; };
struct alignas(16) Wide { float values[8]; };
struct Long { int values[300]; };

extern "C" __global__ void none() {}

extern "C" __global__ void mixed(float a, const float* x, Block block, char c, short s, Wide wide,
                                 Nothing, double* y) {
  y[0] = a * x[0] + block.values[2] + c + s + wide.values[1];
}

extern "C" __global__ void many(int a, int b, int c, int d, int e, int f, int g, int h, int i,
                                int j, int k, double l, Long m, float* out) {
  out[0] = a + b + c + d + e + f + g + h + i + j + k + l + m.values[7];
}

extern "C" __global__ void __launch_bounds__(128) bounded(float* x) {
  __shared__ float tile[256];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[127 - threadIdx.x];
}

__device__ __attribute__((noinline)) int inner(int* x, int n) {
  int local[100];
  for (int i = 0; i < 100; ++i) local[i] = x[i];
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += local[(sum + i) % 100];
    local[sum % 100] += i;
  }
  return sum;
}
extern "C" __global__ void with_local(int* x, int n) { x[0] = inner(x, n); }

template <typename T>
__global__ void scale(T* x, T by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
)";

/// Code for two architectures, compiled once. The oldest one is left out, because some compilers
/// abort on valid kernels for it.
const std::vector<Code>& codes() {
  static const std::vector<Code> compiled = [] {
    std::vector<Code> result;
    const std::vector<std::string> all = supported_architectures();
    std::vector<std::string> chosen{all[all.size() / 2]};
    if (all.size() > 1) chosen.push_back(all.back());
    // NVRTC compiles for sm_XX and for compute_XX.
    if (all.back().starts_with("sm_")) chosen.push_back("compute_" + all.back().substr(3));
    const Program program{
        .name = "kinds", .source = source, .kernels = {"scale<float>", "scale<double>"}};
    for (const std::string& architecture : chosen) result.push_back(compile(program, architecture));
    return result;
  }();
  return compiled;
}

class CodeReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      codes();
    } catch (const Error& error) {
      if (error.code() != ErrorCode::no_compiler) throw;
      GTEST_SKIP() << "needs a compiler: " << error.what();
    }
  }
};

std::map<std::string, KernelInfo> by_name(const std::vector<KernelInfo>& kernels) {
  std::map<std::string, KernelInfo> result;
  for (const KernelInfo& kernel : kernels) result.emplace(kernel.name, kernel);
  return result;
}

/// Whether code of this format has all kernel properties. PTX and host code have only some of them.
bool has_all_properties(const Code& code) {
  return code.format == CodeFormat::cubin || code.format == CodeFormat::code_object;
}

template <typename T, typename Matcher>
void expect_property(const Code& code, const std::optional<T>& value, const Matcher& expected) {
  if (value || has_all_properties(code)) {
    EXPECT_THAT(value, testing::Optional(expected));
  }
}

template <typename Check>
void for_each_code(const Check& check) {
  for (const Code& code : codes()) {
    SCOPED_TRACE(std::string(name_of(code.format)) + " for " + code.architecture);
    check(code, by_name(read_kernels(code.bytes)));
  }
}

/// Reads code that may be damaged. Returns true if it could be read, false after a LoadError. Fails
/// on crashes and other exceptions.
bool reads(std::vector<std::byte> image) {
  image.shrink_to_fit();  // so that a sanitizer detects reads beyond the end
  try {
    read_kernels(image);
    return true;
  } catch (const LoadError& error) {
    EXPECT_EQ(error.code(), ErrorCode::load_failed);
    EXPECT_GT(std::strlen(error.what()), 10u);
    return false;
  }
}

TEST_F(CodeReaderTest, ListsKernelsOnly) {
  for_each_code([](const Code& code, const auto& kernels) {
    std::vector<std::string> names;
    for (const auto& [name, info] : kernels) names.push_back(name);
    EXPECT_THAT(names, UnorderedElementsAreArray({"none", "mixed", "many", "bounded", "with_local",
                                                  code.lowered_names.at("scale<float>").c_str(),
                                                  code.lowered_names.at("scale<double>").c_str()}));
  });
}

TEST_F(CodeReaderTest, ReadsParameterSizesInOrder) {
  for_each_code([](const Code& code, const auto& kernels) {
    const auto sizes = [&](const std::string& name) {
      return kernels.at(name).parameter_bytes.value_or(std::vector<std::size_t>{999});
    };
    EXPECT_THAT(sizes("none"), ElementsAre());
    EXPECT_THAT(sizes("mixed"), ElementsAre(4, 8, 48, 1, 2, 32, 1, 8));
    EXPECT_THAT(sizes("many"), ElementsAre(4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 8, 1200, 8));
    EXPECT_THAT(sizes("with_local"), ElementsAre(8, 4));
    EXPECT_THAT(sizes(code.lowered_names.at("scale<float>")), ElementsAre(8, 4, 4));
    EXPECT_THAT(sizes(code.lowered_names.at("scale<double>")), ElementsAre(8, 8, 4));
  });
}

TEST_F(CodeReaderTest, ReadsLaunchBounds) {
  for_each_code([](const Code& code, const auto& kernels) {
    const std::optional<int> most = kernels.at("bounded").max_threads;
    if (most || code.format != CodeFormat::shared_object) {
      EXPECT_THAT(most, testing::Optional(128));
    }
    EXPECT_GE(kernels.at("none").max_threads.value_or(1024), 1024);
  });
}

TEST_F(CodeReaderTest, ReadsArchitectureAndWaveSize) {
  for_each_code([](const Code& code, const auto& kernels) {
    for (const auto& [name, info] : kernels) {
      EXPECT_EQ(info.architecture, code.architecture) << name;
      EXPECT_THAT(info.wave_size, testing::Optional(testing::AnyOf(32, 64))) << name;
    }
  });
}

TEST_F(CodeReaderTest, ReadsTheSizeOfConstants) {
  for_each_code([](const Code& code, const auto& kernels) {
    if (const auto& bytes = kernels.at("none").constant_bytes) {
      EXPECT_EQ(*bytes, 0u);
    }
    const Code other = compile({.source = "__constant__ int table[10]; __constant__ float one;"
                                          "extern \"C\" __global__ void k(int* x) {"
                                          "  x[0] = table[x[1]] + int(one);"
                                          "}"},
                               code.architecture);
    // On AMD and the CPU constants are in global memory, and PTX has no layout yet.
    if (const auto bytes = read_kernels(other.bytes).at(0).constant_bytes) {
      EXPECT_EQ(*bytes, 44u);
    } else {
      EXPECT_NE(code.format, CodeFormat::cubin);
    }
  });
}

TEST_F(CodeReaderTest, DemanglesNames) {
  for_each_code([](const Code& code, const auto&) {
    EXPECT_THAT(readable_name(code.lowered_names.at("scale<float>")), HasSubstr("scale<float>"));
  });
  EXPECT_EQ(readable_name("_Z5scaleIfEvPT_S0_i"), "void scale<float>(float*, float, int)");
  for (const char* plain : {"none", "i", "", "_Z", "_Znonsense!"}) {
    EXPECT_EQ(readable_name(plain), plain);
  }
}

TEST_F(CodeReaderTest, ReadsMemoryAndRegisters) {
  for_each_code([](const Code& code, const auto& kernels) {
    expect_property(code, kernels.at("bounded").shared_bytes, std::size_t{1024});
    expect_property(code, kernels.at("none").shared_bytes, std::size_t{0});
    expect_property(code, kernels.at("none").local_bytes, std::size_t{0});
    expect_property(code, kernels.at("with_local").local_bytes, testing::Ge(std::size_t{400}));
    expect_property(code, kernels.at("with_local").registers,
                    testing::AllOf(testing::Gt(3), testing::Lt(513)));
  });
}

TEST_F(CodeReaderTest, RefusesOtherBytes) {
  EXPECT_THAT(error_of([] { read_kernels({}); }).what(), HasSubstr("empty"));
  std::mt19937 random(1);  // NOLINT: the same every time
  for (std::size_t size = 1; size < 300; ++size) {
    std::vector<std::byte> noise(size);
    std::ranges::generate(noise, [&] { return static_cast<std::byte>(random()); });
    EXPECT_FALSE(reads(noise)) << size << " bytes";
  }
}

TEST_F(CodeReaderTest, RefusesCodeOfAnotherMachine) {
  // An ELF header without tables, for machine 0xfefe.
  std::vector<std::byte> image(64);
  constexpr std::array<unsigned char, 20> start{0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0,    0,
                                                0,    0,   0,   0,   0, 0, 2, 0, 0xfe, 0xfe};
  std::memcpy(image.data(), start.data(), start.size());
  EXPECT_FALSE(reads(image));
}

TEST_F(CodeReaderTest, ATruncatedImageIsRefusedOrRead) {
  for_each_code([](const Code& code, const auto&) {
    const std::size_t step = std::max<std::size_t>(1, code.bytes.size() / 1500);
    std::size_t read = 0;
    std::size_t tried = 0;
    for (std::size_t size = 0; size < code.bytes.size(); size += step, ++tried) {
      const auto start = std::span(code.bytes).first(size);
      if (reads({start.begin(), start.end()})) ++read;
    }
    // A PTX text may end between two functions and still be valid.
    if (code.format != CodeFormat::ptx) {
      EXPECT_EQ(read, 0u) << "of " << tried;
    }
  });
}

TEST_F(CodeReaderTest, DamagedBytesNeverCrash) {
  for_each_code([](const Code& code, const auto&) {
    std::mt19937 random(7);  // NOLINT: the same every time
    const auto below = [&](std::size_t limit) { return random() % limit; };
    for (int i = 0; i < 2000; ++i) {
      std::vector<std::byte> image = code.bytes;
      for (std::size_t left = 1 + below(8); left > 0; --left) {
        // Half of the damaged bytes are in the header and in the tables at the end.
        const std::size_t end = std::min<std::size_t>(image.size(), 4096);
        const std::array places{below(std::min<std::size_t>(image.size(), 64)),
                                image.size() - 1 - below(end), below(image.size()),
                                below(image.size())};
        std::byte& byte = image[places[below(places.size())]];
        byte = below(2) == 0 ? static_cast<std::byte>(random())
                             : byte ^ static_cast<std::byte>(1u << below(8));
      }
      reads(std::move(image));
    }
  });
}

}  // namespace
}  // namespace duet::test
