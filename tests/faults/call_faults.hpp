#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compile/compiler.hpp"
#include "driver/driver.hpp"

namespace duet::test {

/// Memory that does not come from operator new, which may fail in tests.
template <typename T>
struct MallocAllocator {
  using value_type = T;
  MallocAllocator() = default;
  template <typename U>
  MallocAllocator(const MallocAllocator<U>&) noexcept {}  // NOLINT(google-explicit-constructor)
  T* allocate(std::size_t count) {
    void* const memory = std::malloc(count * sizeof(T));
    if (memory == nullptr) std::abort();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) noexcept { std::free(memory); }
  bool operator==(const MallocAllocator&) const noexcept { return true; }
};

/// Makes calls of the driver, of the compiler and of NCCL fail. Replaces each entry of the tables,
/// which are found by their definitions, by one that counts the call and then calls the vendor's
/// function or returns a failure instead. Calls that destroy something are carried out and then
/// fail, since no caller could repeat them; also the end of a group of collectives, and waits that
/// fail since the device is lost, so that it runs nothing.
///
/// Counts the handles that exist. Thread-safety: all members; one plan at a time.
class CallFaults {
 public:
  /// Replaces the entries. The first call needs the driver's library, not a device; without the
  /// library of NCCL, its calls have no rows.
  static CallFaults& instance();
  /// The same, for the entries, which may be called while it is made.
  static inline CallFaults* installed = nullptr;

  enum class Table { driver, compiler, collectives };
  enum class Extent {
    one,  ///< one call fails
    rest  ///< all calls from this one on fail
  };
  struct Plan {
    std::uint64_t first = 1;  ///< the number of the call that fails, counted from 1
    int status = 0;           ///< the driver's; the others are those of the other tables
    int compiler_status = 0;
    int collective_status = 1;
    Extent extent = Extent::one;
    std::string row{};  ///< counts the calls of this row only; empty: of all rows
    /// Updates of executables are carried out, and report a failure all the same.
    bool carries_out_updates = false;
  };
  void start(const Plan& plan);
  /// @returns the number of calls that failed
  std::uint64_t stop();

  /// The last call that failed: "stream_create".
  std::string failed_row() const;
  /// Whether an update of an executable was among them.
  bool has_failed_update() const noexcept { return has_failed_update_.load(); }
  std::uint64_t total_failed() const noexcept { return total_failed_.load(); }
  /// How often each row was called and failed since the program's start.
  std::map<std::string, std::uint64_t> calls() const;
  std::map<std::string, std::uint64_t> failures() const;

  /// Existing handles by kind: "stream", "event", "memory" …
  std::map<std::string, std::int64_t> handles() const;
  /// How many handles were destroyed that did not exist any more.
  std::uint64_t unknown_destroyed() const noexcept { return unknown_destroyed_.load(); }

  /// One status for each class of the driver's failures; every status that has a name if `all`.
  static std::vector<int> driver_statuses(bool all);
  static std::vector<int> compiler_statuses();

  /// A row of a table. Used by the entries.
  struct Row {
    const char* name;
    Table table;
    const char* made = nullptr;       ///< the kind of handle that a success makes
    const char* destroyed = nullptr;  ///< the kind of handle that a call destroys
    bool can_fail = true;             ///< whether it returns a status
    std::atomic<std::uint64_t> calls{0};
    std::atomic<std::uint64_t> failures{0};
  };
  /// @returns whether this call fails
  bool fails(Row& row);
  int status(const Row& row) const noexcept;
  /// Whether the row changes an executable graph.
  static bool is_update(std::string_view row) {
    return row.starts_with("graph_set_") || row == "graph_exec_update";
  }
  bool carries_out(const Row& row) const;
  /// Whether the row waits and its failure says that the device runs nothing any more.
  bool ends_work(const Row& row) const noexcept;
  void add_handle(const char* kind, std::uintptr_t handle);
  void remove_handle(const char* kind, std::uintptr_t handle);
  std::vector<const Row*> rows() const;

 private:
  CallFaults();

  std::vector<Row*> rows_{};
  std::atomic<bool> is_active_{false};
  mutable std::mutex plan_lock_{};  ///< threads of an earlier run may still make calls
  Plan plan_{};
  std::atomic<std::uint64_t> counted_{0};
  std::atomic<std::uint64_t> failed_{0};
  std::atomic<std::uint64_t> total_failed_{0};
  std::atomic<const Row*> last_failed_{nullptr};
  std::atomic<bool> has_failed_update_{false};
  mutable std::mutex handle_lock_{};
  using HandleSet = std::multiset<std::uintptr_t, std::less<>, MallocAllocator<std::uintptr_t>>;
  std::map<std::string, HandleSet, std::less<>> handles_{};  ///< its keys never change
  std::atomic<std::uint64_t> unknown_destroyed_{0};
};

/// Replaces the entries for collectives, if the backend has a library for them that can be loaded,
/// and adds their rows.
void replace_collectives(std::vector<CallFaults::Row*>& rows);

}  // namespace duet::test
