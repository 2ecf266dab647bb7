// Programs of which only a compiler's errors tell what kernels need of their host code.

#include "spelling_program.hpp"

namespace duet::test {
namespace {

void expect_seven(const Program& program) {
  run_spelled<int>(program, 1, 1, 1,
                   [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 7); });
}

/// A name that a macro pastes together stands nowhere in the text.
TEST(CudaSpellingHostErrorsTest, FunctionsThatRulesLeaveOutAreKeptWhereTheyAreMissed) {
  expect_seven(spelled(R"(
    #define CALL(name, x) part_##name(x)
    inline int part_offset(int x) { return x + 3; }
    struct Pair {
      int first;
      int joined_sum(int x) const { return first + x; }
      __host__ __device__ int total(int x) const { return 2 + CALL(offset, x); }
      template <typename T> __host__ __device__ T member(T x) const { return this->joined_##x; }
    };
    __global__ void k(int* out) {
      Pair pair = {1};
      *out = pair.total(2);
    }
    int main() { int* out; cudaMalloc(&out, 4); k<<<1, 1>>>(out); })",
                       {"k"}));
}

/// nvcc does not mind calls of the host's functions where a constant is not found.
TEST(CudaSpellingHostErrorsTest, FunctionsOfConstantsKeepWhatCompiles) {
  expect_seven(spelled(R"(
    #include <cstdio>
    #include <cstdlib>
    #define PANIC(text) { std::fprintf(stderr, "%s: %s", __func__, text); std::abort(); }
    template <typename T>
    constexpr unsigned log2_of(T n) {
      if (n == 0) {
        PANIC("there is no logarithm of 0");
      } else if (n == 1)
        throw std::runtime_error("odd");
      return (n <= 2) ? 1 : 1 + log2_of(n / 2);
    }
    template <int n>
    struct Degree {
      constexpr static int log2 = log2_of(n);
    };
    template <typename T> __global__ void k(int* out) {
      constexpr auto bits = T::log2 + 4;
      *out = bits;
    }
    int main() { int* out; cudaMalloc(&out, 4); k<Degree<8>><<<1, 1>>>(out); })",
                       {"k<Degree<8>>"}));
}

/// nvcc only warns about calls of the host's functions in functions for both.
TEST(CudaSpellingHostErrorsTest, CallsOfHostFunctionsStandWhereKernelsDoNotReachThem) {
  const std::string source = R"(
    #include <iostream>
    #define REQUIRE(condition) do { if (!(condition)) report(#condition, __FILE__, __LINE__); } while (0)
    struct Log { template <typename... T> static void fatal(const char* format, T... values) {
      std::cerr << format; throw std::runtime_error(format); } };
    inline void report(const char* what, const char* file, int line) {
      Log::fatal("%s:%d: %s", file, line, what);
      std::exit(1);
    }
    struct Holder {
      __host__ __device__ explicit Holder(int n) : size(n) { REQUIRE(n > 0); }
      __host__ __device__ ~Holder() { REQUIRE(size > 0); }
      int size;
    };
    __global__ void k(int* out) {
      Holder holder(*out + SIZE);
      *out = holder.size;
    }
    int main() { int* out; cudaMalloc(&out, 4); k<<<1, 1>>>(out); })";
  Program program = spelled(source, {"k"});
  program.options.defines = {"SIZE=7"};
  expect_seven(program);
  if (std::string(backend_name()) != "CPU") return;  // a trap ends the context of a GPU
  program.options.defines = {"SIZE=0"};
  const Device device(0);
  const Stream stream(device);
  const Module module(device, compile(program, device));
  const Buffer<int> out(stream, 1);
  fill(stream, out, 0);
  EXPECT_THROW(
      {
        launch(stream, module.kernel("k"), {.grid = {1}, .block = {1}}, out);
        stream.synchronize();
      },
      Error);
}

/// As NVRTC does where unmarked functions are for devices.
TEST(CudaSpellingHostErrorsTest, UnmarkedMembersThatKernelsCallAreForBoth) {
  expect_seven(spelled(R"(
    template <typename T> struct Least {
      T value;
      Least(T first, int bias) : value(first + bias) {}
      void operator()(T other) { if (other < value) value = other; }
      T doubled() const { return 2 * value; }
    };
    __global__ void k(int* out) {
      Least<int> least(9, 1);
      least(3);
      *out = least.doubled() + 1;
    }
    int main() { k<<<1, 1>>>(nullptr); })",
                       {"k"}));
}

