// Mistakes in kernel sources and compile options, as the table in docs/errors.md shows them.

#include <gtest/gtest.h>
#include <duet/duet.hpp>

#include "mistake_table.hpp"

namespace duet::test {
namespace {

constexpr const char* source =
    "namespace image {\n"
    "template <typename T> __global__ void blur(T* x) { x[threadIdx.x] *= T(0.5); }\n"
    "}\n"
    "__device__ float half_of(float x) { return x / 2; }\n"
    "__global__ void fill(float* x, float value) { x[threadIdx.x] = value; }\n";

/// The architecture that the table's messages were made for.
std::string architecture() {
  const std::string backend = backend_name();
  if (backend == "CUDA") return "sm_90";
  return backend == "HIP" ? "gfx90a" : supported_architectures().front();
}

Outcome compiled(const Program& program, const std::string& target = architecture()) {
  try {
    (void)compile(program, target);
  } catch (const Error& error) {
    return {name_of(error.code()), error.what()};
  }
  ADD_FAILURE() << program.name << " compiles";
  return {"0", "compiles"};
}

Mistake name(const std::string& title, const std::string& kernel) {
  return {title, kernel, [=] { return compiled({"image.cu", source, {kernel}}); }};
}
Mistake text(const std::string& title, const std::string& line) {
  return {title, line, [=] { return compiled({"k.cu", line + "\n", {"k"}}); }};
}
Mistake option(const std::string& title, const std::string& input,
               const std::function<void(CompileOptions&)>& set) {
  return {title, input, [=] {
            Program program{"image.cu", source, {"fill"}};
            set(program.options);
            return compiled(program);
          }};
}

TEST(SourceMistakes, Names) {
  MistakeTable("name").check({
      name("misspelled", "fil"),
      name("in other letters", "Fill"),
      name("the namespace is missing", "blur<float>"),
      name("the template arguments are missing", "image::blur"),
      name("a template argument too many", "image::blur<float, 3>"),
      name("a template argument that is no type", "image::blur<4>"),
      name("template arguments for a kernel without", "fill<float>"),
      name("a `__device__` function", "half_of"),
      name("with parentheses", "fill()"),
      name("empty", ""),
      name("nothing like it", "convolution"),
  });
}

TEST(SourceMistakes, Sources) {
  MistakeTable("source").check({
      {"an empty source", "",
       [] {
         return compiled({"k.cu", "", {"k"}});
       }},
      text("a source without kernels", "__device__ int k;"),
      text("a missing semicolon", "__global__ void k(int* x) { *x = 1 }"),
      text("an unknown variable", "__global__ void k(int* x) { *x = count; }"),
      text("a missing brace", "__global__ void k(int* x) { *x = 1;"),
      text("a comment without an end", "__global__ void k(int* x) { *x = 1; } /* end"),
      text("a missing header", "#include \"missing.hpp\"\n__global__ void k() {}"),
      text("a header of the host", "#include <vector>\n__global__ void k() {}"),
      text("a header of the toolkit", "#include <cuda_fp16.h>\n__global__ void k() {}"),
      text("a function of duet's without its header",
           "__global__ void k(float* x) { *x = duet::sqrt(*x); }"),
      text("a kernel that returns a value", "__global__ int k() { return 1; }"),
      text("a failed static_assert",
           "static_assert(sizeof(int) == 8, \"64 bits\");\n"
           "__global__ void k() {}"),
      {"a NUL byte", "a source with \\0",
       [] {
         return compiled({"k.cu", std::string("__global__ void k() {}\0", 23), {"k"}});
       }},
      {"UTF-16", "a source that an editor saved as UTF-16",
       [] {
         return compiled({"k.cu", std::string("\xff\xfe_\0_\0", 6), {"k"}});
       }},
  });
}

TEST(SourceMistakes, Options) {
  MistakeTable("option").check({
      option("a standard that does not exist", "standard = 15",
             [](CompileOptions& options) { options.standard = 15; }),
      option("a macro that is no name", "defines = {\"3D\"}",
             [](CompileOptions& options) { options.defines = {"3D"}; }),
      option("an unknown option of the compiler", "extra = {\"--no-such-option\"}",
             [](CompileOptions& options) { options.extra = {"--no-such-option"}; }),
      option("a wave size that does not exist", "wave_size = 48",
             [](CompileOptions& options) { options.wave_size = 48; }),
      {"an unknown architecture", "compile(program, \"sm_999\")",
       [] {
         return compiled({"image.cu", source, {"fill"}}, "sm_999");
       }},
      {"a misspelled architecture", "compile(program, \"ampere\")",
       [] {
         return compiled({"image.cu", source, {"fill"}}, "ampere");
       }},
  });
}

}  // namespace
}  // namespace duet::test
