#pragma once

#include "node_params.hpp"

namespace hip_on_cuda {

// Stream capture as AMD's runtime does it: a call on a capturing stream adds a node to a graph and
// CUDA's stream never hears of it. Thread-safety: all.

/// Whether calls on the stream are recorded.
/// @throws Failure (hipErrorStreamCaptureInvalidated) from 6.2 on, once its capture is invalidated
bool is_capturing(hipStream_t stream);

/// Adds a node after what the stream recorded last. Only where `is_capturing`.
void record(hipStream_t stream, NodeParams params);

/// Marks the place in the stream. False if it is not capturing: then CUDA records the event.
bool record_event(hipEvent_t event, hipStream_t stream);

/// Lets the stream go on after the event's place, being part of its capture from now on. False if
/// the event was not recorded in a capture: then CUDA's stream waits for it now, even if the stream
/// is capturing (hipStreamWaitEvent_common of hip_stream.cpp).
/// @throws Failure (hipErrorStreamCaptureMerge) if the stream is part of another capture
bool wait_for_event(hipStream_t stream, hipEvent_t event);

/// The stream or event will be no more.
void forget_stream(hipStream_t stream) noexcept;
void forget_event(hipEvent_t event) noexcept;

// What captures forbid other calls, depending on their mode and that of the calling thread.
// @throws Failure

/// Memory is allocated or freed: hipErrorStreamCaptureUnsupported, CHECK_STREAM_CAPTURE_SUPPORTED.
void check_no_capture_for_allocation();
/// A copy or fill that is finished on return: hipErrorStreamCaptureImplicit,
/// CHECK_STREAM_CAPTURING.
void check_no_capture_for_default_stream();
/// From 6.2 on: CHECK_SUPPORTED_DURING_CAPTURE, Stream::StreamCaptureOngoing, hipEventSynchronize.
void check_no_capture_for_device();
void check_no_capture_for_stream(hipStream_t stream);
void check_no_capture_for_event(hipEvent_t event, bool waits);

}  // namespace hip_on_cuda
