#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include <duet/array_view.hpp>
#include <duet/buffer.hpp>
#include <duet/device.hpp>
#include <duet/export.hpp>

// Arrays that duet and other libraries, such as PyTorch, CuPy and JAX, give each other by DLPack
// 1.0, without a copy. `duet.hpp` does not include this header. The structures have the layout of
// those in dlpack.h: convert pointers by reinterpret_cast.
//
// Both sides order their work: let the stream of the reader wait for the one of the writer.

DUET_API_BEGIN
namespace duet {

/// Where a tensor is: DLPack's DLDevice.
struct DlpackDevice {
  std::int32_t type;  ///< CPU 1; CUDA 2, its pinned memory 3, managed 13; ROCm 10, pinned 11.
  std::int32_t id;    ///< The number of the device.
};

/// The type of a tensor's elements: DLPack's DLDataType.
struct DlpackType {
  std::uint8_t code;  ///< Integer 0, unsigned 1, float 2, bfloat 4, complex 5, bool 6, fp8 7 to 14.
  std::uint8_t bits;  ///< Size of one number.
  std::uint16_t lanes;  ///< Numbers of an element: 1, unless it is a vector.
};

/// A strided array: DLPack's DLTensor.
struct DlpackTensor {
  void* data;                 ///< The address of the memory.
  DlpackDevice device;        ///< Where it is.
  std::int32_t dimensions;    ///< Their number.
  DlpackType type;            ///< The element type.
  std::int64_t* shape;        ///< Number of elements in each dimension.
  std::int64_t* strides;      ///< In elements; null for a dense array in row-major order.
  std::uint64_t byte_offset;  ///< From `data` to the element at coordinates 0.
};

/// A tensor with its owner: DLPack's DLManagedTensor.
struct DlpackManagedTensor {
  DlpackTensor tensor;                    ///< The array.
  void* context;                          ///< The producer's.
  void (*deleter)(DlpackManagedTensor*);  ///< Releases the tensor; may be null.
};

/// A tensor with its owner, version and flags: DLPack's DLManagedTensorVersioned.
struct DlpackVersionedTensor {
  std::uint32_t major_version;              ///< 1: others have another layout behind `deleter`.
  std::uint32_t minor_version;              ///< Any.
  void* context;                            ///< The producer's.
  void (*deleter)(DlpackVersionedTensor*);  ///< Releases the tensor; may be null.
  std::uint64_t flags;                      ///< Bit 0: read-only. Bit 1: the producer copied it.
  DlpackTensor tensor;                      ///< The array.
};

/// A view of a tensor that the caller keeps alive.
/// @param device        that is to use the array. On the CPU backend, tensors of CPU 0 belong to
///                      each device
/// @param tensor        in device memory of `device`, or in pinned or managed memory
/// @param is_read_only  whether kernels may only read it
/// @throws Error  invalid_argument for memory elsewhere, an element type that DataType lacks
///                (fp8 among them), vectors, a null or misaligned address, an invalid shape
ArrayView view_of(const Device& device, const DlpackTensor& tensor, bool is_read_only = false);

/// A tensor of another library, released on destruction. Move-only. Destroy it when the device has
/// ended the work that uses the array, or as the producer says.
/// Thread-safety: concurrent const access is safe; destroying needs exclusive access.
class DlpackArray {
 public:
  /// Takes over a tensor, and releases it also if an exception is thrown.
  /// @param device  that is to use the array
  /// @param tensor  not null; see `view_of`
  /// @throws Error  as `view_of`
  DlpackArray(const Device& device, DlpackManagedTensor* tensor);
  /// Takes over a tensor, and releases it also if an exception is thrown.
  /// @throws Error  as `view_of`; not_supported for another major version than 1
  DlpackArray(const Device& device, DlpackVersionedTensor* tensor);
  /// Takes the tensor of another array, which must not be used any more.
  DlpackArray(DlpackArray&&) noexcept = default;
  DlpackArray& operator=(DlpackArray&&) noexcept = default;

  /// The array, valid as long as this. Not writable if the producer says that it is read-only.
  const ArrayView& view() const noexcept { return view_; }

 private:
  std::shared_ptr<void> owner_;
  ArrayView view_;
};

/// Gives an array to another library. The caller owns the result and calls its deleter, or hands it
/// on, to Python in a capsule named "dltensor".
/// @param device  that has the memory
/// @param array   writable, since this form of DLPack has no flag for others
/// @param owner   kept until the deleter is called, on any thread; keeps the memory alive
/// @throws Error  invalid_argument for a read-only array
DlpackManagedTensor* to_dlpack(const Device& device, const ArrayView& array,
                               std::shared_ptr<const void> owner);
/// The same in DLPack's versioned form (a capsule named "dltensor_versioned"), which tells whether
/// the array is read-only.
DlpackVersionedTensor* to_dlpack_versioned(const Device& device, const ArrayView& array,
                                           std::shared_ptr<const void> owner);
/// Gives a buffer as an array of one dimension to another library.
/// @param buffer  not empty
/// @throws Error  invalid_handle if empty
template <typename T>
DlpackManagedTensor* to_dlpack(Buffer<T> buffer) {
  const Device device = buffer.device();
  const auto owner = std::make_shared<Buffer<T>>(std::move(buffer));
  return to_dlpack(device, ArrayView(*owner), owner);
}
/// The same in DLPack's versioned form.
template <typename T>
DlpackVersionedTensor* to_dlpack_versioned(Buffer<T> buffer) {
  const Device device = buffer.device();
  const auto owner = std::make_shared<Buffer<T>>(std::move(buffer));
  return to_dlpack_versioned(device, ArrayView(*owner), owner);
}

}  // namespace duet
DUET_API_END
