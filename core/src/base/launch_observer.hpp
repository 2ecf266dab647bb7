#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

#include <duet/argument_type.hpp>
#include <duet/compile.hpp>
#include <duet/kernel.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

namespace duet {

/// An observer's data of a loaded module, which the module owns.
class ObservedModule {
 public:
  virtual ~ObservedModule() = default;
  /// The address of one of the module's variables was given out. Thread-safety: any thread.
  virtual void symbol_given() noexcept = 0;
};

/// Is told what a process compiles, loads, allocates and launches.
/// Thread-safety: all members may be called from any thread.
class LaunchObserver {
 public:
  virtual void compiled(const Program& program, std::span<const std::byte> code) = 0;

  /// @param image  the code as the driver got it
  virtual std::unique_ptr<ObservedModule> module_loaded(std::span<const std::byte> image,
                                                        bool has_variables) = 0;

  /// Called before memory is handed to its user. The device is current.
  /// @param stream  the driver's stream in whose order the memory was allocated; null: none
  virtual void allocated(void* data, std::size_t bytes, void* stream) = 0;

  /// Called in place of a checked launch. The device is current.
  /// @param values  the arguments' values, which `arguments` describes
  /// @param start   starts the launch; called once
  virtual void launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
                      std::span<void* const> values, std::span<const ArgumentShape> arguments,
                      const std::function<void()>& start) = 0;

 protected:
  ~LaunchObserver() = default;
};

/// The observer of this process; null unless launches are dumped. Set when the library is loaded.
/// Defined in dump/, since a static library would leave out an observer that registers itself.
extern LaunchObserver* const launch_observer;

}  // namespace duet
