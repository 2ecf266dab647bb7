#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

using ModuleTest = DeviceTest;

Program two_kernels() {
  return {.name = "two",
          .source = R"(
            namespace ns { template <int N> __global__ void set(int* x) { x[threadIdx.x] = N; } }
            extern "C" __global__ void plain(int* x) { x[threadIdx.x] = -1; }
          )",
          .kernels = {"ns::set<3>", "ns::set<4>"}};
}

int run(const Kernel& kernel) {
  const Stream stream(kernel.device());
  const Buffer<int> result(stream, 1);
  launch(stream, kernel, {{1}, {1}}, result);
  return read(stream, result)[0];
}

TEST_F(ModuleTest, SuggestsASimilarKernel) {
  const Code code =
      compile({.source = "template <typename T> __global__ void scale(T* x) { *x = 1; }"
                         "extern \"C\" __global__ void fill(int* x) { *x = 1; }",
               .kernels = {"scale<int>"}},
              device());
  const Module module(device(), code);
  const auto message = [&](const char* name) {
    const Error error = error_of([&] { (void)module.kernel(name); });
    EXPECT_EQ(error.code(), ErrorCode::unknown_kernel);
    return std::string(error.what());
  };
  EXPECT_EQ(
      message("scale").find("the module has no kernel 'scale'; did you mean 'scale<int>'? The "
                            "module has fill, scale<int>."),
      0)
      << message("scale");
  EXPECT_EQ(message("absent").find("the module has no kernel 'absent'. The module has "), 0);
  const Module unnamed(device(), std::span<const std::byte>(code.bytes));
  EXPECT_NE(std::string(error_of([&] { (void)unnamed.kernel("scale<float>"); }).what())
                .find("scale<int>"),
            std::string::npos);
}

TEST_F(ModuleTest, FindsKernelsByExpressionAndByName) {
  const Code code = compile(two_kernels(), device());
  const Module module(device(), code);
  EXPECT_EQ(run(module.kernel("ns::set<3>")), 3);
  EXPECT_EQ(run(module.kernel("ns::set<4>")), 4);
  EXPECT_EQ(run(module.kernel("plain")), -1);
  EXPECT_EQ(run(module.kernel(code.lowered_names.at("ns::set<3>"))), 3);
  EXPECT_THAT(module.kernel_names(), testing::ElementsAre("ns::set<3>", "ns::set<4>", "plain"));
  EXPECT_EQ(module.device(), device());
}

TEST_F(ModuleTest, AnUnknownKernelListsTheExistingOnes) {
  const Module module(device(), compile(two_kernels(), device()));
  const Error error = error_of([&] { (void)module.kernel("ns::set<5>"); });
  EXPECT_EQ(error.code(), ErrorCode::unknown_kernel);
  EXPECT_THAT(error.what(),
              testing::AllOf(HasSubstr("ns::set<5>"), HasSubstr("ns::set<3>"), HasSubstr("plain")));
  EXPECT_EQ(error_of([&] { (void)module.kernel(""); }).code(), ErrorCode::unknown_kernel);
}

TEST_F(ModuleTest, KernelsKeepTheirCodeLoaded) {
  Kernel kernel;
  {
    const Module module(device(), compile(two_kernels(), device()));
    kernel = module.kernel("ns::set<4>");
  }
  EXPECT_EQ(run(kernel), 4);
}

TEST_F(ModuleTest, KernelIdsAreNeverReused) {
  const Code code = compile(two_kernels(), device());
  std::set<std::uint64_t> ids;
  for (int round = 0; round < 10; ++round) {
    const Module module(device(), code);
    EXPECT_TRUE(ids.insert(module.kernel("ns::set<3>").id()).second);
    EXPECT_EQ(module.kernel("ns::set<3>").id(), module.kernel("ns::set<3>").id());
    EXPECT_NE(module.kernel("ns::set<4>").id(), module.kernel("ns::set<3>").id());
  }
}

