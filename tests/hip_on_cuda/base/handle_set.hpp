#pragma once

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>

namespace hip_on_cuda {

/// Owns the objects behind one kind of handle and tells stale handles from live ones.
/// Thread-safety: all members may be called concurrently.
template <typename Object, typename Handle>
class HandleSet {
 public:
  Handle add(std::unique_ptr<Object> object) {
    const auto handle = reinterpret_cast<Handle>(object.get());
    const std::lock_guard lock(mutex_);
    objects_.emplace(handle, std::move(object));
    return handle;
  }
  /// Null for a handle that is not live.
  Object* find(Handle handle) const {
    const std::shared_lock lock(mutex_);
    const auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second.get();
  }
  std::unique_ptr<Object> remove(Handle handle) {
    const std::lock_guard lock(mutex_);
    auto node = objects_.extract(handle);
    return node.empty() ? nullptr : std::move(node.mapped());
  }

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<Handle, std::unique_ptr<Object>> objects_;
};

}  // namespace hip_on_cuda
