#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include <duet/cache.hpp>
#include <duet/compile.hpp>
#include <duet/device.hpp>
#include <duet/module.hpp>

#include "compiler_facts.hpp"
#include "compiler.hpp"
#include "counters.hpp"
#include "store.hpp"

namespace duet::cache {

class ProgramKey;

/// Gets programs compiled and loaded, out of the folder where they are. One in a process.
/// Thread-safety: all members.
class KernelCache {
 public:
  static KernelCache& instance();

  std::shared_ptr<Store> store();
  void use(CacheOptions options);
  Counters& counters() noexcept { return counters_; }

  /// The module of a program, found or compiled. The caller sees to it that threads do not ask for
  /// the same at once.
  Module load(const Device& device, const Program& program);

 private:
  KernelCache() = default;

  std::shared_ptr<const CompilerFacts> facts(Store& store);
  void forget_facts();
  std::optional<Module> find(Store& store, const Device& device, const ProgramKey& key);
  Code compile(Store& store, const Program& program, const vendor::Target& target,
               const CompilerFacts& facts, const ProgramKey& key);

  Counters counters_{};
  std::mutex mutex_{};  ///< guards what follows
  std::shared_ptr<Store> store_{};
  std::shared_ptr<const CompilerFacts> facts_{};
};

}  // namespace duet::cache
