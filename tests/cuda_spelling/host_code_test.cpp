// Whole CUDA programs: their host code is left out.

#include "spelling_program.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

void compile_everywhere(const Program& program) {
  for (const std::string& architecture : spelled_architectures()) {
    EXPECT_NO_THROW((void)compile(program, architecture)) << architecture;
  }
}

/// A program as people write them: kernels, a reference for the host, a launcher, main.
TEST(CudaSpellingHostCodeTest, AWholeProgramCompiles) {
  compile_everywhere(spelled(R"(
    #include <chrono>
    #include <iostream>
    #include <vector>
    #include <cuda_runtime.h>
    #define CHECK(call) do { cudaError_t e = call; if (e != cudaSuccess) exit(1); } while (0)
    using namespace std;
    typedef float real;
    constexpr int block_size = 128;
    struct Options { std::string file; int count = 1 << 20; };
    struct Range {
      int begin, end;
      void print() const { std::cout << begin << " " << end << std::endl; }
      __host__ __device__ int size() const { return end - begin; }
      Range(int b, int e) : begin{b}, end{e} { cudaDeviceSynchronize(); }
      Range() = default;
    };
    static std::vector<real> cache;
    std::ostream& operator<<(std::ostream& out, const Range& r) { return out << r.size(); }
    template <typename T> class Array {
      T* data_;
     public:
      explicit Array(int n) { CHECK(cudaMalloc((void**)&data_, n * sizeof(T))); }
      ~Array() { cudaFree(data_); }
    };
    inline __host__ __device__ real twice(real x) { return 2 * x; }
    __device__ real square(real x) { return x * x; }
    __global__ void scale(real* x, Range range) {
      const int i = blockIdx.x * block_size + threadIdx.x;
      if (i < range.size()) x[i] = square(twice(x[i]));
    }
    void scale_reference(std::vector<real>& x) { for (auto& one : x) one = 4 * one * one; }
    template <typename T> double seconds(T f) {
      auto begin = std::chrono::steady_clock::now(); f();
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    extern "C" int launch(real* x, Range r, cudaStream_t s) {
      scale<<<(r.size() + block_size - 1) / block_size, block_size, 0, s>>>(x, r);
      return cudaGetLastError() == cudaSuccess ? 0 : 1;
    }
    int main(int argc, char** argv) {
      Options options; Array<real> array(options.count);
      std::cout << seconds([&] { launch(nullptr, Range(0, atoi(argv[1])), 0); }) << "\n";
    })",
                             {"scale"}));
}

/// What stays is right: macros for __device__, overloads, alternative branches, enumerators.
TEST(CudaSpellingHostCodeTest, WhatKernelsUseStays) {
  run_spelled<int>(R"(
    #define DEVICE __host__ __device__
    #define INLINE_DEVICE DEVICE inline
    #define STEP increment
    enum { first = 2, second = 3 };
    namespace detail {
    INLINE_DEVICE int add(int a, int b) { return a + b; }
    void add(const std::vector<int>& all) { for (int one : all) printf("%d", one); }
    __device__ int increment(int a) { return a + 1; }
    }
    const int table_size = second * second;
    __constant__ int table[table_size] = {1, 2, 3};
    #ifdef NOT_DEFINED
    template <int N> int times(int a) {
    #else
    template <int N> __device__ int times(int a, int = 0) {
    #endif
      return N * a;
    }
    struct Pair { int a, b; };
    __device__ Pair operator+(Pair x, Pair y) { return {x.a + y.a, x.b + y.b}; }
    __device__ Pair operator-(Pair x, Pair y) { return {x.a - y.a, x.b - y.b}; }
    __global__ void k(int* out) {
      const Pair sum = Pair{1, 2} + Pair{3, 4} - Pair{1, 1};
      out[0] = detail::add(table[1], times<first>(sum.a));
      out[1] = detail::STEP(sum.b) + table_size;
    })",
                   1, 1, 2, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{8, 15}));
                   });
}

/// A class that kernels name: its members that reach the host through others go with them.
TEST(CudaSpellingHostCodeTest, MembersThatCallMembersOfTheHostGo) {
  run_spelled<int>(R"(
    #include <cuda_runtime.h>
    class Cloud {
     public:
      Cloud() : data_(nullptr), size_(7) { reserve(7); }
      ~Cloud() { free(); }
      void resize(int n) { if (n > size_) reserve(n); }
      __host__ __device__ int size() const { return size_ + offset(); }
      void set(int n) { size_ = n; }
     private:
      __host__ __device__ static int offset() { return 1; }
      void reserve(int n) { free(); cudaMalloc(&data_, n * sizeof(int)); }
      void free() { if (data_ != nullptr) cudaFree(data_); }
      int* data_;
      int size_;
    };
    __device__ int size_of(const Cloud* cloud) { return cloud->size(); }
    __global__ void k(int* out) {
      int words[4] = {0, 0, 41, 0};
      out[threadIdx.x] = size_of(reinterpret_cast<const Cloud*>(words));
    })",
                   1, 32, 32, [](const std::vector<int>& out) {
                     for (const int one : out) EXPECT_EQ(one, 42);
                   });
}

