#include "store.hpp"

#include <algorithm>
#include <numeric>
#include <system_error>
#include <utility>

#include <duet/kernel.hpp>

#include <fmt/format.h>

#include "counters.hpp"
#include "options.hpp"

namespace duet::cache {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view program_suffix = ".kernels";
constexpr std::string_view manifest_suffix = ".headers";
constexpr std::string_view facts_suffix = ".compiler";

std::string file_name(const Digest& digest, std::string_view suffix) {
  return to_hex(digest).append(suffix);
}

bool is_own(const std::string& name) {
  return name.ends_with(program_suffix) || name.ends_with(manifest_suffix) ||
         name.ends_with(facts_suffix) || name.starts_with(unfinished_prefix);
}

/// What a writer that was killed has left.
bool is_abandoned(const Directory::File& file) {
  return file.name.starts_with(unfinished_prefix) &&
         std::chrono::system_clock::now() - file.used > 1h;
}

}  // namespace

Store::Store(CacheOptions options, Counters& counters)
    : options_(std::move(options)), counters_(counters) {}

std::shared_ptr<const Directory> Store::directory() {
  const std::lock_guard lock(mutex_);
  if (directory_ == nullptr && !unusable_) {
    unusable_ = true;  // unless the next line returns
    if (options_.directory.empty()) {
      throw std::system_error(std::make_error_code(std::errc::no_such_file_or_directory),
                              "neither DUET_CACHE_DIR, XDG_CACHE_HOME nor HOME is set");
    }
    directory_ = std::make_shared<const Directory>(options_.directory);
    unusable_ = false;
  }
  return directory_;
}

/// After a failure the folder is opened anew: it may have been removed and will be made again.
void Store::close_after(const std::exception& error) noexcept {
  ++counters_.failures;
  {
    const std::lock_guard lock(mutex_);
    directory_.reset();
  }
  try {
    warn(options_, fmt::format("the kernel cache is not used: {}", error.what()));
  } catch (...) {
    // Too little memory for a warning.
  }
}

template <typename Action>
auto Store::guarded(Action&& action) -> decltype(action(std::declval<const Directory&>())) {
  using Result = decltype(action(std::declval<const Directory&>()));
  if (!is_used()) return Result();
  try {
    if (const auto open = directory()) return action(*open);
  } catch (const std::system_error& error) {
    close_after(error);
  }
  return Result();
}

std::optional<std::vector<std::byte>> Store::read(const std::string& name) {
  return guarded([&](const Directory& open) { return open.read(name); });
}

void Store::write(const std::string& name, const std::string& text) {
  if (options_.mode != CacheMode::on || text.size() > options_.max_bytes) return;
  guarded([&](const Directory& open) {
    open.write(name, text);
    counters_.bytes_written += text.size();
    make_room(open, text.size());
  });
}

void Store::make_room(const Directory& open, std::uint64_t added) {
  constexpr std::uint64_t surveys = 32;  // while the folder fills once
  {
    const std::lock_guard lock(mutex_);
    const bool due = written_since_survey_ >= options_.max_bytes / surveys;
    written_since_survey_ = due ? 0 : written_since_survey_ + added;
    if (!due) return;
  }
  std::vector<Directory::File> files = open.list();
  std::erase_if(files, [](const Directory::File& file) { return !is_own(file.name); });
  std::ranges::sort(files, {}, &Directory::File::used);
  std::uint64_t total = 0;
  for (const Directory::File& file : files) total += file.bytes;
  const bool full = total > options_.max_bytes;
  const std::uint64_t goal = options_.max_bytes - options_.max_bytes / surveys;
  for (const Directory::File& file : files) {
    if (!is_abandoned(file) && (!full || total <= goal)) continue;
    if (open.remove(file.name)) ++counters_.evicted;
    total -= file.bytes;
  }
}

void Store::damaged(const std::string& name, const std::exception& error) {
  ++counters_.damaged;
  warn(options_, fmt::format("the kernel cache's file {} is replaced: {}", name, error.what()));
}

