#pragma once

#include <duet/device/vendor/select.hpp>
#include DUET_VENDOR_HEADER(assert)

/// DUET_ASSERT(condition): a kernel for one of whose threads it does not hold fails, with the text
/// of the condition and its place, where the target can tell them: on CPU in the error that the
/// next call that waits throws, on NVIDIA and AMD on the standard output or error of the process.
/// With NDEBUG it is nothing, and the condition is not evaluated.
///
/// `printf` is every target's own, without a header.
#ifdef NDEBUG
#define DUET_ASSERT(...) ((void)0)
#else
#define DUET_ASSERT(...) \
  ((__VA_ARGS__) ? (void)0 : ::duet::vendor::fail_assertion(#__VA_ARGS__, __FILE__, __LINE__))
#endif
