// contract/driver.hpp on the CUDA driver.

#include "driver/driver.hpp"

#include <fmt/format.h>

#include "no_device.hpp"

namespace duet::vendor {

const LibrarySearch& driver_search() {
  static const LibrarySearch search{
      .what = "the NVIDIA driver",
      .advice = "install the NVIDIA driver for this machine's GPU",
      .missing = ErrorCode::no_driver,
      .override_variable = "DUET_DRIVER_LIBRARY",
      .names = {"libcuda.so.1"},
      .folders = {"/usr/lib/x86_64-linux-gnu", "/usr/local/nvidia/lib64", "/usr/lib/wsl/lib"}};
  return search;
}

void install_fallbacks(Driver&) {}

StatusText describe(Status status) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (driver_table().error_name(status, &name) != success ||
      driver_table().error_text(status, &text) != success) {
    return {fmt::format("CUresult {}", static_cast<int>(status)), "unknown to this driver"};
  }
  return {name, text};
}

ErrorCode classify(Status status) noexcept {
  switch (status) {
    case CUDA_ERROR_NO_DEVICE:
    case CUDA_ERROR_INVALID_DEVICE:
    case CUDA_ERROR_DEVICE_UNAVAILABLE: return ErrorCode::no_device;
    case CUDA_ERROR_STUB_LIBRARY:
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
    case CUDA_ERROR_SYSTEM_NOT_READY:
    case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE: return ErrorCode::no_driver;
    case CUDA_ERROR_OUT_OF_MEMORY: return ErrorCode::out_of_memory;
    case CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE:
    case CUDA_ERROR_INVALID_CLUSTER_SIZE:
    case CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED:
    case CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED:
    case CUDA_ERROR_INVALID_VALUE: return ErrorCode::invalid_argument;
    case CUDA_ERROR_INVALID_HANDLE:
    case CUDA_ERROR_INVALID_CONTEXT:
    case CUDA_ERROR_CONTEXT_IS_DESTROYED: return ErrorCode::invalid_handle;
    case CUDA_ERROR_INVALID_IMAGE:
    case CUDA_ERROR_INVALID_SOURCE:
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND: return ErrorCode::load_failed;
    case CUDA_ERROR_NOT_FOUND: return ErrorCode::unknown_kernel;
    case CUDA_ERROR_NOT_SUPPORTED:
    case CUDA_ERROR_UNSUPPORTED_LIMIT:
    case CUDA_ERROR_NOT_PERMITTED: return ErrorCode::not_supported;
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_LAUNCH_FAILED:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
    case CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING: return ErrorCode::launch_failed;
    case CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED:
    case CUDA_ERROR_STREAM_CAPTURE_INVALIDATED:
    case CUDA_ERROR_STREAM_CAPTURE_MERGE:
    case CUDA_ERROR_STREAM_CAPTURE_UNMATCHED:
    case CUDA_ERROR_STREAM_CAPTURE_UNJOINED:
    case CUDA_ERROR_STREAM_CAPTURE_ISOLATION:
    case CUDA_ERROR_STREAM_CAPTURE_IMPLICIT:
    case CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD:
    case CUDA_ERROR_CAPTURED_EVENT: return ErrorCode::capture_failed;
    case CUDA_ERROR_FILE_NOT_FOUND: return ErrorCode::io;
    default: return ErrorCode::internal;
  }
}

bool is_device_lost(Status status) noexcept {
  switch (status) {
    case CUDA_ERROR_DEINITIALIZED:
    case CUDA_ERROR_CONTEXT_IS_DESTROYED:
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_NVLINK_UNCORRECTABLE:
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_LAUNCH_FAILED:
    case CUDA_ERROR_LAUNCH_TIMEOUT: return true;
    default: return false;
  }
}

std::string no_device_cause() { return cuda::no_device_cause("/"); }

bool is_failure_of_work() noexcept { return false; }  // it ends the context
void acknowledge_failure() noexcept {}
void clear_pending_error() noexcept {}  // the driver reports an error once

ContextHandle retain_context(DeviceHandle device) {
  ContextHandle context{};
  DUET_DRIVER(primary_context_retain, &context, device);
  return context;
}

ComputeCapability compute_capability(DeviceHandle device) {
  int major = 0;
  int minor = 0;
  DUET_DRIVER(device_attribute, &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  DUET_DRIVER(device_attribute, &minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  return {major, minor};
}

std::string device_architecture(DeviceHandle device) {
  const auto [major, minor] = compute_capability(device);
  return fmt::format("sm_{}{}", major, minor);
}

std::string device_uuid(DeviceHandle device) {
  const auto query = driver().device_uuid;
  CUuuid uuid{};
  if (!driver_has<&DriverNames::device_uuid>(query) || query(&uuid, device) != success) return "";
  std::string text = "GPU";
  for (std::size_t i = 0; i < sizeof(uuid.bytes); ++i) {
    const bool begins_part = i == 0 || i == 4 || i == 6 || i == 8 || i == 10;
    text +=
        fmt::format("{}{:02x}", begins_part ? "-" : "", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

void allow_dynamic_shared(FunctionHandle function, std::size_t bytes) {
  DUET_DRIVER(function_set_attribute, function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
              static_cast<int>(bytes));
}

void prefer_shared(FunctionHandle function, std::optional<int> percent) {
  DUET_DRIVER(function_set_attribute, function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
              percent.value_or(CU_SHAREDMEM_CARVEOUT_DEFAULT));
}

BestBlock best_block(FunctionHandle function, std::size_t dynamic_shared, int most_threads) {
  BestBlock best{};
  DUET_DRIVER(best_block, &best.blocks, &best.threads, function, nullptr, dynamic_shared,
              most_threads);
  return best;
}

std::string function_name(FunctionHandle function) {
  const auto query = driver().function_name;
  if (!driver_has<&DriverNames::function_name>(query)) return {};  // drivers before 12.3
  const char* name = nullptr;
  check(query(&name, function), DUET_CALL_SITE(DriverNames, function_name, "&name, function"));
  return name == nullptr ? "" : name;
}

const char* host_stub_query() noexcept { return "cudaGetFuncBySymbol"; }

std::optional<std::vector<std::size_t>> parameter_bytes(FunctionHandle function) {
  const auto query = driver().function_parameter;
  if (!driver_has<&DriverNames::function_parameter>(query))
    return std::nullopt;  // drivers before 12.4
  std::vector<std::size_t> sizes;
  std::size_t offset = 0;
  std::size_t size = 0;
  for (;;) {
    Status status = query(function, sizes.size(), &offset, &size);
    if (status == CUDA_ERROR_INVALID_VALUE) {
      // Past the last parameter, or an error that passes: the handle must be valid, and the answer
      // must be the same again.
      int threads = 0;
      DUET_DRIVER(function_attribute, &threads, function_attribute::max_threads, function);
      status = query(function, sizes.size(), &offset, &size);
      if (status == CUDA_ERROR_INVALID_VALUE) return sizes;
    }
    check(status, DUET_CALL_SITE(DriverNames, function_parameter,
                                 "function, sizes.size(), &offset, &size"));
    sizes.push_back(size);
  }
}

}  // namespace duet::vendor
