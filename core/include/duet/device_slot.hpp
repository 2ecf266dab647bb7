#pragma once

#include <functional>
#include <memory>
#include <utility>

#include <duet/device.hpp>
#include <duet/error.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {

/// Objects of one kind, one for each device. See DeviceSlot.
class DeviceSlots {
 public:
  /// Makes the object of a device.
  using Make = std::function<std::shared_ptr<void>(const Device&)>;

  /// Keeps the function.
  explicit DeviceSlots(Make make);
  DeviceSlots(const DeviceSlots&) = delete;
  DeviceSlots& operator=(const DeviceSlots&) = delete;
  ~DeviceSlots();

  /// The object of a device.
  void* get(const Device& device) const;

 private:
  struct State;

  std::unique_ptr<State> state_;
};

[[noreturn]] void throw_no_maker();

/// @returns the function
/// @throws Error  invalid_argument if it is empty
template <typename Make>
Make require_maker(Make make) {
  if (!make) throw_no_maker();
  return make;
}

}  // namespace detail

/// One object for each device, made when it is first asked for: the handle of a library, its
/// workspace.
///
///     struct Blas { … };  // its destructor destroys the handle
///     DeviceSlot<Blas> blas([](const Device&) { return Blas(); });
///     library_call(blas.get(device).handle, …);
///
/// Ownership: owns the objects and destroys them with their device current, the last one made
/// first: when this is destroyed, or at the end of the process before the driver is shut down, also
/// if this is a variable of static storage. An object may use those of other slots that it asked
/// for in its construction.
/// Thread-safety: `get` may be called from any thread. The objects are not guarded.
/// @tparam T  need not be movable
template <typename T>
class DeviceSlot {
 public:
  /// @param make  makes the object of a device, which is current; kept
  /// @throws Error  invalid_argument for an empty function
  explicit DeviceSlot(std::function<T(const Device&)> make)
      : slots_([make = detail::require_maker(std::move(make))](const Device& device) {
          return std::shared_ptr<void>(std::shared_ptr<T>(new T(make(device))));
        }) {}

  /// The object of a device. Concurrent first callers block until it is made.
  /// @throws Error  invalid_argument if its construction asks for it; what `make` throws: the next
  ///                call tries again
  T& get(const Device& device) const { return *static_cast<T*>(slots_.get(device)); }

 private:
  detail::DeviceSlots slots_;
};

}  // namespace duet
DUET_API_END
