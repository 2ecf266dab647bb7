#include "device.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"
#include "code_object/target.hpp"
#include "cuda/cuda_driver.hpp"

namespace hip_on_cuda {
namespace {

thread_local int current = 0;

/// Returns the number of devices to report; CUDA has `present`.
int reported_devices(int present) {
  const char* text = std::getenv("HIP_ON_CUDA_DEVICES");
  int count = present;
  if (text != nullptr) std::from_chars(text, text + std::strlen(text), count);
  return count;
}

std::vector<Device> find_devices() {
  std::vector<Device> found;
  if (find_cuda() == nullptr || cuda().cuInit(0) != CUDA_SUCCESS) return found;
  int present = 0;
  if (cuda().cuDeviceGetCount(&present) != CUDA_SUCCESS || present == 0) return found;
  const int count = reported_devices(present);
  for (int i = 0; i < count; ++i) {
    Device device{.ordinal = i, .handle = 0, .context = nullptr};
    if (cuda().cuDeviceGet(&device.handle, i % present) != CUDA_SUCCESS) return {};
    if (cuda().cuDevicePrimaryCtxRetain(&device.context, device.handle) != CUDA_SUCCESS) return {};
    found.push_back(device);
  }
  return found;
}

}  // namespace

const std::vector<Device>& devices() {
  static const std::vector<Device>& found = *new std::vector<Device>(find_devices());
  return found;
}

int Device::attribute(CUdevice_attribute which) const {
  int value = 0;
  check(cuda().cuDeviceGetAttribute(&value, which, handle));
  return value;
}

std::string Device::name() const {
  char text[200] = {};
  check(cuda().cuDeviceGetName(text, static_cast<int>(sizeof(text)), handle));
  return device_target().name() + " on " + text;
}

const Device& device_at(int ordinal) {
  require(ordinal >= 0 && static_cast<std::size_t>(ordinal) < devices().size(),
          hipErrorInvalidDevice);
  return devices()[static_cast<std::size_t>(ordinal)];
}

const Device& current_device() { return device_at(current); }

void set_current_device(int ordinal) { current = device_at(ordinal).ordinal; }

void activate(const Device& device) {
  CUcontext active = nullptr;
  check(cuda().cuCtxGetCurrent(&active));
  if (active != device.context) check(cuda().cuCtxSetCurrent(device.context));
}

std::string first_architecture() {
  // Without a context: each compile helper is such a process.
  Device device{.ordinal = 0, .handle = 0, .context = nullptr};
  if (find_cuda() == nullptr || cuda().cuInit(0) != CUDA_SUCCESS ||
      cuda().cuDeviceGet(&device.handle, 0) != CUDA_SUCCESS) {
    return {};
  }
  return "sm_" + std::to_string(device.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)) +
         std::to_string(device.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
}

}  // namespace hip_on_cuda
