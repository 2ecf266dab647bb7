#pragma once

#include <mutex>
#include <shared_mutex>
#include <unordered_set>

namespace hip_on_cuda {

/// Base class of objects behind handles that no HandleSet owns, such as the nodes of a graph. Tells
/// stale handles from live ones. Thread-safety: `find` may be called concurrently.
template <typename Object, typename Handle>
class Tracked {
 public:
  Tracked(const Tracked&) = delete;
  Tracked& operator=(const Tracked&) = delete;

  /// Null for a handle that is not live.
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
