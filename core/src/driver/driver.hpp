#pragma once

// The loaded driver as a table of function pointers. Core includes the backend's contract through
// this file and compile/compiler.hpp only, and is written against neutral names.

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "contract.hpp"
#include "entry_table.hpp"

// Vendors deprecate calls although their earlier versions lack the successors.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace duet::vendor {

#define DUET_ROW DUET_CHECK_ROW
#define DUET_ROW_OVERLOADED(name, signature, function)                     \
  static_assert(                                                           \
      requires { static_cast<std::add_pointer_t<signature>>(&function); }, \
      "no overload of the function of row '" #name "' is " #signature);
#include "driver.def"

}  // namespace duet::vendor

namespace duet {

/// The driver's calls, typed by the vendor's own declarations. An entry that the loaded version
/// lacks throws `missing_entry_point` when called.
struct Driver {
  using Status = vendor::Status;
  using Address = vendor::Address;
  using StreamHandle = vendor::StreamHandle;

#define DUET_ROW(name, signature, function) decltype(&function) name;
#define DUET_ROW_OVERLOADED(name, signature, function) std::add_pointer_t<signature> name;
#include "driver.def"
};

/// The vendor's name of each call.
struct DriverNames {
#define DUET_ROW DUET_NAME_ROW
#include "driver.def"
};

}  // namespace duet

#pragma GCC diagnostic pop

namespace duet {

/// The table, loaded on first use. @throws Error (no_driver)
Driver& driver_table();

/// The table, with the driver initialised. @throws Error (no_driver, no_device and others)
Driver& driver();

/// Whether the loaded driver has an entry: `driver_has<&DriverNames::launch>(driver().launch)`.
template <const char* const* function, typename F>
bool driver_has(F entry) {
  return !is_missing<function>(entry);
}

/// Appends why the driver finds no device, if that can be told.
std::string with_no_device_cause(std::string message);

[[noreturn]] void throw_failed_call(vendor::Status status, const CallSite& site);

/// Logs the failure of a call in a destructor, where no exception can report it. Omits an error
/// that an exception has reported already: the error of a kernel stays in a GPU's context, and all
/// later calls return it.
/// @param action  words for the message, such as "destroying a stream"
void log_failed_call(vendor::Status status, const char* action) noexcept;

inline void check(vendor::Status status, const CallSite& site) {
  if (status != vendor::success) [[unlikely]] {
    throw_failed_call(status, site);
  }
}

}  // namespace duet

// Not __FILE__: compiler caches could not share objects between folders.
#define DUET_CALL_SITE(names, name, arguments) \
  ::duet::CallSite { names::name, arguments, __builtin_FILE(), __LINE__ }

/// Calls the driver and throws what it reports: DUET_DRIVER(stream_query, handle).
#define DUET_DRIVER(name, ...)                      \
  ::duet::check(::duet::driver().name(__VA_ARGS__), \
                DUET_CALL_SITE(::duet::DriverNames, name, #__VA_ARGS__))
