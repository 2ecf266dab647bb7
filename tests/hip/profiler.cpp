// A test replacement of ROCTX that logs ranges.

#include "support/range_log.hpp"

extern "C" int roctxRangePushA(const char* name) {
  duet::test::log_range("begin ", name);
  return 0;
}
extern "C" int roctxRangePop() {
  duet::test::log_range("end");
  return 0;
}
