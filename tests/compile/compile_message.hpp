#pragma once

#include <string>

#include "support/device_test.hpp"

namespace duet::test {

/// The message of the error with which a source does not compile.
inline std::string message_of(const std::string& source) {
  return error_of([&] { (void)compile({.source = source}, supported_architectures().back()); })
      .what();
}

}  // namespace duet::test
