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

namespace duet::cache {

namespace {

namespace fs = std::filesystem;

/// File systems that count in seconds, and clocks of other machines that are a little off.
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

/// A text that is still to be looked through.
struct Pending {
  std::string text;
  std::string folder;  ///< of the file; empty for a text in memory
  std::string label;   ///< of that folder
  bool is_toolkit = false;
};

class Reader {
 public:
  Reader(std::span<const Header> headers, std::span<const std::string_view> known,
         std::span<const std::string> folders, std::span<const std::string> toolkit)
      : folders_(folders), toolkit_(toolkit) {
    for (const Header& header : headers) in_memory_.insert(header.name);
    for (const std::string_view name : known) in_memory_.insert(std::string(name));
  }

  void add(std::string text, std::string folder = {}, std::string label = {}) {
    pending_.push_back(
        {.text = std::move(text), .folder = std::move(folder), .label = std::move(label)});
  }

  HeaderManifest read() && {
    while (!pending_.empty()) {
      const Pending next = std::move(pending_.front());
      pending_.pop_front();
      const IncludeScan scan = scan_includes(next.text);
      // The names that a toolkit computes are of its own headers.
      manifest_.computed |= scan.computed && !next.is_toolkit;
      manifest_.tells_its_place |= scan.tells_its_place;
      for (const Include& include : scan.includes) look_for(include, next);
    }
    return std::move(manifest_);
  }

 private:
  void look_for(const Include& include, const Pending& from) {
    if (from.is_toolkit && include.quoted && is_in_toolkit(from.folder + "/" + include.name))
      return;
    bool found = in_memory_.contains(include.name);
    if (fs::path(include.name).is_absolute()) {
      found |= probe(include.name, include.name);
    } else {
      // Everywhere, whatever the compiler's order is.
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
    // In-memory headers include each other by their place among themselves, too.
    if (!found && from.folder.empty() && include.quoted) {
      found = std::ranges::any_of(
          in_memory_, [&](const std::string& name) { return name.ends_with("/" + include.name); });
    }
    manifest_.unknown |= !found;
  }

  /// Reads the toolkit's headers only to see what they look for in other folders.
  bool is_in_toolkit(const std::string& path) {
    const auto known = found_.find(path);
    if (known != found_.end()) return known->second;
    std::error_code ignored;
    const bool exists = fs::is_regular_file(path, ignored);
    found_.emplace(path, exists);
    if (exists && !folders_.empty()) {
      pending_.push_back({.text = read_text(path).value_or(""),
                          .folder = parent(path),
                          .label = {},
                          .is_toolkit = true});
    }
    return exists;
  }

  bool probe(const std::string& path, const std::string& label) {
    const auto known = found_.find(path);
    if (known != found_.end()) return known->second;
    HeaderPlace place{.label = label};
    // Looked at first: a change while it is read shows when the manifest is checked.
    const std::optional<FileIdentity> identity = identify(path);
    std::optional<std::string> text = identity ? read_text(path) : std::nullopt;
    if (text) {
      place.identity = *identity;
      place.settled = is_settled(*identity);
      place.content = sha256(*text);
      const std::size_t slash = label.rfind('/');
      add(*std::move(text), parent(path), label.substr(0, slash));
    } else {
      place.identity.path = path;
    }
    const bool exists = place.content.has_value();
    manifest_.places.push_back(std::move(place));
    found_.emplace(path, exists);
    return exists;
  }

  std::span<const std::string> folders_;
  std::span<const std::string> toolkit_;
  std::set<std::string> in_memory_{};
  std::map<std::string, bool> found_{};
  std::deque<Pending> pending_{};
  HeaderManifest manifest_{};
};

bool is_current(const HeaderPlace& place) {
  const std::optional<FileIdentity> now = identify(place.identity.path);
  if (!place.content) {
    std::error_code ignored;
    return !now || !fs::is_regular_file(place.identity.path, ignored);
  }
  if (!now) return false;
  if (place.settled && *now == place.identity) return true;
  const std::optional<std::string> text = read_text(place.identity.path);
  return text && sha256(*text) == *place.content;
}

}  // namespace

HeaderManifest read_headers(std::string_view source, std::span<const Header> headers,
                            std::span<const std::string_view> known,
                            std::span<const std::string> folders,
                            std::span<const std::string> toolkit) {
  Reader reader(headers, known, folders, toolkit);
  reader.add(std::string(source));
  for (const Header& header : headers) reader.add(header.text);
  return std::move(reader).read();
}

bool is_current(const HeaderManifest& manifest) {
  return std::ranges::all_of(manifest.places,
                             [](const HeaderPlace& place) { return is_current(place); });
}

std::string HeaderManifest::key_material() const {
  Serializer record;
  record.number(std::uint32_t{tells_its_place});
  for (const HeaderPlace& place : places) {
    record.text(place.label);
    if (tells_its_place) record.text(place.identity.path);
    record.number(std::uint32_t{place.content.has_value()});
    if (place.content) record.bytes(*place.content);
  }
  return std::move(record).take();
}

std::string HeaderManifest::serialised() const {
  Serializer record;
  record.number(std::uint32_t{computed})
      .number(std::uint32_t{unknown})
      .number(std::uint32_t{tells_its_place})
      .number(std::uint64_t{places.size()});
  for (const HeaderPlace& place : places) {
    record.text(place.label);
    write(record, place.identity);
    record.number(std::uint32_t{place.settled}).number(std::uint32_t{place.content.has_value()});
    if (place.content) record.bytes(*place.content);
  }
  return std::move(record).take();
}

[[gnu::hot]] HeaderManifest HeaderManifest::parse(std::span<const std::byte> bytes) {
  Deserializer record(bytes);
  HeaderManifest manifest;
  manifest.computed = record.number<std::uint32_t>() != 0;
  manifest.unknown = record.number<std::uint32_t>() != 0;
  manifest.tells_its_place = record.number<std::uint32_t>() != 0;
  for (auto left = record.number<std::uint64_t>(); left != 0; --left) {
    HeaderPlace place{.label = record.text()};
    place.identity = read_identity(record);
    place.settled = record.number<std::uint32_t>() != 0;
    if (record.number<std::uint32_t>() != 0) place.content = read_digest(record);
    manifest.places.push_back(std::move(place));
  }
  return manifest;
}

}  // namespace duet::cache
