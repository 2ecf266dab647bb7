// Code as `Module` takes it: on HIP code objects and bundles, on CUDA cubins, fatbins and PTX.

#include <cstddef>
#include <cstdint>
#include <span>

#include <duet/error.hpp>
#include <duet/kernel.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    (void)duet::read_kernels({reinterpret_cast<const std::byte*>(data), size});
  } catch (const duet::LoadError&) {
    // what damaged bytes are to give
  }
  return 0;
}
