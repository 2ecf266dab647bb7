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

/// The most dimensions that an array has, in kernels too (duet/device/indexing.hpp).
inline constexpr int max_dimensions = 8;

/// A number for each dimension of an array: its shape, or its strides.
class Dimensions {
 public:
  constexpr Dimensions() noexcept = default;
  /// @throws Error (invalid_argument) for more than `max_dimensions`
  Dimensions(std::initializer_list<std::int64_t> values)
      : Dimensions(std::span(values.begin(), values.size())) {}
  explicit Dimensions(std::span<const std::int64_t> values);

  int size() const noexcept { return size_; }
  const std::int64_t* begin() const noexcept { return values_.data(); }
  const std::int64_t* end() const noexcept { return begin() + size_; }
  /// @param dimension  less than `size()`
  std::int64_t operator[](int dimension) const noexcept { return begin()[dimension]; }
  std::int64_t& operator[](int dimension) noexcept { return values_.data()[dimension]; }

  friend bool operator==(const Dimensions&, const Dimensions&) = default;

 private:
  std::array<std::int64_t, max_dimensions> values_{};  // 0 behind the last
  int size_ = 0;
};

/// "[2, 3]".
std::string to_string(const Dimensions& dimensions);
/// The strides of an array whose elements follow each other, the last dimension running fastest.
Dimensions row_major_strides(const Dimensions& shape);

/// An array in device memory: where its first element is, and how far apart the others are. It owns
/// nothing and must not outlive the memory.
class ArrayView {
 public:
  /// Any memory.
  /// @param data     the device address of the element at coordinates 0; may be null if there is
  /// none
  /// @param shape    not negative; of 0 dimensions for a scalar
  /// @param strides  in elements, one a dimension: 0 repeats the elements, negative ones walk
  ///                 backwards; without, the last dimension runs fastest
  /// @throws Error (invalid_argument) for a shape that cannot be
  ArrayView(void* data, DataType type, const Dimensions& shape);
  ArrayView(void* data, DataType type, const Dimensions& shape, const Dimensions& strides);
  /// Memory that is only read.
  ArrayView(const void* data, DataType type, const Dimensions& shape);
  ArrayView(const void* data, DataType type, const Dimensions& shape, const Dimensions& strides);

  /// A buffer or device span: as one dimension, or as its first elements in another shape, or as
  /// any part of it, which is checked to lie inside.
  /// @param offset  of the element at coordinates 0
  template <detail::DeviceRange R>
  ArrayView(const R& range)  // NOLINT(google-explicit-constructor)
      : ArrayView(range, {static_cast<std::int64_t>(range.size())}) {}
  template <detail::DeviceRange R>
  ArrayView(const R& range, const Dimensions& shape)
      : ArrayView(range, shape, row_major_strides(shape)) {}
  template <detail::DeviceRange R>
  ArrayView(const R& range, const Dimensions& shape, const Dimensions& strides,
            std::int64_t offset = 0)
      : ArrayView(range.data(), data_type_of<std::remove_const_t<typename R::element_type>>(),
                  shape, strides) {
    move_inside(offset, range.size());
  }

  /// The same memory as elements of another type of the same size: 16-bit integers as
  /// DataType::f16.
  /// @throws Error (invalid_argument) if the sizes differ
  ArrayView as(DataType type) const;

  const void* data() const noexcept { return data_; }
  bool is_writable() const noexcept { return is_writable_; }
  DataType type() const noexcept { return type_; }
  const Dimensions& shape() const noexcept { return shape_; }
  const Dimensions& strides() const noexcept { return strides_; }
  /// Elements: the product of the shape.
  std::int64_t size() const noexcept;

 private:
  /// @throws Error (invalid_argument) if an element lies outside `count` elements
  void move_inside(std::int64_t offset, std::size_t count);

  const void* data_;
  DataType type_;
  bool is_writable_;
  Dimensions shape_;
  Dimensions strides_;
};

}  // namespace duet
DUET_API_END
