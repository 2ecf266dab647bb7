// contract/profiler.hpp on ROCTX, a library of roctracer (libroctx64) or of rocprofiler-sdk.

#include "base/environment.hpp"
#include "contract.hpp"

namespace duet::vendor {

namespace {

LibrarySearch roctx_search() {
  return {.what = "AMD's library of profiling ranges",
          .advice = "install rocprofiler-sdk or roctracer (ROCm)",
          .missing = ErrorCode::missing_entry_point,
          .override_variable = "DUET_ROCTX_LIBRARY",
          .names = {"libroctx64.so.4", "librocprofiler-sdk-roctx.so.1",
                    "librocprofiler-sdk-roctx.so.0", "libroctx64.so.1"},
          .folders = {environment_path("ROCM_PATH", "/lib"), "/opt/rocm/lib"}};
}

/// ROCTX's two calls; null if the library is not installed.
struct Roctx {
  int (*push)(const char* name) = nullptr;
  int (*pop)() = nullptr;

  static const Roctx& instance() noexcept {
    static const Roctx roctx = load();
    return roctx;
  }

 private:
  static Roctx load() noexcept {
    try {
      static const Library& library = *new Library(roctx_search());
      Roctx roctx;
      roctx.push = reinterpret_cast<decltype(push)>(library.symbol("roctxRangePushA"));
      roctx.pop = reinterpret_cast<decltype(pop)>(library.symbol("roctxRangePop"));
      return roctx.push != nullptr && roctx.pop != nullptr ? roctx : Roctx{};
    } catch (...) {
      return {};
    }
  }
};

}  // namespace

void begin_range(const char* name) noexcept {
  if (const Roctx& roctx = Roctx::instance(); roctx.push != nullptr) (void)roctx.push(name);
}

void end_range() noexcept {
  if (const Roctx& roctx = Roctx::instance(); roctx.pop != nullptr) (void)roctx.pop();
}

}  // namespace duet::vendor
