#include "kernel_cache.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/log.hpp"
#include "cache/disk/directory_error.hpp"
#include "compile/compile_target.hpp"
#include "compile/toolkit.hpp"
#include "driver/device_state.hpp"
#include "module/loadable_code.hpp"
#include "module/module_state.hpp"
#include "program/header_pool.hpp"
#include "program_key.hpp"
#include "warm_up.hpp"

namespace duet::cache {

namespace {

Code compile_for(const Program& program, const std::vector<std::string>& toolkit,
                 const vendor::Target& device_target) {
  const vendor::Target target = vendor::parse_target(device_target.architecture);
  if (!program.options.toolkit_headers) return compile_target(program, target);
  return compile_target(with_toolkit(program, toolkit), target);
}

/// Lets `jit` see when the headers change.
Module with_headers(Module module, const Program& program, const HeaderManifest& headers) {
  if (!program.options.include_dirs.empty())
    module.state().headers = std::make_shared<const HeaderManifest>(headers);
  return module;
}

/// Opening a device takes 200 ms. The warm-up adds little to that and halves the time to the first
/// kernel. Statically linked programs that do not use the cache do not contain this file.
[[maybe_unused]] const bool warms_up_with_device = [] {
  set_device_hook([]() noexcept { KernelCache::instance().warm_up(); });
  return true;
}();

}  // namespace

KernelCache& KernelCache::instance() {
  static KernelCache& cache = *new KernelCache;
  return cache;
}

std::shared_ptr<Store> KernelCache::store() {
  const std::lock_guard lock(mutex_);
  if (store_ == nullptr)
    store_ = std::make_shared<Store>(StoreOptions::from_environment(), counters_);
  return store_;
}

void KernelCache::use(CacheOptions options) {
  auto store = std::make_shared<Store>(StoreOptions::from(std::move(options)), counters_);
  const std::lock_guard lock(mutex_);
  store_ = std::move(store);
  restricted_store_.reset();
}

std::shared_ptr<Store> KernelCache::store(const Program& program) {
  std::shared_ptr<Store> usual = store();
  if (program.cache >= usual->options().mode) return usual;
  const std::lock_guard lock(mutex_);
  if (restricted_store_ == nullptr || restricted_store_->options().mode != program.cache) {
    StoreOptions options = usual->options();
    options.mode = program.cache;
    restricted_store_ = std::make_shared<Store>(std::move(options), counters_);
  }
  return restricted_store_;
}

/// Each reason is told once in a process; many programs may have the same.
void KernelCache::tell_bypass(const Store& store, const Program& program,
                              const std::string& reason) {
  ++counters_.bypasses;
  {
    const std::lock_guard lock(mutex_);
    if (!told_.insert(reason).second) return;
  }
  warn(store.options(),
       fmt::format("the code of '{}' is not stored in the kernel cache, and each process compiles "
                   "it again: {}",
                   program.name, reason));
}

void KernelCache::warm_up() noexcept {
  try {
    const std::shared_ptr<Store> store = this->store();
    if (!store->open_existing()) return;
    const auto known = compiler(*store, compiler_choice(), IfUnknown::leave);
    if (known == nullptr) return;
    warm_up_lookup(*store, *known);
    const std::lock_guard lock(mutex_);
    validated_files_ = known->dependencies();
  } catch (const std::exception&) {
    // `load` reports the same error.
  }
}

/// @returns null if it is unknown and `if_unknown` is `leave`
std::shared_ptr<const KnownCompiler> KernelCache::compiler(Store& store,
                                                           const CompilerChoice& choice,
                                                           IfUnknown if_unknown) {
  {
    const std::lock_guard lock(mutex_);
    if (compiler_ != nullptr && compiler_->environment.settings == choice.settings)
      return compiler_;
  }
  CompilerEnvironment environment(choice);
  const std::string key = environment.key();
  std::optional<CompilerInfo> info = store.find_compiler_info(key);
  if (!info || !duet::is_current(*info)) {
    if (if_unknown == IfUnknown::leave) return nullptr;
    info = CompilerInfo::query();
    store.insert_compiler_info(key, *info);
  }
  auto known = std::make_shared<const KnownCompiler>(
      KnownCompiler{.environment = std::move(environment), .info = *std::move(info)});
  const std::lock_guard lock(mutex_);
  compiler_ = known;
  return known;
}

void KernelCache::forget_compiler() {
  const std::lock_guard lock(mutex_);
  compiler_.reset();
  validated_files_.clear();
  toolkit_ = {};
}

/// Checks the compiler's files once per process and the headers each time.
bool KernelCache::is_current(const DirectEntry& entry) {
  const auto is_known = [&] {
    const std::lock_guard lock(mutex_);
    return validated_files_ == entry.compiler;
  };
  if (!is_known()) {
    if (!are_current(entry.compiler)) return false;
    const std::lock_guard lock(mutex_);
    validated_files_ = entry.compiler;
  }
  return duet::is_current(entry.headers) && toolkit(entry.toolkit.folders) == entry.toolkit;
}

/// Loads code from disk. If the driver rejects it, for example an older driver than the one it was
/// compiled for, discards it, so that it is compiled again.
template <typename Load, typename Discard>
std::optional<Module> KernelCache::load_or_discard(double milliseconds, Load&& load,
                                                   Discard&& discard) {
  try {
    Module module = load();
    ++counters_.disk_hits;
    counters_.milliseconds_saved += milliseconds;
    return module;
  } catch (const LoadError& error) {
    if (error.code() == ErrorCode::out_of_memory) throw;
    log(LogLevel::info, "a cached kernel is compiled again: {}", error.what());
    discard();
    return std::nullopt;
  }
}

std::optional<Module> KernelCache::find_direct(Store& store, const Device& device,
                                               const std::string& key, const Program& program) {
  std::optional<DirectEntry> entry = store.find_direct(key);
  if (!entry || !is_current(*entry)) return std::nullopt;
  return load_or_discard(
      entry->milliseconds,
      [&] {
        return with_headers(duet::load(device, std::move(entry->code)), program, entry->headers);
      },
      [&] { store.discard_direct(key); });
}

/// @returns the code and whether it can be cached
std::pair<Code, bool> KernelCache::compile(const Store& store, const Program& program,
                                           const ToolkitState& toolkit,
                                           const vendor::Target& target, const CompilerInfo& info,
                                           const ProgramKey& key) {
  ++counters_.misses;
  Code code = compile_for(program, toolkit.folders, target);
  if (!key.is_complete()) tell_bypass(store, program, key.incompleteness());
  if (!key.is_complete()) return {std::move(code), false};
  // A file that changed during the compilation may or may not have been read before the change.
  if (!duet::is_current(info)) {
    forget_compiler();
    return {std::move(code), false};
  }
  const bool same_toolkit = ToolkitState::scan(toolkit.folders) == toolkit;
  if (!same_toolkit) forget_compiler();
  return {std::move(code), same_toolkit && key.is_current()};
}

Module KernelCache::load_by_key(Store& store, const Device& device, const Program& program,
                                const ToolkitState& toolkit, const KnownCompiler& known,
                                const std::string& direct_key) {
  const vendor::Target target = target_of(program, device, known.info.architectures);
  const ManifestStorage manifests{
      .read = [&](const std::string& key) { return store.find_manifest(key); },
      .write = [&](const std::string& key,
                   const HeaderManifest& manifest) { store.insert_manifest(key, manifest); }};
  const ProgramKey key(program, toolkit, target, known.info, manifests);
  const auto insert_direct = [&](LoadableCode code, double milliseconds) {
    store.insert_direct(direct_key, {.compiler = known.dependencies(),
                                     .headers = key.headers(),
                                     .toolkit = toolkit,
                                     .program = key.digest(),
                                     .milliseconds = milliseconds,
                                     .code = std::move(code)});
  };
  const auto find = [&]() -> std::optional<Module> {
    const std::optional<Entry> entry = store.find(key.digest(), key.material());
    if (!entry) return std::nullopt;
    const double milliseconds = entry->code.milliseconds;
    LoadableCode code;
    std::optional<Module> module = load_or_discard(
        milliseconds,
        [&] {
          code = loadable_code(device, entry->code);
          return duet::load(device, code);
        },
        [&] { store.discard(key.digest()); });
    if (module) insert_direct(std::move(code), milliseconds);
    return module;
  };

  const auto found = [&](Module module) {
    return with_headers(std::move(module), program, key.headers());
  };

  std::optional<EntryLock> lock;
  if (key.is_complete()) {
    if (std::optional<Module> module = find()) return found(*std::move(module));
    lock = store.lock(key.digest());
    if (lock && lock->waited()) {
      ++counters_.waits;
      if (std::optional<Module> module = find()) return found(*std::move(module));
    }
  }
  const auto [compiled, is_cacheable] = compile(store, program, toolkit, target, known.info, key);
  if (is_cacheable) store.insert(key.digest(), key.material(), program.name, compiled);
  lock.reset();
  LoadableCode code = loadable_code(device, compiled);
  Module module = duet::load(device, code);
  if (is_cacheable) insert_direct(std::move(code), compiled.milliseconds);
  return found(std::move(module));
}

/// The state of the toolkit is read once per process, like the compiler's.
ToolkitState KernelCache::toolkit(Store& store, const Program& program,
                                  const CompilerChoice& choice) {
  if (!program.options.toolkit_headers) return {};
  return toolkit(toolkit_folders(compiler(store, choice)->info.path, program.options.toolkit_dir));
}

ToolkitState KernelCache::toolkit(std::vector<std::string> folders) {
  {
    const std::lock_guard lock(mutex_);
    if (folders.empty() || toolkit_.folders == folders)
      return folders.empty() ? ToolkitState() : toolkit_;
  }
  ToolkitState state = ToolkitState::scan(std::move(folders));
  const std::lock_guard lock(mutex_);
  toolkit_ = state;
  return state;
}

/// @param named  a direct entry's key in place of the program's own; may be empty
Module KernelCache::load(Store& store, const Device& device, const Program& program,
                         const CompilerChoice& choice, const std::string& named) {
  check_header_choice(program);
  if (!store.is_used()) {
    ++counters_.misses;
    const std::shared_ptr<const KnownCompiler> known = compiler(store, choice);
    const CompilerInfo& info = known->info;
    const std::vector<std::string> folders =
        program.options.toolkit_headers ? toolkit_folders(info.path, program.options.toolkit_dir)
                                        : std::vector<std::string>();
    const vendor::Target target = target_of(program, device, info.architectures);
    const auto compiled = [&] { return Module(device, compile_for(program, folders, target)); };
    if (program.options.include_dirs.empty()) return compiled();
    const ManifestStorage none{.read = [](const std::string&) { return std::nullopt; },
                               .write = [](const std::string&, const HeaderManifest&) {}};
    const ProgramKey key(program, {}, target, info, none);
    return with_headers(compiled(), program, key.headers());
  }
  const ToolkitState toolkit = this->toolkit(store, program, choice);
  std::string key = named;
  if (named.empty()) {
    key = direct_key(program, toolkit, device.info().architecture, choice.settings);
    if (std::optional<Module> module = find_direct(store, device, key, program))
      return *std::move(module);
  }
  return load_by_key(store, device, program, toolkit, *compiler(store, choice), key);
}

Module KernelCache::load(const Device& device, const Program& program) {
  return load(*store(program), device, program, compiler_choice(), {});
}

Module KernelCache::load(const Device& device, const std::string& named,
                         const std::function<Program()>& build) {
  const CompilerChoice choice = compiler_choice();
  const std::string key = named_key(named, device.info().architecture, choice.settings);
  if (const std::shared_ptr<Store> store = this->store(); store->is_used()) {
    if (std::optional<Module> module = find_direct(*store, device, key, {}))
      return *std::move(module);
  }
  Program program = build();
  Module module = load(*store(program), device, program, choice, key);
  share(program.headers);
  module.state().program = std::make_shared<const Program>(std::move(program));
  return module;
}

}  // namespace duet::cache

namespace duet {

using cache::DirectoryError;
using cache::KernelCache;

CacheOptions cache_options() {
  return KernelCache::instance().store()->options().to_cache_options();
}

void set_cache_options(CacheOptions options) { KernelCache::instance().use(std::move(options)); }

std::string cache_problem() { return KernelCache::instance().store()->problem(); }

CacheStatistics cache_statistics() { return KernelCache::instance().counters().read(); }

std::vector<CachedProgram> list_cache(
    const std::function<void(std::size_t done, std::size_t total)>& progress) {
  try {
    return KernelCache::instance().store()->list(progress);
  } catch (const DirectoryError& error) {
    throw Error(ErrorCode::io, std::string("the kernel cache cannot be read: ") + error.what());
  }
}

std::uint64_t clear_cache() {
  try {
    return KernelCache::instance().store()->clear();
  } catch (const DirectoryError& error) {
    throw Error(ErrorCode::io, std::string("the kernel cache cannot be cleared: ") + error.what());
  }
}

}  // namespace duet
