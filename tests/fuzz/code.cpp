// Compiled code: on HIP code objects and bundles, on CUDA cubins, fatbins and PTX.

#include <cstddef>
#include <cstdint>
#include <span>

#include <duet/error.hpp>
#include <duet/kernel.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    (void)duet::read_kernels({reinterpret_cast<const std::byte*>(data), size});
  } catch (const duet::LoadError&) {
    // expected for damaged bytes
  }
  return 0;
}
