#pragma once

#include <duet/cache.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <vector>

#include "temporary_folder.hpp"

namespace duet::test {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The environment variable that passes the cache folder to a child process.
inline constexpr const char* folder_variable = "DUET_TEST_JIT_FOLDER";

/// Gives the test a cache folder of its own. The destructor restores the cache options.
class CacheFolder {
 public:
  explicit CacheFolder(CacheMode mode = CacheMode::on) { use(mode); }
  CacheFolder(const CacheFolder&) = delete;
  CacheFolder& operator=(const CacheFolder&) = delete;
  ~CacheFolder() { set_cache_options(before_); }

  void use(CacheMode mode, std::uint64_t max_bytes = std::uint64_t{1} << 30) {
    use({.mode = mode, .directory = path(), .max_bytes = max_bytes});
  }
  void use(CacheOptions options) {
    options.warn = [this](std::string_view text) {
      const std::lock_guard lock(mutex_);
      warnings_.emplace_back(text);
    };
    set_cache_options(std::move(options));
  }

  std::filesystem::path path() const { return folder_.path() / "cache"; }

  /// The entries with compiled programs.
  std::vector<std::filesystem::path> programs() const { return files(".kernels"); }
  /// The entries that a new process reads first.
  std::vector<std::filesystem::path> direct_entries() const { return files(".direct"); }
  void remove_direct_entries() const {
    for (const std::filesystem::path& file : direct_entries()) std::filesystem::remove(file);
  }

  std::vector<std::filesystem::path> files(const std::string& ending) const {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(path())) {
      if (entry.path().extension() == ending) found.push_back(entry.path());
    }
    return found;
  }

  std::vector<std::string> warnings() const {
    const std::lock_guard lock(mutex_);
    return warnings_;
  }

 private:
  TemporaryFolder folder_{};
  CacheOptions before_ = cache_options();
  mutable std::mutex mutex_{};
  std::vector<std::string> warnings_{};
};

}  // namespace duet::test
