#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {
struct ArgumentShape;
class Kernel;
struct LaunchShape;
struct Program;
class StreamRef;
}  // namespace duet
DUET_API_END

namespace duet {

/// An observer's data of a loaded module, which the module owns.
class ObservedModule {
 public:
  virtual ~ObservedModule() = default;
  /// Called when a caller gets the address of one of the module's variables.
  /// Thread-safety: any thread.
  virtual void symbol_given() noexcept = 0;
};

/// Receives an event when the process compiles a program, loads a module, allocates memory or
/// launches a kernel. Thread-safety: all members can be called from any thread.
class LaunchObserver {
 public:
  virtual void compiled(const Program& program, std::span<const std::byte> code) = 0;

  /// @param image  the code as passed to the driver
  virtual std::unique_ptr<ObservedModule> module_loaded(std::span<const std::byte> image,
                                                        bool has_variables) = 0;

  /// Called before the memory is returned to its user. The device is current.
  /// @param stream  the driver's stream of a stream-ordered allocation, or null
  virtual void allocated(void* data, std::size_t bytes, void* stream) = 0;

  /// Called instead of starting a checked launch. The device is current.
  /// @param values  the arguments' values, which `arguments` describes
  /// @param start   starts the launch; called once
  virtual void launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
                      std::span<void* const> values, std::span<const ArgumentShape> arguments,
                      const std::function<void()>& start) = 0;

 protected:
  ~LaunchObserver() = default;
};

/// The observer of this process; null unless launches are dumped. Set when the library is loaded.
/// Defined in dump/. It does not register itself, since linking a static library would omit it.
extern LaunchObserver* const launch_observer;

}  // namespace duet
