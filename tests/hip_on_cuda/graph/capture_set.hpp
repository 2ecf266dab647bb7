#pragma once

#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include "graph.hpp"

namespace hip_on_cuda {

struct Capture {
  unsigned long long id;
  hipStreamCaptureMode mode;
  std::thread::id thread;
  hipStream_t origin;
  std::unique_ptr<Graph> graph = std::make_unique<Graph>();
  std::vector<Node*> removed{};  ///< by hipStreamUpdateCaptureDependencies
  bool is_listed = true;  ///< among those that forbid calls; hipStreamEndCapture takes it off first
  bool is_invalidated = false;
};

/// A place in a capture: the nodes that what comes next depends on.
struct Branch {
  std::shared_ptr<Capture> capture;
  std::vector<Node*> last{};
  std::vector<hipGraphNode_t> handles{};  ///< what hipStreamGetCaptureInfo_v2 points to
};

/// What is being captured in this process.
struct CaptureSet {
  std::mutex mutex;
  std::unordered_map<hipStream_t, Branch> streams{};
  std::unordered_map<hipEvent_t, Branch> events{};

  Branch* find(hipStream_t stream);
  void remove(const Capture& capture);
};

CaptureSet& captures();

/// One handle a thread for hipStreamPerThread; others are themselves.
hipStream_t capture_key(hipStream_t stream);

/// What hipThreadExchangeStreamCaptureMode changes.
hipStreamCaptureMode& thread_capture_mode();

}  // namespace hip_on_cuda
