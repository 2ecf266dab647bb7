#include "lean_headers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <map>
#include <mutex>
#include <span>
#include <unordered_set>
#include <vector>

#include "header_parts.hpp"
#include "program/embedded.hpp"
#include "program/include_scan.hpp"
#include "source/tokens.hpp"

namespace duet {

namespace {

constexpr std::string_view device_folder = "duet/device/";

/// Names by which the language uses declarations.
constexpr std::array<std::string_view, 5> implicit_names{"begin", "end", "get", "tuple_size",
                                                         "tuple_element"};

/// The parts of an embedded header; remembered. Thread-safety: any thread.
const HeaderParts& parts_of(std::string_view text) {
  static std::mutex mutex;
  static std::map<const char*, HeaderParts> known;
  const std::lock_guard lock(mutex);
  return known.try_emplace(text.data(), text).first->second;
}

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
    // Headers in CUDA's spelling declare most names by macros.
    for (Reached* const header : included_) {
      if (!header->file->name.starts_with(device_folder)) enliven(*header);
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
    std::vector<bool> is_left_out{};  ///< by an #if
    std::vector<bool> is_used{};
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
    const HeaderParts& parts = parts_of(file->second->text);
    Reached& header = reached_.emplace_back(Reached{.file = file->second, .parts = &parts});
    by_name_.emplace(file->first, &header);
    for (const HeaderMacro& macro : parts.macros) macros_[macro.name].push_back(&macro);
    for (const HeaderInclude& include : parts.includes) {
      if (is_left_out(include.conditions)) continue;
      Reached* const included = reach(name_of(header, include));
      if (included != nullptr) header.includes.push_back(included);
    }
    header.is_used.resize(parts.parts.size());
    for (std::size_t i = 0; i < parts.parts.size(); ++i) {
      header.is_left_out.push_back(is_left_out(parts.parts[i].conditions));
      for (const std::string_view declared : parts.parts[i].names)
        places_[declared].push_back({&header, i});
    }
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
    return macro.starts_with("DUET_SPELLING_") && !macros_.contains(macro) ? Truth::no
                                                                           : Truth::unknown;
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
  void use_words(std::string_view text) {
    for (const Token& token : tokenise(text)) {
      if (token.kind == Token::Kind::word) use(token.text);
      if (token.kind != Token::Kind::directive || is_include(token.text)) continue;
      for (const Token& word : tokenise(token.text.substr(1))) use(word.text);
    }
  }
  void use(std::string_view word) {
    if (!used_.insert(word).second) return;
    if (const auto places = places_.find(word); places != places_.end()) {
      for (const Place& place : places->second) use(*place.header, place.part);
    }
    if (const auto macros = macros_.find(word); macros != macros_.end()) {
      for (const HeaderMacro* macro : macros->second) {
        for (const std::string_view other : macro->words) use(other);
        for (const std::string_view fragment : macro->fragments) use_fragment(fragment);
      }
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
  void use(Reached& header, std::size_t part) {
    if (header.is_used[part] || header.is_left_out[part]) return;
    header.is_used[part] = true;
    for (const std::string_view word : header.parts->parts[part].words) use(word);
    enliven(header);
  }
  /// Uses what has no name in a header and in those that it includes.
  void enliven(Reached& header) {
    if (header.is_live) return;
    header.is_live = true;
    for (Reached* const included : header.includes) enliven(*included);
    for (std::size_t i = 0; i < header.is_used.size(); ++i) {
      if (header.parts->parts[i].names.empty()) use(header, i);
    }
  }

  static std::string lean_text(const Reached& header) {
    std::string text(header.file->text);
    for (std::size_t i = 0; i < header.is_used.size(); ++i) {
      if (header.is_used[i]) continue;
      for (const auto& [begin, end] : header.parts->parts[i].ranges) {
        std::replace_if(
            text.begin() + static_cast<std::ptrdiff_t>(begin),
            text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\n'; }, ' ');
      }
    }
    return text;
  }

  const Program& program_;
  std::string backend_;
  std::map<std::string_view, const embedded::File*> files_{};
  std::deque<Reached> reached_{};
  std::vector<Reached*> included_{};  ///< by the program
  std::unordered_map<std::string_view, Reached*> by_name_{};
  std::unordered_map<std::string_view, std::vector<Place>> places_{};
  std::unordered_map<std::string_view, std::vector<const HeaderMacro*>> macros_{};
  std::unordered_set<std::string_view> used_{};
  std::unordered_set<std::string_view> defined_{};  ///< macros of the program
  std::unordered_set<std::string_view> fragments_{};
  bool is_complete_ = true;
};

}  // namespace

std::unordered_map<std::string_view, std::string> lean_headers(const Program& program,
                                                               std::string_view backend) {
  return LeanHeaders(program, backend).texts();
}

}  // namespace duet
