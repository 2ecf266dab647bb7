#pragma once

#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
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

/// The folder of compiled programs. Whatever goes wrong with it is counted and told to the options'
/// callback, and then there was nothing in it. Thread-safety: all members.
class Store {
 public:
  Store(StoreOptions options, Counters& counters);

  const StoreOptions& options() const noexcept { return options_; }
  bool is_used() const noexcept { return options_.mode != CacheMode::off; }

  /// Opens the folder if it is used and there; else it is made when it is needed.
  /// @returns whether it is open. @throws std::exception, after which nothing is different
  bool open_existing();

  /// @param key  what `digest` was made of
  std::optional<Entry> find(const Digest& digest, const std::string& key);
  void keep(const Digest& digest, const std::string& key, const std::string& name,
            const Code& code);
  /// For an entry that turned out to be of no use. Counts it as damaged.
  void discard(const Digest& digest);

  /// Nothing if the folder takes no locks or is only read.
  std::optional<EntryLock> lock(const Digest& digest);

  /// @param key  as direct_key() makes it
  std::optional<DirectEntry> find_direct(const std::string& key);
  void keep_direct(const std::string& key, const DirectEntry& entry);
  /// Like `discard`.
  void discard_direct(const std::string& key);

  /// @param key  of the compiler's origin
  std::optional<CompilerInfo> find_facts(const std::string& key);
  void keep_facts(const std::string& key, const CompilerInfo& facts);
  std::optional<HeaderManifest> find_manifest(const std::string& key);
  void keep_manifest(const std::string& key, const HeaderManifest& manifest);

  /// For people. @throws std::system_error
  std::vector<CachedProgram> list();
  std::uint64_t clear();

 private:
  template <typename Action>
  auto guarded(Action&& action) -> decltype(action(std::declval<const Directory&>()));
  std::shared_ptr<const Directory> directory();
  void close_after(const std::exception& error) noexcept;
  std::optional<Directory::Content> read(const std::string& name);
  template <typename Parse>
  auto parsed(const std::string& name, Parse&& parse)
      -> std::optional<decltype(parse(std::declval<Directory::Content>()))>;
  bool is_note_due(Directory::Time used) const;
  void note_use(std::initializer_list<std::string> names);
  void remove_damaged(const std::string& name);
  void write(const std::string& name, const std::string& text);
  void make_room(const Directory& directory, std::uint64_t added);
  void damaged(const std::string& name, const std::exception& error);

  const StoreOptions options_;
  Counters& counters_;
  std::mutex mutex_{};  ///< guards what follows
  std::shared_ptr<const Directory> directory_{};
  bool unusable_ = false;
  std::uint64_t written_since_survey_ = UINT64_MAX;  ///< so that the first file leads to one
};

}  // namespace duet::cache
