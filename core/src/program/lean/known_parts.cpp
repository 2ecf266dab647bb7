#include "known_parts.hpp"

#include <memory>
#include <mutex>
#include <utility>

#include "program/include_scan.hpp"

namespace duet {

namespace {

class KnownParts {
 public:
  const HeaderParts& of(const embedded::File& file, const EmbeddedFiles& files) {
    const std::lock_guard lock(mutex_);
    return *find(file, files);
  }

 private:
  /// @returns null while the header's parts are sought
  const HeaderParts* find(const embedded::File& file, const EmbeddedFiles& files) {
    const auto [known, is_new] = parts_.try_emplace(file.text.data());
    std::unique_ptr<HeaderParts>& parts = known->second;
    if (is_new) {
      FunctionMacros outer;
      for (const Include& include : scan_includes(file.text).includes) {
        const auto other = files.find(include.name);
        const HeaderParts* const included =
            other == files.end() ? nullptr : find(*other->second, files);
        if (included == nullptr) continue;
        for (const auto& [name, macro] : included->visible_macros) add_macro(outer, name, macro);
      }
      parts = std::make_unique<HeaderParts>(file.text, std::move(outer));
    }
    return parts.get();
  }

  std::mutex mutex_{};
  std::map<const char*, std::unique_ptr<HeaderParts>> parts_{};
};

}  // namespace

const HeaderParts& parts_of(const embedded::File& file, const EmbeddedFiles& files) {
  static KnownParts known_parts;
  return known_parts.of(file, files);
}

}  // namespace duet
