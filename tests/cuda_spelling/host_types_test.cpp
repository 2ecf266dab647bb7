// Types of the host, and what asks the host, in code that kernels use.

#include <pthread.h>

#include <bitset>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

#include "spelling_program.hpp"

namespace duet::test {
namespace {

using Values = std::vector<int>;

/// The class mentions the host, but it is a kernel's parameter.
TEST(CudaSpellingHostTypesTest, HandlesInParametersOfKernelTemplates) {
  const Program program = spelled(including({"cuda_runtime.h", "cuda.h", "cstdarg", "vector"}, R"(
    typedef void (*Handler)(const char* format, va_list values);
    template <typename T> struct Job { T* out; const int count; cudaStream_t stream; };
    struct Context { CUcontext context; CUmodule module; CUfunction function; int value; };
    template <typename T> void launch(Job<T> job, std::vector<T>& host);
    template <typename T> __global__ void store(Job<T> job) { job.out[0] = job.count; }
    __global__ void read(Context* context, const CUtensorMap* map, int* out) {
      *out = context->value + (map != nullptr);
    })"),
                                  {"store<float>", "read"});
  for (const std::string& architecture : spelled_architectures())
    EXPECT_NO_THROW((void)compile(program, architecture)) << architecture;
}

TEST(CudaSpellingHostTypesTest, InitialValuesMayAskForTheTime) {
  run_spelled<int>(including({"ctime", "vector"}, R"(
    inline unsigned process() { return getpid(); }
    struct Options {
      int device = 3;
      unsigned seed[2] = {(unsigned)time(NULL), (unsigned)process()};
      std::vector<int> pool;
    };
    __global__ void k(int* out) { const auto* none = (const Options*)nullptr; *out = 7 + (none != nullptr); })"),
                   1, 1, 1, [](const Values& out) { EXPECT_EQ(out.front(), 7); });
}

/// A macro that stands for a type at the end of a line is no declaration of its own.
TEST(CudaSpellingHostTypesTest, MacrosForTypesThatFunctionsReturn) {
  run_spelled<int>(including({"memory"}, R"(
    #define OWNER(T) std::unique_ptr<T, void (*)(T * t)>
    template <typename T, typename U>
    OWNER(T)
    make_owner(U* t) {
      return {t, [](T* one) { delete one; }};
    }
    namespace numbers { __device__ int five() { return 5; } }
    __global__ void k(int* out) { *out = numbers::five(); })"),
                   1, 1, 1, [](const Values& out) { EXPECT_EQ(out.front(), 5); });
}

/// std::atomic is the host's, cuda::std::atomic is not.
TEST(CudaSpellingHostTypesTest, AtomicObjectsOfLibcuInClasses) {
  run_spelled<int>(including({"new", "cuda/std/atomic", "cuda/atomic"}, R"(
    struct Node {
      cuda::std::atomic_flag flag = ATOMIC_FLAG_INIT;
      cuda::atomic<Node*, cuda::thread_scope_device> next = ATOMIC_VAR_INIT(nullptr);
      cuda::std::atomic<int> count = ATOMIC_VAR_INIT(0);
    };
    __host__ __device__ void visit(Node& node, cuda::std::atomic<int>& first) {
      if (!node.flag.test_and_set()) first.fetch_add(1);
      node.count.fetch_add(1);
    }
    __global__ void k(int* out) {
      __shared__ alignas(Node) char bytes[sizeof(Node)];
      Node& node = *reinterpret_cast<Node*>(bytes);
      __shared__ cuda::std::atomic<int> first;
      if (threadIdx.x == 0) {
        new (&node) Node();
        first = 0;
      }
      __syncthreads();
      visit(node, first);
      __syncthreads();
      if (threadIdx.x != 0) return;
      out[0] = node.count; out[1] = first; out[2] = node.next.load() == nullptr;
      node.flag.clear();
      out[3] = node.flag.test();
    })"),
                   1, 64, 4, [](const Values& out) {
                     EXPECT_EQ(out, (Values{64, 1, 1, 0}));
                   });
}

/// nvcc takes specialisations for both sides of a template for devices.
TEST(CudaSpellingHostTypesTest, SpecialisationsForBothSides) {
  run_spelled<int>(R"(
    template <typename T> inline __device__ int size_of(T x, int least = 1) { return least; }
    template <> inline __host__ __device__ int size_of(char x, int least) { return least + x; }
    template <> inline __host__ __device__ int size_of(int x, int least) { return 2 * least + x; }
    __global__ void k(int* out) { out[0] = size_of('\1'); out[1] = size_of(3, 4); })",
                   1, 1, 2, [](const Values& out) {
                     EXPECT_EQ(out, (Values{2, 11}));
                   });
}

/// The file's parameter `F` is named, not the class that it stands for.
TEST(CudaSpellingHostTypesTest, TypesOfParametersWithoutTypename) {
  const Program program = spelled(R"(
    struct Field { struct storage { int value; }; };
    template <typename F> __device__ typename F::storage one() { return {1}; }
    template <typename F, bool flag> __global__ void store(int* out) {
      const auto chosen = flag ? one<F>() : F::storage();
      *out = chosen.value;
    })",
                                  {"store<Field, true>"});
  for (const std::string& architecture : spelled_architectures())
    EXPECT_NO_THROW((void)compile(program, architecture)) << architecture;
}

