#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Whether a header belongs to a known library that only hosts have, such as "opencv2/opencv.hpp":
/// kernels need nothing of it.
bool is_host_library(std::string_view header);

/// Whether a program's own header belongs to a known library for the host that programs bring
/// along, such as "third_party/fmt/core.h".
bool is_bundled_library(std::string_view header, std::string_view text);

/// The text that such a header gets: macros that kernels use, too.
std::string library_macros(std::string_view header);

/// Whether a header is one of PyTorch's: "ATen/Dispatch.h".
bool is_torch_header(std::string_view header);

/// Whether a header is one that libcu++'s public headers consist of:
/// "cuda/std/__algorithm/min.h".
bool is_libcu_part(std::string_view header);

/// The text that such a header gets: the public header that has it, if there is one.
std::string public_libcu_include(std::string_view header);

/// Whether a header's text is one of CUB's.
bool is_copy_of_cub(std::string_view text);

}  // namespace duet