TEST_F(ModuleTest, KernelsReportTheirProperties) {
  const Kernel kernel = make_kernel(device(), R"(
    __global__ void __launch_bounds__(128) k(float* x, char c, double d) {
      __shared__ float tile[256];
      tile[threadIdx.x] = x[threadIdx.x]; __syncthreads();
      x[threadIdx.x] = tile[127 - threadIdx.x] + c + d;
    })",
                                    "k");
  EXPECT_EQ(kernel.name(), "k");
  const KernelInfo& info = kernel.info();
  EXPECT_THAT(info.parameter_bytes, testing::Optional(testing::ElementsAre(8, 1, 8)));
  ASSERT_TRUE(info.max_threads.has_value());
  EXPECT_GE(*info.max_threads, 128);
}

TEST_F(ModuleTest, LoadsFromMemoryAndFile) {
  const Code code = compile(two_kernels(), device());
  const Module from_memory(device(), code.bytes);
  EXPECT_EQ(run(from_memory.kernel("plain")), -1);
  EXPECT_EQ(run(from_memory.kernel(code.lowered_names.at("ns::set<4>"))), 4);

  const std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / "duet_module_test.code";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(code.bytes.data()),
             static_cast<std::streamsize>(code.bytes.size()));
  EXPECT_EQ(run(Module::from_file(device(), path).kernel("plain")), -1);
  std::filesystem::remove(path);

  const Error error = error_of([&] { (void)Module::from_file(device(), path); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_THAT(error.what(), HasSubstr("duet_module_test.code"));
  EXPECT_EQ(error_of([&] { (void)Module::from_file(device(), testing::TempDir()); }).code(),
            ErrorCode::io);
}

TEST_F(ModuleTest, DamagedCodeIsALoadError) {
  const Code code = compile(two_kernels(), device());
  const auto refuse = [&](std::span<const std::byte> image) {
    try {
      (void)Module(device(), image);
      return testing::AssertionFailure() << image.size() << " bytes were loaded";
    } catch (const LoadError& error) {
      return testing::AssertionSuccess() << error.what();
    }
  };
  const std::span<const std::byte> whole(code.bytes);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{3}, std::size_t{63}, whole.size() / 2, whole.size() - 1}) {
    EXPECT_TRUE(refuse(whole.first(size)));
  }
  std::vector<std::byte> noise(4096);
  std::mt19937 random(7);
  for (std::byte& byte : noise) byte = static_cast<std::byte>(random());
  EXPECT_TRUE(refuse(noise));
  EXPECT_EQ(run(Module(device(), code).kernel("plain")), -1) << "a valid image still loads";
}

TEST_F(ModuleTest, CodeForAnotherArchitectureIsRefused) {
  const std::vector<std::string> all = supported_architectures();
  for (const std::string& architecture : {all.front(), all.back()}) {
    const Code code = compile(two_kernels(), architecture);
    try {
      EXPECT_EQ(run(Module(device(), code).kernel("plain")), -1);
    } catch (const LoadError& error) {
      EXPECT_NE(architecture, device().info().architecture);
      EXPECT_THAT(error.what(),
                  testing::AllOf(HasSubstr(architecture), HasSubstr(device().info().architecture)));
    }
  }
}

TEST_F(ModuleTest, EmptyHandlesAreErrors) {
  const Module module;
  const Kernel kernel;
  EXPECT_FALSE(module);
  EXPECT_FALSE(kernel);
  EXPECT_EQ(error_of([&] { (void)module.kernel("x"); }).code(), ErrorCode::invalid_handle);
  EXPECT_EQ(error_of([&] { (void)module.device(); }).code(), ErrorCode::invalid_handle);
  EXPECT_EQ(error_of([&] { (void)kernel.name(); }).code(), ErrorCode::invalid_handle);
  const Stream stream(device());
  EXPECT_EQ(error_of([&] {
              launch(stream, kernel, {{1}, {1}});
            }).code(),
            ErrorCode::invalid_handle);
}

}  // namespace
}  // namespace duet::test
