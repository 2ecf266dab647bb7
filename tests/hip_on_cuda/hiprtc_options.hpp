#pragma once

#include <optional>
#include <string>
#include <vector>

#include "target.hpp"

namespace hip_on_cuda {

/// hiprtc's options as NVRTC takes them.
struct CompileFlags {
  std::optional<Target> target{};
  std::vector<std::string> flags{};  ///< without the architecture
  std::string errors{};              ///< in the words of hiprtc's compiler; empty if all is right
};

CompileFlags translate_options(const std::vector<std::string>& options);

}  // namespace hip_on_cuda
