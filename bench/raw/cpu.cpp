#include <dlfcn.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "raw.hpp"

// The raw side on the CPU: a C++ program without kernels calls functions with loops. The functions
// do the same as the kernels with the same names.

namespace duet::bench {
namespace {

using Arguments = void* const*;

template <typename T>
T argument(Arguments arguments, int index) {
  return *static_cast<T*>(arguments[index]);
}

void empty(unsigned, unsigned, Arguments) {}

void four(unsigned, unsigned, Arguments arguments) {
  auto* y = argument<float*>(arguments, 2);
  if (argument<int>(arguments, 3) < 0) {
    y[0] = argument<float>(arguments, 0) * argument<const float*>(arguments, 1)[0];
  }
}

void twelve(unsigned, unsigned, Arguments arguments) {
  if (argument<int>(arguments, 4) < 0) {
    argument<float*>(arguments, 0)[0] =
        argument<const float*>(arguments, 1)[0] * argument<float>(arguments, 5);
  }
}

void blocks(unsigned grid, unsigned block, Arguments arguments) {
  auto* x = argument<float*>(arguments, 0);
  for (unsigned i = 0; i < grid * block; ++i) x[i] += 1.0f;
}

void saxpy(unsigned, unsigned, Arguments arguments) {
  const auto a = argument<float>(arguments, 0);
  const auto* x = argument<const float*>(arguments, 1);
  auto* y = argument<float*>(arguments, 2);
  const auto n = argument<int>(arguments, 3);
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

struct Named {
  const char* name;
  void (*function)(unsigned grid, unsigned block, Arguments arguments);
};
constexpr std::array<Named, 5> functions{
    {{"empty", empty}, {"four", four}, {"twelve", twelve}, {"blocks", blocks}, {"saxpy", saxpy}}};

class PlainChain : public RawChain {
 public:
  PlainChain(const RawLaunch& launch, int launches)
      : launches_(static_cast<std::size_t>(launches), launch) {}
  void set(const RawLaunch& launch) override {
    for (RawLaunch& each : launches_) each = launch;
  }
  void replay(int count) override {
    for (int i = 0; i < count; ++i) {
      for (const RawLaunch& launch : launches_) {
        auto* volatile function = static_cast<const Named*>(launch.function)->function;
        function(launch.grid, launch.block, launch.arguments);
      }
    }
  }

 private:
  std::vector<RawLaunch> launches_;
};

class Plain : public RawVendor {
 public:
  void* function(const std::string& name) override {
    for (const Named& known : functions) {
      if (name == known.name) return const_cast<Named*>(&known);
    }
    throw std::runtime_error("unknown plain function " + name);
  }
  void launch(const RawLaunch& launch, int count) override {
    // A volatile pointer, so that the compiler does not remove calls.
    auto* volatile function = static_cast<const Named*>(launch.function)->function;
    for (int i = 0; i < count; ++i) function(launch.grid, launch.block, launch.arguments);
  }
  void launch_and_wait(const RawLaunch& launch, int count) override { this->launch(launch, count); }
  void synchronize() override {}
  std::unique_ptr<RawChain> chain(const RawLaunch& launch, int launches) override {
    return std::make_unique<PlainChain>(launch, launches);
  }
  void load(const std::string& file, const std::string&) override {
    void* const code = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (code == nullptr || dlsym(code, "duet_cpu_run") == nullptr) {
      throw std::runtime_error(dlerror());
    }
  }
};

}  // namespace

std::unique_ptr<RawVendor> open_raw_vendor(int, std::span<const std::byte>) {
  return std::make_unique<Plain>();
}

}  // namespace duet::bench
