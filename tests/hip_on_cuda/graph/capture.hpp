#pragma once

#include "node_params.hpp"

namespace hip_on_cuda {

// Stream capture, done as by AMD's runtime: a call on a capturing stream adds a node to a graph and
// is not passed on to CUDA. Thread-safety: all functions may be called concurrently.

/// Whether calls on the stream are recorded.
/// @throws Failure (hipErrorStreamCaptureInvalidated) from 6.2 on, after the capture was
/// invalidated
bool is_capturing(hipStream_t stream);

/// Adds a node after the stream's last one. The stream must be capturing.
void record(hipStream_t stream, NodeParams params);

/// Records the event in the stream's capture. False if it is not capturing: then the caller lets
/// CUDA record the event.
bool record_event(hipEvent_t event, hipStream_t stream);

/// Adds the stream to the capture that the event was recorded in; its next node depends on the
/// event's nodes. False if the event was not recorded in a capture: then the caller lets CUDA's
/// stream wait for it, even if the stream is capturing (hipStreamWaitEvent_common of
/// hip_stream.cpp).
/// @throws Failure (hipErrorStreamCaptureMerge) if the stream is part of another capture
bool wait_for_event(hipStream_t stream, hipEvent_t event);

/// Removes a stream or event from its capture, before it is destroyed.
void forget_stream(hipStream_t stream) noexcept;
void forget_event(hipEvent_t event) noexcept;

// Refuse calls that captures in progress forbid. This depends on the modes of the captures and of
// the calling thread. All throw Failure.

/// Before memory is allocated or freed: hipErrorStreamCaptureUnsupported, as
/// CHECK_STREAM_CAPTURE_SUPPORTED.
void check_no_capture_for_allocation();
/// Before a synchronous copy or fill: hipErrorStreamCaptureImplicit, as CHECK_STREAM_CAPTURING.
void check_no_capture_for_default_stream();
/// Before waits and queries, from 6.2 on: as CHECK_SUPPORTED_DURING_CAPTURE,
/// Stream::StreamCaptureOngoing and hipEventSynchronize.
void check_no_capture_for_device();
void check_no_capture_for_stream(hipStream_t stream);
void check_no_capture_for_event(hipEvent_t event, bool waits);

}  // namespace hip_on_cuda
