#pragma once

#include <duet/duet.hpp>

#include <functional>
#include <string>
#include <vector>

namespace duet::test {

/// A wrong use of the API and the error that it must give, on every backend.
struct ApiMistake {
  std::string title;           ///< in words, for tables
  ErrorCode code;              ///< of the error
  std::string part;            ///< a part of the error's message
  std::function<void()> make;  ///< throws the error
};

/// All mistakes that the device can make; those that need two devices are missing without them.
std::vector<ApiMistake> api_mistakes();

}  // namespace duet::test
