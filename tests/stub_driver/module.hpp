#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <duet/kernel.hpp>

#include "cpu/base/driver_calls.hpp"
#include "cpu/stream/stream.hpp"

namespace duet::cpu {

/// A kernel of loaded code. Lives as long as its module.
struct Function {
  KernelInfo info;
  int dynamic_shared = 48 << 10;  ///< the most that a launch may have; it can be raised
};

struct Module {
  /// @throws LoadError
  explicit Module(const void* image);

  std::map<std::string, std::unique_ptr<Function>> functions{};
  std::map<std::string, std::vector<std::byte>> variables{};
};

}  // namespace duet::cpu

namespace stub_driver {

constexpr unsigned most_threads = 1024;

/// A launch that does nothing.
class LaunchOperation final : public duet::cpu::Operation {
 public:
  explicit LaunchOperation(const duet::cpu::Function* launched) noexcept : function(launched) {}
  duet::cpu::Outcome run() noexcept override { return duet::cpu::Status::success; }
  duet::cpu::GraphNodeType type() const noexcept override {
    return duet::cpu::GraphNodeType::kernel;
  }

  const duet::cpu::Function* const function;
};

/// Whether the launch is possible. Copies the values, so that a sanitizer sees wrong pointers.
bool is_possible(const duet::cpu::KernelNodeParameters& launch);

}  // namespace stub_driver