/// The interface of headers that programs bring along.
TEST(CudaSpellingHostTypesTest, HeadersOfCudnn) {
  Program program = spelled(including({"cudnn_frontend.h"}, R"(
    __global__ void k(int* out) { *out = 9; })"),
                            {"k"});
  program.headers.push_back({"cudnn_frontend.h", R"(
    class Heuristics { cudnnBackendHeurMode_t mode = CUDNN_HEUR_MODE_INSTANT; };)"});
  run_spelled<int>(program, 1, 1, 1, [](const Values& out) { EXPECT_EQ(out.front(), 9); });
}

/// The name of a function is put together by a macro, for one source for host and device.
TEST(CudaSpellingHostTypesTest, NamesWithSuffixes) {
  run_spelled<int>(including({"memory"}, R"(
    #ifdef __CUDACC__
    #define SUFFIX(name) name##_gpu
    #define DEVICE __device__
    #else
    #define SUFFIX(name) name
    #define DEVICE
    #endif
    extern "C" DEVICE int* SUFFIX(slot)(int* begin, const int i) { return begin + i; }
    inline std::shared_ptr<int> host(std::shared_ptr<int> p) { return p; }
    extern "C" DEVICE void SUFFIX(put)(int* begin, const int i) { *SUFFIX(slot)(begin, i) = i; }
    __global__ void k(int* out) {
      const auto function = SUFFIX(put);
      function(out, threadIdx.x);
    })"),
                   1, 3, 3, [](const Values& out) {
                     EXPECT_EQ(out, (Values{0, 1, 2}));
                   });
}

/// For nvcc uint64_t is unsigned long, for which CUDA has no atomic operations; here it is the type
/// that has them, so that such a function would call itself.
TEST(CudaSpellingHostTypesTest, AtomicOperationsOfProgramsForWords) {
  run_spelled<unsigned long long>(including({"cstdint", "sys/types.h"}, R"(
    __device__ __forceinline__ uint64_t atomicAdd(uint64_t* address, uint64_t value) {
      return atomicAdd((unsigned long long*)address, (unsigned long long)value);
    }
    __device__ std::uint64_t atomicExch(std::uint64_t* address, std::uint64_t value) {
      return (std::uint64_t)atomicExch((unsigned long long int*)address, (unsigned long long)value);
    }
    struct Entry { time_t made; pid_t owner; off_t at; };
    __managed__ unsigned counts[2] = {3, 4};
    __global__ void k(uint64_t* out) {
      for (ptrdiff_t i = 0; i < 2; ++i) atomicAdd(out, uint64_t(1));
      if (threadIdx.x == 0) {
        out[1] = atomicExch(out + 2, uint64_t(5));
        out[3] = counts[1];
      }
    })"),
                                  1, 32, 4, [](const std::vector<unsigned long long>& out) {
                                    EXPECT_EQ(out, (std::vector<unsigned long long>{64, 0, 5, 4}));
                                  });
}

/// A class that a kernel takes by value has its members where the host has them.
TEST(CudaSpellingHostTypesTest, ContainersHaveTheirSizes) {
  run_spelled<int>(R"(
    template <typename T> struct Table {
      std::shared_ptr<T> owner;
      std::vector<T> keys;
      std::string name;
      std::function<void()> done;
      std::map<int, T> index;
      std::mutex guard;
      typename std::allocator_traits<std::allocator<T>>::template rebind_alloc<char> bytes;
      T* data;
    };
    __global__ void k(int* out) {
      out[0] = sizeof(Table<float>);
      out[1] = sizeof(std::unordered_map<int, float>);
      out[2] = sizeof(std::unique_ptr<int>);
      out[3] = sizeof(std::bitset<65>);
      out[4] = sizeof(std::thread);
      out[5] = sizeof(pthread_mutex_t);
      out[6] = sizeof(std::variant<char, double>);
      out[7] = sizeof(std::deque<int>);
    })",
                   1, 1, 8, [](const std::vector<int>& out) {
                     struct Table {
                       std::shared_ptr<float> owner;
                       std::vector<float> keys;
                       std::string name;
                       std::function<void()> done;
                       std::map<int, float> index;
                       std::mutex guard;
                       std::allocator<char> bytes;
                       float* data;
                     };
                     const std::vector<std::size_t> sizes{sizeof(Table),
                                                          sizeof(std::unordered_map<int, float>),
                                                          sizeof(std::unique_ptr<int>),
                                                          sizeof(std::bitset<65>),
                                                          sizeof(std::thread),
                                                          sizeof(pthread_mutex_t),
                                                          sizeof(std::variant<char, double>),
                                                          sizeof(std::deque<int>)};
                     EXPECT_EQ(out, std::vector<int>(sizes.begin(), sizes.end()));
                   });
}

}  // namespace
}  // namespace duet::test
