#include "reached_headers.hpp"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "program/include_prefix.hpp"
#include "program/include_scan.hpp"

namespace duet::cpu {

namespace {

constexpr std::string_view own_vendors = "duet/device/vendor/";

class ReachedHeaders {
 public:
  explicit ReachedHeaders(const Program& program) {
    for (const NamedText& header : program.headers) {
      (is_own_header(header.name) ? own_ : others_).emplace(header.name, header.text);
    }
    pending_.push_back({program.source, false});
    while (!pending_.empty() && !is_all_) {
      const Text text = pending_.back();
      pending_.pop_back();
      scan(text);
    }
  }

  bool contains(const std::string& name) const { return is_all_ || reached_.contains(name); }

 private:
  struct Text {
    std::string_view text{};
    bool is_own = false;  ///< one of duet's headers
  };

  void scan(const Text& text) {
    const IncludeScan scan = scan_includes(text.text);
    for (const Include& include : scan.includes) add(include.name);
    if (!scan.computed) return;
    if (text.is_own) {
      add_vendors();
    } else {
      is_all_ = true;
    }
  }

  void add(const std::string& name) {
    const auto found = own_.find(name);
    if (found == own_.end()) {
      // Unknown names are files, which may include anything.
      if (!add_others(name)) is_all_ = true;
    } else if (reached_.insert(name).second) {
      pending_.push_back({found->second, true});
    }
  }

  /// Adds the program's headers that an include may mean: they are also found by paths relative to
  /// the including one. @returns whether one has exactly this name
  bool add_others(const std::string& include) {
    const std::string_view last = file_name(include);
    for (const auto& [name, text] : others_) {
      if (file_name(name) == last && reached_.insert(name).second)
        pending_.push_back({text, false});
    }
    return others_.contains(include);
  }
  static std::string_view file_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
  }

  /// duet's headers name the headers of a vendor by macros.
  void add_vendors() {
    for (const auto& [name, text] : own_) {
      if (name.starts_with(own_vendors)) add(name);
    }
  }

  std::unordered_map<std::string, std::string_view> own_{};     ///< by name
  std::unordered_map<std::string, std::string_view> others_{};  ///< by name
  std::unordered_set<std::string> reached_{};
  std::vector<Text> pending_{};
  bool is_all_ = false;
};

}  // namespace

void drop_unreached_headers(Program& program) {
  const ReachedHeaders reached(program);
  std::erase_if(program.headers,
                [&](const NamedText& header) { return !reached.contains(header.name); });
}

}  // namespace duet::cpu