TEST(CudaSpellingHostErrorsTest, OverloadsForTypesOfTheHostGo) {
  expect_seven(spelled(R"(
    #include <vector>
    #define BOTH __host__ __device__ inline
    BOTH int row(std::vector<int>& shape, std::vector<int>& at) {
      int offset = 0;
      for (int i = shape.size() - 1; i >= 0; --i) offset += shape[i] * at[i];
      return offset;
    }
    BOTH int row(int shape, int at) { return shape * at; }
    __global__ void k(int* out) { *out = row(7, 1); }
    int main() { k<<<1, 1>>>(nullptr); })",
                       {"k"}));
}

/// What is not needed may use anything that the set has not.
TEST(CudaSpellingHostErrorsTest, FunctionsOfTheHostThatDoNotCompileGo) {
  expect_seven(spelled(R"(
    namespace chart {
    struct Axis {
      int begin;
      Axis() : begin(unknown_library::first()) {}
      int ticks() const { return unknown_library::ticks(begin); }
    };
    inline int label(int x) { return unknown_library::label(x); }
    int shade(int x) { return x ? label(x) : 0; }
    }
    __host__ __device__ int unused(int x) { return unknown_call(x); }
    __device__ int shade(int x, int y) { return x * y; }
    __global__ void k(int* out) { *out = shade(7, 1); }
    int main() { k<<<1, 1>>>(nullptr); })",
                       {"k"}));
}

/// Errors that the host's code causes do not hide those of kernels.
TEST(CudaSpellingHostErrorsTest, MistakesInKernelsAreReported) {
  const auto expect_error = [](const std::string& source, const std::string& part) {
    const Error error =
        error_of([&] { (void)compile(spelled(source, {"k"}), spelled_architectures().front()); });
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  };
  expect_error(R"(
    inline int helper(int x) { return x + missing_one; }
    __global__ void k(int* out) { *out = helper(1); }
    int main() { k<<<1, 1>>>(nullptr); })",
               "missing_one");
  expect_error(R"(
    __host__ __device__ int helper(int x) { return missing_two(x); }
    __global__ void k(int* out) { *out = helper(1); }
    int main() { k<<<1, 1>>>(nullptr); })",
               "missing_two");
  expect_error(R"(
    void host() { cudaDeviceSynchronize(); }
    __device__ int helper(int x) { return x.missing_three; }
    __global__ void k(int* out) { *out = helper(1); })",
               "missing_three");
  expect_error(R"(
    inline int chart(int x) { return unknown_library::chart(x); }
    __host__ __device__ int both(int x) { return x > 9 ? chart(x) : x; }
    __global__ void k(int* out) { *out = both(1) + missing_four; }
    int main() { k<<<1, 1>>>(nullptr); })",
               "missing_four");
}

TEST(CudaSpellingHostErrorsTest, BranchesForOtherSystemsDoNotCount) {
  expect_seven(spelled(R"(
    #if defined(_MSC_VER) || defined(MINGW)
    namespace clock_of {
    class Timer {
     public:
      void reset() { QueryPerformanceCounter(&start_); }
     private:
      LARGE_INTEGER start_;
    };
    #else
    #include <sys/time.h>
    namespace clock_of {
    class Timer {
     public:
      Timer() { reset(); }
      void reset() { gettimeofday(&this->start_, &zone_); }
     private:
      struct timeval start_;
      struct timezone zone_;
    };
    #endif
    class Profiler { Timer timer_; public: __host__ __device__ static int seven() { return 7; } };
    }  // namespace clock_of
    __global__ void k(int* out) { *out = clock_of::Profiler::seven(); }
    int main() { k<<<1, 1>>>(nullptr); })",
                       {"k"}));
}

/// A specialisation of std's class for a type of the host says nothing of the class.
TEST(CudaSpellingHostErrorsTest, SpecialisationsDoNotMakeClassesOfTheHost) {
  expect_seven(spelled(R"(
    #include <limits>
    #include <ostream>
    #define BOTH __host__ __device__
    class Money { std::string name; long cents; };
    namespace std {
    template <> class numeric_limits<Money> {
     public:
      static Money max() { return Money(std::string("most")); }
      std::string name;
    };
    }
    inline unsigned bits(unsigned x) { return x & std::numeric_limits<unsigned>::max(); }
    template <typename T> BOTH T masked(T x) { return bits(x); }
    __global__ void k(int* out) { *out = masked(7u); }
    int main() { std::cout << std::numeric_limits<Money>::max(); })",
                       {"k"}));
}

