#pragma once

#include <optional>
#include <string>
#include <vector>

#include "code_object/target.hpp"

namespace hip_on_cuda {

/// hiprtc's options, translated for NVRTC.
struct CompileFlags {
  std::optional<Target> target{};
  std::vector<std::string> flags{};  ///< without the architecture
  int default_bound = 1024;          ///< threads of a block without __launch_bounds__
  std::string errors{};              ///< as hiprtc's compiler words them; empty without errors
};

CompileFlags translate_options(const std::vector<std::string>& options);

}  // namespace hip_on_cuda
