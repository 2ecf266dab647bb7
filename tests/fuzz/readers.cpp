// The readers of every backend: cubins and PTX, AMD code objects and offload bundles.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <duet/error.hpp>

#include "cuda/cubin.hpp"
#include "cuda/ptx.hpp"
#include "hip/bundle.hpp"
#include "hip/code_object.hpp"

namespace {

template <typename Read>
void try_to(Read&& read) {
  try {
    (void)read();
  } catch (const duet::LoadError&) {
    // expected for damaged bytes
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try_to([&] { return duet::vendor::read_cubin(bytes); });
  try_to([&] { return duet::vendor::cubin_variables(duet::ElfImage(bytes)); });
  try_to([&] { return duet::vendor::read_ptx_header(text); });
  try_to([&] { return duet::vendor::read_ptx(text); });
  try_to([&] { return duet::vendor::read_code_object(bytes); });
  if (duet::hip::is_bundle(bytes)) try_to([&] { return duet::hip::read_bundle(bytes); });
  return 0;
}
