#include "store.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <duet/kernel.hpp>

#include <fmt/format.h>

#include "counters.hpp"
#include "directory_error.hpp"

namespace duet::cache {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view program_suffix = ".kernels";
constexpr std::string_view direct_suffix = ".direct";
constexpr std::string_view manifest_suffix = ".headers";
constexpr std::string_view compiler_suffix = ".compiler";
constexpr std::string_view choice_suffix = ".choice";

std::string file_name(const Digest& digest, std::string_view suffix) {
  return to_hex(digest).append(suffix);
}

std::string direct_name(const std::string& key) { return hash_name(key).append(direct_suffix); }

std::string file_name(const std::string& key, std::string_view suffix) {
  return file_name(sha256(key), suffix);
}

bool is_cache_file(const std::string& name) {
  return name.ends_with(program_suffix) || name.ends_with(direct_suffix) ||
         name.ends_with(manifest_suffix) || name.ends_with(compiler_suffix) ||
         name.ends_with(choice_suffix) || name.starts_with(temporary_prefix);
}

/// The time between a file's last use and now. Positive also if the clock was set back since then.
Directory::Time::duration time_since(Directory::Time used) {
  return std::chrono::abs(std::chrono::system_clock::now() - used);
}

/// Whether a file is a temporary one of a killed writer.
bool is_stale(const Directory::File& file) {
  return file.name.starts_with(temporary_prefix) && time_since(file.used) > 1h;
}

/// The names of the kernels. Those of another backend, which may share the folder, are as far as
/// they were listed.
std::vector<std::string> kernels_of(const Code& code) {
  std::vector<std::string> names;
  try {
    for (const KernelInfo& kernel : read_kernels(code.bytes)) {
      const auto expression = std::ranges::find_if(
          code.lowered_names, [&](const auto& pair) { return pair.second == kernel.name; });
      names.push_back(expression == code.lowered_names.end() ? kernel.name : expression->first);
    }
  } catch (const LoadError&) {
    for (const auto& [expression, name] : code.lowered_names) names.push_back(expression);
  }
  return names;
}

}  // namespace

Store::Store(StoreOptions options, Counters& counters)
    : options_(std::move(options)), counters_(counters) {}

bool Store::open_existing() {
  const std::lock_guard lock(mutex_);
  const bool is_to_open = directory_ == nullptr && !unusable_ && is_used();
  if (is_to_open && identify(options_.directory)) {
    directory_ = std::make_shared<const Directory>(options_.directory);
  }
  return directory_ != nullptr;
}

std::shared_ptr<const Directory> Store::directory() {
  const std::lock_guard lock(mutex_);
  if (directory_ == nullptr && !unusable_) {
    unusable_ = true;  // until the folder is open
    directory_ = std::make_shared<const Directory>(options_.directory);
    unusable_ = false;
  }
  return directory_;
}

std::string Store::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

void Store::close() noexcept {
  const std::lock_guard lock(mutex_);
  directory_.reset();
}

/// Whether nothing was reported of a cause yet.
bool Store::is_new(const std::string& cause) {
  const std::lock_guard lock(mutex_);
  return reported_.insert(cause).second;
}

/// Closes the folder after an error. The next use opens or creates it again.
void Store::close_after(const DirectoryError& error) noexcept {
  ++counters_.failures;
  try {
    const std::lock_guard lock(mutex_);
    directory_.reset();
    problem_ = error.what();
  } catch (...) {
    // Not enough memory for the text.
  }
  try {
    if (is_new(error.cause()))
      warn(options_, fmt::format("the kernel cache is not used: {}", error.what()));
  } catch (...) {
    // Not enough memory to format the warning.
  }
}

template <typename Action>
auto Store::with_directory(Action&& action) -> decltype(action(std::declval<const Directory&>())) {
  using Result = decltype(action(std::declval<const Directory&>()));
  if (!is_used()) return Result();
  for (bool may_retry = true;; may_retry = false) {
    std::shared_ptr<const Directory> open;
    try {
      open = directory();
      return open == nullptr ? Result() : action(*open);
    } catch (const DirectoryError& error) {
      if (may_retry && open != nullptr && error.is_missing()) {
        close();  // it was removed; `directory` makes it again
        continue;
      }
      close_after(error);
      return Result();
    }
  }
}

