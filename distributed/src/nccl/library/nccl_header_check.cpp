// Compares the signatures and values that duet spells with the vendor's header. Built where CMake
// finds the header, whose name DUET_NCCL_HEADER is.
#include DUET_NCCL_HEADER

#include <cstddef>
#include <type_traits>

#include "nccl/library/nccl_types.hpp"

namespace duet::detail {

namespace {

/// Whether values of both types are passed in the same way.
template <typename A, typename B>
constexpr bool is_passed_alike() {
  if constexpr (std::is_void_v<A> || std::is_void_v<B>) {
    return std::is_void_v<A> == std::is_void_v<B>;
  } else {
    return sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B> &&
           std::is_class_v<A> == std::is_class_v<B> &&
           (std::is_enum_v<A> == std::is_enum_v<B>)&&std::is_trivially_copyable_v<A>;
  }
}

template <typename A, typename B>
constexpr bool are_alike = false;
template <typename R, typename S, typename... A, typename... B>
constexpr bool are_alike<R(A...), S(B...)> = [] {
  if constexpr (sizeof...(A) == sizeof...(B)) {
    return is_passed_alike<R, S>() && (is_passed_alike<A, B>() && ...);
  }
  return false;
}();

template <typename A, typename B>
constexpr bool equal(A ours, B theirs) {
  return static_cast<unsigned>(ours) == static_cast<unsigned>(theirs);
}

#define DUET_NCCL_CALL(name, signature, function)           \
  static_assert(are_alike<signature, decltype(::function)>, \
                "the signature of row '" #name "' differs from that of " #function);
#include "nccl/library/nccl.def"

static_assert(sizeof(NcclId) == sizeof(ncclUniqueId));
#define DUET_NCCL_STATUS(name, value, constant) static_assert(equal(NcclStatus::name, constant));
#define DUET_NCCL_TYPE(name, value, constant) static_assert(equal(NcclType::name, constant));
#define DUET_NCCL_OPERATION(name, value, constant) \
  static_assert(equal(NcclOperation::name, constant));
#include "nccl/library/nccl.def"

}  // namespace

}  // namespace duet::detail
