#pragma once

// Glog's macros for functions of both sides, which check and write nothing here.

namespace duet::spelling {
struct NoLog {
  template <typename T_>
  __host__ __device__ const NoLog& operator<<(const T_&) const {
    return *this;
  }
};
}  // namespace duet::spelling

#define DUET_SPELLING_NO_LOG \
  while (false) duet::spelling::NoLog()
#define DUET_SPELLING_NO_CHECK(...) \
  while (false && (__VA_ARGS__)) duet::spelling::NoLog()

#define LOG(level) DUET_SPELLING_NO_LOG
#define VLOG(level) DUET_SPELLING_NO_LOG
#define DLOG(level) DUET_SPELLING_NO_LOG
#define LOG_IF(level, condition) DUET_SPELLING_NO_CHECK(condition)
#define DLOG_IF(level, condition) DUET_SPELLING_NO_CHECK(condition)
#define LOG_EVERY_N(level, n) DUET_SPELLING_NO_LOG
#define LOG_FIRST_N(level, n) DUET_SPELLING_NO_LOG
#define CHECK(condition) DUET_SPELLING_NO_CHECK(condition)
#define CHECK_EQ(a, b) DUET_SPELLING_NO_CHECK((a) == (b))
#define CHECK_NE(a, b) DUET_SPELLING_NO_CHECK((a) != (b))
#define CHECK_LT(a, b) DUET_SPELLING_NO_CHECK((a) < (b))
#define CHECK_LE(a, b) DUET_SPELLING_NO_CHECK((a) <= (b))
#define CHECK_GT(a, b) DUET_SPELLING_NO_CHECK((a) > (b))
#define CHECK_GE(a, b) DUET_SPELLING_NO_CHECK((a) >= (b))
#define CHECK_NOTNULL(pointer) (pointer)
#define DCHECK(condition) DUET_SPELLING_NO_CHECK(condition)
#define DCHECK_EQ(a, b) DUET_SPELLING_NO_CHECK((a) == (b))
#define DCHECK_NE(a, b) DUET_SPELLING_NO_CHECK((a) != (b))
#define DCHECK_LT(a, b) DUET_SPELLING_NO_CHECK((a) < (b))
#define DCHECK_LE(a, b) DUET_SPELLING_NO_CHECK((a) <= (b))
#define DCHECK_GT(a, b) DUET_SPELLING_NO_CHECK((a) > (b))
#define DCHECK_GE(a, b) DUET_SPELLING_NO_CHECK((a) >= (b))
#define DCHECK_NOTNULL(pointer) (pointer)