TEST(CudaSpellingHostErrorsTest, LibrariesThatMacrosIncludeAreEmpty) {
  expect_seven(spelled(R"(
    #define LOG_STACK_HEADER <execinfo.h>
    #include LOG_STACK_HEADER
    #if defined(__GLIBC__)
    #include <endian.h>
    #define IS_LITTLE (__BYTE_ORDER == __LITTLE_ENDIAN)
    #endif
    __global__ void k(int* out) { *out = IS_LITTLE ? 7 : 0; }
    int main() { void* stack[9]; backtrace(stack, 9); })",
                       {"k"}));
}

/// Devices of CUDA have a heap, and destructors for both call cudaFree.
TEST(CudaSpellingHostErrorsTest, MemoryOfTheDevicesHeap) {
  expect_seven(spelled(R"(
    struct Split {
      int count = 0;
      int* values = nullptr;
      __host__ __device__ ~Split() { if (count > 0 && values != nullptr) cudaFree(values); }
    };
    __global__ void k(int* out) {
      Split split;
      int* memory = &split.count;
      const cudaError_t error = cudaMalloc(&memory, sizeof(int));
      if ((error == cudaSuccess) != (memory != nullptr)) return;
      if (memory != nullptr) *memory = 7;
      *out = memory != nullptr ? *memory : 7;
      cudaFree(memory);
    }
    int main() { k<<<1, 1>>>(nullptr); })",
                       {"k"}));
}

/// C++20 needs no `typename` where only a type can stand; compilers of that time ask for it.
TEST(CudaSpellingHostErrorsTest, TypesThatDependOnParametersNeedNoKeyword) {
  Program program = spelled(R"(
    namespace own { template <typename T> struct Other { using type = T; using same = T; }; }
    template <typename T> using Two = own::Other<T>;
    template <typename T> __device__ own::Other<T>::type first(T x);
    template <typename T>
    __device__ Two<T>::type second(T x, int) { return x; } template <typename T> Two<T>::same third(T);
    template <typename T> __device__ own::Other<T>::type first(T x) { return x + 1; }
    __global__ void k(int* out) { *out = first(2) + second(4, 0); })",
                            {"k"});
  program.options.standard = 20;
  expect_seven(program);
}

TEST(CudaSpellingHostErrorsTest, LimitsOfPyTorch) {
  const std::string include = "#include <ATen/cuda/NumericLimits.cuh>\n";
  expect_seven(spelled(include + R"(
    __global__ void k(int* out) {
      const bool is_right = at::numeric_limits<float>::lower_bound() < at::numeric_limits<float>::lowest() &&
                            at::numeric_limits<float>::upper_bound() > at::numeric_limits<float>::max() &&
                            at::numeric_limits<int>::upper_bound() == 2147483647;
      *out = is_right ? at::ceil_div(13, 4) + at::cuda::ATenCeilDiv(5, 2) : 0;
    })",
                       {"k"}));
}

/// What a compiler takes for the host's, and nvcc for the kernel's.
TEST(CudaSpellingHostErrorsTest, ClassesInKernelsHaveFunctions) {
  expect_seven(spelled(R"(
    template <typename T> struct Pair { T first; bool operator<(const Pair& other) const { return first < other.first; } };
    __global__ void k(int* out) {
      struct Point {
        int x;
        Point(int value) : x(value) {}
        int twice(int y) const { return 2 * (x + y); }
      };
      Point point(1);
      *out = point.twice(2) + (Pair<int>{1} < Pair<int>{2} ? 1 : 0);
    })",
                       {"k"}));
}

/// An assertion about the host's types may not compile. One that compiles and is false is a
/// mistake.
TEST(CudaSpellingHostErrorsTest, FalseAssertionsAreReported) {
  const std::string source = R"(
    #include <vector>
    constexpr int threads = 48;
    static_assert(sizeof(std::vector<Unknown>) == 24, "unknown");
    ASSERTION
    __global__ void k(int* out) { *out = 7; }
    int main() { std::vector<int> host(threads); k<<<1, 1>>>(host.data()); })";
  const auto with = [&](const std::string& assertion) {
    std::string text = source;
    return spelled(text.replace(text.find("ASSERTION"), 9, assertion), {"k"});
  };
  expect_seven(with(""));
  const Program wrong = with(R"(static_assert(threads % 32 == 0, "whole warps");)");
  for (const std::string& architecture : spelled_architectures()) {
    try {
      (void)compile(wrong, architecture);
      ADD_FAILURE() << "a false assertion is accepted for " << architecture;
    } catch (const CompileError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("whole warps"));
    }
  }
}

}  // namespace
}  // namespace duet::test
