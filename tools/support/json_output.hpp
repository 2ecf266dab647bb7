#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace duet::tool {

/// Members keep the order in which they were added.
using Json = nlohmann::ordered_json;

/// Prints a document to standard output. Bytes that are no UTF-8 are replaced.
inline void print_json(const Json& json) {
  fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

}  // namespace duet::tool
