// The scan of source text for includes.

#include <cstddef>
#include <cstdint>

#include "program/include_scan.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)duet::cache::scan_includes({reinterpret_cast<const char*>(data), size});
  return 0;
}
