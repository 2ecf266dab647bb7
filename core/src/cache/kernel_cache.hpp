#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <duet/cache.hpp>
#include <duet/compile.hpp>
#include <duet/device.hpp>
#include <duet/module.hpp>

#include "cache/disk/counters.hpp"
#include "cache/disk/store.hpp"
#include "compile/compiler.hpp"
#include "compile/known_compiler.hpp"
#include "compile/toolkit_state.hpp"

namespace duet::cache {

class ProgramKey;

/// Compiles and loads programs, using the cache folder. One object per process.
/// Thread-safety: all members can be called from any thread.
class KernelCache {
 public:
  static KernelCache& instance();

  std::shared_ptr<Store> store();
  /// The folder as a program uses it.
  std::shared_ptr<Store> store(const Program& program);
  void use(CacheOptions options);
  Counters& counters() noexcept { return counters_; }

  /// Prepares what all programs share: the options of the environment, the open folder if it
  /// exists, and the compiler's information as far as the folder holds it. Called when a device is
  /// opened. Reports no error.
  void warm_up() noexcept;

  /// Returns the module of a program from the cache, or compiles it. Concurrent calls for the same
  /// program may compile it twice; the caller prevents that.
  Module load(const Device& device, const Program& program);
  /// Returns the module that the folder has under a name, or of a program that is then built.
  /// @param named  from `named_key`
  Module load(const Device& device, const std::string& named,
              const std::function<Program()>& build);

 private:
  KernelCache() = default;

  enum class IfUnknown { ask, leave };
  std::shared_ptr<const KnownCompiler> compiler(Store& store, const CompilerChoice& choice,
                                                IfUnknown if_unknown = IfUnknown::ask);
  void forget_compiler();
  ToolkitState toolkit(Store& store, const Program& program, const CompilerChoice& choice);
  ToolkitState toolkit(std::vector<std::string> folders);
  bool is_current(const DirectEntry& entry);

  template <typename Load, typename Discard>
  std::optional<Module> load_or_discard(double milliseconds, Load&& load, Discard&& discard);
  std::optional<Module> find_direct(Store& store, const Device& device, const std::string& key,
                                    const Program& program);
  Module load(Store& store, const Device& device, const Program& program,
              const CompilerChoice& choice, const std::string& named);
  void tell_bypass(const Store& store, const Program& program, const std::string& reason);
  Module load_by_key(Store& store, const Device& device, const Program& program,
                     const ToolkitState& toolkit, const KnownCompiler& known,
                     const std::string& direct_key);
  std::pair<Code, bool> compile(const Store& store, const Program& program,
                                const ToolkitState& toolkit, const vendor::Target& target,
                                const CompilerInfo& info, const ProgramKey& key);

  Counters counters_{};
  std::mutex mutex_{};  ///< guards the following members
  std::shared_ptr<Store> store_{};
  std::shared_ptr<Store> restricted_store_{};  ///< the folder in a mode that a program asked for
  std::set<std::string> told_{};               ///< reasons for bypasses
  std::shared_ptr<const KnownCompiler> compiler_{};
  ToolkitState toolkit_{};
  std::vector<FileIdentity> validated_files_{};  ///< files of the compiler found unchanged
};

}  // namespace duet::cache
