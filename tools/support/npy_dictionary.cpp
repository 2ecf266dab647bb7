#include "npy_dictionary.hpp"

#include <charconv>
#include <set>

#include <fmt/format.h>

#include "usage_error.hpp"

namespace duet::tool {
namespace {

constexpr std::size_t max_dimensions = 64;  // NumPy's own limit

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  [[noreturn]] void fail(const std::string& reason) const {
    throw UsageError(fmt::format("damaged header: {} at byte {}", reason, at_));
  }

  /// Skips spaces and returns the next character without consuming it; '\0' at the end.
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t'))
      ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool at_end() { return peek() == '\0' && at_ == text_.size(); }
  bool accept(char wanted) {
    if (peek() != wanted || at_ == text_.size()) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) fail(fmt::format("'{}' expected", wanted));
  }

  std::string string() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail("a string expected");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("a string without its end");
    const std::string_view content = text_.substr(at_ + 1, end - at_ - 1);
    // All valid strings are plain ASCII. Others are refused, since messages quote the string.
    for (const char c : content)
      if (c < ' ' || c > '~' || c == '\\') fail("an unusual character in a string");
    at_ = end + 1;
    return std::string(content);
  }

  bool boolean() {
    peek();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return value;
      }
    }
    fail("True or False expected");
  }

  std::vector<std::size_t> tuple() {
    std::vector<std::size_t> values;
    expect('(');
    while (!accept(')')) {
      if (values.size() == max_dimensions) fail("more than 64 dimensions");
      values.push_back(integer());
      if (accept(',')) continue;
      if (values.size() == 1) fail("',' expected");  // (3) is a number, (3,) a tuple
      expect(')');
      break;
    }
    return values;
  }

 private:
  std::size_t integer() {
    peek();
    const std::string_view rest = text_.substr(at_);
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error == std::errc::result_out_of_range) fail("an extent that is too large");
    if (error != std::errc{}) fail("a number expected");
    at_ += static_cast<std::size_t>(end - rest.data());
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // files that Python 2 wrote
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

NpyDictionary parse_npy_dictionary(std::string_view text) {
  NpyDictionary dictionary;
  Reader reader(text);
  std::set<std::string> keys;
  reader.expect('{');
  while (!reader.accept('}')) {
    const std::string key = reader.string();
    if (!keys.insert(key).second) reader.fail("key '" + key + "' twice");
    reader.expect(':');
    if (key == "descr") {
      if (reader.peek() == '[') throw UsageError("structured element types are not supported");
      dictionary.descr = reader.string();
    } else if (key == "fortran_order") {
      dictionary.fortran_order = reader.boolean();
    } else if (key == "shape") {
      dictionary.shape = reader.tuple();
    } else {
      reader.fail("unknown key '" + key + "'");
    }
    if (reader.accept(',')) continue;
    reader.expect('}');
    break;
  }
  if (!reader.at_end()) reader.fail("text after '}'");
  for (const char* key : {"descr", "fortran_order", "shape"})
    if (!keys.contains(key)) reader.fail(fmt::format("key '{}' missing", key));
  return dictionary;
}

}  // namespace duet::tool
