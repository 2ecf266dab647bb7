// libcu++, Thrust, cuda_fp8.h and pipelines in kernels in CUDA's spelling.

#include <numeric>

#include "spelling_program.hpp"

namespace duet::test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::HasSubstr;

class SpelledLibrariesTest : public DeviceTest {
 protected:
  /// Runs kernel `k(int* out)` with each wave size. Returns what it writes.
  std::vector<int> run(const std::string& source, unsigned threads, std::size_t count) const {
    const Stream stream(device());
    std::vector<int> result;
    for (const int wave_size : spelled_wave_sizes()) {
      const Kernel kernel =
          Module(device(), compile(spelled(source, {"k"}, wave_size), device())).kernel("k");
      const Buffer<int> out(stream, count);
      write(stream, out, std::vector<int>(count));
      launch(stream, kernel, {{1}, {threads}}, out);
      const auto found = read(stream, out);
      if (!result.empty()) {
        EXPECT_EQ(found, result) << "waves of " << wave_size;
      }
      result = found;
    }
    return result;
  }
};

TEST_F(SpelledLibrariesTest, AtomicObjectsCount) {
  EXPECT_THAT(run(R"(
    #include <cuda/atomic>
    #include <cuda/std/atomic>
    __global__ void k(int* out) {
      __shared__ cuda::atomic<int, cuda::thread_scope_block> shared;
      if (threadIdx.x == 0) shared.store(5, cuda::std::memory_order_relaxed);
      __syncthreads();
      shared.fetch_add(2, cuda::memory_order_relaxed);
      ++shared;
      cuda::atomic_ref<int, cuda::thread_scope_device> greatest(out[1]);
      greatest.fetch_max(int(threadIdx.x), cuda::std::memory_order_acq_rel);
      cuda::std::atomic_ref<int> bits(out[2]);
      bits |= 1 << threadIdx.x % 4;
      int expected = 0;
      if (cuda::atomic_ref<int>(out[3]).compare_exchange_strong(expected, 77)) atomicAdd(out + 4, 1);
      __syncthreads();
      out[0] = shared;
    })",
                  100, 5),
              ElementsAre(305, 99, 15, 77, 1));
}

TEST_F(SpelledLibrariesTest, AtomicHeaderHasTheNamesOfStd) {
  EXPECT_THAT(run(R"(
    #include <cuda/atomic>
    __global__ void k(int* out) {
      __shared__ cuda::std::atomic<int> sum;
      if (threadIdx.x == 0) sum.store(1, cuda::std::memory_order_relaxed);
      __syncthreads();
      sum.fetch_add(2, cuda::memory_order_relaxed);
      __syncthreads();
      out[0] = sum.load(cuda::std::memory_order_acquire);
    })",
                  64, 1),
              ElementsAre(129));
}

TEST_F(SpelledLibrariesTest, BarriersSeparatePhases) {
  std::vector<int> expected(96);
  std::iota(expected.rbegin(), expected.rend(), 0);
  EXPECT_THAT(run(R"(
    #include <cuda/barrier>
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __global__ void k(int* out) {
      __shared__ barrier bar;
      __shared__ int values[96];
      if (threadIdx.x == 0) init(&bar, blockDim.x);
      __syncthreads();
      for (int round = 0; round < 3; ++round) {
        values[threadIdx.x] = round + threadIdx.x;
        barrier::arrival_token token = bar.arrive();
        bar.wait(static_cast<barrier::arrival_token&&>(token));
        out[threadIdx.x] = values[95 - threadIdx.x] - round;
        bar.arrive_and_wait();
      }
    })",
                  96, 96),
              ElementsAreArray(expected));
}

