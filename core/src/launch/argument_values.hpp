#pragma once

#include <vector>

#include <duet/arguments.hpp>

namespace duet::detail {

/// A list of arguments in the form that drivers and checks take. It refers to the list.
struct ArgumentValues {
  explicit ArgumentValues(const Arguments& arguments) {
    values.reserve(arguments.size());
    shapes.reserve(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      values.push_back(const_cast<void*>(arguments.data_of(i)));  // drivers only read it
      shapes.push_back(arguments.shape_of(i));
    }
  }

  std::vector<void*> values{};
  std::vector<ArgumentShape> shapes{};
};

}  // namespace duet::detail
