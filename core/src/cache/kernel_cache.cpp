#include "kernel_cache.hpp"

#include <utility>

#include "compile_for.hpp"
#include "options.hpp"
#include "program_key.hpp"

namespace duet::cache {

KernelCache& KernelCache::instance() {
  static KernelCache& cache = *new KernelCache;
  return cache;
}

std::shared_ptr<Store> KernelCache::store() {
  const std::lock_guard lock(mutex_);
  if (store_ == nullptr) store_ = std::make_shared<Store>(options_of_environment(), counters_);
  return store_;
}

void KernelCache::use(CacheOptions options) {
  auto store = std::make_shared<Store>(std::move(options), counters_);
  const std::lock_guard lock(mutex_);
  store_ = std::move(store);
}

std::shared_ptr<const CompilerFacts> KernelCache::facts(Store& store) {
  {
    const std::lock_guard lock(mutex_);
    if (facts_ != nullptr) return facts_;
  }
  std::optional<CompilerFacts> facts = store.find_facts();
  if (!facts || !is_current(*facts)) {
    facts = CompilerFacts::ask();
    store.keep_facts(*facts);
  }
  auto shared = std::make_shared<const CompilerFacts>(*std::move(facts));
  const std::lock_guard lock(mutex_);
  facts_ = shared;
  return shared;
}

void KernelCache::forget_facts() {
  const std::lock_guard lock(mutex_);
  facts_.reset();
}

/// Code that the driver refuses, perhaps a newer driver than that of the process that kept it, is
/// compiled again.
std::optional<Module> KernelCache::find(Store& store, const Device& device, const ProgramKey& key) {
  const std::optional<Entry> entry = store.find(key.digest(), key.material());
  if (!entry) return std::nullopt;
  try {
    Module module(device, entry->code);
    ++counters_.disk_hits;
    counters_.milliseconds_saved += entry->code.milliseconds;
    return module;
  } catch (const LoadError& error) {
    if (error.code() == ErrorCode::out_of_memory) throw;
    store.discard(key.digest());
    return std::nullopt;
  }
}

Code KernelCache::compile(Store& store, const Program& program, const vendor::Target& target,
                          const CompilerFacts& facts, const ProgramKey& key) {
  ++counters_.misses;
  if (!key.is_complete()) ++counters_.bypasses;
  Code code = compile_for(program, vendor::parse_target(target.architecture));
  if (!key.is_complete()) return code;
  // What changed while it was compiled may or may not be in the code.
  if (!is_current(facts)) {
    forget_facts();
  } else if (key.is_current()) {
    store.keep(key.digest(), key.material(), program.name, code);
  }
  return code;
}

Module KernelCache::load(const Device& device, const Program& program) {
  const std::shared_ptr<Store> store = this->store();
  const std::shared_ptr<const CompilerFacts> facts = this->facts(*store);
  const vendor::Target target = vendor::target_for(device.info(), facts->architectures);
  if (!store->is_used()) {
    ++counters_.misses;
    return Module(device, compile_for(program, vendor::parse_target(target.architecture)));
  }
  const ManifestMemory memory{
      .read = [&](const std::string& key) { return store->find_manifest(key); },
      .write = [&](const std::string& key,
                   const HeaderManifest& manifest) { store->keep_manifest(key, manifest); }};
  const ProgramKey key(program, target, *facts, memory);
  if (!key.is_complete()) return Module(device, compile(*store, program, target, *facts, key));
  if (std::optional<Module> module = find(*store, device, key)) return *std::move(module);
  const std::optional<EntryLock> lock = store->lock(key.digest());
  if (lock && lock->waited()) {
    ++counters_.waits;
    if (std::optional<Module> module = find(*store, device, key)) return *std::move(module);
  }
  return Module(device, compile(*store, program, target, *facts, key));
}

}  // namespace duet::cache

namespace duet {

using cache::KernelCache;

CacheOptions cache_options() { return KernelCache::instance().store()->options(); }

void set_cache_options(CacheOptions options) { KernelCache::instance().use(std::move(options)); }

CacheStatistics cache_statistics() { return KernelCache::instance().counters().read(); }

std::vector<CachedProgram> list_cache() {
  try {
    return KernelCache::instance().store()->list();
  } catch (const std::system_error& error) {
    throw Error(ErrorCode::io, std::string("the kernel cache cannot be read: ") + error.what());
  }
}

std::uint64_t clear_cache() {
  try {
    return KernelCache::instance().store()->clear();
  } catch (const std::system_error& error) {
    throw Error(ErrorCode::io, std::string("the kernel cache cannot be cleared: ") + error.what());
  }
}

}  // namespace duet
