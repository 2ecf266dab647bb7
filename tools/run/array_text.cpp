#include "array_text.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <type_traits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/with_type.hpp"

namespace duet::tool {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_complete = 1000;
constexpr std::size_t edge = 3;  // elements at either end of a shortened dimension
constexpr std::size_t line_width = 75;

std::string number_text(bool number) { return number ? "True" : "False"; }
/// The shortest text that gives the number again.
/// @tparam T  half or bfloat16
template <typename T>
std::string float16_text(T number) {
  constexpr int max_digits = 5;
  std::string text;
  for (int digits = 1; digits <= max_digits; ++digits) {
    text = fmt::format("{:.{}g}", static_cast<float>(number), digits);
    if (T(std::strtod(text.c_str(), nullptr)) == number) break;
  }
  return text;
}
std::string number_text(half number) { return float16_text(number); }
std::string number_text(bfloat16 number) { return float16_text(number); }
template <typename T>
std::string number_text(std::complex<T> number) {
  return fmt::format("{:.8g}{:+.8g}j", number.real(), number.imag());
}
template <typename T>
std::string number_text(T number) {
  if constexpr (std::is_floating_point_v<T>) return fmt::format("{:.8g}", number);
  return fmt::to_string(+number);
}

template <typename T>
Json real_json(T number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  // The shortest text that gives the number, so that a float is 0.1 and not 0.10000000149011612.
  return Json::parse(fmt::format("{}", number));
}

Json number_json(bool number) { return number; }
Json number_json(half number) { return real_json(static_cast<float>(number)); }
Json number_json(bfloat16 number) { return real_json(static_cast<float>(number)); }
template <typename T>
Json number_json(std::complex<T> number) {
  return Json::array({real_json(number.real()), real_json(number.imag())});
}
template <typename T>
Json number_json(T number) {
  if constexpr (std::is_floating_point_v<T>) {
    return real_json(number);
  } else {
    return number;
  }
}

/// Calls `format` with the number at an index.
template <typename Format>
auto with_element(const NpyArray& array, std::size_t index, const Format& format) {
  return with_type(array.type, [&](auto number) {
    std::memcpy(&number, array.bytes.data() + index * sizeof number, sizeof number);
    return format(number);
  });
}

/// Prints an array in two passes: the first finds the width of the columns.
class Printer {
 public:
  explicit Printer(const NpyArray& array)
      : array_(array), is_short_(array.count() > max_complete) {}

  std::string run() {
    visit(0, 0, [this](std::size_t index) { width_ = std::max(width_, text_of(index).size()); });
    print(0, 0);
    return std::move(text_);
  }

 private:
  std::string text_of(std::size_t index) const {
    return with_element(array_, index, [](auto number) { return number_text(number); });
  }

  std::size_t stride(std::size_t dimension) const {
    std::size_t product = 1;
    for (std::size_t i = dimension + 1; i < array_.shape.size(); ++i) product *= array_.shape[i];
    return product;
  }

  /// The positions of a dimension that are shown.
  std::vector<std::size_t> shown(std::size_t dimension) const {
    const std::size_t extent = array_.shape[dimension];
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < extent; ++i) {
      if (is_short_ && extent > 2 * edge && i == edge) i = extent - edge;
      positions.push_back(i);
    }
    return positions;
  }

  void visit(std::size_t dimension, std::size_t offset,
             const std::function<void(std::size_t)>& action) const {
    if (dimension == array_.shape.size()) return action(offset);
    for (const std::size_t i : shown(dimension))
      visit(dimension + 1, offset + i * stride(dimension), action);
  }

  void print(std::size_t dimension, std::size_t offset) {
    if (dimension == array_.shape.size()) {
      text_ += text_of(offset);
      return;
    }
    text_ += '[';
    if (dimension + 1 == array_.shape.size()) {
      print_row(dimension, offset);
    } else {
      print_parts(dimension, offset);
    }
    text_ += ']';
  }

  void print_row(std::size_t dimension, std::size_t offset) {
    std::size_t column = dimension + 1;
    std::size_t expected = 0;
    for (const std::size_t i : shown(dimension)) {
      if (i != expected) add_item("...", 3, dimension, column);
      add_item(text_of(offset + i), width_, dimension, column);
      expected = i + 1;
    }
  }

  void add_item(const std::string& item, std::size_t width, std::size_t dimension,
                std::size_t& column) {
    const bool is_first = text_.back() == '[';
    if (!is_first && column + 1 + width > line_width) {
      text_ += '\n' + std::string(dimension + 1, ' ');
      column = dimension + 1;
    } else if (!is_first) {
      text_ += ' ';
      ++column;
    }
    text_ += fmt::format("{:>{}}", item, width);
    column += width;
  }

  void print_parts(std::size_t dimension, std::size_t offset) {
    const std::string next =
        std::string(array_.shape.size() - dimension - 1, '\n') + std::string(dimension + 1, ' ');
    std::size_t expected = 0;
    for (const std::size_t i : shown(dimension)) {
      if (i > 0) text_ += next;
      if (i != expected) text_ += "..." + next;
      print(dimension + 1, offset + i * stride(dimension));
      expected = i + 1;
    }
  }

  const NpyArray& array_;
  bool is_short_;
  std::size_t width_ = 0;
  std::string text_{};
};

Json nested(const NpyArray& array, std::size_t dimension, std::size_t& next) {
  if (dimension == array.shape.size())
    return with_element(array, next++, [](auto number) { return number_json(number); });
  Json list = Json::array();
  for (std::size_t i = 0; i < array.shape[dimension]; ++i)
    list.push_back(nested(array, dimension + 1, next));
  return list;
}

}  // namespace

std::string array_text(const NpyArray& array) {
  if (array.count() == 0) return "[]";
  return Printer(array).run();
}

nlohmann::ordered_json array_json(const NpyArray& array) {
  std::size_t next = 0;
  return nested(array, 0, next);
}

std::string index_text(std::size_t element, std::span<const std::size_t> shape) {
  std::vector<std::size_t> position(shape.size());
  for (std::size_t i = shape.size(); i-- > 0;) {
    position[i] = shape[i] == 0 ? 0 : element % shape[i];
    element = shape[i] == 0 ? 0 : element / shape[i];
  }
  return position.empty() ? "" : fmt::format("[{}]", fmt::join(position, ", "));
}

}  // namespace duet::tool
