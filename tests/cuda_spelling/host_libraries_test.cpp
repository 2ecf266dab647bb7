// Programs that include libraries of the host, and what those leave in the text.

#include <cmath>

#include "spelling_program.hpp"

namespace duet::test {
namespace {

TEST(CudaSpellingHostLibrariesTest, HeadersOfKnownLibrariesAreEmpty) {
  compile_for_all(
      spelled(including({"gtest/gtest.h", "opencv2/opencv.hpp", "nlohmann/json.hpp", "fftw3.h"}, R"(
    void show(const cv::Mat& image) { cv::imshow("image", image); cudaDeviceSynchronize(); }
    __global__ void k(int* x) { *x = 1; }
    int main() { cv::Mat image; show(image); }
    )"),
              {"k"}));
}

/// Headers with code for devices are not: their absence is an error.
TEST(CudaSpellingHostLibrariesTest, HeadersForDevicesAreMissed) {
  const Program program = spelled(
      "#include <opencv2/cudev/ptr2d/gpumat.hpp>\n__global__ void k(int* x) { *x = 1; }", {"k"});
  const std::string message =
      error_of([&] { (void)compile(program, spelled_architectures().front()); }).what();
  EXPECT_THAT(message, testing::HasSubstr("opencv2/cudev/ptr2d/gpumat.hpp"));
}

/// Kernels use names that a library has in its own namespace, too.
TEST(CudaSpellingHostLibrariesTest, NamespacesThatNoKernelNamesGo) {
  Program program = spelled(R"(
    #include "table.hpp"
    #include "math.hpp"
    using robin::Table;
    static Table<int> all;
    __global__ void k(int* out) {
      int find = 3, hash = 4, size = 5, *insert = out;
      insert[0] = find + hash + size + ns::inner::twice(out[0] + 1) + outer::value(1);
    }
    int main() { all.insert(3); }
    )",
                            {"k"});
  program.headers = Headers({{"table.hpp", R"(
    namespace robin {
    static_assert(sizeof(unknown_here) == 8, "only hosts have this type");
    namespace detail {
    template <typename T> struct hash { std::size_t operator()(T x) const { return find(x); } };
    inline int find(unknown_here x) { return x.size(); }
    }
    template <typename T> class Table {
      unknown_map<T> map_;
     public:
      void insert(T x) { map_.insert(x); }
    };
    }
    namespace outer { inline namespace v1 { __device__ inline int value(int x) { return x; } } }
    )"},
                             {"math.hpp", R"(
    namespace ns::inner {
    constexpr int factor = 2;
    __host__ __device__ inline int twice(int x) { return factor * x; }
    }
    )"}});
  run_spelled<int>(program, 1, 1, 1,
                   [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 15); });
}

/// Kernels take structures that have a member for the host, too.
TEST(CudaSpellingHostLibrariesTest, ClassesNamedByTypedefHaveTheHostsTypes) {
  run_spelled<int>(R"(
    typedef struct PlaneRec { cudaArray_t array; cudaStream_t stream; int width; } Plane;
    struct Image { Plane plane; cudaTextureObject_t texture; };
    __device__ int width(const Image& image) { return image.plane.width; }
    void fill(Plane* p) { cudaStreamSynchronize(p->stream); }
    __global__ void k(int* out) {
      Image image = {};
      image.plane.width = 5;
      out[0] = width(image);
    }
    int main() { Plane p; fill(&p); })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 5); });
}

TEST(CudaSpellingHostLibrariesTest, VariablesThatAreOnlyDeclaredAreDefined) {
  Program program = spelled(R"(
    #include "tables.hpp"
    __constant__ int given = 7;
    __global__ void k(int* out) { out[0] = table[2] + given + counter; }
    )",
                            {"k"});
  program.headers = Headers({{"tables.hpp", R"(
    extern __constant__ int table[4];
    extern "C" { extern __device__ int counter; }
    extern __constant__ int given;
    )"}});
  run_spelled<int>(program, 1, 1, 1,
                   [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 7); });
}

TEST(CudaSpellingHostLibrariesTest, TypesOfLibrariesForTheHost) {
  run_spelled<float>(R"(
    #include <cufft.h>
    #include <cusolverDn.h>
    #include <nppi.h>
    __device__ float size(cufftComplex z, cufftReal scale) { return cuCabsf(z) * scale; }
    __global__ void k(float* out) {
      cufftDoubleComplex z = make_cuDoubleComplex(1, 2);
      Npp8u pixel = 300 & 255;
      NppiSize area = {3, 4};
      out[0] = size(make_cuComplex(3, 4), 2) + float(z.y) + pixel + area.height;
    })",
                     1, 1, 1, [](const std::vector<float>& out) { EXPECT_EQ(out.front(), 60.0f); });
}

