#include "driver.hpp"

#include <fmt/format.h>

#include <atomic>

#include "base/log.hpp"
#include "system/forked_process.hpp"
#include "system/resident_code.hpp"

namespace duet {

std::string CallSite::text() const {
  return fmt::format("{}({}) at {}:{}", plain_name(), arguments, file, line);
}

void throw_missing_entry(const char* function) {
  throw Error(ErrorCode::missing_entry_point,
              fmt::format("the loaded library has no {}: duet was built for another version of it; "
                          "update the driver or the toolkit",
                          function),
              {.call = function});
}

namespace {
constinit std::atomic<vendor::Status> last_reported{vendor::success};
}

void throw_failed_call(vendor::Status status, const CallSite& site) {
  last_reported.store(status);
  const vendor::StatusText text = vendor::describe(status);
  vendor::acknowledge_failure();
  vendor::clear_pending_error();
  const ErrorCode code = vendor::classify(status);
  const char* const advice =
      code == ErrorCode::out_of_memory
          ? "; release memory that is not needed, or end other programs that use the device"
          : "";
  throw Error(code,
              fmt::format("{} failed: {} ({}){}", site.plain_name(), text.name, text.text, advice),
              {.call = site.text(), .vendor_name = text.name});
}

void log_failed_call(vendor::Status status, const char* action) noexcept {
  if (status == vendor::success) return;
  vendor::clear_pending_error();
  if (status == last_reported.load() || !is_logged(LogLevel::error)) return;
  try {
    const vendor::StatusText text = vendor::describe(status);
    log(LogLevel::error, "{} failed: {} ({})", action, text.name, text.text);
  } catch (...) {
    // Not enough memory for the message.
  }
}

std::string with_no_device_cause(std::string message) {
  const std::string cause = vendor::no_device_cause();
  return cause.empty() ? message : message.append("; ").append(cause);
}

namespace {

/// Never closed: code of the library may still run when statics are destroyed.
const Library& driver_library() {
  static const Library& library = *new Library(vendor::driver_search());
  return library;
}

Driver load_driver() {
  watch_forks();
  keep_code_loaded();
  [[maybe_unused]] const Library& library = driver_library();
  Driver table;
#define DUET_ROW(name, signature, function)                                  \
  if constexpr (vendor::is_linked) {                                         \
    table.name = &function;                                                  \
  } else {                                                                   \
    bind<&DriverNames::name>(table.name, library.symbol(DriverNames::name)); \
  }
#include "driver.def"
  vendor::install_fallbacks(table);
  return table;
}

Driver& initialise_driver() {
  Driver& table = driver_table();
  const vendor::Status status = table.init(0);
  if (status == vendor::success) return table;
  const vendor::StatusText text = vendor::describe(status);
  vendor::clear_pending_error();
  throw Error(vendor::classify(status),
              with_no_device_cause(fmt::format(
                  "no {} device can be used: the driver{} reports {} ({})", vendor::backend_name,
                  driver_library().path().empty() ? "" : " at " + driver_library().path(),
                  text.name, text.text)),
              {.call = DriverNames::init, .vendor_name = text.name});
}

}  // namespace

Driver& driver_table() {
  static Driver& table = *new Driver(load_driver());
  return table;
}

Driver& driver() {
  static Driver& table = initialise_driver();
  return table;
}

}  // namespace duet
