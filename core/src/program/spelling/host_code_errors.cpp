#include "host_code_errors.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "program/compiler_messages.hpp"
#include "source/ptx/ptx_translation.hpp"
#include "source/tokens.hpp"

namespace duet {

namespace {

/// The text of a program that a message names: 0 is the source, others are headers. Compilers name
/// headers as an include does, or with a folder before it.
std::optional<std::size_t> text_of(const Program& program, std::string_view file) {
  if (file == program.name) return 0;
  std::optional<std::size_t> found;
  std::size_t index = 0;
  for (const Header& header : program.headers) {
    ++index;
    if (header.name == file) return index;
    const std::string_view longer = header.name.size() > file.size() ? header.name : file;
    const std::string_view shorter = header.name.size() > file.size() ? file : header.name;
    const bool is_tail = !shorter.empty() && longer.ends_with(shorter) &&
                         longer.size() > shorter.size() &&
                         longer[longer.size() - shorter.size() - 1] == '/';
    if (!is_tail) continue;
    if (found) return std::nullopt;
    found = index;
  }
  return found;
}

/// Whether a message says that a static assertion is false.
bool is_false_assertion(std::string_view text) {
  return text.starts_with("static_assert") || text.starts_with("static assertion");
}

/// The words between quotation marks: 'a::b' or "a". Texts of assertions have none.
std::vector<std::string_view> quoted_words(std::string_view text) {
  std::vector<std::string_view> words;
  if (is_false_assertion(text)) return words;
  for (const char mark : {'\'', '"'}) {
    for (std::size_t begin = text.find(mark); begin != std::string_view::npos;) {
      const std::size_t end = text.find(mark, begin + 1);
      if (end == std::string_view::npos) break;
      for (const Token& token : tokenise(text.substr(begin + 1, end - begin - 1))) {
        if (token.kind == Token::Kind::word) words.push_back(token.text);
      }
      begin = text.find(mark, end + 1);
    }
  }
  return words;
}

/// The word that a message points at in the line that it quotes:
///     detail::Table::set(1);
///             ^
std::optional<std::string_view> pointed_word(std::string_view message) {
  std::string_view quoted;
  while (!message.empty()) {
    const std::string_view line = message.substr(0, message.find('\n'));
    message.remove_prefix(std::min(line.size() + 1, message.size()));
    const std::size_t mark = line.find_first_not_of(' ');
    if (mark < quoted.size() && line[mark] == '^') {
      for (const Token& token : tokenise(quoted.substr(mark))) {
        return token.kind == Token::Kind::word ? std::optional(token.text) : std::nullopt;
      }
    }
    quoted = line;
  }
  return std::nullopt;
}

/// Whether a message says that code for devices calls a function of the host.
bool is_call_of_host(const CompilerMessage& message) {
  return message.text.starts_with("reference to __host__ function") ||
         message.text.find("call to __host__ function from") != std::string_view::npos;
}

/// Reads the errors of a log one after the other.
class Lesson {
 public:
  Lesson(HostCodeHints& hints, const SpelledProgram& spelled) : hints_(hints), spelled_(spelled) {}

  void read(const CompilerMessage& message) {
    if (message.is_error() && is_told_before(message.whole)) return;
    if (message.is_error() &&
        (note_dependent(message) || note_unknown_ptx(message) || note_constructed_shared(message) ||
         note_redefined_atomic(message) || note_repeated(message)))
      return;
    if (message.is_error()) {
      if (const auto text = text_of(spelled_.program, message.file))
        (is_false_assertion(message.text) ? false_ : otherwise_).emplace(*text, message.line);
      words_ = quoted_words(message.text);
      if (words_.empty()) {
        if (const auto word = pointed_word(message.whole)) words_.push_back(*word);
      }
      wants_place_ = true;
      bool is_about_left_out = false;
      for (const std::string_view word : words_) {
        if (!spelled_.left_out.contains(word)) continue;
        is_about_left_out = true;
        if (note(hints_.needed, word)) missed_.insert(word);
        if (!missed_.contains(word)) continue;
        wants_place_ = false;
        if (const auto text = text_of(spelled_.program, message.file))
          missing_.emplace(*text, message.line);
      }
      errors_.have_own_cause |= !is_about_left_out;
    } else if (message.severity != "note") {
      wants_place_ = false;
    }
    if (is_call_of_host(message) && !words_.empty()) note(hints_.called, words_.front());
    if (!wants_place_) return;
    if (const auto text = text_of(spelled_.program, message.file)) {
      failing_.emplace(*text, message.line);
      wants_place_ = false;
    }
  }
  /// Notes the lines that fail for other reasons than names that are missed.
  HostCodeErrors finish() {
    // NVRTC takes an assertion that does not compile for false, too.
    std::ranges::set_difference(
        false_, otherwise_, std::inserter(hints_.false_assertions, hints_.false_assertions.end()));
    for (const auto& place : failing_) {
      if (missing_.contains(place)) continue;
      errors_.places.insert(place);
      errors_.have_news |=
          hints_.failing.insert(place).second || hints_.failing_again.insert(place).second;
    }
    return errors_;
  }