/// Classes that a kernel names only through others stay, also if they have data of the host.
TEST(CudaSpellingHostCodeTest, PartsOfClassesThatKernelsNameStay) {
  const TemporaryFolder folder;
  folder.write("settings.h", "");
  Program program = spelled(R"(
    #include <string>
    #include "settings.h"
    inline char lower(char c) { return std::tolower(c); }
    inline int number(const char* text) {
      try { return parse(text); } catch (int) { throw "no number"; }
    }
    template <typename T, int MAX_K> void launch(T* x) { k<<<MAX_K, 1>>>(x); }
    struct CELLS { void load(const char* file); };
    void CELLS::load(const char* file) { FILE* opened = open_file(file); }
    struct Named { std::string name = "none"; };
    class Cells : public Named {
     public:
      explicit Cells(const std::string& file);
      int* values = nullptr;
    };
    using Row = Cells;
    typedef struct Grid { Row north; Row south; } Grid;
    __global__ void k(Grid grid, int* out) { *out = grid.north.values[1]; })",
                            {"k"});
  program.options.include_dirs.push_back(folder.path().string());
  compile_everywhere(program);
}

/// Classes whose names are those of no kernel's, although their members' are; macros that open
/// namespaces; and what nvcc takes from the host's compiler.
TEST(CudaSpellingHostCodeTest, ClassesAliasesAndMacrosOfFrameworks) {
  run_spelled<int>(R"(
    #include <cuda.h>
    #include <cuda_fp16.h>
    #include <unistd.h>
    #if !defined(__linux__) || _POSIX_VERSION < 200112L
    #error the system is not supported
    #endif
    #define BEGIN_LIBRARY namespace library {
    #define END_LIBRARY }
    BEGIN_LIBRARY
    inline void now(char* out) { time_t t = time(0); tm parts = *localtime(&t); }
    END_LIBRARY
    BEGIN_LIBRARY
    class Logger { std::string name_; public: static Logger& get(); };
    template <typename T> class Layer {
      void forward(TensorMap* inputs) { T size = 0, step[2]; size = step[0]; Logger::get(); }
     public:
      virtual void setup(TensorMap* inputs) = 0;
    };
    class Driver { CUresult load(CUmodule* module) const; };
    template <typename T> class Buffer { std::vector<T> all_; };
    template <typename T> using IntBuffer = Buffer<T>;
    struct Owner { IntBuffer<int> first; };
    typedef int (*Launcher)(cudaStream_t, int);
    struct Choice { Launcher launcher; };
    template <typename T> int launch(cudaStream_t s, int n) { k<<<n, 1, 0, s>>>((T*)0); return 0; }
    static std::array<Choice, 2> choices = {Choice{launch<int, 1>}, Choice{launch<T, 2>}};
    #define INSTANCE(T) template int launch<T>(cudaStream_t, int);
    INSTANCE(int)
    template <typename T> __device__ T next(T size) { T step = 1; return size + step; }
    END_LIBRARY
    __global__ void k(int* out) {
      unsigned short wide = 7;
      const unsigned char bytes[] = {wide, wide};
      float whole;
      const float part = std::modf(double(2.5f), &whole);
      const half2 pair = make_half2(3, 4);
      out[0] = library::next(int(bytes[1])) + int(whole + 2 * part) + int(__high2float(pair));
    })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 15); });
}