TEST_F(SpelledLibrariesTest, PipelinesCopyStages) {
  std::vector<int> expected(64);
  for (int i = 0; i < 64; ++i) expected[static_cast<std::size_t>(i)] = 4 * (i + 1) + 6 * 64;
  EXPECT_THAT(run(R"(
    #include <cooperative_groups.h>
    #include <cuda/pipeline>
    #include <cuda_pipeline.h>
    __device__ int source[4 * 64 + 1];
    __global__ void k(int* out) {
      const int t = threadIdx.x;
      for (int i = t; i <= 4 * 64; i += 64) source[i] = i;
      __syncthreads();
      __shared__ int tiles[2][64];
      __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
      auto block = cooperative_groups::this_thread_block();
      auto pipe = cuda::make_pipeline(block, &state);
      const auto load = [&](int stage) {
        pipe.producer_acquire();
        cuda::memcpy_async(block, tiles[stage % 2], source + stage * 64 + stage % 2, sizeof(int) * 64, pipe);
        pipe.producer_commit();
      };
      load(0);
      int sum = 0;
      for (int stage = 0; stage < 4; ++stage) {
        if (stage + 1 < 4) load(stage + 1);
        pipe.consumer_wait();
        sum += tiles[stage % 2][(t + 1) % 64 == 0 ? t : t + 1] - stage % 2 + ((t + 1) % 64 == 0);
        pipe.consumer_release();
      }
      __shared__ int again[64];
      __pipeline_memcpy_async(again + t, source + t, 4);
      __pipeline_commit();
      __pipeline_wait_prior(0);
      out[t] = again[t] == t ? sum : -1;
    })",
                  64, 64),
              ElementsAreArray(expected));
}

TEST_F(SpelledLibrariesTest, NumbersOfEightBitsRound) {
  EXPECT_THAT(run(R"(
    #include <cuda_fp8.h>
    __global__ void k(int* out) {
      const __nv_fp8_e4m3 x(1000.0f);
      *out++ = x.__x;
      *out++ = int(float(x));
      *out++ = __nv_cvt_float_to_fp8(-1000.0f, __NV_NOSAT, __NV_E4M3);
      *out++ = __nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E5M2);
      const __nv_fp8x4_e5m2 four(make_float4(1, 2, -4, 0.5f));
      const float4 back = static_cast<float4>(four);
      *out++ = int(back.x + 10 * back.y + 100 * back.z + 1000 * back.w);
      *out++ = int(__half2float(__half(__nv_cvt_fp8_to_halfraw(0x7e, __NV_E4M3))));
      *out++ = __nv_fp8_e5m2(__float2half(3.0f)).__x;
      const __nv_fp8x4_e4m3 halves(__floats2half2_rn(1, 2), __floats2half2_rn(-4, 0.5f));
      const __nv_fp8x4_e4m3 bfloats(__floats2bfloat162_rn(1, 2), __floats2bfloat162_rn(-4, 0.5f));
      *out++ = int(static_cast<float4>(halves).z);
      *out++ = halves.__x == bfloats.__x;
      *out++ = halves.__x == __nv_fp8x4_e4m3(make_double4(1, 2, -4, 0.5)).__x;
    })",
                  1, 10),
              ElementsAre(0x7e, 448, 0x7f, 0x7c, 121, 448, 0x42, -4, 1, 1));
}

TEST_F(SpelledLibrariesTest, TypesOfTheStandardLibraryHaveTheirNames) {
  EXPECT_THAT(run(R"(
    #include <cuda/functional>
    #include <cuda/std/array>
    #include <cuda/std/bit>
    #include <cuda/std/complex>
    #include <cuda/std/limits>
    #include <cuda/std/span>
    #include <cuda/std/tuple>
    #include <cuda/std/type_traits>
    #include <thrust/functional.h>
    #include <thrust/pair.h>
    #include <thrust/swap.h>
    #include <thrust/tuple.h>
    __global__ void k(int* out) {
      static_assert(cuda::std::is_same<int, cuda::std::remove_cv_t<const int>>::value, "");
      const cuda::std::complex<float> z(1.0f, 2.0f);
      *out++ = int((z * z).real());
      *out++ = int(cuda::std::norm(z + 1.0f));
      cuda::std::array<int, 3> values{1, 2, 3};
      int sum = 0;
      for (int x : cuda::std::span<int>(values)) sum += x;
      *out++ = sum;
      *out++ = cuda::std::popcount(255u);
      *out++ = cuda::std::get<1>(cuda::std::make_tuple(1, 7));
      *out++ = cuda::std::numeric_limits<short>::max();
      thrust::pair<int, float> p = thrust::make_pair(3, 4.0f), q(5, 6.0f);
      thrust::swap(p, q);
      *out++ = p.first;
      int a, b;
      thrust::tie(a, b) = thrust::make_tuple(8, 9);
      *out++ = a * 10 + b;
      *out++ = thrust::plus<int>()(2, 3) + cuda::maximum<>()(4, 6);
    })",
                  1, 9),
              ElementsAre(-3, 8, 6, 8, 7, 32767, 5, 89, 11));
}

