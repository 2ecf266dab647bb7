#include "launch_import.hpp"

#include <algorithm>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "launch_dump.hpp"
#include "same_case.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

namespace fs = std::filesystem;

/// Compares a launch with that of the second run. Returns the reason to skip it; empty if both
/// agree.
std::string reason_to_skip(const fs::path& again, const std::string& name, const Case& what) {
  if (!fs::exists(again / name)) return "not in the second run";
  const DumpedCase other = read_launch_dump(again, name);
  if (!same_case(what, other.what)) return "another launch in the second run";
  if (!same_results(what, other.what)) return "other results in the second run";
  return {};
}

/// Whether a kernel that does nothing would pass.
bool changes_nothing(const Case& what) {
  return std::ranges::none_of(what.arguments, [](const CaseArgument& argument) {
    const auto* array = std::get_if<CaseArray>(&argument);
    return array != nullptr && array->expected;
  });
}

class Import {
 public:
  void add(const fs::path& folder, const fs::path* again) {
    for (const std::string& name : list_launch_dumps(folder)) {
      ++result_.launches;
      DumpedCase dumped = read_launch_dump(folder, name);
      std::string reason = again == nullptr ? "" : reason_to_skip(*again, name, dumped.what);
      if (reason.empty() && changes_nothing(dumped.what)) reason = "no memory changes";
      if (!reason.empty()) {
        leave_out(reason, name);
        continue;
      }
      if (result_.folder.cases.empty()) result_.folder.origin = dumped.origin;
      add(std::move(dumped.what), dumped.wave_size);
    }
    for (const auto& [reason, count] : read_left_out(folder))
      result_.left_out[reason].count += count;
  }

  ImportedLaunches take() {
    result_.folder.is_gallery = false;
    return std::move(result_);
  }

 private:
  /// @param ran_with  the wave size of the launch
  void add(Case&& what, std::optional<int> ran_with) {
    if (what.wave_size) what.name += suffix(*what.wave_size);
    const auto [first, last] = named_.equal_range(what.name);
    const std::string name = what.name;
    std::size_t others = 0;
    for (auto at = first; at != last; ++at, ++others) {
      Case& before = result_.folder.cases[at->second.index].what;
      if (!same_case(before, what)) continue;
      if (same_results(before, what)) {
        leave_out("in two folders, with the same results", name);
        return;
      }
      separate(before, at->second.ran_with);
      separate(what, ran_with);
    }
    named_.emplace(name, Place{result_.folder.cases.size(), ran_with});
    if (others != 0 && what.name == name) what.name += fmt::format(".{}", others);
    result_.folder.cases.push_back({std::move(what), {}});
  }

  void leave_out(const std::string& reason, const std::string& name) {
    LeftOutLaunches& launches = result_.left_out[reason];
    if (launches.count++ == 0) launches.first = name;
  }

  /// Binds a case to its wave size: results of different wave sizes differ.
  static void separate(Case& what, std::optional<int> ran_with) {
    if (!ran_with || (what.wave_size && what.wave_size != ran_with))
      throw UsageError("'" + what.name + "' has different results in two folders");
    if (!what.wave_size) what.name += suffix(*ran_with);
    what.wave_size = ran_with;
  }

  static std::string suffix(int wave_size) { return fmt::format(".wave{}", wave_size); }

  struct Place {
    std::size_t index;
    std::optional<int> ran_with;
  };

  ImportedLaunches result_{};
  std::multimap<std::string, Place> named_{};  ///< Cases by their original names.
};

}  // namespace

ImportedLaunches import_launches(const std::vector<fs::path>& folders,
                                 const std::vector<fs::path>& again) {
  if (!again.empty() && again.size() != folders.size())
    throw UsageError(
        fmt::format("{} folders for --launches, but {} for --again; pass one --again "
                    "for each --launches",
                    folders.size(), again.size()));
  Import import;
  for (std::size_t i = 0; i < folders.size(); ++i)
    import.add(folders[i], again.empty() ? nullptr : &again[i]);
  return import.take();
}

}  // namespace duet::tool
