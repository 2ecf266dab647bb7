#pragma once

// Filling and checking the call tables of driver.def and compiler.def.

#include <cstring>
#include <string>
#include <type_traits>

#include <duet/error.hpp>

#define DUET_NAME_TEXT(name) #name
#define DUET_NAME_OF(name) DUET_NAME_TEXT(name)  // the exported name: macros are expanded first

/// A static member with a row's exported name: "vendorCall", or "duet::cpu::call" if it is linked.
#define DUET_NAME_ROW(name, signature, function) \
  static constexpr const char* name = DUET_NAME_OF(function);

/// Checks that a row's function takes what core passes, in a scope with the types of vendor.hpp.
#define DUET_CHECK_ROW(name, signature, function)                       \
  static_assert(::duet::is_callable_as<decltype(&function), signature>, \
                "the function of row '" #name "' cannot be called as " #signature);

namespace duet {

/// The signature of rows that core does not check.
struct Unchecked;

template <typename F, typename Signature>
struct CallableAs : std::false_type {};
template <typename F>
struct CallableAs<F, Unchecked> : std::true_type {};
template <typename F, typename R, typename... A>
struct CallableAs<F, R(A...)> : std::is_invocable_r<R, F, A...> {};

/// Whether a function of type F can be called with the signature's arguments.
template <typename F, typename Signature>
inline constexpr bool is_callable_as = CallableAs<F, Signature>::value;

/// Where a vendor call was made. All strings are static.
struct CallSite {
  const char* function;
  const char* arguments;
  const char* file;
  int line;

  /// The function's name without the namespaces of a linked one.
  const char* plain_name() const noexcept {
    const char* const colon = std::strrchr(function, ':');
    return colon == nullptr ? function : colon + 1;
  }
  /// "vendorCall(&handle, flags) at core/src/driver/stream.cpp:31"
  std::string text() const;
};

[[noreturn]] void throw_missing_entry(const char* function);

/// Replaces a function that the loaded library lacks. Throws when it is called.
template <const char* const* function, typename F>
struct MissingEntry;
template <const char* const* function, typename R, typename... A>
struct MissingEntry<function, R (*)(A...)> {
  static R call(A...) { throw_missing_entry(*function); }
};

/// Sets an entry to a loaded symbol; to the replacement if the symbol is null.
template <const char* const* function, typename F>
void bind(F& entry, void* symbol) {
  entry = symbol != nullptr ? reinterpret_cast<F>(symbol) : &MissingEntry<function, F>::call;
}

/// Whether `bind` found no symbol.
template <const char* const* function, typename F>
bool is_missing(F entry) {
  return entry == &MissingEntry<function, F>::call;
}
/// Linked functions (noexcept by convention) are never missing.
template <const char* const* function, typename R, typename... A>
bool is_missing(R (*)(A...) noexcept) {
  return false;
}

}  // namespace duet
