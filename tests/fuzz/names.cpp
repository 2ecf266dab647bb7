// The types of parameters in names of kernels.

#include <cstddef>
#include <cstdint>
#include <string>

#include <duet/kernel.hpp>

#include "module/parameter_types.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  (void)duet::parameter_types(text);
  (void)duet::parameter_types(duet::readable_name(text));
  return 0;
}
