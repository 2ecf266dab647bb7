#pragma once

#include <duet/device/vendor/select.hpp>
#include DUET_VENDOR_HEADER(assert)

/// Fails the kernel if a condition does not hold for one of its threads. The text of the condition
/// and its place are reported where the target allows it: on CPU by the error that the next waiting
/// call throws, on NVIDIA and AMD on standard output or standard error of the process. If NDEBUG is
/// defined, the condition is not evaluated.
///
/// (`printf` works on every target and needs no header.)
#ifdef NDEBUG
#define DUET_ASSERT(...) ((void)0)
#else
#define DUET_ASSERT(...) \
  ((__VA_ARGS__) ? (void)0 : ::duet::vendor::fail_assertion(#__VA_ARGS__, __FILE__, __LINE__))
#endif
