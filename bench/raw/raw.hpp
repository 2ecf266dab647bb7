#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace duet::bench {

/// A launch by the vendor's calls.
struct RawLaunch {
  void* function = nullptr;    ///< from `RawVendor::function`
  unsigned grid = 1;           ///< blocks
  unsigned block = 1;          ///< threads in a block
  void** arguments = nullptr;  ///< the address of each argument
};

/// A graph with a chain of launches of one kernel.
class RawChain {
 public:
  virtual ~RawChain() = default;

  /// Sets the arguments of every launch.
  virtual void set(const RawLaunch& launch) = 0;
  virtual void replay(int count) = 0;
};

/// The vendor's calls, made as by a program without duet; on the CPU, plain functions and loops.
/// The members contain the loops, so that no virtual call is timed with each launch. Nothing is
/// released, since the program ends afterwards. All members throw std::runtime_error if a call
/// fails. Not thread-safe.
class RawVendor {
 public:
  virtual ~RawVendor() = default;

  virtual void* function(const std::string& name) = 0;
  virtual void launch(const RawLaunch& launch, int count) = 0;
  virtual void launch_and_wait(const RawLaunch& launch, int count) = 0;
  virtual void synchronize() = 0;
  virtual std::unique_ptr<RawChain> chain(const RawLaunch& launch, int launches) = 0;
  /// Reads a file with code, loads it and finds a kernel.
  virtual void load(const std::string& file, const std::string& kernel) = 0;
};

/// Opens the vendor's library by dlopen and loads the code.
/// @param image  code from the vendor's compiler, followed by a null byte; or empty
std::unique_ptr<RawVendor> open_raw_vendor(int device, std::span<const std::byte> image);

}  // namespace duet::bench
