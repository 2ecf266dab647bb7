// The driver part of contract.hpp. The driver is part of duet.

#include <algorithm>

#include "contract.hpp"
#include "cpu/base/architecture.hpp"
#include "cpu/base/failure_note.hpp"
#include "cpu/base/limits.hpp"
#include "cpu/executor/loaded_code.hpp"
#include "cpu/stream/reported_failure.hpp"

namespace duet::vendor {

const LibrarySearch& driver_search() {
  static const LibrarySearch search{.what = "the CPU backend's driver",
                                    .advice = "",
                                    .missing = ErrorCode::no_driver,
                                    .override_variable = "",
                                    .names = {},
                                    .folders = {}};
  return search;
}

void install_fallbacks(Driver&) {}

namespace {

StatusText general_description(Status status) {
  switch (status) {
    case Status::success: return {"success", "no error"};
    case Status::not_ready: return {"not_ready", "work is still pending"};
    case Status::invalid_value: return {"invalid_value", "an argument is null or out of range"};
    case Status::invalid_device: return {"invalid_device", "there is no device with that ordinal"};
    case Status::out_of_memory: return {"out_of_memory", "memory is exhausted"};
    case Status::invalid_image: return {"invalid_image", "the code cannot be loaded"};
    case Status::not_found:
      return {"not_found", "the module has no kernel or variable with that name"};
    case Status::launch_failed: return {"launch_failed", "an earlier operation failed"};
    case Status::capture_failed: return {"capture_failed", "a stream capture forbids the call"};
    case Status::already_registered:
      return {"already_registered", "the memory is registered or pinned already"};
    case Status::not_supported:
      return {"not_supported", "the CPU backend does not support the call"};
  }
  return {"Status " + std::to_string(static_cast<int>(status)), "unknown"};
}

}  // namespace

StatusText describe(Status status) {
  StatusText text = general_description(status);
  if (const std::string& note = cpu::noted_failure(status); !note.empty()) {
    text.text = note;
    text.is_specific = true;
  }
  return text;
}

std::string no_device_cause() { return {}; }

ErrorCode classify(Status status) noexcept {
  switch (status) {
    case Status::already_registered:
    case Status::invalid_value: return ErrorCode::invalid_argument;
    case Status::invalid_device: return ErrorCode::no_device;
    case Status::out_of_memory: return ErrorCode::out_of_memory;
    case Status::invalid_image: return ErrorCode::load_failed;
    case Status::not_found: return ErrorCode::unknown_kernel;
    case Status::launch_failed: return ErrorCode::launch_failed;
    case Status::capture_failed: return ErrorCode::capture_failed;
    case Status::not_supported: return ErrorCode::not_supported;
    case Status::success:
    case Status::not_ready: break;
  }
  return ErrorCode::internal;
}

bool is_device_lost(Status) noexcept { return false; }  // a failed kernel harms no later one

void clear_pending_error() noexcept {
  cpu::forget_failure();
  cpu::forget_reported_failure();
}

bool is_failure_of_work() noexcept { return cpu::is_failure_of_work(); }

void acknowledge_failure() noexcept { cpu::acknowledge_failure(); }

ContextHandle retain_context(DeviceHandle device) { return device; }

std::string device_architecture(DeviceHandle) { return cpu::host_architecture(); }
ComputeCapability compute_capability(DeviceHandle) { return {}; }

std::string device_uuid(DeviceHandle) { return ""; }

void allow_dynamic_shared(FunctionHandle, std::size_t) {}

void prefer_shared(FunctionHandle, std::optional<int>) {}  // shared memory is ordinary memory

BestBlock best_block(FunctionHandle function, std::size_t dynamic_shared, int most_threads) {
  const int most = static_cast<int>(function->max_threads);
  // The smallest block that uses all of a core's threads: barriers of small blocks are cheaper.
  const int full = static_cast<int>(cpu::limits::core_threads / cpu::limits::core_blocks);
  int threads = std::min(most_threads > 0 ? std::min(most_threads, most) : most, full);
  int blocks = 0;
  int cores = 0;
  if (cpu::active_blocks(&blocks, function, threads, dynamic_shared) != success) threads = 0;
  (void)cpu::device_attribute(&cores, device_attribute::multiprocessors, 0);
  return {threads, blocks * cores};
}

std::string function_name(FunctionHandle function) { return function->name; }

const char* host_stub_query() noexcept { return nullptr; }

std::optional<std::vector<std::size_t>> parameter_bytes(FunctionHandle function) {
  return function->parameter_bytes;
}

}  // namespace duet::vendor
