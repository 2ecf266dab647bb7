#include <duet/duet.hpp>

#include <gmock/gmock.h>

namespace duet::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<KernelDeclaration> kernels_of(const std::string& source) {
  return list_kernels({.name = "file.cu", .source = source});
}
std::vector<std::string> names_of(const std::vector<KernelDeclaration>& kernels) {
  std::vector<std::string> names;
  names.reserve(kernels.size());
  for (const KernelDeclaration& kernel : kernels) names.push_back(kernel.name);
  return names;
}
std::vector<std::string> texts_of(const std::vector<KernelDeclaration>& kernels) {
  std::vector<std::string> texts;
  texts.reserve(kernels.size());
  for (const KernelDeclaration& kernel : kernels) texts.push_back(kernel.text());
  return texts;
}

TEST(KernelListTest, TellsWhereAKernelIsAndItsParameters) {
  const auto kernels = kernels_of(
      "// a comment\n\n"
      "__global__ void scale(const float* __restrict__ x, /* count */ int n,\n"
      "                      float (&table)[4], float f = 2.0f) {}\n");
  ASSERT_EQ(kernels.size(), 1);
  EXPECT_EQ(kernels[0].name, "scale");
  EXPECT_EQ(kernels[0].file, "file.cu");
  EXPECT_EQ(kernels[0].line, 3);
  EXPECT_FALSE(kernels[0].is_extern_c);
  EXPECT_THAT(kernels[0].template_parameters, IsEmpty());
  EXPECT_THAT(kernels[0].parameters, ElementsAre("const float* __restrict__ x", "int n",
                                                 "float (&table)[4]", "float f = 2.0f"));
}

TEST(KernelListTest, TellsWhichKernelsHaveABody) {
  const auto kernels = kernels_of(R"(
    __global__ void elsewhere(int* x);
    __global__ void later(int* x);
    template <typename T> __global__ void generic(T* x) { *x = 1; }
    __global__ void later(int* y) { *y = 1; }
    __global__ void other(int* x) { *x = 2; }
    __global__ void other(int* z);
  )");
  std::vector<std::string> defined;
  for (const KernelDeclaration& kernel : kernels)
    if (kernel.is_defined) defined.push_back(kernel.name);
  EXPECT_THAT(names_of(kernels), ElementsAre("elsewhere", "later", "generic", "other"));
  EXPECT_THAT(defined, ElementsAre("later", "generic", "other"));
}

