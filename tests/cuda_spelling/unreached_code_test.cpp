// What no kernel needs goes if a program does not compile with it.

#include "spelling_program.hpp"

namespace duet::test {
namespace {

void expect_seven(const std::string& source) {
  run_spelled<int>(source, 1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 7); });
}

TEST(CudaSpellingUnreachedTest, FunctionsForDevicesMayNotCompile) {
  expect_seven(R"(
    __device__ int first(int x) { return unknown_function(x); }
    __device__ int second(int x) { return first(x) + 1; }
    struct Table {
      int size;
      __device__ int sum() const { return unknown_texture(size); }
      __device__ int total() const { return sum() + 1; }
      __device__ int count() const { return size; }
    };
    __global__ void k(int* out) {
      Table table{7};
      *out = table.count();
    })");
}

/// As a function that waits at a barrier in memory, which no kernel calls.
TEST(CudaSpellingUnreachedTest, UnknownInstructionsMayStandThere) {
  expect_seven(R"(
    __device__ void arrive(unsigned address) {
      asm volatile("mbarrier.arrive.expect_tx.b64 _, [%0], %1;" :: "r"(address), "r"(8));
    }
    template <bool waits> __device__ void send(unsigned address) { if (waits) arrive(address); }
    __global__ void k(int* out) { *out = 7; })");
}

/// nvcc does not look into templates that nothing makes, and functions of a name that is used may
/// be of other types.
constexpr std::string_view with_errors = R"(
    struct A {
      template <int N>
      __device__ static int bad(int x) {
        missing = 3;
        return x + missing;
      }
      template <int N>
      __device__ static int good(int x) { return x + N; }
    };
    __device__ inline int half_of(double x) { return __no_such_function(x); }
    __device__ inline int half_of(int x) { return x / 2; }
    __global__ void k(int* out) { *out = CALLS; })";

TEST(CudaSpellingUnreachedTest, ErrorsMayStandWhereNoKernelComes) {
  Program program = spelled(std::string(with_errors), {"k"});
  program.options.defines.emplace_back("CALLS=A::good<2>(4) + half_of(2)");
  run_spelled<int>(program, 1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out[0], 7); });
}

TEST(CudaSpellingUnreachedTest, ErrorsThatAKernelReachesAreTold) {
  const auto message = [](const std::string& calls) {
    Program program = spelled(std::string(with_errors), {"k"});
    program.options.defines.emplace_back("CALLS=" + calls);
    return std::string(
        error_of([&] { (void)compile(program, spelled_architectures().front()); }).what());
  };
  EXPECT_THAT(message("A::bad<2>(4)"), testing::HasSubstr("missing"));
  EXPECT_THAT(message("half_of(2.0)"), testing::HasSubstr("__no_such_function"));
}

/// Their names stand nowhere in the text.
/// A kernel names the template, but not the specialisation.
TEST(CudaSpellingUnreachedTest, SpecialisationsMayHaveUnknownInstructions) {
  run_spelled<int>(R"(
    template <typename T> __device__ T to(float x);
    template <> __device__ inline double to<double>(float x) {
      double y;
      asm("ctv.rn.f64.f32 %0, %1;" : "=d"(y) : "f"(x));
      return y;
    }
    template <> __device__ inline int to<int>(float x) { return int(x); }
    __global__ void k(int* out) { *out = to<int>(2.5f); })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 2); });
}

TEST(CudaSpellingUnreachedTest, WhatMacrosPasteIsMissedAndStays) {
  expect_seven(R"(
    struct wide2 { int x, y; };
    __device__ wide2 make_wide2(int x, int y) { return {x, y}; }
    __device__ int unused(int x) { return unknown_function(x); }
    template <typename T> struct Maker;
    #define MAKER(type) template <> struct Maker<type##2> { \
      static __device__ type##2 make(int x) { return make_##type##2(x, x); } };
    MAKER(wide)
    __global__ void k(int* out) { *out = Maker<wide2>::make(7).y; })");
}

TEST(CudaSpellingUnreachedTest, MembersGoWithTheirClass) {
  expect_seven(R"(
    #include <vector>
    template <typename T> class Cursor;
    class List {
     public:
      List();
      int size() const;
      std::vector<int> items_;
    };
    template <typename T> class Cursor {
     public:
      Cursor();
      Cursor& operator++();
      List* list_;
    };
    template <typename T> inline Cursor<T>::Cursor() : list_(nullptr) {}
    template <typename T> inline Cursor<T>& Cursor<T>::operator++() { ++list_; return *this; }
    inline List::List() {}
    inline int List::size() const { return int(items_.size()); }
    __global__ void k(int* out) { *out = 7; }
    int main() { List list; Cursor<int> cursor; k<<<1, 1>>>(nullptr); })");
}

/// Kernels use a type in such a class, and the class itself is the host's.
TEST(CudaSpellingUnreachedTest, DataOfClassesMayBeOfUnknownTypes) {
  expect_seven(R"(
    #include <vector>
    template <typename T> using pinned = std::vector<T, unknown::library::allocator<T>>;
    template <typename T> class Batch {
     public:
      class View {
       public:
        __device__ explicit View(T value) : value_(value) {}
        __device__ T value() const { return value_; }
       private:
        T value_;
      };
      int count() const { return int(offsets_.size()); }
     private:
      pinned<int> offsets_;
    };
    __global__ void k(int* out) { *out = Batch<int>::View(7).value(); }
    int main() { Batch<int> batch; k<<<1, 1>>>(nullptr); })");
}

/// Kernels' code misses a class whose bases only the host has.
TEST(CudaSpellingUnreachedTest, ClassesWithUnknownBasesGoWithTheirUses) {
  expect_seven(R"(
    #include <vector>
    namespace store {
    template <typename T> class Array : public unknown::vector_base<T> {
     public:
      typedef typename unknown::vector_base<T> Parent;
      Array() : Parent() {}
      __host__ __device__ int length() const { return Parent::size(); }
    };
    template <typename T> int length_of(const Array<T>& array) { return array.length(); }
    }
    template <typename T> __host__ __device__ int length(const store::Array<T>& x) {
      return store::length_of(x);
    }
    __global__ void k(int* out) {
      const int length = 7;
      *out = length;
    }
    int main() { store::Array<int> array; k<<<1, 1>>>(nullptr); })");
}

/// Programs for editors declare CUDA's functions once more.
TEST(CudaSpellingUnreachedTest, DeclarationsOfBuiltInFunctionsGo) {
  expect_seven(R"(
    extern __device__ __device_builtin__ void __syncthreads(void);
    extern __device__ __device_builtin__ int __mul24(int, int);
    __global__ void k(int* out) {
      __syncthreads();
      *out = __mul24(7, 1);
    })");
}

}  // namespace
}  // namespace duet::test
