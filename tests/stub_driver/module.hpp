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

/// A launch. Mixes its arguments into the first word of the memory that its first argument points
/// to, so that wrong arguments change results.
class LaunchOperation final : public duet::cpu::Operation {
 public:
  /// @param launch  possible
  explicit LaunchOperation(const duet::cpu::KernelNodeParameters& launch);
  duet::cpu::Outcome run() noexcept override;
  duet::cpu::GraphNodeType type() const noexcept override {
    return duet::cpu::GraphNodeType::kernel;
  }

  const duet::cpu::Function* const function;

 private:
  std::vector<std::byte> values_{};
};

bool is_possible(const duet::cpu::KernelNodeParameters& launch);

}  // namespace stub_driver
