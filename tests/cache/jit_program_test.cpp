// What a program decides for itself: its headers, its architecture, its use of the folder, its key.

#include <malloc.h>

#include <algorithm>
#include <set>

#include "support/cache_folder.hpp"
#include "support/device_test.hpp"
#include "support/stored_number.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class JitProgram : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    forget_modules();
    before_ = cache_statistics();
  }
  void TearDown() override { forget_modules(); }

  int run_again(const Program& program) const {
    forget_modules();
    return stored_by(jit(device(), program));
  }
  static Program including(const std::string& name, std::vector<Header> headers) {
    return {.name = "k.cu",
            .source = "#include \"" + name +
                      "\"\nextern \"C\" __global__ void store(int* x) { *x = value; }",
            .headers = std::move(headers)};
  }
  std::uint64_t misses() const { return cache_statistics().misses - before_.misses; }
  std::uint64_t disk_hits() const { return cache_statistics().disk_hits - before_.disk_hits; }
  std::uint64_t bypasses() const { return cache_statistics().bypasses - before_.bypasses; }

  CacheFolder folder_{};
  CacheStatistics before_{};
};

TEST_F(JitProgram, OnlyHeadersThatAreReachedCount) {
  const Header value{"lib/value.hpp", "#include \"sub/part.hpp\"\n"};
  const Header part{"sub/part.hpp", "constexpr int value = 5;"};
  const Header unused{"unused.hpp", "#include <a_header_that_does_not_exist.h>\n#include MACRO"};
  EXPECT_EQ(run_again(including("lib/value.hpp", {value, part, unused})), 5);
  EXPECT_EQ(run_again(including("lib/value.hpp", {value, part, unused})), 5);
  EXPECT_EQ(misses(), 1u);
  EXPECT_EQ(bypasses(), 0u);
  EXPECT_EQ(run_again(including("lib/value.hpp", {value, part})), 5) << "no unused header";
  EXPECT_EQ(misses(), 1u);
  EXPECT_EQ(disk_hits(), 2u);
  const Header other{"sub/part.hpp", "constexpr int value = 6;"};
  EXPECT_EQ(run_again(including("lib/value.hpp", {value, other, unused})), 6);
  EXPECT_EQ(misses(), 2u);
}

TEST_F(JitProgram, ABypassIsToldOnceAndCounted) {
  const Program program{.name = "macro.cu",
                        .source =
                            "#define NAME <value.hpp>\n#include NAME\n"
                            "extern \"C\" __global__ void store(int* x) { *x = value; }",
                        .headers = {{"value.hpp", "constexpr int value = 3;"}}};
  EXPECT_EQ(run_again(program), 3);
  EXPECT_EQ(run_again(program), 3);
  EXPECT_EQ(bypasses(), 2u);
  EXPECT_EQ(cache_statistics().stored, before_.stored);
  EXPECT_THAT(folder_.warnings(),
              testing::ElementsAre("the code of 'macro.cu' is not stored in the kernel cache, and "
                                   "each process compiles it again: a macro names a header that "
                                   "'macro.cu' includes"));
}

TEST_F(JitProgram, EqualHeadersAreHeldOnce) {
  std::string text;
  while (text.size() < 1'000'000) text += "// a long header\n";
  const auto load = [&](int number) {
    // Made apart for each program.
    Program program =
        including("value.hpp", {{"value.hpp", "constexpr int value = 1;"}, {"long.hpp", text}});
    program.source += "// " + std::to_string(number);
    return jit(device(), program);
  };
  std::vector<Module> modules;
  for (int i = 0; i < 2; ++i) modules.push_back(load(i));
  const std::size_t before = mallinfo2().uordblks;
  for (int i = 2; i < 6; ++i) modules.push_back(load(i));
  EXPECT_LT(mallinfo2().uordblks, before + text.size());
}

TEST_F(JitProgram, HeadersAreAValue) {
  Headers list{{"a.hpp", "1"}};
  const Headers copy = list;
  EXPECT_EQ(copy.data(), list.data());
  list.push_back({"b.hpp", "2"});
  EXPECT_EQ(copy.size(), 1u);
  EXPECT_EQ(list, (Headers{{"a.hpp", "1"}, {"b.hpp", "2"}}));
  EXPECT_NE(list, copy);
  EXPECT_THAT(Headers(), IsEmpty());
}

