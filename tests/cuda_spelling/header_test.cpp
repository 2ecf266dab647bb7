// Each header of the set compiles alone, and the table of the guide lists them all.

#include <duet/log.hpp>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "spelling_program.hpp"
#include "support/cache_folder.hpp"

namespace duet::test {
namespace {

namespace fs = std::filesystem;

const fs::path root = DUET_SPELLING_FOLDER;

/// The names under which kernels include the headers.
std::set<std::string> headers() {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const std::string name = fs::relative(entry.path(), root).generic_string();
    const bool is_public = name.rfind("duet/", 0) != 0 && entry.path().extension() != ".md";
    if (entry.is_regular_file() && is_public) names.insert(name);
  }
  std::istringstream empty(read_file(root.parent_path() / "host_headers.txt"));
  for (std::string name; std::getline(empty, name);) names.insert(name);
  return names;
}

/// All of them in one program each way round, so that neither order nor repetition matters.
TEST(CudaSpellingHeaderTest, TogetherInBothOrders) {
  const std::set<std::string> names = headers();
  std::string forward;
  std::string backward;
  for (const std::string& name : names) {
    forward += "#include <" + name + ">\n";
    backward = "#include \"" + name + "\"\n" + backward;
  }
  for (const std::string& text : {forward, backward}) {
    const Program program = spelled(text + "__global__ void k(int* x) { *x = 1; }", {"k"});
    for (const std::string& architecture : spelled_architectures()) {
      EXPECT_NO_THROW((void)compile(program, architecture)) << architecture;
    }
  }
}

/// A quarter of the headers, so that the quarters can run side by side.
class EachHeaderTest : public testing::TestWithParam<std::size_t> {};

TEST_P(EachHeaderTest, CompilesAlone) {
  std::set<std::string> texts;
  std::vector<std::string> names;
  for (const std::string& name : headers()) {
    // Many names stand for the same text.
    const bool has_text = fs::exists(root / name);
    if (texts.insert(has_text ? read_file(root / name) : "").second) names.push_back(name);
  }
  for (std::size_t i = GetParam(); i < names.size(); i += 4) {
    const Program program =
        spelled("#include <" + names[i] + ">\n__global__ void k(int* x) { *x = 1; }", {"k"});
    EXPECT_NO_THROW((void)compile(program, spelled_architectures().front())) << names[i];
  }
}

INSTANTIATE_TEST_SUITE_P(Quarters, EachHeaderTest, testing::Range<std::size_t>(0, 4));

/// Macros of the headers declare most functions; those that a program does not use are left out.
TEST(CudaSpellingHeaderTest, WhatMacrosDeclareIsUsed) {
  const LogLevel level = log_level();
  set_log_level(LogLevel::info);
  std::string log;
  set_log_handler([&log](LogLevel, std::string_view text) { log += text; });
  run_spelled<float>(R"(
    #include <cuda_bf16.h>
    #include <cuda_fp16.h>
    __global__ void k(float* out) {
      const __half2 p = __hfma2(__float2half2_rn(2), __float2half2_rn(3), __float2half2_rn(1));
      *out = __high2float(p) + float(__hmax(__float2bfloat16(4), __float2bfloat16(5)));
    })",
                     1, 1, 1, [](const std::vector<float>& out) { EXPECT_EQ(out.front(), 12.0f); });
  set_log_handler({});
  set_log_level(level);
  EXPECT_THAT(log, testing::Not(testing::HasSubstr("with whole headers")));
}

/// Headers that declare by macros do not take each other's.
TEST(CudaSpellingHeaderTest, MacrosOfHeadersDoNotClash) {
  run_spelled<int>(R"(
    #include <cuda_fp16.h>
    #include <cmath>
    #include <cuda_bf16.h>
    __global__ void k(int* out) {
      out[0] = std::isgreater(2.0f, 1.0f) + __heq(__float2half(2), __float2half(2)) +
               __heq(__float2bfloat16(3), __float2bfloat16(3));
    })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 3); });
}

TEST(CudaSpellingHeaderTest, TheGuideListsThem) {
  const std::string guide = read_file(fs::path(DUET_SPELLING_GUIDE));
  const std::string begin = "<!-- headers -->";
  const std::size_t at = guide.find(begin);
  ASSERT_NE(at, std::string::npos);
  std::set<std::string> listed;
  std::istringstream table(guide.substr(at, guide.find("<!-- end of headers -->") - at));
  for (std::string word; std::getline(table, word, '`');) {
    if (std::getline(table, word, '`')) listed.insert(word);
  }
  EXPECT_EQ(listed, headers()) << "docs/make_cuda_spelling.py writes the table";
}

}  // namespace
}  // namespace duet::test
