#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include <duet/data_type.hpp>
#include <duet/export.hpp>
#include <duet/reduction.hpp>
#include <duet/span.hpp>

DUET_API_BEGIN
namespace duet::detail {

/// What ranks do together.
enum class CollectiveKind : std::uint8_t {
  all_reduce,
  all_gather,
  reduce_scatter,
  broadcast,
  reduce,
  gather,
  scatter,
  all_to_all,
  send,
  receive,
  barrier
};

/// Whether a kind combines elements by a Reduction.
constexpr bool is_reduction(CollectiveKind kind) noexcept {
  return kind == CollectiveKind::all_reduce || kind == CollectiveKind::reduce_scatter ||
         kind == CollectiveKind::reduce;
}

/// The enumerator's name, for instance "all_reduce". Static storage.
const char* name_of(CollectiveKind kind) noexcept;

/// The type of the elements that are moved.
struct ElementType {
  std::uint32_t bytes = 1;           ///< Size of an element.
  std::optional<DataType> number{};  ///< Its type, if elements of it can be reduced.
};

template <typename T>
constexpr ElementType element_type_of() noexcept {
  static_assert(std::is_trivially_copyable_v<T>, "ranks exchange trivially copyable types");
  if constexpr (Element<T>) {
    return {sizeof(T), data_type_of<T>()};
  } else {
    return {sizeof(T), std::nullopt};
  }
}

/// One rank's part of a collective.
struct CollectiveCall {
  CollectiveKind kind = CollectiveKind::barrier;
  Reduction reduction = Reduction::sum;
  ElementType element{};
  int peer = -1;  ///< the root, or the other rank of send and receive; -1 if there is none
  /// Number of elements that each rank contributes or gets: of the smaller of the two arrays.
  std::size_t count = 0;
  const void* send = nullptr;  ///< null where this rank sends nothing
  void* receive = nullptr;     ///< null where this rank receives nothing
  std::size_t send_count = 0;  ///< number of elements of `send`
  std::size_t receive_count = 0;
  const DeviceState* send_home = nullptr;  ///< the device that alone addresses `send`, or null
  const DeviceState* receive_home = nullptr;
};

}  // namespace duet::detail
DUET_API_END
