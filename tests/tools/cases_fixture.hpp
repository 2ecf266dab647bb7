#pragma once

#include <filesystem>
#include <string>

#include "command_fixture.hpp"

/// Runs commands on cases and changes their files.
class CasesCommand : public CommandTest {
 protected:
  std::string read(const std::string& name) const { return duet::tool::read_text(folder_ / name); }
  void replace(const std::string& name, const std::string& old, const std::string& text) const {
    std::string content = read(name);
    const std::size_t at = content.find(old);
    ASSERT_NE(at, std::string::npos) << old << " in " << name;
    write(name, content.replace(at, old.size(), text));
  }
  void flip_last_byte(const std::string& name) const {
    std::string content = read(name);
    content.back() = static_cast<char>(content.back() ^ 0x40);
    write(name, content);
  }
  /// The first file whose path begins with `start`.
  std::string file(const std::string& start) const {
    const std::filesystem::path path(start);
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / path.parent_path()))
      if (entry.path().filename().string().starts_with(path.filename().string()))
        return (path.parent_path() / entry.path().filename()).string();
    return "no file " + start;
  }
};
