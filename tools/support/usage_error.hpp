#pragma once

#include <stdexcept>

namespace duet::tool {

/// What the user wrote, or a file the user named, cannot be used. Ends a program with status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace duet::tool
