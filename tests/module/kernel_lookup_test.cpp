// Kernels are found by the name that the source gives them, listed or not.

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using testing::Not;

using KernelLookupTest = DeviceTest;

constexpr const char* source = R"(
  #define STORE(name, value) __global__ void name(int* x) { *x = value; }
  namespace a { namespace b {
    __global__ void nested(int* x) { *x = 1; }
    inline namespace v2 { __global__ void versioned(int* x) { *x = 2; } }
  } }
  namespace c { extern "C" __global__ void plain(int* x) { *x = 3; } }
  __global__ void global(int* x) { *x = 4; }
  __global__ void declared(int* x);
  __global__ void declared(int* value) { *value = 5; }
  __global__ void never_defined(int* x);
  #if 1
  __global__ void chosen(int* x) { *x = 6; }
  #endif
  #ifdef ABSENT
  __global__ void left_out(int* x) { *x = 7; }
  #endif
  namespace a { template <typename T, int N> __global__ void tile(T* x) { *x = N; } }
  template __global__ void a::tile<int, 8>(int*);
  __global__ void a_bounded() ;
  __global__ void __launch_bounds__(64) bounded(int* x) { *x = 9; }
  __global__ void twice(int* x) { *x = 10; }
  __global__ void twice(float* x) { *x = 10; }
  STORE(by_macro, 11)
  namespace d {
    STORE(also_by_macro, 12)
    namespace { __global__ void hidden(int* x) { *x = 13; } }
  }
  static __global__ void local(int* x) { *x = 14; }
  #define STORE_ALL(type, value) \
    extern "C" __global__ void store_##type(type* x) { *x = value; }
  STORE_ALL(int, 15)
)";

int run(const Kernel& kernel) {
  const Stream stream(kernel.device());
  const Buffer<int> result(stream, 1);
  launch(stream, kernel, {{1}, {1}}, result);
  return read(stream, result)[0];
}

std::string lookup_error(const Module& module, const char* name) {
  const Error error = error_of([&] { (void)module.kernel(name); });
  EXPECT_EQ(error.code(), ErrorCode::unknown_kernel) << name;
  return error.what();
}

TEST_F(KernelLookupTest, FindsUnlistedKernelsByName) {
  const Module module =
      jit(device(), {.name = "f.cu", .source = source, .kernels = {"a::tile<float, 2>"}});
  EXPECT_EQ(run(module.kernel("a::b::nested")), 1);
  EXPECT_EQ(run(module.kernel("::a::b::nested")), 1);
  EXPECT_EQ(module.kernel("&a::b::nested"), module.kernel("a::b::nested"));
  EXPECT_EQ(run(module.kernel("plain")), 3);
  EXPECT_EQ(run(module.kernel("global")), 4);
  EXPECT_EQ(run(module.kernel("declared")), 5);
  EXPECT_EQ(run(module.kernel("chosen")), 6);
  EXPECT_EQ(run(module.kernel("a::tile<int, 8>")), 8);
  EXPECT_EQ(module.kernel("a::tile<int,8>"), module.kernel("a::tile<int, 8>"));
  EXPECT_EQ(run(module.kernel("bounded")), 9);
  EXPECT_EQ(run(module.kernel("by_macro")), 11);
  EXPECT_EQ(run(module.kernel("d::also_by_macro")), 12);
  EXPECT_EQ(run(module.kernel("d::hidden")), 13);
  EXPECT_EQ(run(module.kernel("local")), 14);
  EXPECT_EQ(run(module.kernel("store_int")), 15);
  EXPECT_EQ(module.kernel("a::b::nested").name(), "a::b::nested");
  const std::vector<std::string> names = module.kernel_names();
  EXPECT_THAT(names, testing::IsSupersetOf({"a::b::nested", "a::tile<int, 8>", "a::tile<float, 2>",
                                            "bounded", "by_macro", "chosen", "declared", "global",
                                            "plain"}));
  EXPECT_THAT(names, Not(testing::Contains("left_out")));
  EXPECT_THAT(names, Not(testing::Contains("never_defined")));
}

TEST_F(KernelLookupTest, UnknownNamesSayWhatToWrite) {
  const Module module = jit(device(), {.name = "f.cu", .source = source});
  EXPECT_EQ(lookup_error(module, "a::tile")
                .find("the module has no kernel 'a::tile'. The module "
                      "has a::b::"),
            0)
      << lookup_error(module, "a::tile");
  EXPECT_THAT(lookup_error(module, "a::tile"),
              HasSubstr("'a::tile' is a kernel template of 'f.cu' (line 18): the code contains the "
                        "instances that Program::kernels lists. Add \"a::tile<T, N>\" to it, with "
                        "arguments for the parameters"));
  EXPECT_THAT(lookup_error(module, "a::tile<float, 2>"),
              HasSubstr("Add \"a::tile<float, 2>\" to it"));
  EXPECT_THAT(lookup_error(module, "tile"), HasSubstr("did you mean 'a::tile"));
  EXPECT_EQ(
      lookup_error(module, "twice"),
      "'twice' is ambiguous, since 2 kernels have this name: list one in Program::kernels with "
      "its parameters, as \"k(int*, float)\"");
  EXPECT_THAT(lookup_error(module, "nested"), HasSubstr("did you mean 'a::b::nested'?"));
  EXPECT_THAT(lookup_error(module, "left_out"), HasSubstr("must be listed in Program::kernels"));
  EXPECT_EQ(error_of([&] { (void)module.kernel(""); }).code(), ErrorCode::unknown_kernel);
}

