#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>

#include <duet/copy.hpp>
#include <duet/data_type.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// The largest number of dimensions of an array, on the host and in kernels
/// (duet/device/indexing.hpp).
inline constexpr int max_dimensions = 8;

/// One number for each dimension of an array: its shape or its strides. A value of up to
/// `max_dimensions` numbers; it allocates nothing.
class Dimensions {
 public:
  constexpr Dimensions() noexcept = default;
  /// @throws Error  invalid_argument for more than `max_dimensions` values
  Dimensions(std::initializer_list<std::int64_t> values)
      : Dimensions(std::span(values.begin(), values.size())) {}
  /// @throws Error  invalid_argument for more than `max_dimensions` values
  explicit Dimensions(std::span<const std::int64_t> values);

  /// Number of dimensions.
  int size() const noexcept { return size_; }
  /// The number of the first dimension; behind it lie those of the others.
  const std::int64_t* begin() const noexcept { return values_.data(); }
  /// One past the number of the last dimension.
  const std::int64_t* end() const noexcept { return begin() + size_; }
  /// The number of a dimension.
  /// @param dimension  0 to `size()` - 1; not checked
  std::int64_t operator[](int dimension) const noexcept { return begin()[dimension]; }
  /// The number of a dimension, to be changed.
  /// @param dimension  0 to `size()` - 1; not checked
  std::int64_t& operator[](int dimension) noexcept { return values_.data()[dimension]; }

  friend bool operator==(const Dimensions&, const Dimensions&) = default;

 private:
  std::array<std::int64_t, max_dimensions> values_{};  // 0 from size_ on
  int size_ = 0;
};

/// The numbers as text: "[2, 3]".
std::string to_string(const Dimensions& dimensions);
/// The strides, in elements, of a dense array whose last dimension varies fastest.
Dimensions row_major_strides(const Dimensions& shape);

/// A strided array in device memory: the address of its first element, element type, shape and
/// strides. A view: it owns nothing and must not outlive the memory.
/// Thread-safety: a value; concurrent const access is safe.
class ArrayView {
 public:
  /// A dense array in row-major order: the last dimension varies fastest.
  /// @param data   device address of the element at coordinates 0; may be null for an empty array
  /// @param type   element type
  /// @param shape  number of elements in each dimension, not negative; no dimensions for a scalar
  /// @throws Error  invalid_argument for a negative extent or more elements than 64 bits count
  ArrayView(void* data, DataType type, const Dimensions& shape);
  /// A strided array.
  /// @param data     device address of the element at coordinates 0; may be null for an empty array
  /// @param type     element type
  /// @param shape    number of elements in each dimension, not negative; no dimensions for a scalar
  /// @param strides  distance in elements between neighbours of each dimension: 0 repeats the same
  ///                 elements, negative strides walk backwards
  /// @throws Error  invalid_argument for an invalid shape or another number of strides
  ArrayView(void* data, DataType type, const Dimensions& shape, const Dimensions& strides);
  /// A dense array that can only be read.
  ArrayView(const void* data, DataType type, const Dimensions& shape);
  /// A strided array that can only be read.
  ArrayView(const void* data, DataType type, const Dimensions& shape, const Dimensions& strides);

  /// A whole buffer or device span as an array of one dimension.
  template <detail::DeviceRange R>
  ArrayView(const R& range)  // NOLINT(google-explicit-constructor)
      : ArrayView(range, {static_cast<std::int64_t>(range.size())}) {}
  /// The first elements of a buffer or device span as a dense array in row-major order.
  /// @throws Error  invalid_argument for an invalid shape or one of more elements than the range
  /// has
  template <detail::DeviceRange R>
  ArrayView(const R& range, const Dimensions& shape)
      : ArrayView(range, shape, row_major_strides(shape)) {}
  /// Any strided part of a buffer or device span.
  /// @param range    a Buffer, HostBuffer or DeviceSpan
  /// @param shape    number of elements in each dimension
  /// @param strides  in elements, one for each dimension
  /// @param offset   index in `range` of the element at coordinates 0
  /// @throws Error  invalid_argument for an invalid shape or an element outside the range
  template <detail::DeviceRange R>
  ArrayView(const R& range, const Dimensions& shape, const Dimensions& strides,
            std::int64_t offset = 0)
      : ArrayView(range.data(), data_type_of<std::remove_const_t<typename R::element_type>>(),
                  shape, strides) {
    home_ = detail::home_of(range);
    move_inside(offset, range.size());
  }

  /// The same memory as elements of another type of the same size, for instance 16-bit integers as
  /// DataType::f16.
  /// @throws Error  invalid_argument if the sizes differ
  ArrayView as(DataType type) const;
  /// The same memory with the last two dimensions exchanged: the transposed matrix, or matrices.
  /// @throws Error  invalid_argument for fewer than two dimensions
  ArrayView transposed() const;

  /// Device address of the element at coordinates 0.
  const void* data() const noexcept { return data_; }
  /// Whether the array may be an output.
  bool is_writable() const noexcept { return is_writable_; }
  /// Element type.
  DataType type() const noexcept { return type_; }
  /// Number of elements in each dimension.
  const Dimensions& shape() const noexcept { return shape_; }
  /// Distance in elements between neighbours of each dimension.
  const Dimensions& strides() const noexcept { return strides_; }
  /// Number of elements: the product of the shape, 1 for a scalar.
  std::int64_t size() const noexcept;
  /// Internal: the device that alone addresses the memory; null if unknown.
  const detail::DeviceState* home() const noexcept { return home_; }

 private:
  /// Moves `data_` by `offset` elements.
  /// @throws Error  invalid_argument if an element lies outside `count` elements
  void move_inside(std::int64_t offset, std::size_t count);

  const void* data_;
  DataType type_;
  bool is_writable_;
  const detail::DeviceState* home_ = nullptr;
  Dimensions shape_;
  Dimensions strides_;
};

}  // namespace duet
DUET_API_END