TEST(CudaSpellingHostLibrariesTest, PyTorchsAccessorsAreParametersByValue) {
  const Program program = spelled(R"(
    #include <torch/extension.h>
    template <typename T>
    __global__ void k(torch::PackedTensorAccessor32<T, 1, torch::RestrictPtrTraits> x, T* out) {
      out[0] = x[0];
    })",
                                  {"k<float>"});
  for (const std::string& architecture : spelled_architectures()) {
    EXPECT_NO_THROW((void)compile(program, architecture)) << architecture;
  }
}

TEST(CudaSpellingHostLibrariesTest, PyTorchsFunctionsAndTypes) {
  const std::vector<std::string> headers{"ATen/Dispatch.h", "ATen/cuda/CUDAApplyUtils.cuh",
                                         "ATen/cuda/Atomic.cuh", "c10/util/complex.h",
                                         "THC/THCAtomics.cuh"};
  run_spelled<float>(including(headers, R"(
    using complex_t = c10::complex<float>;
    template <typename T> __device__ void add(float* out, T x) {
      using acc_t = at::acc_type<T, true>;
      gpuAtomicAdd(out, float(static_cast<acc_t>(x) + acc_t(0.25f)));
    }
    __global__ void k(float* out) {
      CUDA_KERNEL_LOOP(i, 4) add(out, c10::Half(0.5f));
      if (threadIdx.x != 0) return;
      complex_t z = complex_t(1, 2) * complex_t(3, 4);
      out[1] = z.real_;
      out[2] = std::conj(z).imag_;
    })"),
                     1, 32, 3, [](const std::vector<float>& out) {
                       EXPECT_EQ(out, (std::vector<float>{3, -5, -10}));
                     });
}

/// As PyTorch's extensions for graphs have them.
TEST(CudaSpellingHostLibrariesTest, PyTorchsTensorsAsParameters) {
  run_spelled<int>(
      including({"ATen/cuda/detail/TensorInfo.cuh", "ATen/cuda/detail/IndexUtils.cuh"}, R"(
    using Info = at::cuda::detail::TensorInfo<int, int>;
    __global__ void k(int* out) {
      Info info;
      info.data = out;
      info.dims = 2;
      info.sizes[0] = 2; info.sizes[1] = 3;
      info.strides[0] = 1; info.strides[1] = 2;
      using at::cuda::detail::IndexToOffset;
      for (int i = 0; i < 6; ++i) info.data[IndexToOffset<int, int, -1>::get(i, info)] = i;
      __shared__ at::Half sum;
      sum = at::Half(1.5f);
      atomicAdd(&sum, at::Half(2.5f));
      out[6] = int(sum) + IndexToOffset<int, int, -2>::get(5, info);
    })"),
      1, 1, 7, [](const std::vector<int>& out) {
        EXPECT_EQ(out, (std::vector<int>{0, 3, 1, 4, 2, 5, 9}));
      });
}

TEST(CudaSpellingHostLibrariesTest, PyTorchsAtomicsOfAllIntegers) {
  run_spelled<int>(including({"ATen/cuda/Atomic.cuh"}, R"(
    __global__ void k(int* out) {
      __shared__ long long sum;
      __shared__ unsigned char bytes[4];
      __shared__ double extremes[3];
      if (threadIdx.x == 0) {
        sum = 0;
        for (auto& byte : bytes) byte = 0;
        extremes[0] = extremes[1] = extremes[2] = 1;
      }
      __syncthreads();
      atomicAdd(&sum, (long long)threadIdx.x << 32);
      atomicAdd(bytes + 1, (unsigned char)1);
      gpuAtomicMax(extremes, double(threadIdx.x));
      gpuAtomicMin(extremes + 1, -double(threadIdx.x));
      if (threadIdx.x < 3) gpuAtomicMul(extremes + 2, 2.0);
      __syncthreads();
      out[0] = int(sum >> 32);
      out[1] = bytes[0] + bytes[1];
      for (int i = 0; i < 3; ++i) out[2 + i] = int(extremes[i]);
    })"),
                   1, 32, 5, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{496, 32, 31, -31, 8}));
                   });
}

/// In functions of both sides, too.
TEST(CudaSpellingHostLibrariesTest, GlogChecksAndWritesNothing) {
  run_spelled<int>(including({"glog/logging.h"}, R"(
    __host__ __device__ inline int at(const int* x, int n) {
      CHECK(x != nullptr) << "no array of " << n;
      if (n < 0) LOG(ERROR) << n; else DCHECK_GE(n, 0);
      return CHECK_NOTNULL(x)[n];
    }
    __global__ void k(int* out) {
      out[1] = 4;
      out[0] = at(out, 1);
    })"),
                   1, 1, 2, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 4); });
}