/// Functions and variables that nothing marks for devices, beside names of kernels' own. What runs
/// on both may name them.
TEST(CudaSpellingHostCodeTest, UnmarkedFunctionsAreTheHostsWhateverTheyUse) {
  run_spelled<int>(R"(
    #include <string>
    struct Settings;
    int size = Registry::of("sizes").first(), *values = allocate(size);
    int count(Settings& s) { return std::stoi(s.text) + popen_count(s.file); }
    template <typename T> void reduce(T first) { library::Session session(first); session.run(); }
    inline int triple(int x) { return 3 * x; }
    constexpr int quadruple(int x) { return 4 * x; }
    namespace long_name { __device__ int one() { return 1; } }
    namespace name = long_name;
    struct Sum { __device__ int reduce(int x) const; };
    __device__ int Sum::reduce(int x) const { return x + name::one(); }
    __host__ __device__ inline int six_times(int x) { return 2 * triple(x); }
    __global__ void k(int* out) {
      const int count = 2, values = 3, size = int(threadIdx.x);
      out[size] = Sum().reduce(quadruple(count + values + size));
    }
    #define CHECK(call) do { if (call) { fprintf(stderr, "failed\n"); abort(); } } while (0)
    struct Part { int count; void print(); void save(); };
    inline void Part::print() { CHECK(library::print(count)); }
    class Owner { public: void print(const std::string& to); };
    inline void Owner::print(const std::string& to) { library::print(to); }
    __global__ void last(Part part, Owner* owner, __int128* out) { *out = part.count; }
    int main() { k<<<1, 2>>>(values); std::exit(six_times(count(*load(size)))); })",
                   1, 2, 2, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{21, 25}));
                   });
}

/// Members that depend on a parameter and have arguments of their own, without `template`.
/// A header declares the launcher, which has the kernel's name.
TEST(CudaSpellingHostCodeTest, LaunchersMayHaveTheKernelsName) {
  run_spelled<int>(R"(
    void k(int* out, int n, float by);
    __global__ void k(int* out) { *out = 3; }
    void k(int* out, int n, float by) { k<<<n, 1>>>(out); })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 3); });
}

/// Each names the next many times, so that following them all would not end.
TEST(CudaSpellingHostCodeTest, MacrosMayNameEachOtherOften) {
  std::string source = "#define M9 1\n";
  for (int i = 8; i >= 0; --i) {
    const std::string next = " M" + std::to_string(i + 1);
    source += "#define M" + std::to_string(i) + " unused(";
    for (int use = 0; use < 20; ++use) source += next;
    source += ")\n";
  }
  run_spelled<int>(source + R"(
    #include <vector>
    void host() { std::vector<int> v(3); M0; }
    __global__ void k(int* out) { *out = 3; })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 3); });
}

TEST(CudaSpellingHostCodeTest, MacrosOpenAndCloseNamespaces) {
  run_spelled<int>(R"(
    #include <string>
    #include <vector>
    #define NAMESPACE_BEGIN(name) namespace name {
    #define NAMESPACE_END(name) }
    NAMESPACE_BEGIN(files)
    class path {
      std::vector<std::string> names;
     public:
      path(const std::string& s) { names.push_back(s); }
      std::string str() const { return names[0]; }
    };
    inline bool make(const path& p) { return mkdir(p.str().c_str(), 1) == 0; }
    NAMESPACE_END(files)
    NAMESPACE_BEGIN(kernels)
    __device__ int three() { return 3; }
    NAMESPACE_END(kernels)
    #include <array>
    namespace fs = files;
    fs::path root();
    __global__ void k(int* out) { std::array<int, 1> a{kernels::three()}; *out = a[0]; })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 3); });
}

/// They are passed as pointers, which nvcc lets pass.
TEST(CudaSpellingHostCodeTest, ParametersMayBeReferences) {
  for (const char* kernel : {"k", "t<3>"}) {
    SCOPED_TRACE(kernel);
    Program program = spelled(R"(
      template <int N> __global__ void t(int& out) { out = N; }
      __global__ void k(int& out) { out = 3; })",
                              {kernel});
    if (Device::unavailable_reason()) {
      EXPECT_NO_THROW((void)compile(program, spelled_architectures().front()));
      continue;
    }
    const Device device(0);
    const Stream stream(device);
    const Buffer<int> out(stream, 1);
    launch(stream, Module(device, compile(program, device)).kernel(kernel), {{1}, {1}}, out);
    EXPECT_EQ(read(stream, out).front(), 3);
  }
}

TEST(CudaSpellingHostCodeTest, KeywordsThatNvccForgives) {
  run_spelled<int>(R"(
    struct Value {
      int x;
      template <typename T> __device__ T get() const { return T(x); }
      template <int factor> static __device__ int scaled(int x) { return factor * x; }
      template <typename T> struct Pair { T first, second; };
    };
    template <typename From> struct Cast {
      template <int count> static __device__ void cast(int* to, const From* from) {
        for (int i = 0; i < count; ++i) to[i] = int(from[i]);
      }
    };
    template <typename From> __device__ int first(From x) {
      int result[1];
      Cast<From>::cast<1>(result, &x);
      return result[0];
    }
    template <typename T> struct Access {
      enum class Mode { read, write };
      __device__ Mode mode(T x);
    };
    template <typename T> __device__ Access<T>::Mode Access<T>::mode(T x) {
      return x > T(0) ? Mode::write : Mode::read;
    }
    template <typename V> __device__ int sum(const V& value, const V* other) {
      typename V::Pair<int> pair = {value.get<int>(), other->template get<int>()};
      const bool is_less = value.x < pair.first || pair.first > (other->x);
      return other->get<char>() + V::scaled<2>(pair.first) + pair.second + is_less;
    }
    __global__ void k(int* out) {
      const Value one{1}, three{3};
      *out = sum(one, &three) + first(2.5f) + int(Access<int>().mode(1));
    })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 11); });
}

