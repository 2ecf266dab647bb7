#include "call_faults.hpp"

#include <set>
#include <string_view>
#include <utility>

#include "call_replacement.hpp"

using namespace std::string_view_literals;

namespace duet::test {

namespace {

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
      {"program", {"program_create"}, {"program_destroy"}},
      {"communicator", {"comm_init_rank", "comm_split"}, {"comm_destroy", "comm_abort"}}};
  return rows;
}

/// The vendors' enumerations can hold these values.
constexpr int largest_status = DUET_LARGEST_STATUS;
constexpr int largest_compiler_status = 15;

}  // namespace

void find_handle(CallFaults::Row& row) {
  const std::string_view name = row.name;
  for (const HandleRows& handle : handle_rows()) {
    for (const std::string_view maker : handle.makers) {
      if (maker == name) row.made = handle.kind;
    }
    for (const std::string_view destroyer : handle.destroyers) {
      if (destroyer == name) row.destroyed = handle.kind;
    }
  }
}

CallFaults& CallFaults::instance() {
  static CallFaults& faults = *new CallFaults;
  return faults;
}

CallFaults::CallFaults() {
  installed = this;
  for (const HandleRows& handle : handle_rows()) handles_[handle.kind];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  Driver& driver = driver_table();
#define DUET_ROW(name, signature, function)                                \
  if (!is_missing<&DriverNames::name>(driver.name)) {                      \
    rows_.push_back(replace<&Driver::name>(driver, #name, Table::driver)); \
  }
#include "driver/driver.def"
  Compiler& compiler = duet::compiler();
#define DUET_ROW(name, signature, function)                                      \
  if (!is_missing<&CompilerNames::name>(compiler.name)) {                        \
    rows_.push_back(replace<&Compiler::name>(compiler, #name, Table::compiler)); \
  }
#include "compile/compiler.def"
#pragma GCC diagnostic pop
  replace_collectives(rows_);
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
  switch (row.table) {
    case Table::driver: return plan_.status;
    case Table::compiler: return plan_.compiler_status;
    case Table::collectives: return plan_.collective_status;
  }
  return plan_.status;
}

bool CallFaults::carries_out(const Row& row) const {
  const std::lock_guard lock(plan_lock_);
  return (plan_.carries_out_updates && is_update(row.name)) || row.name == "group_end"sv;
}

bool CallFaults::ends_work(const Row& row) const noexcept {
  return row.table == Table::driver && std::string_view(row.name).ends_with("_synchronize") &&
         vendor::is_device_lost(static_cast<vendor::Status>(status(row)));
}

void CallFaults::add_handle(const char* kind, std::uintptr_t handle) {
  if (handle == 0) return;
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
