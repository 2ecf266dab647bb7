// Texts that are not what a compiler expects, and headers that kernels do not have.

#include "support/device_test.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

constexpr const char* mark = "\xef\xbb\xbf";

void compile_program(const Program& program) {
  (void)compile(program, supported_architectures().back());
}
std::string message_of(const Program& program) {
  return error_of([&] { compile_program(program); }).what();
}

TEST(SourceText, AByteOrderMarkIsSkipped) {
  const Program program{.name = "a folder/quote\" ü.cu",
                        .source = std::string(mark) +
                                  "#include \"in memory.hpp\"\r\n#include \"file.hpp\"\r\n"
                                  "__global__ void k(int* x) { *x = MEMORY + IN_FILE; }",
                        .kernels = {"k"},
                        .headers = {{"in memory.hpp", std::string(mark) + "#define MEMORY 1"}}};
  const TemporaryFolder folder;
  folder.write("file.hpp", "#define IN_FILE 2");
  Program with_folder = program;
  with_folder.options.include_dirs = {folder.path().string()};
  with_folder.options.defines = {"DEFINED"};
  EXPECT_NO_THROW(compile_program(with_folder));
}

TEST(SourceText, OtherEncodingsAndBinariesAreRefused) {
  using namespace std::string_literals;
  EXPECT_THAT(message_of({.name = "u.cu", .source = "\xff\xfe_"s}),
              HasSubstr("the source 'u.cu' is UTF-16 text; save it as UTF-8"));
  EXPECT_THAT(message_of({.name = "b.cu",
                          .source = "\x7f"
                                    "ELF\0\0"s}),
              HasSubstr("the source 'b.cu' contains a null character, so it is a binary file"));
  EXPECT_THAT(message_of({.name = "h.cu", .headers = {{"h.hpp", "\xfe\xff_"s}}}),
              HasSubstr("the header 'h.hpp' of 'h.cu' is UTF-16 text"));
}

TEST(SourceText, FilesHaveTheirNamesInKernels) {
  Program program{.name = "a program.cu",
                  .source = R"(#include "folder/of.hpp"
    static_assert(same(__FILE__, "a program.cu") && __LINE__ == 2, "the program");
    __global__ void k() { static_assert(same(__builtin_FILE(), __FILE__), "the built-in name"); })",
                  .kernels = {"k"},
                  .headers = {{"folder/of.hpp", R"(#pragma once
    __host__ __device__ constexpr bool same(const char* a, const char* b) {
      while (*a != 0 && *a == *b) ++a, ++b;
      return *a == *b;
    }
    static_assert(same(__FILE__, "folder/of.hpp") && __LINE__ == 6, "the header");)"}}};
  EXPECT_NO_THROW(compile_program(program));
  program.options.defines = {"A", "B=2"};
  EXPECT_NO_THROW(compile_program(program));
}

TEST(SourceText, AMissingHeaderGetsAdvice) {
  const std::pair<const char*, const char*> headers[] = {
      {"vector", "standard headers of the host are not available in kernels"},
      {"iostream", "printf needs no header"},
      {"cstdint", "<duet/device/integers.hpp>"},
      {"cuda_runtime.h", "kernels need no such header"},
      {"thrust/device_vector.h", "CompileOptions::toolkit_headers (--toolkit-headers)"},
      {"duet/device/maths.hpp", "did you mean <duet/device/math.hpp>?"},
      {"duet/device/ops.hpp", "<duet/device/ops/binary.hpp>"},
      {"duet/duet.hpp", "docs/kernels.md"},
      {"my/own.hpp", "add its folder to CompileOptions::include_dirs (-I FOLDER)"}};
  for (const auto& [name, advice] : headers) {
    const std::string include = "#include <" + std::string(name) + ">\n";
    const std::string message = message_of(
        {.name = "main.cu", .source = "#include \"a.hpp\"\n", .headers = {{"a.hpp", include}}});
    EXPECT_THAT(message, HasSubstr("\nthe header '" + std::string(name) + "' was not found: "));
    EXPECT_THAT(message, HasSubstr(advice));
    EXPECT_THAT(message, HasSubstr("a.hpp"));
  }
}

}  // namespace
}  // namespace duet::test