TEST(CudaSpellingHostCodeTest, ConstantsOfFloatsAreComputed) {
  if (is_hip_on_cuda()) GTEST_SKIP() << "AMD's compiler computes them by itself";
  run_spelled<float>(R"(
    namespace scale {
    const float multiplier = 4.0f;
    static const double inverse = 1.0 / multiplier, half = inverse * 2;
    const float table[2] = {1.0f, 2.0f};
    const float negative = -multiplier;
    }
    __global__ void k(float* out) {
      out[threadIdx.x] = scale::negative * float(scale::inverse) + float(scale::half) +
                         scale::table[threadIdx.x];
    })",
                     1, 2, 2, [](const std::vector<float>& out) {
                       EXPECT_EQ(out, (std::vector<float>{0.5f, 1.5f}));
                     });
}

TEST(CudaSpellingHostCodeTest, LinesKeepTheirNumbers) {
  const Program program = spelled(
      "int main() {\n  std::cout << 1;\n}\n__global__ void k() { unknown_function(); }", {"k"});
  const std::string message =
      error_of([&] { (void)compile(program, spelled_architectures().front()); }).what();
  EXPECT_THAT(message, testing::AnyOf(HasSubstr("spelled.cu:4"), HasSubstr("spelled.cu(4)")));
}

/// A header of the program with host code, and a kernel that launches one.
TEST(CudaSpellingHostCodeTest, HeadersAreTreatedAlikeAndKernelsMayNotLaunch) {
  Program program =
      spelled("#include \"part.h\"\n__global__ void k(int* x) { *x = one(); }", {"k"});
  program.headers = {{"part.h", R"(
    #pragma once
    void save(const char* file) { FILE* f = fopen(file, "w"); fclose(f); }
    __device__ int one() { return 1; }
    )"}};
  compile_everywhere(program);
  program.source += "\n__global__ void parent(int* x) { k<<<1, 1>>>(x); }";
  program.kernels = {"parent"};
  EXPECT_THAT(error_of([&] { (void)compile(program, spelled_architectures().front()); }).what(),
              HasSubstr("dynamic parallelism"));
}

/// Macros that define functions of the host, friends for streams, templates of kernels without
/// instances; and headers of the set within `extern "C"`.
TEST(CudaSpellingHostCodeTest, MacrosFriendsAndUnusedTemplatesAreLeftOut) {
  Program program = spelled(R"(
    extern "C" {
    #include "part.h"
    }
    #include <vector>
    #define BINDING(name, type) \
      void name##_##type(Tensor x, type first) { CHECK_TENSOR(x); run(x.data(), first); }
    #define KERNEL(name, value) __global__ void name(int* out) { *out = value; }
    using Shape = std::vector<long>;
    class View { public: explicit View(Shape shape) : shape_(shape) {} Shape shape_; };
    struct Views { View first; };
    void print(const View& view, const Views& views) { std::printf("%d", count_of(view, views)); }
    BINDING(add, float)
    BINDING(add, int)
    struct Number {
      template <typename C> friend std::basic_ostream<C>& operator<<(std::basic_ostream<C>&, Number);
      friend std::ostream& operator>>(std::ostream& out, Number) { return out << "number"; }
      __device__ friend int twice(Number x) { return 2 * x.value; }
      int value;
    };
    KERNEL(one, 1)
    __global__ void k(int* out) { *out = twice(Number{int(sizeof(size_t))}) + (int)least; }
    template <typename T> __global__ void unused(T* out) { *out = forgotten; }
    struct Result { int value; };
    template <typename T> __global__ void wanted(T* out, Result* other) { *out = other->value; }
    #define NOTHING() {}
    BINDING(scale, float))",
                            {"k", "one", "wanted<float>"});
  program.headers = {{"part.h", "#include <stdio.h>\n#include <limits.h>\nenum { least = 3 };\n"}};
  compile_everywhere(program);
}

}  // namespace
}  // namespace duet::test
