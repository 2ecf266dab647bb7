#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet::cpu {

/// A kernel source rewritten for the host compiler. Lines keep their numbers.
struct RewrittenSource {
  std::string text;
  std::vector<std::string> c_kernels;  ///< names of possible extern "C" kernels
};

enum class KernelForm {
  fast,  ///< kernels get the built-in variables as parameters (prelude/builtins.hpp says why)
  plain  ///< parameter lists stay unchanged
};

/// Turns `extern __shared__ T name[];` into a pointer and `__noinline__` into an attribute. For
/// `fast` it also adds the built-in variables to kernels' parameter lists. Text that it does not
/// recognise stays unchanged.
RewrittenSource rewrite_source(std::string_view source, KernelForm form);

}  // namespace duet::cpu
