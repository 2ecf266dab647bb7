#pragma once

// The loaded driver as a table of function pointers. Core includes the backend's contract only
// through this file and compiler.hpp; everything else is written against neutral names.

#include <cstddef>
#include <string>
#include <type_traits>

#include "contract.hpp"
#include "entry_table.hpp"

namespace duet {

// Vendors deprecate calls whose successors the versions before them lack.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/// The driver's calls, typed by the vendor's own declarations. An entry that the loaded version
/// lacks throws `missing_entry_point` when called.
struct Driver {
  using Status = vendor::Status;
  using Address = vendor::Address;
  using StreamHandle = vendor::StreamHandle;

#define DUET_CALL(name, cuda, hip) decltype(&DUET_PICK(name, cuda, hip)) name;
#define DUET_CALL_AS(name, cuda, hip, ...) \
  std::add_pointer_t<__VA_ARGS__> name;    \
  static_assert(                           \
      requires { static_cast<std::add_pointer_t<__VA_ARGS__>>(&DUET_PICK(name, cuda, hip)); });
#include "driver.def"
};

#pragma GCC diagnostic pop

/// The vendor's name of each call.
struct DriverNames {
#define DUET_CALL(name, cuda, hip) \
  static constexpr const char* name = DUET_NAME_OF(DUET_PICK(name, cuda, hip));
#define DUET_CALL_AS(name, cuda, hip, ...) DUET_CALL(name, cuda, hip)
#include "driver.def"
};

/// The table, loaded on first use. @throws Error (no_driver)
Driver& driver_table();

/// The table of an initialised driver. @throws Error (no_driver, no_device and others)
Driver& driver();

/// Whether the loaded driver has an entry: `driver_has<&DriverNames::launch>(driver().launch)`.
template <const char* const* function, typename F>
bool driver_has(F entry) {
  return !is_missing<function>(entry);
}

[[noreturn]] void throw_failed_call(vendor::Status status, const CallSite& site);

inline void check(vendor::Status status, const CallSite& site) {
  if (status != vendor::success) [[unlikely]] {
    throw_failed_call(status, site);
  }
}

}  // namespace duet

#define DUET_CALL_SITE(names, name, arguments) \
  ::duet::CallSite { names::name, arguments, __FILE__, __LINE__ }

/// Calls the driver and throws what it reports: DUET_DRIVER(stream_query, handle).
#define DUET_DRIVER(name, ...)                      \
  ::duet::check(::duet::driver().name(__VA_ARGS__), \
                DUET_CALL_SITE(::duet::DriverNames, name, #__VA_ARGS__))
