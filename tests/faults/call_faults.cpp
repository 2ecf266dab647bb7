#include "call_faults.hpp"

#include <set>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace duet::test {

namespace {

using Row = CallFaults::Row;

/// Which rows make and destroy handles. `HandleTableTest` finds rows that are missing here.
struct HandleRows {
  const char* kind;
  std::vector<std::string_view> makers;
  std::vector<std::string_view> destroyers;
};
const std::vector<HandleRows>& handle_rows() {
  static const std::vector<HandleRows> rows{
      {"stream", {"stream_create"}, {"stream_destroy"}},
      {"event", {"event_create", "ipc_open_event"}, {"event_destroy"}},
      {"memory",
       {"memory_allocate", "memory_allocate_async", "memory_allocate_managed",
        "memory_allocate_exportable", "ipc_open_memory"},
       {"memory_free", "memory_free_async", "ipc_close_memory"}},
      {"addresses", {"address_reserve"}, {"address_free"}},
      {"physical memory", {"physical_create"}, {"physical_release"}},
      {"mapping", {"memory_map"}, {"memory_unmap"}},
      {"stream value", {"stream_value_allocate"}, {"stream_value_free"}},
      {"pinned memory", {"memory_allocate_pinned"}, {"memory_free_pinned"}},
      {"registered memory", {"memory_register"}, {"memory_unregister"}},
      {"module", {"module_load"}, {"module_unload"}},
      {"graph", {"graph_create", "stream_end_capture"}, {"graph_destroy"}},
      {"executable", {"graph_instantiate"}, {"graph_exec_destroy"}},
      {"program", {"program_create"}, {"program_destroy"}}};
  return rows;
}

/// The vendors' enumerations can hold these values.
constexpr int largest_status = DUET_LARGEST_STATUS;
constexpr int largest_compiler_status = 15;

CallFaults* installed = nullptr;

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
  return identity(std::get<0>(all));
}

/// The entry that replaces member `entry` of a table.
template <auto entry, typename F>
struct Replacement;

template <auto entry, typename R, typename... A>
struct Replaced {
  static inline Row* row = nullptr;
  static inline R (*original)(A...) = nullptr;

