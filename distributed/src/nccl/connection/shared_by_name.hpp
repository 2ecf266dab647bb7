#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace duet::detail {

/// Objects that the ranks of this process share while one of them has them. Thread-safety: all
/// members.
template <typename T>
class SharedByName {
 public:
  /// The object of a name, which is made if no rank has it.
  std::shared_ptr<T> get(const std::string& name) {
    const std::lock_guard lock(mutex_);
    std::erase_if(objects_, [](const auto& entry) { return entry.second.expired(); });
    std::weak_ptr<T>& known = objects_[name];
    std::shared_ptr<T> object = known.lock();
    if (object == nullptr) known = object = std::make_shared<T>();
    return object;
  }

 private:
  std::mutex mutex_{};
  std::map<std::string, std::weak_ptr<T>> objects_{};
};

}  // namespace duet::detail
