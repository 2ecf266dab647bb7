// Forms of declarations that nvcc takes and compilers at run time refuse or read otherwise.

#include "spelling_program.hpp"

namespace duet::test {
namespace {

TEST(CudaSpellingDeclarationTest, AttributesBehindClassesApply) {
  compile_for_all(spelled(R"(
    #define PACKED __attribute__((packed))
    typedef struct { float x; } __attribute__((aligned(16))) Padded;
    struct Wide { int x; } __align__(8);
    template <typename T>
    struct Packed : T { char c; union { int x; float y; } PACKED u; } PACKED;
    struct Empty {};
    struct __align__(4) Plain { char c; } one_plain[1];
    __host__ __device__ inline struct Wide wide() { return {}; }
    __global__ void k(int* out) {
      static_assert(sizeof(Padded) == 16 && sizeof(Wide) == 8 && sizeof(Plain) == 4, "aligned");
      static_assert(sizeof(Packed<Empty>) == 5 && alignof(Packed<Empty>) == 1, "packed");
      *out = wide().x;
    })",
                          {"k"}));
}

TEST(CudaSpellingDeclarationTest, LaunchBoundsOfTemplatesWithSeveralArguments) {
  run_spelled<int>(spelled(R"(
    template <int n, typename T> constexpr int threads() { return 32 * n * sizeof(T); }
    template <int n, typename T>
    __global__ __launch_bounds__(threads<n, T>()) void k(T* out) { out[threadIdx.x] = n; }
    template <int n, typename T>
    __launch_bounds__(threads<n, T>(), 2) __global__ void other(T* out) { *out = n; }
    __global__ void __launch_bounds__(64) plain(int* out) { *out = 1; })",
                           {"k<2, int>", "other<1, int>", "plain"}),
                   1, 256, 256,
                   [](const std::vector<int>& out) { EXPECT_EQ(out, std::vector<int>(256, 2)); });
}

TEST(CudaSpellingDeclarationTest, SharedObjectsWithConstructors) {
  run_spelled<int>(
      R"(
    struct Number {
      int value;
      __host__ __device__ constexpr Number() : value(0) {}
      __host__ __device__ constexpr explicit Number(int value) : value(value) {}
    };
    template <int n>
    __device__ int last(int i) {
      __shared__ __align__(16) Number numbers[2 * n][2];
      __shared__ Number one; // and its end
      numbers[i][1] = Number(i);
      if (i == 0) one = Number(3);
      __syncthreads();
      return numbers[2 * n - 1][1].value + one.value + sizeof(numbers) / sizeof(numbers[0]);
    }
    __global__ void k(int* out) { out[threadIdx.x] = last<4>(threadIdx.x); })",
      1, 8, 8, [](const std::vector<int>& out) { EXPECT_EQ(out, std::vector<int>(8, 7 + 3 + 8)); });
}

TEST(CudaSpellingDeclarationTest, RestrictBeforeTheTypeOfAnArray) {
  run_spelled<int>(R"(
    template <int n>
    __device__ int sum(const __restrict__ int values[2 * n], int __restrict__ *other,
                       int __restrict__ (*row)[n]) {
      return values[0] + values[2 * n - 1] + other[0] + row[0][0] - 1;
    }
    __global__ void k(int* __restrict__ out) {
      int values[4] = {1, 2, 3, 4};
      *out = sum<2>(values, values + 1, reinterpret_cast<int (*)[2]>(values));
    })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 7); });
}

TEST(CudaSpellingDeclarationTest, DynamicSharedMemoryOfRows) {
  const std::string source = R"(
    #define WIDTH 3
    template <int n> __device__ int last(int i) {
      extern __shared__ int part[][n][2];
      return part[i][n - 1][1];
    }
    __global__ void k(int* out) {
      extern __shared__ int rows[][WIDTH * 2];
      for (int i = 0; i < 6; ++i) rows[threadIdx.x][i] = 10 * threadIdx.x + i;
      __syncthreads();
      out[threadIdx.x] = last<WIDTH>(7 - threadIdx.x) + (&rows[0][0])[threadIdx.x * 6];
    })";
  const Program program = spelled(source, {"k"});
  if (Device::unavailable_reason()) return compile_for_all(program);
  const Device device(0);
  const Stream stream(device);
  const Module module(device, compile(program, device));
  Buffer<int> out(device, 8);
  launch(stream, module.kernel("k"), {{1}, {8}, 6UL * 8 * sizeof(int)}, out);
  std::vector<int> found(8);
  copy(stream, found, out);
  stream.synchronize();
  EXPECT_EQ(found, std::vector<int>(8, 75));
}

TEST(CudaSpellingDeclarationTest, MacrosNamedLikeVectorTypes) {
  if (is_hip_on_cuda()) GTEST_SKIP() << "NVRTC's vector types have no other names";
  run_spelled<int>(R"(
    #define int2(a, b) make_int2(a, b)
    #define float4(a, b, c, d) make_float4(a, b, c, d)
    __device__ int sum(int2 pair, float4 four) { return pair.x + pair.y + int(four.w); }
    __global__ void k(int* out) {
      int2 pair = int2(1, 2);
      *out = sum(pair, float4(0, 0, 0, 4));
    })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 7); });
}

