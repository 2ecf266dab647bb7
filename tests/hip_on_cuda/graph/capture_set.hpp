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
  bool is_listed = true;         ///< forbids other calls; hipStreamEndCapture clears this first
  bool is_invalidated = false;
};

/// A position in a capture: the nodes that the next node depends on.
struct Branch {
  std::shared_ptr<Capture> capture;
  std::vector<Node*> last{};
  std::vector<hipGraphNode_t> handles{};  ///< result of hipStreamGetCaptureInfo_v2
};

/// All captures of this process.
struct CaptureSet {
  std::mutex mutex;
  std::unordered_map<hipStream_t, Branch> streams{};
  std::unordered_map<hipEvent_t, Branch> events{};

  Branch* find(hipStream_t stream);
  void remove(const Capture& capture);
};

CaptureSet& captures();

/// The key of a stream in the CaptureSet: for hipStreamPerThread one for each thread, else the
/// handle.
hipStream_t capture_key(hipStream_t stream);

/// The calling thread's mode, which hipThreadExchangeStreamCaptureMode sets.
hipStreamCaptureMode& thread_capture_mode();

}  // namespace hip_on_cuda
