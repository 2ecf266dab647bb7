#pragma once

#include <string>
#include <string_view>

namespace duet::cpu {

enum class KernelForm {
  fast,  ///< kernels get the built-in variables as parameters (prelude/builtins.hpp says why)
  plain  ///< parameter lists stay unchanged
};

/// Turns `extern __shared__ T name[];` into a pointer and `__noinline__` into an attribute. For
/// `fast` it also adds the built-in variables to kernels' parameter lists. Text that it does not
/// recognise stays unchanged. Lines keep their numbers.
std::string rewrite_source(std::string_view source, KernelForm form);

}  // namespace duet::cpu
