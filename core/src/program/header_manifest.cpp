#include "header_manifest.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "include_scan.hpp"

namespace duet {

namespace {

namespace fs = std::filesystem;

/// Covers file systems with a resolution of seconds and small clock differences to a file server.
constexpr std::uint64_t settling_nanoseconds = 3'000'000'000;

bool is_settled(const FileIdentity& identity) {
  const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::system_clock::now().time_since_epoch());
  return identity.modified + settling_nanoseconds < static_cast<std::uint64_t>(now.count());
}

std::optional<std::string> read_text(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string parent(const std::string& path) { return fs::path(path).parent_path().string(); }

/// A text that is still to be scanned.
struct PendingText {
  std::string text;
  std::string folder;  ///< of the file; empty for a text in memory
  std::string label;   ///< of that folder, see HeaderCandidate::label
  bool is_toolkit = false;
  std::string name;  ///< for messages
};

/// A path without "." and the folders that a ".." leaves, unless links lead elsewhere. Headers that
/// include each other by these would have ever longer paths otherwise.
std::string shortest(const std::string& path) {
  if (path.find("./") == std::string::npos) return path;
  std::string normal = fs::path(path).lexically_normal().string();
  std::error_code ignored;
  return fs::equivalent(path, normal, ignored) ? normal : path;
}
/// The same for a label, of whose folder the index stays.
std::string shortest_label(const std::string& label) {
  const std::size_t name = label.find('/') + 1;
  return label.substr(0, name) + fs::path(label.substr(name)).lexically_normal().string();
}

/// "c.hpp" of "a/b/c.hpp"
std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

class ManifestReader {
 public:
  ManifestReader(std::span<const Header> headers, std::span<const std::string_view> known,
                 std::span<const std::string> folders, std::span<const std::string> toolkit)
      : headers_(headers), folders_(folders), toolkit_(toolkit) {
    for (const Header& header : headers) in_memory_.insert(header.name);
    for (const std::string_view name : known) in_memory_.insert(std::string(name));
    // Toolkit headers, and duet's own, are not scanned for the headers that they include.
    for (const Header& header : headers) {
      const bool is_known = std::ranges::find(known, header.name) != known.end();
      if (is_known || !toolkit.empty()) reach(header);
    }
  }

  void add(std::string name, std::string text, std::string folder = {}, std::string label = {}) {
    pending_.push_back({.text = std::move(text),
                        .folder = std::move(folder),
                        .label = std::move(label),
                        .name = std::move(name)});
  }

  HeaderManifest read() && {
    while (!pending_.empty()) {
      const PendingText next = std::move(pending_.front());
      pending_.pop_front();
      const IncludeScan scan = scan_includes(next.text);
      // Macros in includes of toolkit headers name other toolkit headers.
      if (scan.computed && !next.is_toolkit) manifest_.computed = next.name;
      manifest_.contains_paths |= scan.contains_paths;
      for (const Include& include : scan.includes) resolve(include, next);
    }
    std::ranges::sort(manifest_.reached);
    return std::move(manifest_);
  }

 private:
  void reach(const Header& header) {
    if (!reached_.insert(&header).second) return;
    manifest_.reached.push_back(header.name);
    add(header.name, header.text);
  }

  /// Scans the headers in memory that an include may mean. Compilers also find them by paths
  /// relative to the including one, so that the last part of the name decides.
  void reach_headers(const std::string& include) {
    for (const Header& header : headers_) {
      if (file_name(header.name) == file_name(include)) reach(header);
    }
  }

  void resolve(const Include& include, const PendingText& from) {
    if (from.is_toolkit && include.quoted && is_in_toolkit(from.folder + "/" + include.name))
      return;
    reach_headers(include.name);
    bool found = in_memory_.contains(include.name);
    if (fs::path(include.name).is_absolute()) {
      found |= probe(include.name, include.name);
    } else {
      // All folders are probed, so that the compiler's search order does not matter.
      if (include.quoted && !from.folder.empty() && !from.is_toolkit) {
        found |= probe(from.folder + "/" + include.name, from.label + "/" + include.name);
      }
      for (std::size_t i = 0; i < folders_.size(); ++i) {
        found |= probe(folders_[i] + "/" + include.name, fmt::format("{}/{}", i, include.name));
      }
    }
    found = found || std::ranges::any_of(toolkit_, [&](const std::string& folder) {
              return is_in_toolkit(folder + "/" + include.name);
            });
    // In-memory headers may include each other by paths relative to themselves.
    if (!found && from.folder.empty() && include.quoted) {
      found = std::ranges::any_of(
          in_memory_, [&](const std::string& name) { return name.ends_with("/" + include.name); });
    }
    if (!found) {
      manifest_.unresolved =
          fmt::format("the header '{}', which '{}' includes,", include.name, from.name);
    }
  }

  /// Whether a toolkit header exists. Toolkit headers are scanned only for includes of other
  /// folders.
  bool is_in_toolkit(const std::string& path) {
    const auto known = exists_.find(path);
    if (known != exists_.end()) return known->second;
    std::error_code ignored;
    const bool exists = fs::is_regular_file(path, ignored);
    exists_.emplace(path, exists);
    if (exists && !folders_.empty()) {
      pending_.push_back({.text = read_text(path).value_or(""),
                          .folder = parent(path),
                          .label = {},
                          .is_toolkit = true,
                          .name = path});
    }
    return exists;
  }

  bool probe(const std::string& written, const std::string& written_label) {
    const std::string path = shortest(written);
    const std::string label = path == written ? written_label : shortest_label(written_label);
    const auto known = exists_.find(path);
    if (known != exists_.end()) return known->second;
    HeaderCandidate candidate{.label = label};
    // Taken before reading, so that a change during reading is found when the manifest is checked.
    const std::optional<FileIdentity> identity = identify(path);
    std::optional<std::string> text = identity ? read_text(path) : std::nullopt;
    if (text) {
      candidate.identity = *identity;
      candidate.settled = is_settled(*identity);
      candidate.content = sha256(*text);
      const std::size_t slash = label.rfind('/');
      add(path, *std::move(text), parent(path), label.substr(0, slash));
    } else {
      candidate.identity.path = path;
    }
    const bool exists = candidate.content.has_value();
    manifest_.candidates.push_back(std::move(candidate));
    exists_.emplace(path, exists);
    return exists;
  }

  std::span<const Header> headers_;
  std::span<const std::string> folders_;
  std::span<const std::string> toolkit_;
  std::set<const Header*> reached_{};
  std::set<std::string> in_memory_{};
  std::map<std::string, bool> exists_{};
  std::deque<PendingText> pending_{};
  HeaderManifest manifest_{};
};

bool is_current(const HeaderCandidate& candidate) {
  const std::optional<FileIdentity> now = identify(candidate.identity.path);
  if (!candidate.content) {
    std::error_code ignored;
    return !now || !fs::is_regular_file(candidate.identity.path, ignored);
  }
  if (!now) return false;
  if (candidate.settled && *now == candidate.identity) return true;
  const std::optional<std::string> text = read_text(candidate.identity.path);
  return text && sha256(*text) == *candidate.content;
}

}  // namespace

HeaderManifest read_headers(const std::string& name, std::string_view source,
                            std::span<const Header> headers,
                            std::span<const std::string_view> known,
                            std::span<const std::string> folders,
                            std::span<const std::string> toolkit) {
  ManifestReader reader(headers, known, folders, toolkit);
  reader.add(name, std::string(source));
  return std::move(reader).read();
}

bool is_current(const HeaderManifest& manifest) {
  return std::ranges::all_of(
      manifest.candidates, [](const HeaderCandidate& candidate) { return is_current(candidate); });
}

std::string HeaderManifest::key_material() const {
  Serializer record;
  record.number(std::uint32_t{contains_paths});
  for (const HeaderCandidate& candidate : candidates) {
    record.text(candidate.label);
    if (contains_paths) record.text(candidate.identity.path);
    record.number(std::uint32_t{candidate.content.has_value()});
    if (candidate.content) record.bytes(*candidate.content);
  }
  return std::move(record).take();
}

std::string HeaderManifest::serialised() const {
  Serializer record;
  record.text(computed).text(unresolved).number(std::uint64_t{reached.size()});
  for (const std::string& name : reached) record.text(name);
  record.number(std::uint32_t{contains_paths}).number(std::uint64_t{candidates.size()});
  for (const HeaderCandidate& candidate : candidates) {
    record.text(candidate.label);
    write(record, candidate.identity);
    record.number(std::uint32_t{candidate.settled})
        .number(std::uint32_t{candidate.content.has_value()});
    if (candidate.content) record.bytes(*candidate.content);
  }
  return std::move(record).take();
}

HeaderManifest HeaderManifest::parse(std::span<const std::byte> bytes) {
  Deserializer record(bytes);
  HeaderManifest manifest;
  manifest.computed = record.text();
  manifest.unresolved = record.text();
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    manifest.reached.push_back(record.text());
  }
  manifest.contains_paths = record.number<std::uint32_t>() != 0;
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    HeaderCandidate candidate{.label = record.text()};
    candidate.identity = read_identity(record);
    candidate.settled = record.number<std::uint32_t>() != 0;
    if (record.number<std::uint32_t>() != 0) candidate.content = read_digest(record);
    manifest.candidates.push_back(std::move(candidate));
  }
  return manifest;
}

}  // namespace duet
