#include "cuda_node_params.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "cuda/address.hpp"
#include "cuda/known_memory.hpp"

namespace hip_on_cuda {
namespace {

/// CUDA requires the type of memory. Unknown memory is pageable host memory.
CUmemorytype type_of(const void* address) {
  const auto memory = find_memory(address);
  return memory ? memory->type : CU_MEMORYTYPE_HOST;
}

void set_source(CUDA_MEMCPY3D& copy, const void* address) {
  copy.srcMemoryType = type_of(address);
  copy.srcHost = address;
  copy.srcDevice = to_cuda(address);
}

void set_destination(CUDA_MEMCPY3D& copy, void* address) {
  copy.dstMemoryType = type_of(address);
  copy.dstHost = address;
  copy.dstDevice = to_cuda(address);
}

/// The pitch in bytes. In HIP 0 means rows without a gap.
std::size_t pitch(const hipPitchedPtr& memory, const hipPos& position, std::size_t width) {
  return memory.pitch != 0 ? memory.pitch : position.x + width;
}

}  // namespace

std::optional<CUDA_MEMCPY3D> cuda_params(const Copy1D& copy) {
  if (copy.bytes == 0) return std::nullopt;
  require(is_known(copy.to) || is_known(copy.from), hipErrorOutOfMemory);
  CUDA_MEMCPY3D params{};
  set_source(params, copy.from);
  set_destination(params, copy.to);
  params.srcPitch = copy.bytes;
  params.dstPitch = copy.bytes;
  params.srcHeight = 1;
  params.dstHeight = 1;
  params.WidthInBytes = copy.bytes;
  params.Height = 1;
  params.Depth = 1;
  return params;
}

// As hip::getDrvMemcpy3DDesc of hip_conversions.hpp.
std::optional<CUDA_MEMCPY3D> cuda_params(const hipMemcpy3DParms& copy) {
  const hipExtent& extent = copy.extent;
  if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return std::nullopt;
  CUDA_MEMCPY3D params{};
  set_source(params, copy.srcPtr.ptr);
  set_destination(params, copy.dstPtr.ptr);
  params.srcXInBytes = copy.srcPos.x;
  params.srcY = copy.srcPos.y;
  params.srcZ = copy.srcPos.z;
  params.srcPitch = pitch(copy.srcPtr, copy.srcPos, extent.width);
  params.srcHeight = std::max(copy.srcPtr.ysize, copy.srcPos.y + extent.height);
  params.dstXInBytes = copy.dstPos.x;
  params.dstY = copy.dstPos.y;
  params.dstZ = copy.dstPos.z;
  params.dstPitch = pitch(copy.dstPtr, copy.dstPos, extent.width);
  params.dstHeight = std::max(copy.dstPtr.ysize, copy.dstPos.y + extent.height);
  params.WidthInBytes = extent.width;
  params.Height = extent.height;
  params.Depth = extent.depth;
  return params;
}

std::optional<CUDA_MEMSET_NODE_PARAMS> cuda_params(const hipMemsetParams& fill) {
  if (fill.width == 0) return std::nullopt;
  constexpr unsigned all = ~0u;
  const unsigned mask = fill.elementSize == sizeof(unsigned) ? all : ~(all << 8 * fill.elementSize);
  return CUDA_MEMSET_NODE_PARAMS{.dst = to_cuda(fill.dst),
                                 .pitch = fill.pitch,
                                 .value = fill.value & mask,
                                 .elementSize = fill.elementSize,
                                 .width = fill.width,
                                 .height = fill.height};
}

}  // namespace hip_on_cuda