 private:
  /// Notes a type that needs a `typename`, or a member that needs a `template`.
  bool note_dependent(const CompilerMessage& message) {
    constexpr std::array<std::string_view, 2> complaints{
        "missing 'typename' prior to dependent type name '",
        "missing 'template' keyword prior to dependent template name '"};
    const auto complaint = std::ranges::find_if(
        complaints, [&](std::string_view one) { return message.text.starts_with(one); });
    if (complaint == complaints.end()) return false;
    const auto text = text_of(spelled_.program, message.file);
    const std::vector<Token> words = tokenise(message.text.substr(complaint->size()));
    if (!text || words.empty()) return false;
    wants_place_ = false;
    // The type may be what a parameter stands for; then the text has the parameter's name.
    auto& names = hints_.dependent[{*text, message.line}];
    bool is_new = names.emplace(words.front().text).second;
    if (const auto word = pointed_word(message.whole)) is_new |= names.emplace(*word).second;
    errors_.have_news |= is_new;
    return is_new;
  }
  /// Notes that an instruction is not known. Where a kernel reaches it, the second message about it
  /// tells nothing new.
  bool note_unknown_ptx(const CompilerMessage& message) {
    if (message.text.find(unknown_ptx) == std::string_view::npos) return false;
    wants_place_ = false;
    errors_.have_own_cause |= !hints_.permits_unreached_ptx;
    errors_.have_news |= !hints_.permits_unreached_ptx;
    hints_.permits_unreached_ptx = true;
    return true;
  }
  bool note_constructed_shared(const CompilerMessage& message) {
    if (!message.text.starts_with("initialization is not supported for __shared__")) return false;
    const auto text = text_of(spelled_.program, message.file);
    if (!text || !hints_.constructed_shared.emplace(*text, message.line).second) return false;
    errors_.have_news = true;
    wants_place_ = false;
    return true;
  }
  bool note_redefined_atomic(const CompilerMessage& message) {
    if (!message.text.starts_with("redefinition of 'atomic")) return false;
    const std::vector<std::string_view> words = quoted_words(message.text);
    return !words.empty() && note(hints_.redefined_atomics, words.front());
  }
  bool note_repeated(const CompilerMessage& message) {
    if (message.text.find(" cannot overload __") == std::string_view::npos) return false;
    const auto text = text_of(spelled_.program, message.file);
    if (!text || !hints_.repeated.emplace(*text, message.line).second) return false;
    errors_.have_news = true;
    wants_place_ = false;
    return true;
  }
  /// @returns whether it is a new name
  bool note(std::set<std::string, std::less<>>& names, std::string_view name) {
    if (!names.emplace(name).second) return false;
    errors_.have_news = true;
    wants_place_ = false;
    return true;
  }

  HostCodeHints& hints_;
  const SpelledProgram& spelled_;
  std::vector<std::string_view> words_{};  ///< of the present error
  bool wants_place_ = false;               ///< of the present error, or of the notes after it
  HostCodeErrors errors_{};
  std::set<std::pair<std::size_t, std::size_t>> failing_{};    ///< places: text and line
  std::set<std::pair<std::size_t, std::size_t>> false_{};      ///< lines with false assertions
  std::set<std::pair<std::size_t, std::size_t>> otherwise_{};  ///< lines with other errors
  std::set<std::string_view> missed_{};  ///< names that are new among those needed
  std::set<std::pair<std::size_t, std::size_t>> missing_{};  ///< places that miss them
};

}  // namespace

HostCodeErrors learn_from_errors(HostCodeHints& hints, const SpelledProgram& spelled,
                                 std::string_view log) {
  Lesson lesson(hints, spelled);
  for (const CompilerMessage& message : compiler_messages(log)) lesson.read(message);
  return lesson.finish();
}

}  // namespace duet
