#pragma once

namespace duet_test {

/// The system call that failed.
struct FailedCall {
  char name[24];     ///< empty: fewer calls were made
  int error;         ///< errno; -1: only a part was read or written
  unsigned choices;  ///< the number of ways in which this call can fail
};

}  // namespace duet_test

extern "C" {

/// Makes a system call of this process fail, of any thread.
/// @param number  counted from 1, from now on
/// @param choice  the way in which it fails, from 0
void duet_fail_system_call(long number, unsigned choice);
duet_test::FailedCall duet_stop_failing();
}
