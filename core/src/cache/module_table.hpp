#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>

#include <duet/device.hpp>
#include <duet/error.hpp>
#include <duet/module.hpp>

namespace duet {

/// The modules of a process by device and key. Concurrent callers with the same key share one
/// construction; a failed one is removed. Thread-safety: all members can be called from any thread.
/// @tparam Key    identifies a module
/// @tparam Hash   a cheap hash of a key; equality is checked
template <typename Key, typename Hash>
class ModuleTable {
 public:
  /// @param make  called on this thread with the table's copy of the key if there is no module and
  ///              no other thread makes it
  /// @param hits  incremented if `make` is not called
  /// @param is_current  whether a module may still be used; one that may not is made again
  template <typename View, typename IsCurrent>
  Module find_or_make(const Device& device, const View& key,
                      const std::function<Module(const std::shared_ptr<const Key>&)>& make,
                      std::atomic<std::uint64_t>& hits, IsCurrent is_current) {
    const std::size_t hash = Hash()(key) ^ static_cast<std::size_t>(device.ordinal());
    if (const auto slot = find(hash, device, key)) {
      Module module = slot->get();
      if (is_current(module)) {
        ++hits;
        return module;
      }
      remove(hash, slot);
    }
    const auto made = std::make_shared<Slot>(device, std::make_shared<const Key>(key));
    if (const auto other = add(hash, made)) return other->get();
    try {
      made->module = make(made->key);
    } catch (...) {
      remove(hash, made);
      made->failure = std::current_exception();
    }
    made->finish();
    return made->get();
  }

  void clear() {
    const std::unique_lock lock(mutex_);
    slots_.clear();
  }

 private:
  /// A module that may be under construction. std::promise is not used, since its first use in a
  /// process takes longer than a whole look-up.
  struct Slot {
    Slot(const Device& module_device, std::shared_ptr<const Key> module_key)
        : device(module_device), key(std::move(module_key)) {}

    void finish() noexcept {
      is_finished.store(true);
      is_finished.notify_all();
    }
    /// Blocks until `finish` was called. @returns the module or throws the failure
    /// @throws Error  invalid_argument on the thread that makes the module
    Module get() const {
      if (maker == std::this_thread::get_id() && !is_finished.load()) {
        throw Error(ErrorCode::invalid_argument,
                    "jit: the construction of a module asks for the module itself; the function "
                    "that builds a program must not call jit with the same key");
      }
      is_finished.wait(false);
      if (failure) std::rethrow_exception(failure);
      return module;
    }

    const Device device;
    const std::shared_ptr<const Key> key;
    const std::thread::id maker = std::this_thread::get_id();
    Module module{};
    std::exception_ptr failure{};
    std::atomic<bool> is_finished = false;
  };
  using Slots = std::unordered_multimap<std::size_t, std::shared_ptr<Slot>>;

  /// The caller holds the lock.
  template <typename View>
  std::shared_ptr<Slot> search(std::size_t hash, const Device& device, const View& key) const {
    const auto [begin, end] = slots_.equal_range(hash);
    for (auto slot = begin; slot != end; ++slot) {
      if (slot->second->device == device && *slot->second->key == key) return slot->second;
    }
    return nullptr;
  }
  template <typename View>
  std::shared_ptr<Slot> find(std::size_t hash, const Device& device, const View& key) const {
    const std::shared_lock lock(mutex_);
    return search(hash, device, key);
  }
  /// @returns an existing slot of the same key, or null if this one was added
  std::shared_ptr<Slot> add(std::size_t hash, const std::shared_ptr<Slot>& slot) {
    const std::unique_lock lock(mutex_);
    if (auto other = search(hash, slot->device, *slot->key)) return other;
    slots_.emplace(hash, slot);
    return nullptr;
  }
  void remove(std::size_t hash, const std::shared_ptr<Slot>& slot) {
    const std::unique_lock lock(mutex_);
    const auto [begin, end] = slots_.equal_range(hash);
    for (auto at = begin; at != end; ++at) {
      if (at->second == slot) {
        slots_.erase(at);
        return;
      }
    }
  }

  mutable std::shared_mutex mutex_{};
  Slots slots_{};
};

}  // namespace duet
