#pragma once

#include <mutex>
#include <shared_mutex>
#include <unordered_set>

namespace hip_on_cuda {

/// A base of what HIP's handles point to where something else than a HandleSet owns it (a graph its
/// nodes), so that a stale handle is told from a live one. Thread-safety: the static members.
template <typename Object, typename Handle>
class Tracked {
 public:
  Tracked(const Tracked&) = delete;
  Tracked& operator=(const Tracked&) = delete;

  /// Null for no live handle.
  static Object* find(Handle handle) {
    Set& set = live();
    const std::shared_lock lock(set.mutex);
    const auto found = set.handles.find(handle);
    return found == set.handles.end() ? nullptr : reinterpret_cast<Object*>(handle);
  }
  Handle handle() { return reinterpret_cast<Handle>(static_cast<Object*>(this)); }

 protected:
  Tracked() {
    Set& set = live();
    const std::lock_guard lock(set.mutex);
    set.handles.insert(handle());
  }
  ~Tracked() {
    Set& set = live();
    const std::lock_guard lock(set.mutex);
    set.handles.erase(handle());
  }

 private:
  struct Set {
    std::shared_mutex mutex;
    std::unordered_set<Handle> handles;
  };
  static Set& live() {
    static Set& set = *new Set;
    return set;
  }
};

}  // namespace hip_on_cuda