/// Thrust's headers include them; nvcc does without the keyword `template`.
TEST(CudaSpellingHostLibrariesTest, CubsBlocksComeWithThrust) {
  run_spelled<int>(including({"thrust/sort.h"}, R"(
    template <int items> __device__ void scan(int* out) {
      typedef cub::BlockScan<int, 32> Scan;
      __shared__ typename Scan::TempStorage storage;
      int values[items], sums[items];
      for (int& value : values) value = 1;
      Scan(storage).InclusiveSum<items>(values, sums);
      out[threadIdx.x] = sums[items - 1];
    }
    __global__ void k(int* out) { scan<2>(out); })"),
                   1, 32, 32, [](const std::vector<int>& out) {
                     for (int i = 0; i < 32; ++i) EXPECT_EQ(out[std::size_t(i)], 2 * i + 2);
                   });
}

/// Of an earlier version, which this set cannot be mixed with.
TEST(CudaSpellingHostLibrariesTest, AProgramsOwnCubBecomesTheSets) {
  Program program = spelled(R"(
    #include "third_party/cub/cub.cuh"
    __global__ void k(int* out) {
      __shared__ cub::BlockReduce<int, 32>::TempStorage storage;
      const int sum = cub::BlockReduce<int, 32>(storage).Sum(2);
      if (threadIdx.x == 0) *out = sum;
    })",
                            {"k"});
  const std::string log2 = "CUB_NS_PREFIX\nnamespace cub { template <int> struct Log2; }\n";
  program.headers.push_back({"third_party/cub/cub.cuh", "#include \"util_type.cuh\"\n" + log2});
  program.headers.push_back({"third_party/cub/util_type.cuh", log2});
  program.headers.push_back({"cub/util_type.cuh", log2});
  run_spelled<int>(program, 1, 32, 1,
                   [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 64); });
}

/// Headers of Thrust and CUB include one another.
TEST(CudaSpellingHostLibrariesTest, ThrustsNamesAndRandomNumbers) {
  run_spelled<float>(R"(
    #include <cub/cub.cuh>
    #include <thrust/device_vector.h>
    #include <thrust/random.h>
    __global__ void k(float* out) {
      thrust::pair<int, float> p = thrust::make_pair(1, 2.0f);
      thrust::tuple<int, float> t(3, 4.0f);
      out[0] = thrust::maximum<float>()(p.second, thrust::get<1>(t));
      thrust::default_random_engine engine;
      out[1] = float(engine());
      engine.discard(3);
      thrust::minstd_rand other;
      for (int i = 0; i < 4; ++i) other();
      const unsigned next = engine();
      out[2] = next == other();
      thrust::uniform_real_distribution<float> real(-1, 1);
      thrust::uniform_int_distribution<int> integer(1, 6);
      thrust::random::normal_distribution<float> normal(10, 0.5f);
      thrust::default_random_engine seeded(7);
      out[3] = real(seeded);
      out[4] = float(integer(seeded));
      out[5] = normal(seeded);
    })",
                     1, 1, 6, [](const std::vector<float>& out) {
                       EXPECT_EQ(out[0], 4.0f);
                       EXPECT_EQ(out[1], 48271.0f);
                       EXPECT_EQ(out[2], 1.0f);
                       // x = 48271 * 7 and its successors modulo 2^31 - 1
                       const double m = 2147483647.0, first = 337897.0;
                       const double second = std::fmod(first * 48271.0, m);
                       const double third = std::fmod(second * 48271.0, m);
                       EXPECT_NEAR(out[3], (first - 1) / (m - 1) * 2 - 1, 1e-6);
                       EXPECT_EQ(out[4], std::floor((second - 1) / (m - 1) * 6 + 1));
                       EXPECT_NEAR(std::erf((out[5] - 10) / 0.5 / std::sqrt(2.0)) / 2 + 0.5,
                                   (third - 1) / (m - 2), 1e-4);
                     });
}

TEST(CudaSpellingHostLibrariesTest, MacrosOfLibrariesStay) {
  compile_for_all(spelled(including({"Eigen/Core", "opencv2/core.hpp"}, R"(
    #if EIGEN_VERSION_AT_LEAST(3, 3, 90)
    struct Camera { Eigen::Matrix3f rotation; EIGEN_MAKE_ALIGNED_OPERATOR_NEW };
    __global__ void k(float* x) { *x = CV_PI; }
    #endif
    )"),
                          {"k"}));
}

}  // namespace
}  // namespace duet::test