/// Host compilers, and so nvcc, take C's compound literals.
TEST(CudaSpellingDeclarationTest, CompoundLiterals) {
  if (is_hip_on_cuda()) GTEST_SKIP() << "AMD's compiler takes them as they are";
  run_spelled<int>(R"(
    #define MAKE(x) (int2){(x), 1}
    #define ONE (int4){1, 1, 1, 1}
    struct Holder { int value; };
    template <typename T> struct Wrapped { T value; };
    struct Sum { __device__ int operator()(int4) const { return 2; } };
    struct Bits {
      int value;
      template <typename U> __device__ Bits& operator<<=(U count) {
        value <<= count;
        return *this;
      }
    };
    __device__ int operator+(Holder, Holder) { return 5; }
    __device__ Holder made(int x) { return (Holder){.value = x}; }
    template <typename T, int n> __device__ int total(T scale) {
      int2 v[2] = {(int2){1, n}, MAKE(4)};
      auto w = v[0].y * (int2){1, 10}.y;
      v[1] = (n > 2) ? (int2){7, 8} : (int2) { 9, 10 };
      return w + v[1].y + (Wrapped<T>){scale}.value + ONE.w + (unsigned int){3};
    }
    __global__ void k(int* out) {
      if (threadIdx.x > 0) { return; }
      out[0] = total<int, 3>(100);
      out[1] = made(6).value + Sum()((int4){0, 0, 0, 0});
      Bits bits{3};
      bits <<= 2u;
      out[2] = bits.value;
    })",
                   1, 1, 3, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{30 + 8 + 100 + 1 + 3, 8, 12}));
                   });
}

/// Host compilers, and so nvcc, take them in C++17.
TEST(CudaSpellingDeclarationTest, DesignatorsInitialiseMembers) {
  if (is_hip_on_cuda()) GTEST_SKIP() << "AMD's compiler takes them in C++17";
  run_spelled<int>(R"(
    union Words { int2 pair; int words[2]; };
    template <int n> __device__ int second(int2 pair) {
      Words words = {.pair = pair};
      return words.words[1];
    }
    __global__ void k(int* out) { *out = second<1>(make_int2(3, 7)); })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 7); });
}

/// Host compilers, and so nvcc, take them.
TEST(CudaSpellingDeclarationTest, ExtensionsOfGnu) {
  if (is_hip_on_cuda()) GTEST_SKIP() << "AMD's compiler takes them as they are";
  run_spelled<int>(including({"stdbool.h"}, R"(
    #define MAX(x, y) ({ __typeof(x) x_ = (x); typeof(y) y_ = (y); (x_ > y_) ? x_ : y_; })
    #define CLAMP(x, low, high) __extension__({ \
      typeof(x) clamped = (x);                  \
      if (clamped < (low)) clamped = (low);     \
      -MAX(-(high), -clamped);                  \
    })
    #define RETURN_UNLESS(condition) ({ if (!(condition)) return; })
    #define SET(x, value) ({ (x) = (value); })
    __device__ int sum(int n) {
      return ({
        int s = 0;
        for (int i = 1; i <= n; ++i) { s += i; }
        s;
      });
    }
    __device__ void store(int* out, const _Bool wanted) {
      if (wanted) RETURN_UNLESS(out[5] == 0); else *out = 1;
      out[5] = 7;
    }
    __global__ void k(int* out) {
      RETURN_UNLESS(threadIdx.x == 0);
      out[0] = MAX(3, MAX(5, 4));
      out[1] = CLAMP(out[0], 1, 4);
      out[2] = sum(4);
      SET(out[3], 9);
      out[4] = ({ const char c = 7; typeof(c) d = c + 1; sizeof(d) * d; });
      store(out, true);
      store(out, true);
    })"),
                   1, 2, 6, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{5, 4, 10, 9, 8, 7}));
                   });
}

TEST(CudaSpellingDeclarationTest, TextThatEndsWithinAStatementExpression) {
  for (const char* rest : {"({", "({ 1;", "({ 1; }", "({ typeof(1) x = (1", "({ return;"}) {
    const std::string source = std::string("__global__ void k() { int y = ") + rest;
    EXPECT_THROW((void)compile(spelled(source, {"k"}), spelled_architectures().front()),
                 CompileError)
        << rest;
  }
}

/// On Linux nvcc's uint64_t is another type than unsigned long long.
TEST(CudaSpellingDeclarationTest, IntegersOf64BitsAreDistinctTypes) {
  run_spelled<int>(spelled(R"(
    #include <cstdint>
    template <typename T> struct Kind { static constexpr int value = 0; };
    template <> struct Kind<uint64_t> { static constexpr int value = 1; };
    template <> struct Kind<unsigned long long> { static constexpr int value = 2; };
    template <> struct Kind<std::int64_t> { static constexpr int value = 3; };
    template <> struct Kind<long long> { static constexpr int value = 4; };
    __device__ int overloaded(uint64_t) { return 5; }
    __device__ int overloaded(unsigned long long) { return 6; }
    template <typename T> __global__ void wide(T* out) {
      static_assert(Kind<T>::value == 3, "named by the host");
      *out = 0;
    }
    __global__ void k(int* out) {
      out[0] = Kind<uint64_t>::value;
      out[1] = Kind<unsigned long long>::value;
      out[2] = Kind<int64_t>::value;
      out[3] = Kind<long long>::value;
      out[4] = overloaded(sizeof(int));
      out[5] = overloaded(UINT64_C(1));
      out[6] = overloaded(1ull);
    })",
                           {"k", "wide<int64_t>"}),
                   1, 1, 7, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{1, 2, 3, 4, 5, 5, 6}));
                   });
}

}  // namespace
}  // namespace duet::test
