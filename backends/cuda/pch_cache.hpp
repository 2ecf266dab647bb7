#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "system/file_descriptor.hpp"
#include "system/temporary_folder.hpp"

namespace duet::vendor {

/// NVRTC's precompiled headers: what it keeps of the beginning of a program, for programs that
/// begin alike and are compiled with the same options.
///
/// NVRTC looks whether the directives are the same, not whether the headers are: what begins a
/// program here may only include headers that never change in a process. A file is of use to the
/// process that made it, so nobody else can get at it. It has no name.
class PchCache {
 public:
  /// Kept until the process ends: compilations may run in any thread then.
  static PchCache& of_this_process();

  /// What to do about a program.
  enum class Step {
    nothing,
    make,  ///< its compilation is to leave the file
    use
  };
  struct Plan {
    Step step = Step::nothing;
    std::string file{};  ///< a path
    /// To use: keeps the file there.
    std::shared_ptr<const FileDescriptor> made{};
    /// To make: where the file appears.
    std::unique_ptr<const TemporaryFolder> folder{};
  };
  /// @param key  the beginning and everything else that decides what the file has
  Plan plan(const std::string& key);
  /// After a plan to make. @param succeeded  whether the compilation did
  void finish(const std::string& key, Plan plan, bool succeeded);
  /// After a plan to use that failed, which does not happen to files that fit.
  void give_up();

 private:
  struct Entry {
    std::shared_ptr<const FileDescriptor> made{};
    bool is_being_made = false;
    unsigned failures = 0;
    std::uint64_t last_used = 0;
  };
  void forget_old_ones();

  std::mutex mutex_{};
  std::map<std::string, Entry> entries_{};
  std::uint64_t uses_ = 0;
  bool is_off_ = false;
};

}  // namespace duet::vendor
