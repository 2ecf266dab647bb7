#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "failing_calls.hpp"

namespace duet::test {

/// Whether every system call is to fail in every way, with DUET_TEST_STATUSES=all, rather than one
/// way of some calls.
inline bool tries_all_calls() { return std::getenv("DUET_TEST_STATUSES") != nullptr; }

/// Makes calls fail until there are fewer.
/// @param step  from one call to the next; with more than 1, each fails in one of its ways
/// @param run   called with the number of the call, from 1, and the way; returns the call that
///              failed, of which `choices` is 0 if there are fewer calls
/// @returns how many calls there are, less than a step too many
template <typename Run>
long fail_calls(long step, const Run& run) {
  for (long number = 1;; number += step) {
    const unsigned first = step == 1 ? 0 : static_cast<unsigned>(number / step) % 4;
    unsigned choices = first + 1;
    for (unsigned choice = first; choice < choices; ++choice) {
      const duet_test::FailedCall call = run(number, choice);
      if (testing::Test::HasFailure()) {
        ADD_FAILURE() << "call " << number << ", " << call.name << ", with error " << call.error
                      << " (" << (call.error > 0 ? std::strerror(call.error) : "a short count")
                      << ")";
        return number;
      }
      if (call.choices == 0) return number - 1;
      if (step == 1) choices = call.choices;
    }
  }
}

}  // namespace duet::test