  static R call(A... arguments) {
    if constexpr (std::is_same_v<R, vendor::Status> || std::is_same_v<R, vendor::CompilerStatus>) {
      const bool fails = installed->fails(*row);
      const bool is_done = row->destroyed != nullptr ||
                           (fails && (installed->ends_work(*row) || installed->carries_out(*row)));
      if (fails && !is_done) return static_cast<R>(installed->status(*row));
      if constexpr (sizeof...(A) > 0) {
        if (row->destroyed != nullptr) {
          installed->remove_handle(row->destroyed, handle_of(row->name, false, arguments...));
        }
      }
      const R result = original(arguments...);
      if constexpr (sizeof...(A) > 0) {
        if (row->made != nullptr && result == R{}) {
          installed->add_handle(row->made, handle_of(row->name, true, arguments...));
        }
      }
      return fails ? static_cast<R>(installed->status(*row)) : result;
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
struct IsStatusCall : std::false_type {};
template <typename R, typename... A>
struct IsStatusCall<R (*)(A...)> : std::bool_constant<std::is_same_v<R, vendor::Status> ||
                                                      std::is_same_v<R, vendor::CompilerStatus>> {};
template <typename R, typename... A>
struct IsStatusCall<R (*)(A...) noexcept> : IsStatusCall<R (*)(A...)> {};

template <auto entry, const char* const* function, typename T>
Row* replace(T& table, const char* name, CallFaults::Table kind) {
  auto& place = table.*entry;
  using F = std::remove_reference_t<decltype(place)>;
  using New = Replacement<entry, F>;
  if (is_missing<function>(place)) return nullptr;  // calls of it stay errors
  auto* const row = new Row{.name = name, .table = kind, .can_fail = IsStatusCall<F>::value};
  for (const HandleRows& handle : handle_rows()) {
    for (const std::string_view maker : handle.makers) {
      if (maker == name) row->made = handle.kind;
    }
    for (const std::string_view destroyer : handle.destroyers) {
      if (destroyer == name) row->destroyed = handle.kind;
    }
  }
  New::row = row;
  New::original = place;
  place = New::entry_point;
  return row;
}

}  // namespace

CallFaults& CallFaults::instance() {
  static CallFaults& faults = *new CallFaults;
  return faults;
}

CallFaults::CallFaults() {
  for (const HandleRows& handle : handle_rows()) handles_[handle.kind];
  installed = this;
  const auto add = [&](Row* row) {
    if (row != nullptr) rows_.push_back(row);
  };
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  Driver& driver = driver_table();
#define DUET_ROW(name, signature, function) \
  add(replace<&Driver::name, &DriverNames::name>(driver, #name, Table::driver));
#include "driver/driver.def"
  Compiler& compiler = duet::compiler();
#define DUET_ROW(name, signature, function) \
  add(replace<&Compiler::name, &CompilerNames::name>(compiler, #name, Table::compiler));
#include "compile/compiler.def"
#pragma GCC diagnostic pop
}

void CallFaults::start(const Plan& plan) {
  const std::lock_guard lock(plan_lock_);
  plan_ = plan;
  counted_ = 0;
  failed_ = 0;
  last_failed_ = nullptr;
  has_failed_update_ = false;
  is_active_ = true;
}

std::uint64_t CallFaults::stop() {
  is_active_ = false;
  return failed_.load();
}

bool CallFaults::fails(Row& row) {
  ++row.calls;
  const std::lock_guard lock(plan_lock_);
  if (!is_active_.load() || (!plan_.row.empty() && plan_.row != row.name)) return false;
  const std::uint64_t number = ++counted_;
  const bool fails = plan_.extent == Extent::one ? number == plan_.first : number >= plan_.first;
  if (!fails) return false;
  ++row.failures;
  ++failed_;
  ++total_failed_;
  last_failed_ = &row;
  if (is_update(row.name)) has_failed_update_ = true;
  return true;
}

int CallFaults::status(const Row& row) const noexcept {
  const std::lock_guard lock(plan_lock_);
  return row.table == Table::driver ? plan_.status : plan_.compiler_status;
}

bool CallFaults::carries_out(const Row& row) const {
  const std::lock_guard lock(plan_lock_);
  return plan_.carries_out_updates && is_update(row.name);
}

bool CallFaults::ends_work(const Row& row) const noexcept {
  return row.table == Table::driver && std::string_view(row.name).ends_with("_synchronize") &&
         vendor::is_device_lost(static_cast<vendor::Status>(status(row)));
}

void CallFaults::add_handle(const char* kind, std::uintptr_t handle) {
  const std::lock_guard lock(handle_lock_);
  handles_.find(std::string_view(kind))->second.insert(handle);
}

void CallFaults::remove_handle(const char* kind, std::uintptr_t handle) {
  const std::lock_guard lock(handle_lock_);
  auto& handles = handles_.find(std::string_view(kind))->second;
  const auto found = handles.find(handle);
  if (found != handles.end()) {
    handles.erase(found);
  } else if (handle != 0) {
    ++unknown_destroyed_;
  }
}

std::string CallFaults::failed_row() const {
  const Row* const row = last_failed_.load();
  return row == nullptr ? "no call" : row->name;
}

std::map<std::string, std::uint64_t> CallFaults::calls() const {
  std::map<std::string, std::uint64_t> counts;
  for (const Row* row : rows_) counts[row->name] = row->calls.load();
  return counts;
}

std::map<std::string, std::uint64_t> CallFaults::failures() const {
  std::map<std::string, std::uint64_t> counts;
  for (const Row* row : rows_) counts[row->name] = row->failures.load();
  return counts;
}

std::map<std::string, std::int64_t> CallFaults::handles() const {
  std::map<std::string, std::int64_t> counts;
  const std::lock_guard lock(handle_lock_);
  for (const auto& [kind, handles] : handles_) {
    counts[kind] = static_cast<std::int64_t>(handles.size());
  }
  return counts;
}

std::vector<const CallFaults::Row*> CallFaults::rows() const {
  return {rows_.begin(), rows_.end()};
}

std::vector<int> CallFaults::driver_statuses(bool all) {
  std::vector<int> statuses;
  std::set<ErrorCode> classes;
  std::set<std::string> names;  // some drivers give all values that mean nothing the same name
  for (int i = 1; i <= largest_status; ++i) {
    const auto status = static_cast<vendor::Status>(i);
    if (status == vendor::success || status == vendor::not_ready) continue;
    const vendor::StatusText text = vendor::describe(status);
    const bool is_unknown = text.text.starts_with("unknown") || text.text.starts_with("unrecog") ||
                            text.text.starts_with("Unknown");
    if (is_unknown || !names.insert(text.name).second) continue;
    if (classes.insert(vendor::classify(status)).second || all) statuses.push_back(i);
  }
  vendor::clear_pending_error();
  return statuses;
}

std::vector<int> CallFaults::compiler_statuses() {
  std::vector<int> statuses;
  std::set<ErrorCode> classes;
  for (int i = 1; i <= largest_compiler_status; ++i) {
    const auto status = static_cast<vendor::CompilerStatus>(i);
    if (classes.insert(vendor::classify(status)).second) statuses.push_back(i);
  }
  return statuses;
}

}  // namespace duet::test
