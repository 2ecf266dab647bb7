#pragma once

// How an entry of a call table is replaced by one that may fail.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "call_faults.hpp"

namespace duet::test {

/// Whether a call returns its success as R{}. Specialised for the statuses of each table.
template <typename R>
constexpr bool is_status =
    std::is_same_v<R, vendor::Status> || std::is_same_v<R, vendor::CompilerStatus>;

/// Notes in a row which handles it makes and destroys.
void find_handle(CallFaults::Row& row);

/// The number that tells a handle from others of its kind, of a handle or of a place for one.
template <typename H>
std::uintptr_t identity(H handle) {
  if constexpr (std::is_pointer_v<H>) {
    return reinterpret_cast<std::uintptr_t>(handle);
  } else if constexpr (std::is_integral_v<H>) {
    return static_cast<std::uintptr_t>(handle);
  } else {
    return 0;  // no row of a handle
  }
}

/// The handle that a call has made or is about to destroy, by the row's signature.
/// @param makes  the handle is a result, to which an argument points
template <typename... A>
std::uintptr_t handle_of(std::string_view row, bool makes, const A&... arguments) {
  const auto all = std::tie(arguments...);
  using First = std::tuple_element_t<0, std::tuple<A...>>;
  if constexpr (std::is_pointer_v<First> && sizeof...(A) >= 1) {
    using Pointee = std::remove_pointer_t<First>;
    if constexpr (std::is_pointer_v<Pointee> || std::is_integral_v<Pointee>) {
      if (makes || row == "program_destroy") return identity(*std::get<0>(all));
    }
  }
  if constexpr (sizeof...(A) == 2) {
    using Second = std::tuple_element_t<1, std::tuple<A...>>;
    if constexpr (std::is_pointer_v<Second>) {
      using Pointee = std::remove_pointer_t<Second>;
      if constexpr (std::is_pointer_v<Pointee>) {
        if (row == "stream_end_capture") return identity(*std::get<1>(all));
      }
    }
  }
  if constexpr (sizeof...(A) == 5) {
    using Fourth = std::tuple_element_t<3, std::tuple<A...>>;
    if constexpr (std::is_pointer_v<std::remove_pointer_t<Fourth>>) {
      if (row == "comm_split") return identity(*std::get<3>(all));
    }
  }
  return identity(std::get<0>(all));
}

/// The entry that replaces member `entry` of a table.
template <auto entry, typename F>
struct Replacement;

template <auto entry, typename R, typename... A>
struct Replaced {
  static inline CallFaults::Row* row = nullptr;
  static inline R (*original)(A...) = nullptr;

  static R call(A... arguments) {
    if constexpr (is_status<R>) {
      CallFaults& faults = *CallFaults::installed;
      const bool fails = faults.fails(*row);
      const bool is_done = row->destroyed != nullptr ||
                           (fails && (faults.ends_work(*row) || faults.carries_out(*row)));
      if (fails && !is_done) return static_cast<R>(faults.status(*row));
      if constexpr (sizeof...(A) > 0) {
        if (row->destroyed != nullptr) {
          faults.remove_handle(row->destroyed, handle_of(row->name, false, arguments...));
        }
      }
      const R result = original(arguments...);
      if constexpr (sizeof...(A) > 0) {
        // NCCL makes communicators even where it fails. They are null before the call.
        const bool is_made = result == R{} || row->table == CallFaults::Table::collectives;
        if (row->made != nullptr && is_made) {
          faults.add_handle(row->made, handle_of(row->name, true, arguments...));
        }
      }
      return fails ? static_cast<R>(faults.status(*row)) : result;
    } else {
      ++row->calls;
      return original(arguments...);
    }
  }
};

template <auto entry, typename R, typename... A>
struct Replacement<entry, R (*)(A...)> : Replaced<entry, R, A...> {
  static constexpr auto entry_point = &Replaced<entry, R, A...>::call;
};
template <auto entry, typename R, typename... A>
struct Replacement<entry, R (*)(A...) noexcept> : Replaced<entry, R, A...> {
  static R call(A... arguments) noexcept { return Replaced<entry, R, A...>::call(arguments...); }
  static constexpr auto entry_point = &call;
};

template <typename F>
constexpr bool can_fail = false;
template <typename R, typename... A>
constexpr bool can_fail<R (*)(A...)> = is_status<R>;
template <typename R, typename... A>
constexpr bool can_fail<R (*)(A...) noexcept> = is_status<R>;

/// Replaces an entry, whose row `CallFaults` then owns.
template <auto entry, typename T>
CallFaults::Row* replace(T& table, const char* name, CallFaults::Table kind) {
  auto& place = table.*entry;
  using F = std::remove_reference_t<decltype(place)>;
  using New = Replacement<entry, F>;
  auto* const row = new CallFaults::Row{.name = name, .table = kind, .can_fail = can_fail<F>};
  find_handle(*row);
  New::row = row;
  New::original = place;
  place = New::entry_point;
  return row;
}

}  // namespace duet::test
