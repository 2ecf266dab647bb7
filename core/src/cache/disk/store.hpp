#pragma once

#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <duet/cache.hpp>

#include "base/digest.hpp"
#include "compile/compiler_info.hpp"
#include "direct_entry.hpp"
#include "directory.hpp"
#include "entry.hpp"
#include "entry_lock.hpp"
#include "options.hpp"
#include "program/header_manifest.hpp"

namespace duet::cache {

class Counters;
class DirectoryError;

/// The folder of compiled programs. Errors are counted and reported through the options' callback;
/// the operation then behaves as for an empty folder.
/// Thread-safety: all members can be called from any thread.
class Store {
 public:
  Store(StoreOptions options, Counters& counters);

  const StoreOptions& options() const noexcept { return options_; }
  /// Why the folder is not used, or the last failure of it; empty if there is none.
  std::string problem() const;
  bool is_used() const noexcept { return options_.mode != CacheMode::off; }

  /// Opens the folder if it exists and the cache is used. Otherwise it is created at first use.
  /// @returns whether it is open. @throws std::exception; strong exception guarantee
  bool open_existing();

  /// @param key  the key material of `digest`
  std::optional<Entry> find(const Digest& digest, const std::string& key);
  void insert(const Digest& digest, const std::string& key, const std::string& name,
              const Code& code);
  /// Removes an unusable entry and counts it as damaged.
  void discard(const Digest& digest);

  /// @returns nothing if the folder does not support locks or is only read
  std::optional<EntryLock> lock(const Digest& digest);

  /// @param key  made by `direct_key`
  std::optional<DirectEntry> find_direct(const std::string& key);
  void insert_direct(const std::string& key, const DirectEntry& entry);
  /// Removes an unusable direct entry and counts it as damaged.
  void discard_direct(const std::string& key);

  /// @param key  see CompilerEnvironment::key
  std::optional<CompilerInfo> find_compiler_info(const std::string& key);
  void insert_compiler_info(const std::string& key, const CompilerInfo& info);
  std::optional<HeaderManifest> find_manifest(const std::string& key);
  void insert_manifest(const std::string& key, const HeaderManifest& manifest);
  /// Which of `count` possibilities was found to be the best.
  std::optional<std::size_t> find_choice(const std::string& key, std::size_t count);
  void insert_choice(const std::string& key, std::size_t index);

  /// Lists the programs, most recently used first. @throws DirectoryError
  std::vector<CachedProgram> list(
      const std::function<void(std::size_t done, std::size_t total)>& progress = {});
  /// Removes all files of the cache. @returns the number of programs. @throws DirectoryError
  std::uint64_t clear();

 private:
  template <typename Action>
  auto with_directory(Action&& action) -> decltype(action(std::declval<const Directory&>()));
  template <typename Action>
  auto with_file(const std::string& name, Action&& action)
      -> decltype(action(std::declval<const Directory&>()));
  std::shared_ptr<const Directory> directory();
  void close_after(const DirectoryError& error) noexcept;
  void close() noexcept;
  std::optional<Directory::Content> read(const std::string& name);
  template <typename Parse>
  auto read_parsed(const std::string& name, Parse&& parse)
      -> std::optional<decltype(parse(std::declval<Directory::Content>()))>;
  bool is_touch_due(Directory::Time used) const;
  void touch(std::initializer_list<std::string> names);
  void remove_damaged(const std::string& name);
  bool write(const std::string& name, const std::string& text);
  void make_room(const Directory& directory, std::uint64_t added);
  bool is_new(const std::string& cause);
  void report_obstacle(const std::string& name, const std::exception& error);
  void report_damaged(const std::string& name, const std::exception& error);

  const StoreOptions options_;
  Counters& counters_;
  mutable std::mutex mutex_{};  ///< guards the following members
  std::shared_ptr<const Directory> directory_{};
  bool unusable_ = false;
  std::string problem_{};
  std::set<std::string> reported_{};  ///< causes of warnings; files with obstacles in their place
  std::uint64_t written_since_scan_ = UINT64_MAX;  ///< the first write starts a scan
};

}  // namespace duet::cache
