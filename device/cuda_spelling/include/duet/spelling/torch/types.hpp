#pragma once

// What kernels of PyTorch's extensions use of its headers.

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_TORCH_FLOAT16)
#include <duet/spelling/torch/float16.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_TORCH_FLOAT8)
#include <duet/spelling/torch/float8.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_TORCH_ACCESSORS)
#include <duet/spelling/torch/accessor.hpp>
#endif

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_TORCH_COMPLEX)
#include <duet/spelling/std/complex.hpp>
namespace c10 {
template <typename T>
using complex = ::std::complex<T>;
/// The type of the parts of a complex number, or the type itself.
template <typename T>
struct scalar_value_type {
  using type = T;
};
template <typename T>
struct scalar_value_type<::std::complex<T>> {
  using type = T;
};
}  // namespace c10
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_TORCH_FUNCTIONS)
#include <duet/spelling/torch/functions.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_TORCH_TENSOR_INFO)
#include <duet/spelling/torch/tensor_info.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_TORCH_CLASS_HOLDER)
#include <duet/spelling/torch/class_holder.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_TORCH_PHILOX)
#include <duet/spelling/torch/philox.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_TORCH_REDUCTIONS)
#include <duet/spelling/torch/block_reduce.hpp>
#endif

namespace c10 {}
namespace at {
using namespace c10;
}
namespace torch {
using namespace at;
}

#include <duet/spelling/torch/macros.hpp>
