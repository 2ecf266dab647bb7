#pragma once

// Defines DUET_SANITIZED if the address or the thread sanitizer is compiled in, and
// DUET_THREAD_SANITIZED for the latter.

#if defined(__SANITIZE_THREAD__)
#define DUET_THREAD_SANITIZED 1
#elif defined(__SANITIZE_ADDRESS__)
#define DUET_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DUET_THREAD_SANITIZED 1
#elif __has_feature(address_sanitizer)
#define DUET_SANITIZED 1
#endif
#endif
#ifdef DUET_THREAD_SANITIZED
#define DUET_SANITIZED 1
#endif