TEST_F(JitProgram, CanLeaveTheFolderAlone) {
  Program program = storing(7);
  program.cache = CacheMode::off;
  EXPECT_EQ(run_again(program), 7);
  program.cache = CacheMode::read;
  EXPECT_EQ(run_again(program), 7);
  EXPECT_FALSE(std::filesystem::exists(folder_.path()) && !folder_.programs().empty());
  EXPECT_EQ(misses(), 2u);
  program.cache = CacheMode::on;
  EXPECT_EQ(run_again(program), 7);
  program.cache = CacheMode::read;
  EXPECT_EQ(run_again(program), 7);
  EXPECT_EQ(disk_hits(), 1u);
  program.cache = CacheMode::off;
  EXPECT_EQ(run_again(program), 7);
  EXPECT_EQ(disk_hits(), 1u);
}

TEST_F(JitProgram, ABuilderIsNotCalledIfTheFolderHasItsKey) {
  int built = 0;
  const auto run_key = [&](const char* key) {
    forget_modules();
    return stored_by(jit(device(), key, [&] { return storing(++built); }));
  };
  EXPECT_EQ(run_key("first"), 1);
  EXPECT_EQ(run_key("first"), 1);
  EXPECT_EQ(built, 1);
  EXPECT_EQ(run_key("second"), 2);
  EXPECT_EQ(disk_hits(), 1u);
}

TEST_F(JitProgram, UnknownKernelsOfABuiltProgramSayWhatToWrite) {
  const auto error_of_kernel = [&](const char* name) {
    const Module module = jit(device(), "unknown kernels", [] {
      return Program{.name = "tile.cu",
                     .source =
                         "__global__ void store(int* x) { *x = 1; }\n"
                         "template <typename T> __global__ void tile(T* x) { *x = 2; }\n",
                     .kernels = {"tile<int>"}};
    });
    const Error error = error_of([&] { (void)module.kernel(name); });
    EXPECT_EQ(error.code(), ErrorCode::unknown_kernel);
    return std::string(error.what());
  };
  EXPECT_EQ(error_of_kernel("tile<float>"),
            "the module has no kernel 'tile<float>'. The module has store, tile<int>. 'tile' is a "
            "kernel template of 'tile.cu' (line 2): the code contains the instances that "
            "Program::kernels lists. Add \"tile<float>\" to it");
  EXPECT_THAT(error_of_kernel("stor"), HasSubstr("did you mean 'store'?"));
  forget_modules();  // from the folder: the program is not built
  EXPECT_THAT(error_of_kernel("tile<float>"),
              testing::AllOf(HasSubstr("The module has store, tile<int>."),
                             HasSubstr("must be listed in Program::kernels")));
}

TEST_F(JitProgram, ABuilderIsCalledAgainAfterAChangeOfItsHeaders) {
  TemporaryFolder files;
  files.write("value.hpp", "constexpr int value = 1;");
  int built = 0;
  const auto run_key = [&] {
    forget_modules();
    return stored_by(jit(device(), "key", [&] {
      ++built;
      Program program = including("value.hpp", {});
      program.options.include_dirs = {files.path().string()};
      return program;
    }));
  };
  EXPECT_EQ(run_key(), 1);
  EXPECT_EQ(run_key(), 1);
  EXPECT_EQ(built, 1);
  files.write("value.hpp", "constexpr int value = 2; ");
  EXPECT_EQ(run_key(), 2);
  EXPECT_EQ(built, 2);
}

