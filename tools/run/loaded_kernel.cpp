#include "loaded_kernel.hpp"

#include <chrono>

#include <duet/cache.hpp>
#include <duet/compile.hpp>
#include <duet/jit.hpp>
#include <duet/module.hpp>

namespace duet::tool {
namespace {

class Stopwatch {
 public:
  double milliseconds() const {
    const auto time = std::chrono::steady_clock::now() - start_;
    return std::chrono::duration<double, std::milli>(time).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

LoadedKernel find_or_compile(const Device& device, const Program& program) {
  const CacheStatistics before = cache_statistics();
  const Stopwatch watch;
  const Module module = jit(device, program);
  LoadedKernel loaded;
  loaded.load_milliseconds = watch.milliseconds();
  const CacheStatistics after = cache_statistics();
  const bool is_found = after.misses == before.misses;
  loaded.origin = is_found ? LoadedKernel::Origin::cache : LoadedKernel::Origin::compiler;
  loaded.is_stored = after.stored > before.stored;
  loaded.milliseconds_saved = after.milliseconds_saved - before.milliseconds_saved;
  loaded.log = module.compile_log();
  loaded.module = module;
  loaded.kernel = module.kernel(program.kernels.front());
  return loaded;
}

}  // namespace

const char* name_of(LoadedKernel::Origin origin) noexcept {
  switch (origin) {
    case LoadedKernel::Origin::file: return "file";
    case LoadedKernel::Origin::compiler: return "compiler";
    case LoadedKernel::Origin::cache: return "cache";
  }
  return "";
}

LoadedKernel load_compiled(const Device& device, const std::string& file,
                           const std::string& kernel) {
  const Stopwatch watch;
  const Module module = Module::from_file(device, file);
  LoadedKernel loaded{.module = module, .kernel = module.kernel(kernel)};
  loaded.load_milliseconds = watch.milliseconds();
  return loaded;
}

LoadedKernel load_program(const Device& device, const Program& program, bool use_cache) {
  if (use_cache && cache_options().mode != CacheMode::off) return find_or_compile(device, program);
  const Code code = compile(program, device);
  LoadedKernel loaded{.origin = LoadedKernel::Origin::compiler,
                      .compile_milliseconds = code.milliseconds,
                      .log = code.log};
  const Stopwatch watch;
  loaded.module = Module(device, code);
  loaded.kernel = loaded.module.kernel(program.kernels.front());
  loaded.load_milliseconds = watch.milliseconds();
  return loaded;
}

}  // namespace duet::tool
