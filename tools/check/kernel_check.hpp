#pragma once

#include <functional>
#include <string>
#include <vector>

#include "backend_command.hpp"

namespace duet::tool {

/// What `duet check` does with a kernel file.
struct CheckRequest {
  std::string file{};
  std::vector<std::string> compile_words{};  ///< Options of `duet compile` and `duet run`.
  std::vector<std::string> kernels{};
  std::vector<std::string> architectures{};  ///< Empty: those of `usual_architectures`.
  std::vector<std::string> launch_words{};   ///< --grid, --block, --shared; empty: does not run.
  std::vector<std::string> arguments{};      ///< As for `duet run`.
  std::vector<std::string> variables{};      ///< --variable of `duet run`.
};

/// The result for one target.
struct TargetResult {
  std::string backend{};
  std::string target{};  ///< Architecture; on the CPU with the lanes of a wave.
  bool is_passed = false;
  std::string text{};     ///< "compiles", "runs", or what stops it.
  std::string details{};  ///< Messages of the compiler or of the run.
};

/// The architectures of a backend that differ for kernels: the oldest and the newest NVIDIA GPUs,
/// AMD GPUs with waves of 64 and of 32, this machine's CPU.
std::vector<std::string> usual_architectures(const BackendCommand& command);

/// Compiles for each target of each command; runs on the CPU backend with waves of 32 and 64 and
/// compares the outputs, if the request has a launch. Writes to a temporary folder only.
/// @param report  receives each result when it is known
void check_kernel(const CheckRequest& request, const std::vector<BackendCommand>& commands,
                  const std::function<void(const TargetResult&)>& report);

}  // namespace duet::tool
