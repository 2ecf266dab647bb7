#include "loaded_code.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <duet/kernel.hpp>
#include <duet/strict.hpp>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/byte_reader.hpp"
#include "base/environment.hpp"
#include "block_runner.hpp"
#include "cpu/base/architecture.hpp"
#include "cpu/base/limits.hpp"
#include "cpu/base/sanitizer/thread_sanitizer.hpp"
#include "system/file_descriptor.hpp"
#include "system/temporary_folder.hpp"

namespace duet::cpu {

namespace {

/// A file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::span<const std::byte> content)
      : descriptor_(memfd_create("duet-kernels", MFD_CLOEXEC)) {
    while (descriptor_ && !content.empty()) {
      const ssize_t written = ::write(descriptor_.get(), content.data(), content.size());
      if (written >= 0) {
        content = content.subspan(static_cast<std::size_t>(written));
      } else if (errno != EINTR) {
        descriptor_ = {};
      }
    }
  }

  /// A unique path of the file; empty if there is none: without memory, descriptors or /proc. The
  /// loader identifies files by path, and descriptors' numbers are reused, so that a plain path
  /// could give the code of an earlier file.
  std::string path() const {
    static std::atomic<unsigned long> count{0};
    std::string path = "/proc/self/fd/";
    for (unsigned long rest = ++count; rest != 0; rest /= 2) path += rest % 2 != 0 ? ".//" : "./";
    path += std::to_string(descriptor_.get());
    return descriptor_ && access(path.c_str(), R_OK) == 0 ? path : "";
  }

 private:
  FileDescriptor descriptor_;
};

/// Makes libraries that kernels call visible to them, also if duet was loaded with RTLD_LOCAL.
void share_libraries() {
  static const bool done = [] {
    for (const char* name : {"libm.so.6", "libgcc_s.so.1", "libstdc++.so.6"}) {
      (void)dlopen(name, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
    }
    return true;
  }();
  (void)done;
}

void* open(const std::string& path) {
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* error = dlerror();
    const std::string reason = error != nullptr ? error : "no reason given";
    constexpr std::string_view undefined = "undefined symbol: ";
    const std::size_t at = reason.find(undefined);
    if (at == std::string::npos) throw_load_error("dlopen failed: " + reason);
    throw_load_error("the program declares '" +
                     readable_name(reason.substr(at + undefined.size())) +
                     "' and uses it, but defines it nowhere");
  }
  return handle;
}

/// Loads code from a file in memory if there can be one, else from a temporary file.
void* open(std::span<const std::byte> image) {
  const MemoryFile memory(image);
  if (const std::string path = memory.path(); !path.empty()) return open(path);
  try {
    const TemporaryFolder folder;
    folder.write("kernels.so", {reinterpret_cast<const char*>(image.data()), image.size()});
    return open(folder.file("kernels.so"));
  } catch (const std::system_error& error) {
    throw_load_error(std::string("the code cannot be written to a file: ") + error.what());
  }
}

std::byte* base_of(void* handle) {
  const link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
    throw_load_error("the loader does not tell the code's address");
  return reinterpret_cast<std::byte*>(map->l_addr);
}

/// Stores a table in a variable of the code. @returns whether the code has the variable
template <typename Table>
bool fill(void* handle, const char* name, const Table& table) {
  void* variable = dlsym(handle, name);
  if (variable != nullptr) *static_cast<Table*>(variable) = table;
  return variable != nullptr;
}

}  // namespace

Function::Function(const KernelDescription& kernel, duet_cpu::Run function, const LoadedCode& in,
                   bool may_wait)
    : name(kernel.name),
      parameter_bytes(kernel.parameter_bytes),
      max_threads(kernel.max_threads == 0 ? limits::threads
                                          : std::min(kernel.max_threads, limits::threads)),
      run(function),
      waits(may_wait &&
            (kernel.form == duet_cpu::Form::fibers || kernel.form == duet_cpu::Form::unknown)),
      shared_bytes(kernel.shared_bytes),
      code(&in) {}

LoadedCode::LoadedCode(std::span<const std::byte> image) {
  const CodeDescription description = describe_code(image);
  wave_size_ = description.wave_size;
  is_strict_ = strict_mode();
  if (!can_run(description.architecture)) {
    throw_load_error("the code is for " + description.architecture + ", this machine runs " +
                     host_architecture() + " and below");
  }
  share_libraries();
  file_ = DebugObjectFile::of(image);
  handle_ = file_ ? open(file_->path()) : open(image);
  try {
    const auto* run = static_cast<const duet_cpu::Run*>(dlsym(handle_, "duet_cpu_run"));
    if (run == nullptr) throw_load_error("the code has no table of kernels");
    variables_ = describe_variables(image);
    base_ = base_of(handle_);
    // duet_cpu::duet_cpu_sync and duet_cpu_failing of prelude/builtins.hpp.
    const bool may_wait =
        fill(handle_, "_ZN8duet_cpu13duet_cpu_syncE",
             thread_sanitizer() == nullptr ? BlockRunner::sync : BlockRunner::tsan_sync);
    (void)fill(handle_, "_ZN8duet_cpu16scheduler_offsetE", BlockRunner::scheduler_offset());
    if (is_strict_) shared_guards_ = SharedGuards(image, handle_);
    runs_alone_ = dlsym(handle_, "duet_cpu_runs_alone") != nullptr;
    touch_ = reinterpret_cast<bool (*)(void*)>(dlsym(handle_, "duet_cpu_touch"));
    (void)fill(handle_, "_ZN8duet_cpu16duet_cpu_failingE", BlockRunner::failing);
    for (const KernelDescription& kernel : description.kernels) {
      functions_.emplace_back(kernel, run[kernel.index], *this, may_wait);
    }
  } catch (...) {
    dlclose(handle_);
    throw;
  }
}

std::span<std::byte> LoadedCode::find_variable(std::string_view name) const noexcept {
  for (const VariableDescription& variable : variables_) {
    if (variable.name == name) return {base_ + variable.offset, variable.bytes};
  }
  return {};
}

LoadedCode::~LoadedCode() { dlclose(handle_); }

const Function* LoadedCode::find(std::string_view name) const noexcept {
  for (const Function& function : functions_) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

}  // namespace duet::cpu
