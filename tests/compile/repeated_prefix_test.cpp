// Programs with the same beginning: state that a compiler keeps for the next program must not
// change results.

#include <thread>

#include "support/device_test.hpp"
#include "support/environment.hpp"

namespace duet::test {
namespace {

class RepeatedPrefixTest : public testing::Test {
 protected:
  static constexpr int times = 4;

  static std::string architecture() { return supported_architectures().back(); }
  static std::vector<std::byte> code_of(const Program& program) {
    return compile(program, architecture()).bytes;
  }
  /// A program that stores `value`, which its headers may define.
  static Program program_of(const std::string& includes, const std::string& value) {
    return {.name = "prefix.cu",
            .source = includes + "extern \"C\" __global__ void k(int* x) { *x = " + value + "; }\n",
            .kernels = {}};
  }

 private:
  // With a sanitizer, code contains the name of the folder that it was compiled in.
  ScopedVariable plain_{"DUET_CPU_SANITIZE", "off"};
};

TEST_F(RepeatedPrefixTest, CompilesToTheSameCode) {
  const std::string own =
      "#include <duet/device/half.hpp>\n// a comment\n\n#include <duet/device/atomic.hpp>\n";
  const std::string functions = R"(
    template <typename T> __device__ T twice(T x) { return x + x; }
    template <typename T> __global__ void other(T* x) { *x = T(__LINE__); }
  )";
  for (const std::string& includes : {own, std::string()}) {
    Program program = program_of(includes + functions, "int(twice(21.0f))");
    program.kernels = {"other<float>"};
    const Code first = compile(program, architecture());
    for (int i = 1; i < times; ++i) {
      const Code again = compile(program, architecture());
      EXPECT_EQ(again.bytes, first.bytes) << "compilation " << i;
      EXPECT_EQ(again.lowered_names, first.lowered_names);
      EXPECT_EQ(again.log, first.log);
    }
  }
}

TEST_F(RepeatedPrefixTest, ChangedHeadersAreUsed) {
  for (const char* own : {"", "#include <duet/device/half.hpp>\n"}) {
    Program program = program_of(std::string(own) + "#include \"value.hpp\"\n", "value");
    std::vector<std::byte> ones;
    for (int i = 0; i < times; ++i) {
      program.headers = {{"value.hpp", "constexpr int value = 1;\n"}};
      ones = code_of(program);
      program.headers = {{"value.hpp", "constexpr int value = 2;\n"}};
      EXPECT_NE(code_of(program), ones) << i;
    }
  }
}

TEST_F(RepeatedPrefixTest, HeadersOfDuetCanBeReplaced) {
  Program program = program_of("#include <duet/device/assert.hpp>\n", "VALUE");
  program.options.defines = {"VALUE=1"};
  std::vector<std::byte> ones;
  for (int i = 0; i < times; ++i) ones = code_of(program);
  program.headers = {{"duet/device/assert.hpp", "#undef VALUE\n#define VALUE 2\n"}};
  EXPECT_NE(code_of(program), ones);
  EXPECT_NE(code_of(program), ones);
}

TEST_F(RepeatedPrefixTest, ChangedMacrosAreUsed) {
  for (const char* own : {"", "#include <duet/device/half.hpp>\n"}) {
    Program program = program_of(own, "VALUE");
    for (int i = 0; i < times; ++i) {
      program.options.defines = {"VALUE=1"};
      const std::vector<std::byte> ones = code_of(program);
      program.options.defines = {"VALUE=2"};
      EXPECT_NE(code_of(program), ones) << i;
    }
  }
}

TEST_F(RepeatedPrefixTest, ErrorsAreTheSame) {
  const Program wrong = program_of("\n#include <duet/device/half.hpp>\n\n", "absent");
  const std::string first = error_of([&] { (void)code_of(wrong); }).log();
  EXPECT_NE(first.find("absent"), std::string::npos) << first;
  for (int i = 1; i < times; ++i) {
    EXPECT_EQ(error_of([&] { (void)code_of(wrong); }).log(), first) << i;
    (void)code_of(program_of("\n#include <duet/device/half.hpp>\n\n", "3"));
  }
}

TEST_F(RepeatedPrefixTest, ThreadsCompileConcurrently) {
  constexpr int threads = 2;
  const auto program_number = [](int number) {
    return program_of(number % 2 == 0 ? "#include <duet/device/atomic.hpp>\n"
                                      : "#include <duet/device/complex.hpp>\n",
                      std::to_string(number));
  };
  std::vector<std::vector<std::byte>> codes(threads * times);
  std::vector<std::jthread> workers;
  for (int thread = 0; thread < threads; ++thread) {
    workers.emplace_back([&, thread] {
      for (int i = 0; i < times; ++i) {
        const int number = thread * times + i;
        codes[static_cast<std::size_t>(number)] = code_of(program_number(number));
      }
    });
  }
  workers.clear();
  for (int number = 0; number < threads * times; ++number) {
    EXPECT_EQ(codes[static_cast<std::size_t>(number)], code_of(program_number(number))) << number;
  }
}

}  // namespace
}  // namespace duet::test