TEST_F(SpelledLibrariesTest, IteratorsGoBackwardsAndPointersAreOfTheDevice) {
  EXPECT_THAT(run(R"(
    #include <iterator>
    #include <thrust/device_ptr.h>
    __global__ void k(int* memory) {
      auto out = thrust::device_pointer_cast(memory);
      int values[4] = {1, 2, 3, 4};
      auto at = std::make_reverse_iterator(values + 4);
      const std::reverse_iterator<int*> end(values);
      int digits = 0;
      for (; at != end; ++at) digits = digits * 10 + *at;
      *out++ = digits;
      at -= 3;
      *out++ = *at++ * 10 + at[1];
      *out++ = int(end - at) * 10 + (at < end);
      const thrust::device_ptr<const int> first = thrust::device_pointer_cast(out.get() - 3);
      *out = *(first + 2) + int(out - thrust::device_ptr<int>(thrust::raw_pointer_cast(out) - 3));
    })",
                  1, 4),
              ElementsAre(4321, 31, 21, 24));
}

TEST_F(SpelledLibrariesTest, ItemsOfABlockAreRaked) {
  EXPECT_THAT(run(R"(
    #include <cub/block/block_raking_layout.cuh>
    template <int threads> __device__ void rake(int* out, int item) {
      typedef cub::BlockRakingLayout<int, threads> Layout;
      __shared__ typename Layout::TempStorage storage;
      const int t = threadIdx.x;
      if (t < threads) *Layout::PlacementPtr(storage, t) = item;
      __syncthreads();
      int sum = 0;
      for (int i = 0; t < Layout::RAKING_THREADS && i < Layout::SEGMENT_LENGTH; ++i) {
        if (Layout::UNGUARDED || t * Layout::SEGMENT_LENGTH + i < threads)
          sum += Layout::RakingPtr(storage, t)[i];
      }
      atomicAdd(out, t % 2 == 0 ? sum : -sum);
    }
    __global__ void k(int* out) {
      const int item = threadIdx.x * threadIdx.x;
      rake<128>(out, item);
      rake<100>(out + 1, item);
      rake<20>(out + 2, item);
    })",
                  128, 3),
              ElementsAre(-32512, 19790, -190));
}

TEST_F(SpelledLibrariesTest, TuplesAndPairsAreCompared) {
  EXPECT_THAT(run(R"(
    #include <tuple>
    #include <utility>
    struct Size {
      int w, h;
      __device__ bool operator<(const Size& other) const {
        return std::tie(w, h) < std::tie(other.w, other.h);
      }
    };
    __global__ void k(int* out) {
#ifndef __VECTOR_TYPES_H__
#error "float4 would be declared again"
#endif
      register int one = 1;
      *out++ = Size{1, 2} < Size{1, 3};
      *out++ = Size{2, 1} < Size{1, 3};
      *out++ = Size{1, 2} < Size{1, 2};
      const auto a = std::make_tuple(one, 2.5f, 'c'), b = std::make_tuple(one, 2.5f, 'd');
      *out++ = (a == b) + 10 * (a != b) + 100 * (a <= b) + 1000 * (a >= b) + 10000 * (a > b);
      const auto p = std::make_pair(one, 4), q = std::make_pair(one, 3);
      *out++ = (p > q) + 10 * (p <= q) + 100 * (p >= p);
    })",
                  1, 5),
              ElementsAre(1, 0, 0, 110, 101));
}

TEST(SpelledLibrariesErrorTest, NamesWhatPipelinesLack) {
  const Program program = spelled(R"(
    #include <cooperative_groups.h>
    #include <cuda/pipeline>
    __global__ void k() {
      __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
      auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state, cuda::pipeline_role::producer);
      pipe.producer_acquire();
    })",
                                  {"k"});
  const Error error = error_of([&] { (void)compile(program, supported_architectures().back()); });
  EXPECT_THAT(error.what(), HasSubstr("producers and consumers are the same threads"));
}

