#include <atomic>
#include <mutex>
#include <string_view>
#include <unordered_map>

#include "base/environment.hpp"
#include "base/launch_observer.hpp"
#include "dumped_memory.hpp"
#include "launch_dump.hpp"
#include "module/module_state.hpp"

namespace duet {

namespace {

class DumpedModule final : public ObservedModule {
 public:
  DumpedModule(std::shared_ptr<const Program> program, bool has_variables)
      : program_(std::move(program)), has_variables_(has_variables) {}

  void symbol_given() noexcept override { gave_symbol_ = true; }
  ModuleOrigin origin() const { return {program_, has_variables_, gave_symbol_}; }

 private:
  std::shared_ptr<const Program> program_;
  bool has_variables_;
  std::atomic<bool> gave_symbol_{false};
};

/// Dumps the launches of kernels whose code this process compiled.
class LaunchDumper final : public LaunchObserver {
 public:
  void compiled(const Program& program, std::span<const std::byte> code) override {
    auto copy = std::make_shared<const Program>(program);
    const std::lock_guard lock(mutex_);
    programs_.insert_or_assign(hash_of(code), std::move(copy));
  }

  std::unique_ptr<ObservedModule> module_loaded(std::span<const std::byte> image,
                                                bool has_variables) override {
    const std::lock_guard lock(mutex_);
    const auto found = programs_.find(hash_of(image));
    return std::make_unique<DumpedModule>(found == programs_.end() ? nullptr : found->second,
                                          has_variables);
  }

  void allocated(void* data, std::size_t bytes, void* stream) override {
    fill_new_memory(data, bytes, stream);
  }

  void launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
              std::span<void* const> values, std::span<const ArgumentShape> arguments,
              const std::function<void()>& start) override {
    const detail::KernelState& state = kernel.state();
    // Null for a kernel whose code another library loaded. Else `module_loaded` made it: the
    // observer exists before the first module.
    if (state.observed_module == nullptr) return start();
    const auto& module = static_cast<const DumpedModule&>(*state.observed_module);
    // One dump at a time, so that no other launch changes the memory.
    const std::lock_guard lock(launching_);
    dump_launch({stream, state, shape, values, arguments}, module.origin(), start);
  }

 private:
  static std::size_t hash_of(std::span<const std::byte> code) {
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(code.data()), code.size()});
  }

  std::mutex mutex_{};  ///< guards programs_
  std::unordered_map<std::size_t, std::shared_ptr<const Program>>
      programs_{};  ///< by the hash of the code
  std::mutex launching_{};
};

LaunchObserver* make_dumper() {
  return environment_value("DUET_KEEP_LAUNCHES").empty() ? nullptr : new LaunchDumper;
}

}  // namespace

LaunchObserver* const launch_observer = make_dumper();

}  // namespace duet
