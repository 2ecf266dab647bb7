#pragma once

#include <stdexcept>

namespace duet::tool {

/// An error in the command line or in a file that it names. Ends a program with exit status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace duet::tool