TEST(SpelledLibrariesErrorTest, LibrariesCompileForEachArchitecture) {
  const std::string source = R"(
    #include <cub/cub.cuh>
    #include <cuda/barrier>
    #include <cuda/pipeline>
    #include <cuda/std/complex>
    #include <cuda_fp8.h>
    #include <curand_kernel.h>
    #include <thrust/complex.h>
    __global__ void k(const float* x, float* out) {
      typedef cub::BlockReduce<float, 256> Reduce;
      __shared__ typename Reduce::TempStorage storage;
      curandState state;
      curand_init(1, threadIdx.x, 0, &state);
      const float sum = Reduce(storage).Sum(x[threadIdx.x] + curand_normal(&state));
      if (threadIdx.x == 0) *out = sum;
    })";
  for (const std::string& architecture : spelled_architectures()) {
    EXPECT_NO_THROW((void)compile(spelled(source, {"k"}), architecture)) << architecture;
  }
}

/// What PTX is translated to does not hide functions that groups call.
TEST(CudaSpellingLibrariesTest, PtxBesideGroupsOfTheGrid) {
  run_spelled<int>(R"(
    #include <cuda_fp16.h>
    #include <cooperative_groups.h>
    __device__ int lane() {
      unsigned lane;
      asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
      return lane;
    }
    __global__ void k(int* out) {
      out[threadIdx.x] = lane() + int(cooperative_groups::this_grid().size());
    })",
                   1, 4, 4, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{4, 5, 6, 7}));
                   });
}

TEST(CudaSpellingLibrariesTest, WarpsOfCub) {
  run_spelled<unsigned>(R"(
    #include <cub/util_ptx.cuh>
    __global__ void k(unsigned* out) {
      out[0] = CUB_WARP_THREADS(0);
      out[1] = cub::WarpMask<8>(1);
      out[2] = cub::WarpMask<32>(0);
    })",
                        1, 1, 3, [](const std::vector<unsigned>& out) {
                          EXPECT_EQ(out, (std::vector<unsigned>{32, 0xff00, 0xffffffff}));
                        });
}

TEST_F(SpelledLibrariesTest, ArithmeticOfLibcu) {
  EXPECT_THAT(run(R"(
    #include <cuda/cmath>
    #include <cuda/std/concepts>
    #include <cuda/std/iterator>
    __global__ void k(int* out) {
      int a[3] = {4, 5, 6};
      out[0] = cuda::ceil_div(10, 4) + *cuda::std::next(cuda::std::begin(a));
      out[1] = cuda::round_up(10u, 4) + cuda::round_down(10, 4);
      out[2] = cuda::ilog2(1023) + cuda::ilog10(1000) + cuda::is_power_of_two(64u);
      out[3] = cuda::next_power_of_two(33) + cuda::prev_power_of_two(33);
    })",
                  1, 4),
              ElementsAre(8, 20, 13, 96));
}

TEST_F(SpelledLibrariesTest, DivisorsOfLibcu) {
  EXPECT_THAT(run(R"(
    #include <cuda/cmath>
    template <typename T> __device__ int faults(T divisor) {
      const cuda::fast_mod_div<T> fast(divisor);
      const T most = T(~0ull >> (64 - 8 * sizeof(T) + (T(-1) < T(0))));
      int count = fast == divisor ? 0 : 1;
      for (const T x : {T(0), T(1), T(divisor - 1), divisor, T(most - 1), most}) {
        count += x / fast != x / divisor || x % fast != x % divisor;
      }
      return count;
    }
    __global__ void k(int* out) {
      for (const unsigned d : {1u, 2u, 3u, 7u, 641u, 65537u, 0x7fffffffu, 0x80000000u, 0xffffffffu})
        out[0] += faults(d);
      for (const int d : {1, 10, 0x7fffffff}) out[0] += faults(d);
      for (const unsigned long long d : {1ull, 12345678901ull}) out[0] += faults(d);
      out[0] += faults<unsigned short>(5);
      out[1] = 100 / cuda::fast_mod_div<int, true>(7);
    })",
                  1, 2),
              ElementsAre(0, 14));
}

TEST(SpelledLibraryPartsTest, HeadersThatLibcuConsistsOf) {
  run_spelled<int>(
      including({"cuda/std/__algorithm/min.h", "cuda/std/__cccl/diagnostic.h",
                 "cuda/__functional/maximum.h", "cuda/std/detail/libcxx/include/array"},
                R"(
    __global__ void k(int* out) {
      const cuda::std::array<int, 2> values = {7, 3};
      *out = cuda::std::min(values[0], 9) + cuda::maximum<int>()(values[1], 2);
    })"),
      1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 10); });
}

}  // namespace
}  // namespace duet::test