TEST(KernelListTest, TellsWhichKernelsUseDynamicSharedMemory) {
  std::vector<std::string> users;
  for (const auto& kernel : list_kernels({.source = R"(
    #include "tile.hpp"
    extern __shared__ __align__(16) char all[];
    struct Sum { __device__ int get() { return all[0]; } };
    template <typename T> __device__ T* mine() { extern __shared__ T here[]; return here; }
    __global__ void plain(int* x) { __shared__ int fixed[4]; x[0] = fixed[0]; }
    __global__ void direct() { extern __shared__ float values[]; values[0] = 1; }
    template <typename T> __global__ __launch_bounds__(64) void called(T* x) { *x = *mine<T>(); }
    __global__ void global(char* x) { *x = all[1]; }
    __global__ void member(int* x) { *x = Sum().get(); }
    namespace ns { __global__ void header() { in_header(); } }
    #if 0
    __device__ int mine(int* x) { plain(x); }
    #endif
    __global__ void text() { const char* s = "extern __shared__ int parts[];"; }
    __global__ void comment() {}  // extern __shared__ int parts[];
  )",
                            .headers = {{"tile.hpp", R"(
    inline __device__ void in_header() { extern __shared__ int tile[]; tile[0] = 0; })"}}})) {
    if (kernel.uses_dynamic_shared) users.push_back(kernel.name);
  }
  EXPECT_THAT(users, ElementsAre("direct", "called", "global", "member", "ns::header"));
}

TEST(KernelListTest, AcceptsEveryOrderOfTheSpecifiers) {
  EXPECT_THAT(names_of(kernels_of(R"(
    __global__ void a(int n);
    void __global__ b(int n) {}
    static __global__ void c() {}
    __global__ static void d(void) {}
    extern "C" __global__ void e() {}
    __global__ __launch_bounds__(256, 2) void f() {}
    __global__ void __launch_bounds__(sizeof(int) * (32)) g() {}
    __attribute__((unused)) __global__ void h() {}
    [[maybe_unused]] __global__ void i() {}
    inline __global__ void j(
        int n
    ) {}
    __launch_bounds__(64) __global__ void k() noexcept {}
    template <class T> __global__ auto l(T* x) -> void {}
    extern "C" { __global__ void m() {} })")),
              ElementsAre("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"));
}

TEST(KernelListTest, QualifiesNamesByTheirNamespaces) {
  const auto kernels = kernels_of(R"(
    namespace outer { namespace inner::deep { __global__ void a() {} }
    inline namespace v1 { __global__ void b() {} }
    namespace { __global__ void c() {} } }
    __global__ void outer::inner::d() {}
    struct S { void f() { if (true) {} } };
    __global__ void e() {})");
  EXPECT_THAT(names_of(kernels),
              ElementsAre("outer::inner::deep::a", "outer::b", "outer::c", "outer::inner::d", "e"));
  EXPECT_TRUE(kernels[2].is_local);
  EXPECT_FALSE(kernels[3].is_local);
}

TEST(KernelListTest, ListsTheParametersOfTemplates) {
  EXPECT_THAT(texts_of(kernels_of(R"(
    template <typename T, int N = (4 > 3)>
    __global__ void a(T* x);
    template <template <class, int> class C, typename... Ts> __global__ void b(C<int, 3> c, Ts... x) {}
    template <> __global__ void a<int, 4>(int* x) {}
    template __global__ void a<float, 4>(float* x);
    template <typename T, int N> __global__ void a(T* y) {})")),
              ElementsAre("template <typename T, int N = (4 > 3)> a(T* x)",
                          "template <template <class, int> class C, typename... Ts> b(C<int, 3> c, "
                          "Ts... x)"));
}

TEST(KernelListTest, OverloadsAreSeparateAndExternCIsTold) {
  EXPECT_THAT(texts_of(kernels_of(R"(
    __global__ void a(float* x);
    __global__ void a(double* x) {}
    extern "C" { namespace ns { __global__ void c(int n) {} } }
    extern "C" __global__ void c2(unsigned int n);
    extern "C" __global__ void c2(unsigned int count) {})")),
              ElementsAre("a(float* x)", "a(double* x)", "extern \"C\" ns::c(int n)",
                          "extern \"C\" c2(unsigned int n)"));
}

TEST(KernelListTest, TextThatIsNotCompiledHasNoKernels) {
  EXPECT_THAT(names_of(kernels_of(R"x(
    // __global__ void a();
    /* __global__ void b(); */
    const char* c = "__global__ void c();";
    const char* d = R"(__global__ void d();)";
    #if 0
    __global__ void e();
    #if 1
    __global__ void f();
    #endif
    #else
    __global__ void g();
    #endif
    #if 1
    __global__ void h();
    #else
    __global__ void i();
    #endif
    #ifdef UNKNOWN
    __global__ void j() {
    #else
    __global__ void j(int n) {
    #endif
    }
    __global__ void k();)x")),
              ElementsAre("g", "h", "j", "j", "k"));
}

TEST(KernelListTest, FollowsMacrosThatStandForGlobal) {
  const auto kernels = kernels_of(
      "#define KERNEL extern \"C\" __global__ void\n#define BOUNDS(n) __launch_bounds__(n)\n"
      "KERNEL a(int n) {}\n__global__ void BOUNDS(64) b(int n) {}\n");
  EXPECT_THAT(texts_of(kernels), ElementsAre("extern \"C\" a(int n)", "b(int n)"));
}

TEST(KernelListTest, IncludesHeadersInMemory) {
  const auto kernels = list_kernels({.name = "main.cu",
                                     .source = "#include \"a.hpp\"\n__global__ void m() {}",
                                     .headers = {{"a.hpp", "#include <b.hpp>\n"},
                                                 {"b.hpp", "\n__global__ void b() {}"},
                                                 {"c.hpp", "__global__ void c() {}"}}});
  EXPECT_THAT(names_of(kernels), ElementsAre("m", "b"));
  EXPECT_EQ(kernels[1].file, "b.hpp");
  EXPECT_EQ(kernels[1].line, 2);
}

TEST(KernelListTest, ListsAKernelOnceThatOneHeaderDeclaresAndAnotherDefines) {
  const auto kernels = list_kernels(
      {.name = "main.cu",
       .source = "#include \"a.hpp\"",
       .headers = {{"a.hpp", "__global__ void k(int* data, int);\n#include \"b.hpp\"\n"},
                   {"b.hpp", "__global__ void k(int* x, int n) {}"}}});
  EXPECT_THAT(texts_of(kernels), ElementsAre("k(int* data, int)"));
  EXPECT_TRUE(kernels[0].is_defined);
}

TEST(KernelListTest, IsRobustAgainstTextThatIsNotCpp) {
  for (const char* text :
       {"", "__global__", "__global__ void", "__global__ void k(", "template <__global__ void k()",
        "__global__ void (", "}}}} __global__ void k() {", "#if 0", "#endif\n#else\n#elif",
        "\xef\xbb\xbf", "extern \"C\" {", "namespace { [ __global__", "/* __global__", "\"",
        "template", "__global__ void operator()(int)",
        "namespace alignas( { __global__ void x()"}) {
    EXPECT_NO_THROW(kernels_of(text)) << text;
  }
  EXPECT_THAT(names_of(kernels_of("\xef\xbb\xbf__global__ void k() {}")), ElementsAre("k"));
}

}  // namespace
}  // namespace duet::test
