#include "no_device.hpp"

#include <system_error>

#include "device_files.hpp"

namespace duet::hip {
namespace {

namespace fs = std::filesystem;

/// The problem with the render nodes: one that can be opened is enough.
std::string render_node_problem(const fs::path& folder) {
  std::string first =
      folder.string() +
      " has no renderD file: pass --device=/dev/dri to the container, or update the "
      "amdgpu module";
  bool found = false;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!entry.path().filename().string().starts_with("renderD")) continue;
    const std::string problem = device_files::problem(entry.path(), "");
    if (problem.empty()) return {};
    if (!found) first = problem;
    found = true;
  }
  return first;
}

}  // namespace

std::string no_device_cause(const fs::path& root) {
  std::error_code error;
  const bool has_module = fs::exists(root / "sys/module/amdgpu", error);
  const std::string advice =
      has_module
          ? "pass --device=/dev/kfd --device=/dev/dri to the container"
          : "the kernel module amdgpu is not loaded; with an AMD GPU, run 'sudo modprobe amdgpu'";
  std::string cause = device_files::problem(root / "dev/kfd", advice);
  if (cause.empty()) cause = render_node_problem(root / "dev/dri");
  if (cause.empty()) {
    cause = device_files::hiding_variable(
        {"ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"});
  }
  return cause;
}

}  // namespace duet::hip
