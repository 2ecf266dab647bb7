// Options for loading, and the errors for code that a device cannot load.

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A kernel whose threads need many registers.
Program hungry() {
  return {.name = "hungry", .source = R"(
    extern "C" __global__ void hungry(float* x, int n) {
      float kept[64];
      for (int i = 0; i < 64; ++i) kept[i] = x[i * n];
      for (int round = 0; round < n; ++round)
        for (int i = 0; i < 64; ++i) kept[i] = kept[i] * kept[(i + 7) % 64] + 1.0f;
      float sum = 0;
      for (int i = 0; i < 64; ++i) sum += kept[i];
      x[threadIdx.x] = sum;
    }
    extern "C" __global__ void answer(int* x) { *x = 42; })"};
}

class LoadTest : public DeviceTest {
 protected:
  static int answer_of(const Module& module) {
    const Stream stream(device());
    const Buffer<int> result(stream, 1);
    launch(stream, module.kernel("answer"), {{1}, {1}}, result);
    return read(stream, result)[0];
  }

  /// The error of loading an image.
  static Error refusal(std::span<const std::byte> image) {
    return error_of([&] { (void)Module(device(), image); });
  }

  /// PTX, which the driver compiles when it is loaded; nullopt on backends without PTX.
  static std::optional<Code> assembly() {
    const std::string architecture = device().info().architecture;
    if (!architecture.starts_with("sm_")) return std::nullopt;
    const std::vector<std::string> all = supported_architectures();
    const bool is_known = std::ranges::find(all, architecture) != all.end();
    return compile(hungry(), "compute_" + (is_known ? architecture : all.front()).substr(3));
  }
};

#define NEEDS_ASSEMBLY(code)                   \
  const std::optional<Code> code = assembly(); \
  if (!code) GTEST_SKIP() << "needs PTX"

/// Replaces the first occurrence of `old`, up to the end of its line, by `line`.
std::vector<std::byte> with(const Code& code, const std::string& old, const std::string& line) {
  std::string text(reinterpret_cast<const char*>(code.bytes.data()), code.bytes.size());
  const std::size_t begin = text.find(old);
  EXPECT_NE(begin, std::string::npos) << text;
  if (begin != std::string::npos) text.replace(begin, text.find('\n', begin) - begin, line);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TEST_F(LoadTest, OptionsOutOfRangeAreReported) {
  const Code code = compile(hungry(), device());
  const auto refused = [&](const LoadOptions& options) {
    const Error error = error_of([&] { (void)Module(device(), code, options); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return std::string(error.what());
  };
  EXPECT_THAT(refused({.optimization = 5}), AllOf(HasSubstr("optimization"), HasSubstr("5")));
  EXPECT_THAT(refused({.optimization = -1}), AllOf(HasSubstr("optimization"), HasSubstr("-1")));
  EXPECT_THAT(refused({.max_registers = 0}), AllOf(HasSubstr("max_registers"), HasSubstr("0")));
}

TEST_F(LoadTest, OptionsDoNotAffectMachineCode) {
  const Code code = compile(hungry(), device());
  if (code.format == CodeFormat::ptx) GTEST_SKIP() << "the compiler is older than the device";
  const LoadOptions options{
      .optimization = 0, .max_registers = 16, .line_info = true, .verbose = true};
  const Module plain(device(), code);
  const Module module(device(), code, options);
  EXPECT_EQ(answer_of(module), 42);
  EXPECT_EQ(plain.load_log(), "");
  EXPECT_EQ(module.kernel("hungry").info().registers, plain.kernel("hungry").info().registers);
  EXPECT_EQ(answer_of(Module(device(), std::span<const std::byte>(code.bytes), options)), 42);

  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "load_test.code";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(code.bytes.data()),
             static_cast<std::streamsize>(code.bytes.size()));
  EXPECT_EQ(answer_of(Module::from_file(device(), path, options)), 42);
  std::filesystem::remove(path);

  const Prebuilt prebuilt{.program = hungry(),
                          .images = {{.architecture = code.architecture,
                                      .format = code.format,
                                      .bytes = code.bytes,
                                      .lowered_names = code.lowered_names}}};
  EXPECT_EQ(answer_of(load(device(), prebuilt, options)), 42);
  EXPECT_EQ(error_of([&] { (void)load(device(), prebuilt, {.optimization = 9}); }).code(),
            ErrorCode::invalid_argument);
}

TEST_F(LoadTest, TellsTheWarningsOfTheCompiler) {
  const Code code =
      compile({.source = "#warning careful\n__global__ void k() {}\n", .kernels = {"k"}}, device());
  EXPECT_THAT(code.log, HasSubstr("careful"));
  EXPECT_EQ(Module(device(), code).compile_log(), code.log);
  EXPECT_EQ(Module(device(), std::span<const std::byte>(code.bytes)).compile_log(), "");
  EXPECT_EQ(error_of([] { (void)Module().compile_log(); }).code(), ErrorCode::invalid_handle);
}

TEST_F(LoadTest, OptionsApplyToPtx) {
  NEEDS_ASSEMBLY(code);
  const Module plain(device(), *code);
  const Module limited(device(), *code, {.max_registers = 32, .verbose = true});
  EXPECT_GT(plain.kernel("hungry").info().registers.value(), 32);
  EXPECT_LE(limited.kernel("hungry").info().registers.value(), 32);
  EXPECT_THAT(limited.load_log(), AllOf(HasSubstr("hungry"), HasSubstr("registers")));
  for (int level = 0; level <= 4; ++level) {
    EXPECT_EQ(answer_of(Module(device(), *code, {.optimization = level, .line_info = true})), 42);
  }
}

TEST_F(LoadTest, PtxNewerThanTheDriverIsReported) {
  NEEDS_ASSEMBLY(code);
  const Error error = refusal(with(*code, ".version", ".version 99.9"));
  EXPECT_EQ(error.code(), ErrorCode::load_failed);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("99.9"), HasSubstr("newer than the driver"),
                                  HasSubstr(device().info().architecture)));
}

