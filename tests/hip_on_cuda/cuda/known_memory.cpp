#include "known_memory.hpp"

#include <limits>

#include "address.hpp"
#include "cuda_driver.hpp"

namespace hip_on_cuda {
namespace {

template <typename Value>
bool read(Value& value, CUpointer_attribute which, const void* address) {
  return cuda().cuPointerGetAttribute(&value, which, to_cuda(address)) == CUDA_SUCCESS;
}

}  // namespace

std::optional<KnownMemory> find_memory(const void* address) {
  CUmemorytype type{};
  if (!read(type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address)) return std::nullopt;
  CUdeviceptr begin = 0;
  std::size_t bytes = 0;
  if (!read(begin, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, address) ||
      !read(bytes, CU_POINTER_ATTRIBUTE_RANGE_SIZE, address)) {
    return KnownMemory{type, std::numeric_limits<std::size_t>::max()};
  }
  return KnownMemory{type, bytes - static_cast<std::size_t>(to_cuda(address) - begin)};
}

bool is_known(const void* address) {
  CUmemorytype type{};
  return read(type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address);
}

}  // namespace hip_on_cuda
