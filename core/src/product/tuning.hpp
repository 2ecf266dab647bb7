#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include <duet/buffer.hpp>
#include <duet/device.hpp>
#include <duet/program.hpp>
#include <duet/stream.hpp>

#include "problem/problem.hpp"

namespace duet::detail {

/// The time of a launch in milliseconds: the least of some rounds.
/// @param launch  is called several times
/// @param best    the time to beat: what takes much longer is measured once
float launch_time(StreamRef stream, const std::function<void()>& launch, float best);

/// Memory in which a result has the same strides and alignment as in d.
class ScratchResult {
 public:
  ScratchResult(StreamRef stream, const ProductProblem& problem);
  /// The address in place of that of d.
  const std::byte* data() const noexcept { return data_; }

 private:
  Buffer<std::byte> buffer_{};
  const std::byte* data_ = nullptr;
};

/// The index of the fastest plan of a problem in the folder of the kernel cache.
class KeptChoice {
 public:
  /// @param program  the kernel of the plan that is expected to be the fastest
  KeptChoice(const Device& device, const Program& program, const ProductProblem& problem,
             const MatrixProductOptions& options);

  /// @param plans  number of plans
  std::optional<std::size_t> find(std::size_t plans) const;
  void insert(std::size_t index) const;

 private:
  std::string key_;
};

}  // namespace duet::detail
