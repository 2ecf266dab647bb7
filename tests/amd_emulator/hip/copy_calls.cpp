// Entry points that copy and fill memory.

#include <cstdint>

#include "cpu/driver/live_memory.hpp"
#include "hip/entry.hpp"

namespace amd_emulator {
namespace {

/// Whether bytes lie in one allocation, or in memory that the devices do not know.
bool fits(const void* address, std::size_t bytes) {
  const auto found = cpu::LiveMemory::instance().find(address);
  if (!found) return true;
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) -
                                               static_cast<const std::byte*>(found->begin));
  return bytes <= found->bytes - offset;
}

hipError_t copy(void* to, const void* from, std::size_t bytes, hipStream_t stream) {
  return entry([&] {
    if (!fits(to, bytes) || !fits(from, bytes)) return cpu::Status::invalid_value;
    return cpu::copy_on_device(to, const_cast<void*>(from), bytes, to_cpu(stream));
  });
}

hipError_t copy_now(void* to, const void* from, std::size_t bytes) {
  return entry([&] {
    if (!fits(to, bytes) || !fits(from, bytes)) return cpu::Status::invalid_value;
    return cpu::copy_on_device_now(to, const_cast<void*>(from), bytes);
  });
}

hipError_t copy_box(const hipMemcpy3DParms& box, hipStream_t stream) {
  const hipPitchedPtr& to = box.dstPtr;
  const hipPitchedPtr& from = box.srcPtr;
  const hipExtent& size = box.extent;
  const cpu::BoxCopy own{
      to.ptr,     from.ptr,    to.pitch,  to.pitch * to.ysize, from.pitch, from.pitch * from.ysize,
      size.width, size.height, size.depth};
  const auto bytes = [&](std::size_t row, std::size_t slice) {
    return (size.depth - 1) * slice + (size.height - 1) * row + size.width;
  };
  return entry([&] {
    if (box.srcArray != nullptr || box.dstArray != nullptr) return cpu::Status::not_supported;
    if (size.width == 0 || size.height == 0 || size.depth == 0) return cpu::Status::success;
    if (!fits(own.to, bytes(own.to_row, own.to_slice)) ||
        !fits(own.from, bytes(own.from_row, own.from_slice))) {
      return cpu::Status::invalid_value;
    }
    return cpu::copy_box(&own, to_cpu(stream));
  });
}

bool is_kind(hipMemcpyKind kind) { return kind >= hipMemcpyHostToHost && kind <= hipMemcpyDefault; }

cpu::Status fill(void* to, std::uint8_t word, std::size_t count, hipStream_t stream) {
  return cpu::fill_8(to, word, count, to_cpu(stream));
}
cpu::Status fill(void* to, std::uint16_t word, std::size_t count, hipStream_t stream) {
  return cpu::fill_16(to, word, count, to_cpu(stream));
}
cpu::Status fill(void* to, std::uint32_t word, std::size_t count, hipStream_t stream) {
  return cpu::fill_32(to, word, count, to_cpu(stream));
}

template <typename Word>
hipError_t checked_fill(void* to, Word word, std::size_t count, hipStream_t stream) {
  return entry([&] {
    return fits(to, count * sizeof(Word)) ? fill(to, word, count, stream)
                                          : cpu::Status::invalid_value;
  });
}

/// Copies rows, each by itself.
struct Rows {
  void* to;
  std::size_t to_pitch;
  const void* from;
  std::size_t from_pitch;
  std::size_t width;
  std::size_t height;
};

hipError_t copy_rows(const Rows& rows, hipMemcpyKind kind, hipStream_t stream) {
  if (!is_kind(kind)) return remember(hipErrorInvalidMemcpyDirection);
  if (rows.width > rows.to_pitch || rows.width > rows.from_pitch)
    return remember(hipErrorInvalidPitchValue);
  for (std::size_t row = 0; row < rows.height; ++row) {
    const hipError_t status =
        copy(static_cast<std::byte*>(rows.to) + row * rows.to_pitch,
             static_cast<const std::byte*>(rows.from) + row * rows.from_pitch, rows.width, stream);
    if (status != hipSuccess) return status;
  }
  return hipSuccess;
}

}  // namespace
}  // namespace amd_emulator

using namespace amd_emulator;

hipError_t hipMemcpy(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind) {
  return is_kind(kind) ? copy_now(to, from, bytes) : remember(hipErrorInvalidMemcpyDirection);
}
hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void* from, std::size_t bytes) {
  return copy_now(to, from, bytes);
}
hipError_t hipMemcpyDtoH(void* to, hipDeviceptr_t from, std::size_t bytes) {
  return copy_now(to, from, bytes);
}
hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, std::size_t bytes) {
  return copy_now(to, from, bytes);
}

hipError_t hipMemcpyAsync(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream) {
  return is_kind(kind) ? copy(to, from, bytes, stream) : remember(hipErrorInvalidMemcpyDirection);
}
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void* from, std::size_t bytes,
                              hipStream_t stream) {
  return copy(to, from, bytes, stream);
}
hipError_t hipMemcpyDtoHAsync(void* to, hipDeviceptr_t from, std::size_t bytes,
                              hipStream_t stream) {
  return copy(to, from, bytes, stream);
}
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from, std::size_t bytes,
                              hipStream_t stream) {
  return copy(to, from, bytes, stream);
}

hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* box, hipStream_t stream) {
  return copy_box(*box, stream);
}

hipError_t hipMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                            std::size_t from_pitch, std::size_t width, std::size_t height,
                            hipMemcpyKind kind, hipStream_t stream) {
  return copy_rows({to, to_pitch, from, from_pitch, width, height}, kind, stream);
}
hipError_t hipMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                       std::size_t width, std::size_t height, hipMemcpyKind kind) {
  const hipError_t status =
      copy_rows({to, to_pitch, from, from_pitch, width, height}, kind, nullptr);
  return status == hipSuccess ? hipStreamSynchronize(nullptr) : status;
}

hipError_t hipMemset(void* to, int value, std::size_t bytes) {
  const hipError_t status = hipMemsetAsync(to, value, bytes, nullptr);
  return status == hipSuccess ? hipStreamSynchronize(nullptr) : status;
}
hipError_t hipMemsetAsync(void* to, int value, std::size_t bytes, hipStream_t stream) {
  return checked_fill(to, static_cast<std::uint8_t>(value), bytes, stream);
}
hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, std::size_t count,
                            hipStream_t stream) {
  return checked_fill(to, std::uint8_t{value}, count, stream);
}
hipError_t hipMemsetD16Async(hipDeviceptr_t to, unsigned short value, std::size_t count,
                             hipStream_t stream) {
  return checked_fill(to, std::uint16_t{value}, count, stream);
}
hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, std::size_t count, hipStream_t stream) {
  return checked_fill(to, static_cast<std::uint32_t>(value), count, stream);
}
