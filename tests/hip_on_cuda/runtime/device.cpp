#include "objects/device.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"
#include "code_object/target.hpp"
#include "cuda/cuda_driver.hpp"
#include "graph/capture.hpp"

namespace hip_on_cuda {
namespace {

thread_local int current = 0;

/// How many devices to show where CUDA has `present`.
int wanted_devices(int present) {
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
  const int count = wanted_devices(present);
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

// hip_context.cpp: HIP_INIT gives hipErrorInvalidDevice if there is no device.
hipError_t initialise() noexcept { return devices().empty() ? hipErrorInvalidDevice : hipSuccess; }

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

void activate(const Device& device) {
  CUcontext active = nullptr;
  check(cuda().cuCtxGetCurrent(&active));
  if (active != device.context) check(cuda().cuCtxSetCurrent(device.context));
}

std::string first_machine() {
  if (devices().empty()) return {};
  const Device& device = devices().front();
  return "sm_" + std::to_string(device.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)) +
         std::to_string(device.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
}

}  // namespace hip_on_cuda

using namespace hip_on_cuda;

hipError_t hipInit(unsigned int flags) {
  return entry([&] { require(flags == 0); });
}

hipError_t hipGetDeviceCount(int* count) {
  (void)initialise();
  if (count == nullptr) return remember(hipErrorInvalidValue);
  *count = static_cast<int>(devices().size());
  return remember(*count == 0 ? hipErrorNoDevice : hipSuccess);
}

hipError_t hipSetDevice(int ordinal) {
  return entry([&] { current = device_at(ordinal).ordinal; });
}

hipError_t hipGetDevice(int* ordinal) {
  return entry([&] {
    require(ordinal != nullptr);
    *ordinal = current;
  });
}

hipError_t hipDeviceGet(hipDevice_t* device, int ordinal) {
  return entry([&] {
    require(device != nullptr, hipErrorInvalidDevice);
    *device = device_at(ordinal).ordinal;
  });
}

hipError_t hipDeviceSynchronize() {
  return entry([] {
    activate(current_device());
    check_no_capture_for_device();
    check(cuda().cuCtxSynchronize());
  });
}

hipError_t hipDeviceCanAccessPeer(int* can, int from, int to) {
  return entry([&] {
    require(can != nullptr);
    const Device& first = device_at(from);
    const Device& second = device_at(to);
    *can = 0;
    if (first.handle != second.handle) {
      check(cuda().cuDeviceCanAccessPeer(can, first.handle, second.handle));
    }
  });
}

hipError_t hipDeviceEnablePeerAccess(int ordinal, unsigned int flags) {
  return entry([&] {
    require(flags == 0);
    const Device& peer = device_at(ordinal);
    activate(current_device());
    check(cuda().cuCtxEnablePeerAccess(peer.context, 0));
  });
}

hipError_t hipDeviceDisablePeerAccess(int ordinal) {
  return entry([&] {
    const Device& peer = device_at(ordinal);
    activate(current_device());
    check(cuda().cuCtxDisablePeerAccess(peer.context));
  });
}
