#include "hip/open_captures.hpp"

#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace amd_emulator {
namespace {

struct OpenCapture {
  std::thread::id thread;
  bool is_invalidated = false;
};

struct OpenCaptures {
  std::mutex mutex{};
  std::map<hipStream_t, OpenCapture> by_origin{};
};

/// Never destroyed: static destructors use streams.
OpenCaptures& open_captures() {
  static OpenCaptures& all = *new OpenCaptures;
  return all;
}

thread_local hipStreamCaptureMode thread_mode = hipStreamCaptureModeGlobal;

}  // namespace

bool add_open_capture(hipStream_t origin) {
  OpenCaptures& all = open_captures();
  const std::lock_guard lock(all.mutex);
  return all.by_origin.try_emplace(origin, OpenCapture{std::this_thread::get_id()}).second;
}

void remove_open_capture(hipStream_t origin) noexcept {
  OpenCaptures& all = open_captures();
  const std::lock_guard lock(all.mutex);
  all.by_origin.erase(origin);
}

bool invalidate_open_captures() noexcept {
  OpenCaptures& all = open_captures();
  const std::lock_guard lock(all.mutex);
  bool found = false;
  for (auto& [origin, capture] : all.by_origin) {
    if (capture.thread != std::this_thread::get_id()) continue;
    capture.is_invalidated = found = true;
  }
  return found;
}

bool is_invalidated(hipStream_t origin) noexcept {
  OpenCaptures& all = open_captures();
  const std::lock_guard lock(all.mutex);
  const auto found = all.by_origin.find(origin);
  return found != all.by_origin.end() && found->second.is_invalidated;
}

hipStreamCaptureMode exchange_capture_mode(hipStreamCaptureMode mode) noexcept {
  return std::exchange(thread_mode, mode);
}

bool is_forbidden_by_capture() noexcept {
  return thread_mode != hipStreamCaptureModeRelaxed && invalidate_open_captures();
}

}  // namespace amd_emulator
