#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace duet::test {

/// What a user gets for a mistake.
struct Outcome {
  std::string status;   ///< The exit status of a program, or the code of an Error.
  std::string message;  ///< Its text.
};

/// One thing that a user does wrong.
struct Mistake {
  std::string title;              ///< What is wrong, in a few words.
  std::string input;              ///< What the user wrote: a command line or C++ code.
  std::function<Outcome()> make;  ///< Makes the mistake.
};

/// docs/mistakes.json: what each mistake leads to on each backend. The tables of docs/cli.md and
/// docs/errors.md are made from it. In an expected message "…" stands for any text.
///
/// With DUET_TEST_RECORD=1 the table is changed instead of compared with: a message that differs
/// replaces the expected one.
class MistakeTable {
 public:
  /// @param kind  the part of the table that is compared with, such as "command"
  explicit MistakeTable(std::string kind);
  /// Compares what the mistakes lead to with the table.
  void check(const std::vector<Mistake>& mistakes);

 private:
  using Json = nlohmann::ordered_json;
  Json& row_of(const Mistake& mistake);
  void check(const Mistake& mistake, const Outcome& outcome);
  void save() const;

  std::string kind_;
  bool is_recording_;
  Json rows_;
};

/// Whether a text is `pattern`, in which "…" stands for any text.
bool matches(std::string_view text, std::string_view pattern);

}  // namespace duet::test
