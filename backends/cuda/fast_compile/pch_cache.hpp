#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "system/file_descriptor.hpp"
#include "system/temporary_folder.hpp"

namespace duet::vendor {

/// NVRTC's precompiled headers: files with its own declarations, for programs with the same
/// options. Only this process can use a file: it is unlinked and kept by its descriptor.
class PchCache {
 public:
  /// Never destroyed, since other threads may still compile when the process ends.
  static PchCache& of_this_process();

  /// How to compile a program.
  enum class Step {
    nothing,
    make,  ///< the compilation creates the file
    use
  };
  struct Plan {
    Step step = Step::nothing;
    std::string file{};  ///< a path
    /// Step::use: keeps the file open.
    std::shared_ptr<const FileDescriptor> made{};
    /// Step::make: the file's folder.
    std::unique_ptr<const TemporaryFolder> folder{};
  };
  /// @param key  the options
  Plan plan(const std::string& key);
  /// Ends a plan of Step::make. @param succeeded  whether the program compiled
  void finish(const std::string& key, Plan plan, bool succeeded);
  /// Turns precompiled headers off. Called if NVRTC refuses a file.
  void give_up();

 private:
  struct Entry {
    std::shared_ptr<const FileDescriptor> made{};
    bool is_being_made = false;
    unsigned failures = 0;
    std::uint64_t last_used = 0;
  };
  void evict();

  std::mutex mutex_{};
  std::map<std::string, Entry> entries_{};
  std::uint64_t uses_ = 0;
  bool is_off_ = false;
};

}  // namespace duet::vendor
