// The .npy files that the duet command reads.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

#include "support/npy.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    (void)duet::tool::parse_npy({reinterpret_cast<const std::byte*>(data), size});
  } catch (const std::exception&) {
    // expected for damaged bytes
  }
  return 0;
}
