#pragma once

// Filling and checking the call tables of driver.def and compiler.def.

#include <string>

#include <duet/error.hpp>

#define DUET_NAME_TEXT(name) #name
#define DUET_NAME_OF(name) DUET_NAME_TEXT(name)  // after macro expansion

namespace duet {

/// Where a vendor call was made; all strings static.
struct CallSite {
  const char* function;
  const char* arguments;
  const char* file;
  int line;

  /// "vendorCall(&handle, flags) at core/src/stream.cpp:31"
  std::string text() const;
};

[[noreturn]] void throw_missing_entry(const char* function);

/// Stands in for a function that the loaded library lacks, so that the error comes at the call.
template <const char* const* function, typename F>
struct MissingEntry;
template <const char* const* function, typename R, typename... A>
struct MissingEntry<function, R (*)(A...)> {
  static R call(A...) { throw_missing_entry(*function); }
};

/// An entry found by name: null becomes the stand-in.
template <const char* const* function, typename F>
void bind(F& slot, void* symbol) {
  slot = symbol != nullptr ? reinterpret_cast<F>(symbol) : &MissingEntry<function, F>::call;
}
/// An entry that is linked.
template <const char* const* function, typename F>
void bind(F& slot, std::type_identity_t<F> entry) requires(!std::is_same_v<F, void*>) {
  slot = entry;
}
template <const char* const* function, typename F>
bool is_missing(F entry) {
  return entry == &MissingEntry<function, F>::call;
}
/// One that is linked never is.
template <const char* const* function, typename R, typename... A>
bool is_missing(R (*)(A...) noexcept) {
  return false;
}

}  // namespace duet