TEST_F(JitProgram, IsCompiledForTheArchitectureThatItNames) {
  Program program = storing(8);
  program.options.architecture = device().info().architecture;
  EXPECT_EQ(run_again(program), 8);
  ASSERT_EQ(list_cache().size(), 1u);
  EXPECT_EQ(list_cache()[0].architecture, program.options.architecture);
  program.options.architecture = "no-architecture";
  const Error error = error_of([&] { (void)jit(device(), program); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported_architecture);
  EXPECT_THAT(error.what(), HasSubstr("no-architecture"));
}

/// Names of architectures like the device's own: with special or fewer features, or older ones.
struct RelatedArchitectures {
  std::vector<std::string> runnable{};  ///< the device runs their code
  std::string foreign{};                ///< has features of another device; may be empty
};

RelatedArchitectures related_architectures() {
  const std::string own = Device(0).info().architecture;
  const std::vector<std::string> known = supported_architectures();
  RelatedArchitectures related;
  if (own.starts_with("sm_")) {
    const int number = std::stoi(own.substr(3));
    if (std::ranges::count(known, own) != 0) {
      if (number >= 90) related.runnable.push_back(own + "a");
      if (number >= 100) related.runnable.push_back(own + "f");
    }
    related.runnable.push_back("compute_" + known.front().substr(3));
    related.foreign = own == "sm_90" ? "sm_100a" : "sm_90a";
  } else if (own.starts_with("gfx")) {
    const std::size_t first = own.find(':');
    const std::size_t last = own.rfind(':');
    if (first != own.npos) related.runnable.push_back(own.substr(0, first));
    if (first != last) related.runnable.push_back(own.substr(0, last));
    if (own.ends_with('-')) related.foreign = own.substr(0, own.size() - 1) + '+';
  } else if (known.front() != own) {
    related.runnable.push_back(known.front());
  }
  return related;
}

TEST_F(JitProgram, TheListSaysTheArchitectureThatWasAskedFor) {
  const std::vector<std::string> runnable = related_architectures().runnable;
  if (runnable.empty()) GTEST_SKIP() << "needs a device with related architectures";
  for (const std::string& architecture : runnable) {
    SCOPED_TRACE(architecture);
    (void)clear_cache();
    forget_modules();
    Program program = storing(8);
    (void)jit(device(), program);
    const std::uint64_t misses_before = misses();
    program.options.architecture = architecture;
    (void)jit(device(), program);
    EXPECT_EQ(misses(), misses_before + 1) << "the code of another architecture was used";
    forget_modules();
    EXPECT_EQ(jit(device(), program).kernel_names(), std::vector<std::string>{"store"});
    EXPECT_EQ(misses(), misses_before + 1);
    std::vector<std::string> listed;
    for (const CachedProgram& each : list_cache()) listed.push_back(each.architecture);
    EXPECT_THAT(listed, testing::UnorderedElementsAre(device().info().architecture, architecture));
  }
}

TEST_F(JitProgram, CodeOfRelatedArchitecturesRuns) {
  const std::vector<std::string> runnable = related_architectures().runnable;
  if (runnable.empty()) GTEST_SKIP() << "needs a device with related architectures";
  for (const std::string& architecture : runnable) {
    Program program = storing(9);
    program.options.architecture = architecture;
    EXPECT_EQ(run_again(program), 9) << architecture;
    EXPECT_EQ(run_again(program), 9) << architecture;
  }
}

TEST_F(JitProgram, FeaturesThatTheDeviceLacksAreRefused) {
  const std::string foreign = related_architectures().foreign;
  if (foreign.empty()) GTEST_SKIP() << "needs an architecture with features";
  Program program = storing(9);
  program.options.architecture = foreign;
  const Error error = error_of([&] { (void)jit(device(), program); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported_architecture);
  EXPECT_THAT(error.what(), HasSubstr(foreign));
}

TEST_F(JitProgram, CodeForAnotherDeviceIsRefusedBeforeItIsCompiled) {
  // The oldest and the newest architecture: no device runs both.
  const std::vector<std::string> all = supported_architectures();
  std::set<std::string> refused;
  for (const std::string& architecture : {all.front(), all.back()}) {
    Program program = storing(9);
    program.options.architecture = architecture;
    try {
      EXPECT_EQ(stored_by(jit(device(), program)), 9);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported_architecture) << error.what();
      EXPECT_THAT(error.what(), HasSubstr("CompileOptions::architecture"));
      refused.insert(architecture);
    }
  }
  const bool has_strangers = all.size() > 1 && backend_name() != std::string("CPU");
  EXPECT_TRUE(!refused.empty() || !has_strangers);
}

TEST(ProgramArchitecture, MustBeTheOneThatIsCompiledFor) {
  const std::string architecture = supported_architectures().back();
  Program program{.name = "k.cu", .source = "__global__ void k() {}"};
  program.options.architecture = architecture;
  EXPECT_EQ(compile(program, architecture).architecture, architecture);
  program.options.architecture = "another";
  const Error error = error_of([&] { (void)compile(program, architecture); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("another"));
}

TEST_F(JitProgram, DevicesTellTheirCapabilityAsNumbers) {
  const DeviceInfo& info = device().info();
  const std::string digits =
      std::to_string(info.compute_major) + std::to_string(info.compute_minor);
  const bool is_gpu = info.architecture.starts_with("sm_") || info.architecture.starts_with("gfx");
  EXPECT_EQ(is_gpu ? info.architecture.find(digits) != std::string::npos : digits == "00", true)
      << info.architecture << " " << digits;
}

}  // namespace
}  // namespace duet::test
