#include "lean_headers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <map>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "known_parts.hpp"
#include "operator_symbols.hpp"
#include "program/embedded.hpp"
#include "program/include_scan.hpp"
#include "source/tokens.hpp"

namespace duet {

namespace {

constexpr std::string_view device_folder = "duet/device/";
constexpr std::string_view prologue_folder = "duet/spelling/";

/// Names by which the language uses declarations.
constexpr std::array<std::string_view, 5> implicit_names{"begin", "end", "get", "tuple_size",
                                                         "tuple_element"};

/// Whether options name files that are read with the program.
bool brings_files(const std::string& option) {
  return option.starts_with("-I") || option.find("include") != std::string::npos;
}

bool is_include(std::string_view directive) {
  const std::size_t word = directive.find_first_not_of(" \t", 1);
  return word != std::string_view::npos && directive.substr(word).starts_with("include");
}

class LeanHeaders {
 public:
  LeanHeaders(const Program& program, std::string_view backend)
      : program_(program), backend_(backend) {
    std::ranges::transform(backend_, backend_.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const CompileOptions& options = program.options;
    add_files(embedded::device_headers());
    if (options.cuda_headers) add_files(embedded::cuda_spelling_headers());
    is_complete_ = !options.debug && std::ranges::none_of(options.extra, brings_files);
    note_macros(program.source);
    reach_from(program.source);
    for (const Header& header : program.headers) reach_from(header.text);
  }

  std::unordered_map<std::string_view, std::string> texts() {
    if (!is_complete_ || reached_.empty()) return {};
    for (const std::string_view name : implicit_names) use(name);
    use_words(program_.source);
    // What precedes programs in CUDA's spelling is used without being named.
    for (Reached* const header : included_) {
      if (header->file->name.starts_with(prologue_folder)) enliven(*header);
    }
    for (const Header& header : program_.headers) use_words(header.text);
    for (const std::string& macro : program_.options.defines) use_words(macro);
    for (const std::string& kernel : program_.kernels) use_words(kernel);
    for (Reached& header : reached_) {
      if (!header.parts->is_split) enliven(header);
    }
    std::unordered_map<std::string_view, std::string> results;
    for (const Reached& header : reached_) {
      std::string text = lean_text(header);
      if (text != header.file->text) results.emplace(header.file->name, std::move(text));
    }
    return results;
  }

 private:
  struct Reached {
    const embedded::File* file;
    const HeaderParts* parts;
    std::vector<Reached*> includes{};
    std::unordered_set<const Reached*> foundations{};  ///< what it includes, also by others
    std::vector<bool> is_left_out{};                   ///< by an #if
    std::vector<bool> is_used{};
    std::map<std::size_t, std::vector<std::size_t>> members{};  ///< of the part of a class
    bool is_live = false;
  };
  struct Place {
    Reached* header;
    std::size_t part;
  };

  void add_files(std::span<const embedded::File> files) {
    for (const embedded::File& file : files) files_.emplace(file.name, &file);
  }

  /// Reaches what a text of the program includes.
  void reach_from(std::string_view text) {
    const IncludeScan scan = scan_includes(text);
    is_complete_ &= !scan.computed && text.find("##") == std::string_view::npos;
    for (const Include& include : scan.includes) {
      const auto own = std::ranges::find(program_.headers, include.name, &Header::name);
      if (own != program_.headers.end()) continue;
      Reached* const header = reach(include.name);
      is_complete_ &= header != nullptr;
      if (header != nullptr) included_.push_back(header);
    }
  }
  /// @returns null if the header is not embedded
  Reached* reach(std::string_view name) {
    const auto known = by_name_.find(name);
    if (known != by_name_.end()) return known->second;
    const auto file = files_.find(name);
    if (file == files_.end()) return nullptr;
    const HeaderParts& parts = parts_of(*file->second, files_);
    Reached& header = reached_.emplace_back(Reached{.file = file->second, .parts = &parts});
    by_name_.emplace(file->first, &header);
    for (const HeaderMacro& macro : parts.macros) macros_[macro.name].push_back(&macro);
    for (const HeaderInclude& include : parts.includes) {
      if (is_left_out(include.conditions)) continue;
      Reached* const included = reach(name_of(header, include));
      if (included == nullptr) continue;
      header.includes.push_back(included);
      header.foundations.insert(included);
      header.foundations.insert(included->foundations.begin(), included->foundations.end());
    }
    for (std::size_t i = 0; i < parts.parts.size(); ++i) {
      header.is_used.push_back(parts.parts[i].opens_namespace);
      header.is_left_out.push_back(is_left_out(parts.parts[i].conditions));
      for (const std::string_view declared : parts.parts[i].names)
        places_[declared].push_back({&header, i});
      if (parts.parts[i].owner != HeaderPart::none)
        header.members[parts.parts[i].owner].push_back(i);
    }
    directive_words_.insert(parts.directive_words.begin(), parts.directive_words.end());
    return &header;
  }
  /// The name of a header that another one includes; empty if it is another backend's.
  std::string name_of(const Reached& header, const HeaderInclude& include) const {
    if (include.is_vendors)
      return std::string(device_folder).append("vendor/" + backend_ + "/" + include.name + ".hpp");
    const bool is_others = header.file->name.ends_with("/vendor/select.hpp") &&
                           !include.name.ends_with("/vendor/" + backend_ + ".hpp");
    return is_others ? "" : include.name;
  }
  /// Whether a macro of these headers is defined, as far as this is known.
  Truth is_defined(std::string_view macro) const {
    if (defined_.contains(macro)) return Truth::yes;
    if (!macro.starts_with("DUET_SPELLING_")) return Truth::unknown;
    const auto known = macros_.find(macro);
    if (known == macros_.end()) return Truth::no;
    const bool is_sure = std::ranges::any_of(
        known->second, [](const HeaderMacro* one) { return !one->is_conditional; });
    return is_sure ? Truth::yes : Truth::unknown;
  }
  bool is_left_out(const std::vector<HeaderCondition>& conditions) const {
    return is_compiled(conditions, [this](std::string_view macro) { return is_defined(macro); }) ==
           Truth::no;
  }

  void note_macros(std::string_view text) {
    for (const Token& token : tokenise(text)) {
      if (token.kind != Token::Kind::directive) continue;
      const std::vector<Token> words = tokenise(token.text.substr(1));
      if (words.size() > 1 && words.front().is("define")) defined_.insert(words[1].text);
    }
  }
  void use_words(std::string_view text) { use_words(tokenise(text)); }
  void use_words(const std::vector<Token>& tokens) {
    for (const std::string_view symbol : operator_symbols(tokens, 0, tokens.size(), false))
      use_symbol(symbol, nullptr);
    for (const Token& token : tokens) {
      if (token.kind == Token::Kind::word) use(token.text);
      if (token.kind == Token::Kind::directive && !is_include(token.text))
        use_words(tokenise(token.text.substr(1)));
    }
  }
  void use(std::string_view word) {
    if (!used_.insert(word).second) return;
    if (is_operator_word(word)) use_all_symbols();
    if (const auto places = places_.find(word); places != places_.end()) {
      for (const Place& place : places->second) use(*place.header, place.part);
    }
    for (const Place& place : std::exchange(waiting_[word], {})) use(*place.header, place.part);
    if (const auto macros = macros_.find(word); macros != macros_.end()) {
      for (const HeaderMacro* macro : macros->second) {
        for (const std::string_view other : macro->words) use(other);
        for (const std::string_view symbol : macro->symbols) use_symbol(symbol, nullptr);
        for (const std::string_view fragment : macro->fragments) use_fragment(fragment);
      }
    }
  }
  /// Uses the operators with a symbol, in headers of which anything is used. Headers that a header
  /// includes do not use its operators.
  /// @param user  the header that has the symbol; null: the program
  void use_symbol(std::string_view symbol, const Reached* user) {
    if (!symbols_[symbol].insert(user).second) return;
    if (symbol == "!=") use_symbol("==", user);  // which C++20 uses for it
    use_unnamed();
  }
  bool is_symbol_used(std::string_view symbol, const Reached& header) const {
    const auto users = symbols_.find(symbol);
    return uses_all_symbols_ ||
           (users != symbols_.end() && std::ranges::any_of(users->second, [&](const Reached* user) {
              return user == nullptr || !header.foundations.contains(user);
            }));
  }
  void use_all_symbols() {
    uses_all_symbols_ = true;
    use_unnamed();
  }
  void use_unnamed() {
    for (Reached& header : reached_) {
      if (header.is_live) use_unnamed(header);
    }
  }
  /// Uses the names that have a part.
  void use_fragment(std::string_view fragment) {
    if (!fragments_.insert(fragment).second) return;
    std::vector<std::string_view> names;
    for (const auto& [name, places] : places_) {
      if (name.find(fragment) != std::string_view::npos) names.push_back(name);
    }
    for (const std::string_view name : names) use(name);
  }
  bool is_type(std::string_view word) const {
    const auto places = places_.find(word);
    return places != places_.end() && std::ranges::any_of(places->second, [](const Place& place) {
             return place.header->parts->parts[place.part].is_type;
           });
  }
  void use(Reached& header, std::size_t part) {
    const HeaderPart& used = header.parts->parts[part];
    if (header.is_used[part] || header.is_left_out[part]) return;
    if (used.owner != HeaderPart::none && !header.is_used[used.owner]) return;
    for (const std::string_view argument : used.arguments) {
      if (!is_type(argument) || used_.contains(argument)) continue;
      waiting_[argument].push_back({&header, part});
      return;
    }
    header.is_used[part] = true;
    for (const std::string_view word : used.words) use(word);
    for (const std::string_view symbol : used.symbols) use_symbol(symbol, &header);
    if (const auto members = header.members.find(part); members != header.members.end()) {
      for (const std::size_t member : members->second) {
        if (used_.contains(header.parts->parts[member].names.front())) use(header, member);
      }
    }
    enliven(header);
  }
  /// Uses what has no name in a header and in those that it includes.
  void enliven(Reached& header) {
    if (header.is_live) return;
    header.is_live = true;
    for (Reached* const included : header.includes) enliven(*included);
    use_unnamed(header);
  }
  void use_unnamed(Reached& header) {
    for (std::size_t i = 0; i < header.is_used.size(); ++i) {
      const HeaderPart& part = header.parts->parts[i];
      if (!part.names.empty() || part.is_check) continue;
      if (part.symbol.empty() || is_symbol_used(part.symbol, header)) use(header, i);
    }
  }

  std::string lean_text(const Reached& header) const {
    std::string text(header.parts->text);
    for (std::size_t i = 0; i < header.is_used.size(); ++i) {
      if (header.is_used[i]) continue;
      for (const auto& [begin, end] : header.parts->parts[i].ranges) blank(text, begin, end);
    }
    for (const HeaderMacro& macro : header.parts->macros) {
      const bool is_needed = used_.contains(macro.name) || directive_words_.contains(macro.name);
      if (macro.has_parameters && !is_needed) blank(text, macro.range.first, macro.range.second);
    }
    return text;
  }
  static void blank(std::string& text, std::size_t begin, std::size_t end) {
    std::replace_if(
        text.begin() + static_cast<std::ptrdiff_t>(begin),
        text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\n'; }, ' ');
  }

  const Program& program_;
  std::string backend_;
  EmbeddedFiles files_{};
  std::deque<Reached> reached_{};
  std::vector<Reached*> included_{};  ///< by the program
  std::unordered_map<std::string_view, Reached*> by_name_{};
  std::unordered_map<std::string_view, std::vector<Place>> places_{};
  /// Specialisations by an argument that is not used so far.
  std::unordered_map<std::string_view, std::vector<Place>> waiting_{};
  std::unordered_map<std::string_view, std::vector<const HeaderMacro*>> macros_{};
  std::unordered_set<std::string_view> used_{};
  /// Symbols of operators with the headers that use them; null: the program.
  std::unordered_map<std::string_view, std::unordered_set<const Reached*>> symbols_{};
  std::unordered_set<std::string_view> directive_words_{};  ///< in the reached headers
  std::unordered_set<std::string_view> defined_{};          ///< macros of the program
  std::unordered_set<std::string_view> fragments_{};
  bool uses_all_symbols_ = false;
  bool is_complete_ = true;
};

}  // namespace

std::unordered_map<std::string_view, std::string> lean_headers(const Program& program,
                                                               std::string_view backend) {
  return LeanHeaders(program, backend).texts();
}

}  // namespace duet
