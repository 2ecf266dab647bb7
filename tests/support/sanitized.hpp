#pragma once

// Defines DUET_SANITIZED if the address or the thread sanitizer is compiled in.

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DUET_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define DUET_SANITIZED 1
#endif
#endif
