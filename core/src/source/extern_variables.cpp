#include "extern_variables.hpp"

#include <optional>
#include <set>

#include "tokens.hpp"

namespace duet {

namespace {

/// A declaration of a variable in device memory.
struct DeviceVariable {
  std::string_view name{};
  std::optional<Token> external{};  ///< its word `extern`
};

/// The variables in device memory that a text declares, without those of several names.
class DeviceVariables {
 public:
  explicit DeviceVariables(std::string_view text) : tokens_(tokenise(text)) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const bool ends = tokens_[i].is(";") || tokens_[i].is("{") || tokens_[i].is("}") ||
                        tokens_[i].kind == Token::Kind::directive;
      if (!ends) continue;
      if (tokens_[i].is(";") || tokens_[i].is("{")) note(begin, i);
      begin = i + 1;
    }
  }
  const std::vector<DeviceVariable>& all() const noexcept { return found_; }

 private:
  void note(std::size_t begin, std::size_t end) {
    DeviceVariable variable;
    bool is_in_device_memory = false;
    for (std::size_t i = begin; i < end; ++i) {
      if (tokens_[i].is("(")) return;                            // a function
      if (tokens_[i].is("[") && tokens_[i + 1].is("]")) return;  // of unknown size
      if (tokens_[i].is("[") || tokens_[i].is("=")) break;
      if (tokens_[i].is("extern")) variable.external = tokens_[i];
      is_in_device_memory |= tokens_[i].is("__constant__") || tokens_[i].is("__device__");
      if (tokens_[i].kind == Token::Kind::word) variable.name = tokens_[i].text;
    }
    if (is_in_device_memory) found_.push_back(variable);
  }

  std::vector<Token> tokens_;
  std::vector<DeviceVariable> found_{};
};

}  // namespace

std::vector<std::string> with_defined_variables(const std::vector<std::string_view>& texts) {
  std::vector<DeviceVariables> variables;
  std::set<std::string_view> defined;
  for (const std::string_view text : texts) {
    for (const DeviceVariable& one : variables.emplace_back(text).all()) {
      if (!one.external) defined.insert(one.name);
    }
  }
  std::vector<std::string> results(texts.begin(), texts.end());
  for (std::size_t t = 0; t < texts.size(); ++t) {
    for (const DeviceVariable& one : variables[t].all()) {
      if (!one.external || !defined.insert(one.name).second) continue;
      const std::string_view word = one.external->text;
      results[t].replace(one.external->offset, word.size(), std::string(word.size(), ' '));
    }
  }
  return results;
}

}  // namespace duet
