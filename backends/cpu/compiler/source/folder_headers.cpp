#include "folder_headers.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "program/header_manifest.hpp"
#include "program/macros.hpp"

namespace duet::cpu {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view copies_folder = "copies";

struct FolderHeader {
  std::string place;  ///< folder index and path in it: "2/math/shape.hpp"
  std::string path;
  std::string text;
};

bool stays_inside(const fs::path& place) {
  int depth = 0;
  for (const fs::path& part : place) {
    depth += part == ".." ? -1 : part == "." ? 0 : 1;
    if (depth < 1) return false;  // the first part is the folder's index
  }
  return place.is_relative();
}

std::vector<FolderHeader> folder_headers(const Program& program,
                                         std::span<const std::string> folders) {
  std::vector<Header> in_memory;
  for (const NamedText& header : program.headers) in_memory.push_back({header.name, header.text});
  const HeaderManifest manifest =
      read_headers(program.name, program.source, in_memory, {}, folders, {});
  std::vector<FolderHeader> headers;
  for (const HeaderCandidate& header : manifest.candidates) {
    if (!header.content || !stays_inside(header.label)) continue;
    std::ifstream file(header.identity.path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    headers.push_back({header.label, header.identity.path, std::move(text)});
  }
  return headers;
}

}  // namespace

FolderCopies copy_folder_headers(const Program& program, std::span<const std::string> folders,
                                 KernelForm form, const TemporaryFolder& to) {
  if (folders.empty()) return {};
  FolderCopies copies;
  bool has_changes = false;
  std::vector<FolderHeader> headers = folder_headers(program, folders);
  for (FolderHeader& header : headers) {
    std::string rewritten = rewrite_source(header.text, form);
    has_changes |= rewritten != header.text;
    copies.texts.push_back(std::exchange(header.text, std::move(rewritten)));
  }
  if (!has_changes) return copies;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    copies.options.push_back("-I" + to.file(fmt::format("{}/{}", copies_folder, i)));
  }
  std::set<std::string> places;
  for (const FolderHeader& header : headers) {
    to.write(fmt::format("{}/{}", copies_folder, header.place),
             fmt::format("# 1 {}\n{}", duet::quoted(header.path), header.text));
    places.insert(fs::path(header.path).parent_path().string());
  }
  // For headers that include files outside of the folders by relative paths.
  for (const std::string& place : places) copies.options.push_back("-idirafter" + place);
  return copies;
}

}  // namespace duet::cpu
