// contract/driver.hpp on the HIP runtime.

#include "driver/driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>

#include "base/environment.hpp"
#include "no_device.hpp"

namespace duet::vendor {

const LibrarySearch& driver_search() {
  static const LibrarySearch search{
      .what = "AMD's HIP runtime",
      .advice = fmt::format("install HIP {} (ROCm, or Debian's libamdhip64)", HIP_VERSION_MAJOR),
      .missing = ErrorCode::no_driver,
      .override_variable = "DUET_DRIVER_LIBRARY",
      // In another major version the same enumerators have other values.
      .names = {fmt::format("libamdhip64.so.{}", HIP_VERSION_MAJOR)},
      .folders = {environment_path("ROCM_PATH", "/lib"), environment_path("HIP_PATH", "/lib"),
                  "/opt/rocm/lib", "/usr/lib/x86_64-linux-gnu"}};
  return search;
}

namespace {

struct HostCall {
  hipHostFn_t function;
  void* data;
};

void run_host_call(hipStream_t, hipError_t, void* data) {
  const std::unique_ptr<HostCall> call(static_cast<HostCall*>(data));
  call->function(call->data);
}

/// Does what hipLaunchHostFunc does, which HIP before 5.4 declares but does not export.
hipError_t host_function_by_callback(hipStream_t stream, hipHostFn_t function, void* data) {
  std::unique_ptr<HostCall> call(new (std::nothrow) HostCall{function, data});
  if (call == nullptr) return hipErrorOutOfMemory;
  const hipError_t status =
      driver_table().stream_add_callback(stream, &run_host_call, call.get(), 0);
  if (status == hipSuccess) call.release();  // the callback deletes it
  return status;
}

}  // namespace

void install_fallbacks(Driver& table) {
  if (!driver_has<&DriverNames::stream_host_function>(table.stream_host_function)) {
    table.stream_host_function = &host_function_by_callback;
  }
}

StatusText describe(Status status) {
  const std::string name = driver_table().error_name(status);
  const std::string text = driver_table().error_text(status);
  return {name, text == name ? "the runtime gives no description" : text};  // some repeat it
}

ErrorCode classify(Status status) noexcept {
  switch (status) {
    case hipErrorNoDevice:
    case hipErrorInvalidDevice: return ErrorCode::no_device;
    case hipErrorInsufficientDriver:
    case hipErrorNotInitialized: return ErrorCode::no_driver;
    case hipErrorOutOfMemory: return ErrorCode::out_of_memory;
    case hipErrorCooperativeLaunchTooLarge:
    case hipErrorHostMemoryAlreadyRegistered:
    case hipErrorHostMemoryNotRegistered:
    case hipErrorInvalidValue:
    case hipErrorInvalidDevicePointer:
    case hipErrorInvalidConfiguration: return ErrorCode::invalid_argument;
    case hipErrorInvalidHandle:
    case hipErrorInvalidContext:
    case hipErrorContextIsDestroyed: return ErrorCode::invalid_handle;
    case hipErrorInvalidImage:
    case hipErrorInvalidSource:
    case hipErrorInvalidKernelFile:
    case hipErrorSharedObjectInitFailed:
    case hipErrorNoBinaryForGpu: return ErrorCode::load_failed;
    case hipErrorNotFound: return ErrorCode::unknown_kernel;
    case hipErrorUnsupportedLimit:
    case hipErrorNotSupported: return ErrorCode::not_supported;
    case hipErrorIllegalAddress:
    case hipErrorLaunchOutOfResources:
    case hipErrorLaunchTimeOut:
    case hipErrorLaunchFailure:
    case hipErrorPriorLaunchFailure:
    case hipErrorAssert: return ErrorCode::launch_failed;
    case hipErrorStreamCaptureUnsupported:
    case hipErrorStreamCaptureInvalidated:
    case hipErrorStreamCaptureMerge:
    case hipErrorStreamCaptureUnmatched:
    case hipErrorStreamCaptureUnjoined:
    case hipErrorStreamCaptureIsolation:
    case hipErrorStreamCaptureImplicit:
    case hipErrorStreamCaptureWrongThread:
    case hipErrorCapturedEvent: return ErrorCode::capture_failed;
    case hipErrorFileNotFound: return ErrorCode::io;
    default: return ErrorCode::internal;
  }
}

bool is_device_lost(Status status) noexcept {
  switch (status) {
    case hipErrorDeinitialized:
    case hipErrorContextIsDestroyed:
    case hipErrorECCNotCorrectable:
    case hipErrorIllegalAddress:
    case hipErrorLaunchTimeOut:
    case hipErrorLaunchFailure:
    case hipErrorPriorLaunchFailure:
    case hipErrorAssert: return true;
    default: return false;
  }
}

std::string no_device_cause() { return hip::no_device_cause("/"); }

bool is_failure_of_work() noexcept { return false; }  // it ends the process or the device's work
void acknowledge_failure() noexcept {}
void clear_pending_error() noexcept { (void)driver_table().last_error(); }

ContextHandle retain_context(DeviceHandle device) { return device; }  // the runtime owns it

ComputeCapability compute_capability(DeviceHandle device) {
  hipDeviceProp_t properties{};
  DUET_DRIVER(device_properties, &properties, device);
  return {properties.major, properties.minor};
}

std::string device_architecture(DeviceHandle device) {
  hipDeviceProp_t properties{};
  DUET_DRIVER(device_properties, &properties, device);
  return properties.gcnArchName;
}

/// The runtime gives the last 16 characters of what rocminfo prints.
std::string device_uuid(DeviceHandle device) {
  const auto query = driver().device_uuid;
  hipUUID uuid{};
  if (!driver_has<&DriverNames::device_uuid>(query)) return "";
  if (query(&uuid, device) != success) {
    clear_pending_error();
    return "";
  }
  const std::string_view digits(uuid.bytes, strnlen(uuid.bytes, sizeof(uuid.bytes)));
  const bool is_text = !digits.empty() && std::ranges::all_of(digits, [](char c) {
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
  });
  return is_text ? fmt::format("GPU-{}", digits) : "";
}

void allow_dynamic_shared(FunctionHandle, std::size_t) {}  // blocks may have all of it

void prefer_shared(FunctionHandle, std::optional<int>) {}  // it is no part of the cache

BestBlock best_block(FunctionHandle function, std::size_t dynamic_shared, int most_threads) {
  BestBlock best{};
  DUET_DRIVER(best_block, &best.blocks, &best.threads, function, dynamic_shared, most_threads);
  return best;
}

std::string function_name(FunctionHandle function) {
  const auto query = driver().function_name;
  if (!driver_has<&DriverNames::function_name>(query)) return {};
  const char* const name = query(function);
  return name == nullptr ? "" : name;
}

const char* host_stub_query() noexcept { return "hipGetFuncBySymbol"; }

std::optional<std::vector<std::size_t>> parameter_bytes(FunctionHandle) {
  return std::nullopt;  // the code object's metadata tells them
}

}  // namespace duet::vendor