TEST_F(KernelLookupTest, OverloadsAreNamedWithTheirParameters) {
  const std::string text = R"(
    namespace a {
    struct Shape { int size; };
    __global__ void set(int* x) { *x = 1; }
    __global__ void set(int* x, Shape shape) { *x = shape.size; }
    template <typename T> __global__ void put(T* x) { *x = 3; }
    template <typename T> __global__ void put(T* x, T value) { *x = value + 1; }
    })";
  const std::vector<std::string> names{"a::set(int* x)", "a::set(int*, a::Shape)",
                                       "a::put<int>(int *)",
                                       "static_cast<void (*)(int*, int)>(a::put<int>)"};
  const Module module = jit(device(), {.name = "f.cu", .source = text, .kernels = names});
  const Stream stream(device());
  const Buffer<int> result(stream, 1);
  launch(stream, module.kernel(names[0]), {{1}, {1}}, result);
  EXPECT_EQ(read(stream, result).front(), 1);
  launch(stream, module.kernel("a::set(int *,a::Shape)"), {{1}, {1}}, result, 2);
  EXPECT_EQ(read(stream, result).front(), 2);
  launch(stream, module.kernel(names[2]), {{1}, {1}}, result);
  EXPECT_EQ(read(stream, result).front(), 3);
  launch(stream, module.kernel(names[3]), {{1}, {1}}, result, 3);
  EXPECT_EQ(read(stream, result).front(), 4);
  const Error error = error_of([&] {
    (void)jit(device(), {.name = "f.cu", .source = text, .kernels = {"a::set(double*)"}});
  });
  EXPECT_EQ(error.code(), ErrorCode::unknown_kernel);
  EXPECT_THAT(error.what(), HasSubstr("a::set(int* x, Shape shape)"));
}

TEST_F(KernelLookupTest, CodeWithoutKernelsSaysSo) {
  const Module module = jit(device(), {.name = "f.cu",
                                       .source = "template <typename T> __global__ void square(T* "
                                                 "x) { *x *= *x; }"});
  EXPECT_THAT(lookup_error(module, "square"),
              testing::AllOf(HasSubstr("The module has no kernels"),
                             HasSubstr("'square' is a kernel template of 'f.cu' (line 1)"),
                             HasSubstr("Add \"square<T>\" to it")));
}

TEST_F(KernelLookupTest, AMacroThatOverloadsAnUnlistedKernelDoesNoHarm) {
  const Module module = jit(device(), {.source = R"(
      #define K(T) __global__ void k(T* x) { *x = 1; }
      K(int)
      __global__ void k(float* x) { *x = 2; }
      __global__ void fine(int* x) { *x = 3; })",
                                       .kernels = {"fine"}});
  EXPECT_EQ(run(module.kernel("fine")), 3);
}

TEST(FixedWidthNamesTest, NeedNoDeclaration) {
  const std::vector<std::string> names{
      "k<int8_t>",   "k<int16_t>",  "k<int32_t>",
      "k<int64_t>",  "k<uint8_t>",  "k<uint16_t>",
      "k<uint32_t>", "k<uint64_t>", "k<pair<uint32_t, ::uint8_t>>"};
  const Program program{.name = "k.cu",
                        .source =
                            "template <typename A, typename B> struct pair { A a; B b; };\n"
                            "template <typename T> __global__ void k(T x) {}\n",
                        .kernels = names};
  const Code code = compile(program, supported_architectures().back());
  const std::vector<std::size_t> sizes{1, 2, 4, 8, 1, 2, 4, 8, 8};
  const std::vector<KernelInfo> infos = read_kernels(code.bytes);
  ASSERT_EQ(infos.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto info = std::ranges::find(infos, code.lowered_names.at(names[i]), &KernelInfo::name);
    ASSERT_NE(info, infos.end());
    EXPECT_THAT(info->parameter_bytes, testing::Optional(testing::ElementsAre(sizes[i])));
  }
}

TEST(FixedWidthNamesTest, OfTheSourceComeFirst) {
  const Code code = compile({.source = "typedef char int8_t;\n"
                                       "template <typename T> __global__ void k(T* x) {}\n",
                             .kernels = {"k<int8_t>", "k<int16_t>"}},
                            supported_architectures().back());
  for (const KernelInfo& info : read_kernels(code.bytes)) {
    const bool is_own = info.name == code.lowered_names.at("k<int8_t>");
    EXPECT_THAT(info.parameter_types,
                testing::Optional(testing::ElementsAre(is_own ? "char*" : "short*")));
  }
}

TEST(FixedWidthNamesTest, AnErrorOfTheSourceIsReportedAtItsLine) {
  const Error error = error_of([&] {
    (void)compile({.name = "k.cu",
                   .source = "template <typename T> __global__ void k(T* x) {}\nabsent y;",
                   .kernels = {"k<uint32_t>"}},
                  supported_architectures().back());
  });
  EXPECT_EQ(error.code(), ErrorCode::compile_failed);
  EXPECT_THAT(error.log(), testing::AllOf(HasSubstr("k.cu"), Not(HasSubstr("duet_integers"))));
}

}  // namespace
}  // namespace duet::test