std::optional<Entry> Store::find(const Digest& digest, const std::string& key) {
  const std::string name = file_name(digest, program_suffix);
  const auto bytes = read(name);
  if (!bytes) return std::nullopt;
  try {
    Entry entry = parse_entry(*bytes);
    if (entry.key != key) throw LoadError(ErrorCode::load_failed, "it is kept for another program");
    counters_.bytes_read += bytes->size();
    if (options_.mode == CacheMode::on) {
      guarded([&](const Directory& open) { open.touch(name); });
    }
    return entry;
  } catch (const LoadError& error) {
    damaged(name, error);
    return std::nullopt;
  }
}

void Store::keep(const Digest& digest, const std::string& key, const std::string& name,
                 const Code& code) {
  write(file_name(digest, program_suffix), serialised(key, name, code));
}

void Store::discard(const Digest& digest) {
  ++counters_.damaged;
  if (options_.mode != CacheMode::on) return;
  guarded([&](const Directory& open) { (void)open.remove(file_name(digest, program_suffix)); });
}

std::optional<EntryLock> Store::lock(const Digest& digest) {
  if (options_.mode != CacheMode::on) return std::nullopt;
  return guarded([&](const Directory& open) -> std::optional<EntryLock> {
    return EntryLock(open, digest, options_.wait);
  });
}

std::optional<CompilerFacts> Store::find_facts() {
  const std::string key = compiler_choice();
  const std::string name = file_name(sha256(key), facts_suffix);
  const auto bytes = read(name);
  if (!bytes) return std::nullopt;
  try {
    return CompilerFacts::parse(unframed(*bytes, key));
  } catch (const LoadError& error) {
    damaged(name, error);
    return std::nullopt;
  }
}

void Store::keep_facts(const CompilerFacts& facts) {
  const std::string key = compiler_choice();
  write(file_name(sha256(key), facts_suffix), framed(key, facts.serialised()));
}

std::optional<HeaderManifest> Store::find_manifest(const std::string& key) {
  const std::string name = file_name(sha256(key), manifest_suffix);
  const auto bytes = read(name);
  if (!bytes) return std::nullopt;
  try {
    return HeaderManifest::parse(unframed(*bytes, key));
  } catch (const LoadError& error) {
    damaged(name, error);
    return std::nullopt;
  }
}

void Store::keep_manifest(const std::string& key, const HeaderManifest& manifest) {
  write(file_name(sha256(key), manifest_suffix), framed(key, manifest.serialised()));
}

std::vector<CachedProgram> Store::list() {
  const Directory open(options_.directory);
  std::vector<CachedProgram> programs;
  for (const Directory::File& file : open.list()) {
    if (!file.name.ends_with(program_suffix)) continue;
    CachedProgram program{.file = file.name, .bytes = file.bytes, .used = file.used};
    try {
      const auto bytes = open.read(file.name);
      if (!bytes) continue;  // removed meanwhile
      const Entry entry = parse_entry(*bytes);
      if (file_name(sha256(entry.key), program_suffix) != file.name) {
        throw_load_error("the file has another program's name");
      }
      program.name = entry.name;
      program.architecture = entry.code.architecture;
      program.milliseconds = entry.code.milliseconds;
      for (const KernelInfo& kernel : read_kernels(entry.code.bytes)) {
        const auto expression = std::ranges::find_if(
            entry.code.lowered_names, [&](const auto& pair) { return pair.second == kernel.name; });
        program.kernels.push_back(expression == entry.code.lowered_names.end() ? kernel.name
                                                                               : expression->first);
      }
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
    const bool in_work = file.name.starts_with(unfinished_prefix) && !is_abandoned(file);
    if (!is_own(file.name) || in_work || !open.remove(file.name)) continue;
    if (file.name.ends_with(program_suffix)) ++programs;
  }
  return programs;
}

}  // namespace duet::cache
