#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet::cpu {

/// What the host compiler gets in the place of a kernel source; lines keep their numbers.
struct RewrittenSource {
  std::string text;
  std::vector<std::string> c_kernels;  ///< names that look like extern "C" kernels; some may not be
};

enum class KernelForm {
  fast,  ///< kernels get the built-in variables as parameters (prelude/builtins.hpp says why)
  plain
};

/// Turns `extern __shared__ T name[];` into a pointer, `__noinline__` into an attribute and, for
/// `fast`, changes kernels' parameter lists. What it does not recognise stays as it is.
RewrittenSource rewrite_source(std::string_view source, KernelForm form);

}  // namespace duet::cpu