TEST_F(LoadTest, PtxForANewerDeviceIsReported) {
  NEEDS_ASSEMBLY(code);
  const std::string newest = supported_architectures().back().substr(3);
  if ("sm_" + newest == device().info().architecture) GTEST_SKIP() << "the device is the newest";
  const Error error = refusal(compile(hungry(), "compute_" + newest).bytes);
  EXPECT_EQ(error.code(), ErrorCode::load_failed);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("compute_" + newest), HasSubstr(device().info().architecture)));
}

TEST_F(LoadTest, InvalidPtxIsReportedWithTheLog) {
  NEEDS_ASSEMBLY(code);
  const Error error = refusal(with(*code, "ret;", "oops;"));
  EXPECT_EQ(error.code(), ErrorCode::load_failed);
  EXPECT_FALSE(error.log().empty());
  EXPECT_THAT(error.what(), HasSubstr(error.log()));
}

TEST_F(LoadTest, TruncatedCodeIsReported) {
  const Code code = compile(hungry(), device());
  const std::span<const std::byte> whole(code.bytes);
  for (const std::size_t size : {whole.size() / 2, whole.size() - 1}) {
    const Error error = refusal(whole.first(size));
    EXPECT_EQ(error.code(), ErrorCode::load_failed);
    EXPECT_THAT(error.what(), testing::AnyOf(HasSubstr("truncated"), HasSubstr("ends")))
        << size << " of " << whole.size();
  }
}

// A `Code` has its architecture as a member; for a plain image it is read from the bytes.
TEST_F(LoadTest, AnImageForAnotherArchitectureIsReported) {
  const Program program{.source = R"(extern "C" __global__ void answer(int* x) { *x = 42; })"};
  const std::vector<std::string> all = supported_architectures();
  for (const std::string& architecture : {all.front(), all.back()}) {
    const Code code = compile(program, architecture);
    try {
      EXPECT_EQ(answer_of(Module(device(), std::span<const std::byte>(code.bytes))), 42);
    } catch (const LoadError& error) {
      EXPECT_THAT(error.what(),
                  AllOf(HasSubstr(architecture), HasSubstr(device().info().architecture)));
    }
  }
}

TEST_F(LoadTest, AnEmptyModuleHasNoLog) {
  EXPECT_EQ(error_of([] { (void)Module().load_log(); }).code(), ErrorCode::invalid_handle);
}

}  // namespace
}  // namespace duet::test
