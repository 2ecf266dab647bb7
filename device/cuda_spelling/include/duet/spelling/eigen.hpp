#pragma once

// What precedes the Eigen of a program whose kernels use it.

#include <duet/spelling/host_types.hpp>
#include <duet/spelling/new.hpp>
#include <duet/spelling/std/complex.hpp>
#include <duet/spelling/std/tuple.hpp>
#include <duet/spelling/std/type_traits.hpp>

// All of it is code for devices, without SIMD, checks, files, and products in blocks.
#define EIGEN_NO_CUDA
#define EIGEN_NO_HIP
#define EIGEN_GPU_COMPILE_PHASE
#ifdef DUET_SPELLING_IS_NATIVE
#define EIGEN_CUDA_ARCH __CUDA_ARCH__
#else
#undef __EXCEPTIONS
#endif
#define EIGEN_NO_IO
#define EIGEN_IO_H
#define EIGEN_NO_CPUID
#define EIGEN_NO_DEBUG
#define EIGEN_DONT_VECTORIZE
#define EIGEN_DONT_PARALLELIZE
#undef __F16C__
// As with NVIDIA's compiler.
#define EIGEN_MAX_STATIC_ALIGN_BYTES 16
// Later ones have variables of the host.
#define EIGEN_MAX_CPP_VER 11
// Of version 3.3.
#define EIGEN_HAS_STD_RESULT_OF 0
#define EIGEN_PACKET_MATH_HALF_CUDA_H
#define EIGEN_PACKET_MATH_CUDA_H
#define EIGEN_MATH_FUNCTIONS_CUDA_H
#define EIGEN_TYPE_CASTING_CUDA_H

namespace duet::spelling {
template <typename T_>
union Absent {
  __host__ __device__ constexpr Absent() : none(0) {}
  char none;
  T_ value;
};
template <typename T_>
__device__ Absent<T_> absent;
}  // namespace duet::spelling

// Variables whose initialisation would be code become a pointer, which only products in blocks use,
// a reference to nothing that is read, and parts of a function that is not called.
#define m_cacheSizes (*m_cacheSizes)
#define lastp1(sum) &lastp1 = duet::spelling::absent<decltype(sum)>.value
#define placeholders  \
  duet_none {}        \
  template <typename> \
  void duet_placeholders()

// Eigen looks for functions of <complex> among those that kernels have without std.
using std::arg;
namespace std {
struct duet_end_of_line {};
constexpr duet_end_of_line endl{};
template <typename Stream_, typename T_>
__host__ __device__
    enable_if_t<is_same_v<Stream_, ostream> || is_same_v<Stream_, ostringstream>, Stream_&>
    operator<<(Stream_& stream, const T_&) {
  return stream;
}
}  // namespace std
