#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace duet::bench {

/// A launch written against the vendor alone.
struct RawLaunch {
  void* function = nullptr;    ///< from `RawVendor::function`
  unsigned grid = 1;           ///< blocks
  unsigned block = 1;          ///< threads in a block
  void** arguments = nullptr;  ///< one address an argument, prepared once
};

/// Launches of one kernel, one after the other, as one graph.
class RawChain {
 public:
  virtual ~RawChain() = default;

  /// Gives every launch other arguments.
  virtual void set(const RawLaunch& launch) = 0;
  virtual void replay(int count) = 0;
};

/// The vendor's calls as a program without duet makes them; on the CPU, plain functions and loops.
/// The loops are in here so that nothing lies between them and the vendor.
/// Nothing is released: the program ends after it. All members throw std::runtime_error if a call
/// fails. One thread at a time.
class RawVendor {
 public:
  virtual ~RawVendor() = default;

  virtual void* function(const std::string& name) = 0;
  virtual void launch(const RawLaunch& launch, int count) = 0;
  virtual void launch_and_wait(const RawLaunch& launch, int count) = 0;
  virtual void synchronize() = 0;
  virtual std::unique_ptr<RawChain> chain(const RawLaunch& launch, int launches) = 0;
  /// Reads a file of code, loads it and finds a kernel.
  virtual void load(const std::string& file, const std::string& kernel) = 0;
};

/// Opens the vendor's library, which the program is not linked with, and loads the code.
/// @param image  as the vendor's compiler made it, with a null byte behind it; or empty
std::unique_ptr<RawVendor> open_raw_vendor(int device, std::span<const std::byte> image);

}  // namespace duet::bench