/// Does the same for an action on one file. What stands in the file's place is reported once, and
/// does not keep other files from being used.
template <typename Action>
auto Store::with_file(const std::string& name, Action&& action)
    -> decltype(action(std::declval<const Directory&>())) {
  return with_directory([&](const Directory& open) -> decltype(action(open)) {
    try {
      return action(open);
    } catch (const DirectoryError& error) {
      if (!error.is_obstacle()) throw;
      report_obstacle(name, error);
      return decltype(action(open))();
    }
  });
}

void Store::report_obstacle(const std::string& name, const std::exception& error) {
  if (!is_new(name)) return;
  ++counters_.damaged;
  warn(options_, fmt::format("a file of the kernel cache is passed over: {}", error.what()));
}

std::optional<Directory::Content> Store::read(const std::string& name) {
  return with_file(name, [&](const Directory& open) { return open.read(name); });
}

/// @returns whether the folder has the file
bool Store::write(const std::string& name, const std::string& text) {
  if (options_.mode != CacheMode::on) return false;
  const std::uint64_t limit = std::min(options_.max_bytes, most_file_bytes);
  if (text.size() > limit) {
    if (is_new("size")) {
      warn(options_, fmt::format("the kernel cache does not store a file of {} bytes: it holds {} "
                                 "bytes at most (DUET_CACHE_MAX_SIZE)",
                                 text.size(), limit));
    }
    return false;
  }
  return with_file(name, [&](const Directory& open) {
    open.write(name, text);
    counters_.bytes_written += text.size();
    make_room(open, text.size());
    return true;
  });
}

void Store::make_room(const Directory& open, std::uint64_t added) {
  constexpr std::uint64_t scans = 32;  // per max_bytes written
  {
    const std::lock_guard lock(mutex_);
    const bool is_due = written_since_scan_ >= options_.max_bytes / scans;
    written_since_scan_ = is_due ? 0 : written_since_scan_ + added;
    if (!is_due) return;
  }
  std::vector<Directory::File> files = open.list();
  std::erase_if(files, [](const Directory::File& file) { return !is_cache_file(file.name); });
  std::ranges::sort(files, {}, &Directory::File::used);
  std::uint64_t total = 0;
  for (const Directory::File& file : files) total += file.bytes;
  const bool full = total > options_.max_bytes;
  const std::uint64_t goal = options_.max_bytes - options_.max_bytes / scans;
  for (const Directory::File& file : files) {
    if (!is_stale(file) && (!full || total <= goal)) continue;
    if (open.remove(file.name)) ++counters_.evicted;
    total -= file.bytes;
  }
}

void Store::report_damaged(const std::string& name, const std::exception& error) {
  ++counters_.damaged;
  warn(options_, fmt::format("the kernel cache's file {} is replaced: {}", name, error.what()));
}

/// Reads and parses a file. @returns nothing if it does not exist or is damaged
template <typename Parse>
auto Store::read_parsed(const std::string& name, Parse&& parse)
    -> std::optional<decltype(parse(std::declval<Directory::Content>()))> {
  std::optional<Directory::Content> content = read(name);
  if (!content) return std::nullopt;
  try {
    return parse(*std::move(content));
  } catch (const LoadError& error) {
    report_damaged(name, error);
    return std::nullopt;
  }
}

/// The time of last use is updated at most once a minute, since that costs half as much as reading.
bool Store::is_touch_due(Directory::Time used) const {
  return options_.mode == CacheMode::on && time_since(used) >= 1min;
}

void Store::touch(std::initializer_list<std::string> names) {
  with_directory([&](const Directory& open) {
    for (const std::string& name : names) open.touch(name);
  });
}

std::optional<Entry> Store::find(const Digest& digest, const std::string& key) {
  const std::string name = file_name(digest, program_suffix);
  return read_parsed(name, [&](const Directory::Content& content) {
    Entry entry = parse_entry(content.bytes);
    if (entry.key != key) throw_load_error("it belongs to another program");
    counters_.bytes_read += content.bytes.size();
    if (is_touch_due(content.used)) touch({name});
    return entry;
  });
}

void Store::insert(const Digest& digest, const std::string& key, const std::string& name,
                   const Code& code) {
  if (write(file_name(digest, program_suffix), serialised(key, name, code))) ++counters_.stored;
}

void Store::remove_damaged(const std::string& name) {
  ++counters_.damaged;
  if (options_.mode != CacheMode::on) return;
  with_file(name, [&](const Directory& open) { (void)open.remove(name); });
}

void Store::discard(const Digest& digest) { remove_damaged(file_name(digest, program_suffix)); }

void Store::discard_direct(const std::string& key) { remove_damaged(direct_name(key)); }

std::optional<EntryLock> Store::lock(const Digest& digest) {
  if (options_.mode != CacheMode::on) return std::nullopt;
  return with_file("lock", [&](const Directory& open) -> std::optional<EntryLock> {
    return EntryLock(open, digest, options_.wait);
  });
}

std::optional<DirectEntry> Store::find_direct(const std::string& key) {
  const std::string name = direct_name(key);
  return read_parsed(name, [&](Directory::Content content) {
    counters_.bytes_read += content.bytes.size();
    DirectEntry entry = DirectEntry::parse(std::move(content.bytes), key);
    if (is_touch_due(content.used)) touch({name, file_name(entry.program, program_suffix)});
    return entry;
  });
}

void Store::insert_direct(const std::string& key, const DirectEntry& entry) {
  write(direct_name(key), entry.framed(key));
}

std::optional<CompilerInfo> Store::find_compiler_info(const std::string& key) {
  return read_parsed(file_name(key, compiler_suffix), [&](const Directory::Content& content) {
    return CompilerInfo::parse(unframed(content.bytes, key));
  });
}

void Store::insert_compiler_info(const std::string& key, const CompilerInfo& info) {
  write(file_name(key, compiler_suffix), framed(key, info.serialised()));
}

std::optional<HeaderManifest> Store::find_manifest(const std::string& key) {
  return read_parsed(file_name(key, manifest_suffix), [&](const Directory::Content& content) {
    return HeaderManifest::parse(unframed(content.bytes, key));
  });
}

void Store::insert_manifest(const std::string& key, const HeaderManifest& manifest) {
  write(file_name(key, manifest_suffix), framed(key, manifest.serialised()));
}

std::optional<std::size_t> Store::find_choice(const std::string& key, std::size_t count) {
  return read_parsed(file_name(key, choice_suffix), [&](const Directory::Content& content) {
    Deserializer record(unframed(content.bytes, key));
    const auto index = record.number<std::uint64_t>();
    if (!record.at_end() || index >= count) throw_load_error("it holds no choice");
    return static_cast<std::size_t>(index);
  });
}

void Store::insert_choice(const std::string& key, std::size_t index) {
  Serializer record;
  record.number(std::uint64_t{index});
  write(file_name(key, choice_suffix), framed(key, record.str()));
}

std::vector<CachedProgram> Store::list(
    const std::function<void(std::size_t done, std::size_t total)>& progress) {
  const Directory open(options_.directory);
  std::vector<CachedProgram> programs;
  std::vector<Directory::File> files = open.list();
  std::erase_if(files, [](const auto& file) { return !file.name.ends_with(program_suffix); });
  std::size_t done = 0;
  for (const Directory::File& file : files) {
    if (progress) progress(done++, files.size());
    CachedProgram program{.file = file.name, .bytes = file.bytes, .used = file.used};
    try {
      const auto content = open.read(file.name);
      if (!content) continue;  // removed concurrently
      const Entry entry = parse_entry(content->bytes);
      if (file_name(entry.key, program_suffix) != file.name) {
        throw_load_error("the file's name belongs to another key");
      }
      program.name = entry.name;
      program.architecture = entry.code.architecture;
      program.milliseconds = entry.code.milliseconds;
      program.kernels = kernels_of(entry.code);
    } catch (const std::exception& error) {
      program.problem = error.what();
    }
    programs.push_back(std::move(program));
  }
  std::ranges::sort(programs, std::ranges::greater(), &CachedProgram::used);
  return programs;
}

std::uint64_t Store::clear() {
  const Directory open(options_.directory);
  std::uint64_t programs = 0;
  for (const Directory::File& file : open.list()) {
    const bool is_in_use = file.name.starts_with(temporary_prefix) && !is_stale(file);
    if (!is_cache_file(file.name) || is_in_use || !open.remove(file.name)) continue;
    if (file.name.ends_with(program_suffix)) ++programs;
  }
  return programs;
}

}  // namespace duet::cache
