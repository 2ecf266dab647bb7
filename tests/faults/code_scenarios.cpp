#include <exception>
#include <memory>
#include <optional>
#include <thread>

#include <duet/native.hpp>

#include "ground.hpp"

namespace duet::test {

namespace {

Program program() {
  return {.name = "faults.cu",
          .source =
              "__device__ int offset = 5;\n"
              "template <typename T> __global__ void shift(T* x, T n) {\n"
              "  __shared__ T room[32];\n"
              "  room[threadIdx.x % 32] = n;\n"
              "  __syncthreads();\n"
              "  x[threadIdx.x] += room[threadIdx.x % 32] + offset; }\n"
              "extern \"C\" __global__ void twice(int* x) { x[threadIdx.x] *= 2; }\n",
          .kernels = {"shift<int>", "twice"}};
}

const Code& code() {
  static const Code compiled = compile(program(), Device(0));
  return compiled;
}

std::vector<std::byte> run(const Ground& ground, const Module& module) {
  launch(ground.stream, module.kernel("shift<int>"), Ground::one(), ground.x, 3);
  launch(ground.stream, module.kernel("twice"), Ground::one(), ground.x);
  return ground.content();
}

/// A module, its kernels and variables are used first while calls fail; then the same ones again.
Results first_use(Attempt& attempt) {
  const Ground ground;
  std::unique_ptr<Module> module;
  Results results;
  const bool done = attempt([&] {
    module = std::make_unique<Module>(ground.device, code());
    const auto offset = module->symbol<int>("offset");
    fill(ground.stream, offset, 5);
    (void)module->kernel_names();
    (void)run(ground, *module);
  });
  if (done) results["attempt"] = ground.content();
  ground.stream.synchronize();
  if (module == nullptr) module = std::make_unique<Module>(ground.device, code());
  ground.reset();
  results["again"] = run(ground, *module);
  return results;
}

std::vector<std::byte> facts_of(const Kernel& kernel) {
  const KernelInfo& info = kernel.info();
  const std::string text = info.name + std::to_string(info.max_threads.value_or(-1)) +
                           std::to_string(info.registers.value_or(-1)) +
                           std::to_string(info.shared_bytes.value_or(0));
  std::vector<std::byte> bytes = bytes_of(std::vector<char>(text.begin(), text.end()));
  for (const std::size_t size : info.parameter_bytes.value_or(std::vector<std::size_t>{})) {
    bytes.push_back(static_cast<std::byte>(size));
  }
  return bytes;
}

/// What is read of a kernel at its first use is never an error remembered as a fact.
Results kernel_properties(Attempt& attempt) {
  const Ground ground;
  const Module module(ground.device, code());
  const Kernel kernel = module.kernel("shift<int>");
  const auto facts = [&] { return facts_of(kernel); };
  Results results;
  std::vector<std::byte> known;
  if (attempt([&] { known = facts(); })) results["facts"] = known;
  results["facts"] = facts();
  launch(ground.stream, kernel, Ground::one(), ground.x, 3);
  results["launched"] = ground.content();
  return results;
}

/// The driver alone tells the parameters of a kernel that other code has loaded.
Results native_kernel(Attempt& attempt) {
  const Ground ground;
  const Module module(ground.device, code());
  const NativeFunction function = native(module.kernel("shift<int>"));
  std::optional<Kernel> adopted;
  Results results;
  std::vector<std::byte> known;
  const auto adopt = [&] {
    adopted = kernel_from_native(ground.device, function);
    known = facts_of(*adopted);
  };
  if (attempt(adopt)) results["facts"] = known;
  if (!adopted) adopt();
  results["facts"] = facts_of(*adopted);
  launch(ground.stream, *adopted, Ground::one(), ground.x, 3);
  results["launched"] = ground.content();
  return results;
}

/// A kernel's first launch happens in a new thread.
Results first_use_in_a_thread(Attempt& attempt) {
  const Ground ground;
  const Module module(ground.device, code());
  Results results;
  const auto in_thread = [&] {
    std::exception_ptr failure;
    std::thread([&] {
      try {
        (void)run(ground, module);
      } catch (...) {
        failure = std::current_exception();
      }
    }).join();
    if (failure != nullptr) std::rethrow_exception(failure);
  };
  if (attempt(in_thread)) results["run"] = ground.content();
  ground.stream.synchronize();
  ground.reset();
  in_thread();
  results["run"] = ground.content();
  return results;
}

Results occupancy(Attempt& attempt) {
  const Ground ground;
  const Module module(ground.device, code());
  const Kernel kernel = module.kernel("twice");
  const auto facts = [&] {
    const BestBlock best = best_block(kernel);
    return bytes_of(std::vector<int>{active_blocks(kernel, 64), active_blocks(kernel, 128, 256),
                                     static_cast<int>(best.threads),
                                     static_cast<int>(full_device(kernel, {64}).grid.x)});
  };
  Results results;
  std::vector<std::byte> known;
  if (attempt([&] { known = facts(); })) results["facts"] = known;
  results["facts"] = facts();
  return results;
}

Results launches(Attempt& attempt) {
  const Ground ground;
  const Module module(ground.device, code());
  const Kernel shift = module.kernel("shift<int>");
  const auto launch_all = [&] {
    launch(ground.stream, shift, Ground::one(), ground.x, 3);
    LaunchShape shape = Ground::one();
    shape.shared_bytes = 1024;
    launch(ground.stream, shift, shape, ground.x, 4);
    int* x = ground.x.data();
    int n = 5;
    void* values[] = {&x, &n};
    launch(ground.stream, shift, Ground::one(), std::span<void* const>(values));
    if (ground.device.info().cooperative_launch) {
      shape.cooperative = true;
      launch(ground.stream, shift, shape, ground.x, 0);
    }
    ground.stream.synchronize();
  };
  Results results;
  ground.reset();
  if (attempt(launch_all)) results["launched"] = ground.content();
  ground.stream.synchronize();
  ground.reset();
  launch_all();
  results["again"] = ground.content();
  return results;
}

Results compiling(Attempt& attempt) {
  const Ground ground;
  Results results;
  const auto compiled = [&] {
    return run(ground, Module(ground.device, compile(program(), ground.device)));
  };
  std::vector<std::byte> result;
  if (attempt([&] { result = compiled(); })) results["run"] = result;
  ground.stream.synchronize();
  ground.reset();
  results["run"] = run(ground, Module(ground.device, code()));
  return results;
}

/// A failure of `jit` is not remembered.
Results jitting(Attempt& attempt) {
  const Ground ground;
  Results results;
  forget_modules();
  const auto jitted = [&] { return run(ground, jit(ground.device, program())); };
  std::vector<std::byte> result;
  if (attempt([&] { result = jitted(); })) results["run"] = result;
  ground.stream.synchronize();
  ground.reset();
  results["run"] = jitted();
  forget_modules();
  return results;
}

/// Loading is refused with a message, not a crash; then the right code is loaded.
Results wrong_code(Attempt& attempt) {
  const Ground ground;
  const std::vector<std::byte> damaged(100, std::byte{7});
  Results results;
  (void)attempt([&] {
    try {
      const Module module(ground.device, damaged);
    } catch (const Error&) {
      // Expected without failing calls, too.
    }
    (void)run(ground, Module(ground.device, code()));
  });
  ground.stream.synchronize();
  ground.reset();
  results["run"] = run(ground, Module(ground.device, code()));
  return results;
}

}  // namespace

Scenarios code_scenarios() {
  return {{"ModuleFirstUse", first_use},   {"KernelProperties", kernel_properties},
          {"NativeKernel", native_kernel}, {"KernelFirstUseInAThread", first_use_in_a_thread},
          {"Occupancy", occupancy},        {"Launches", launches},
          {"Compile", compiling},          {"Jit", jitting},
          {"WrongCode", wrong_code}};
}

}  // namespace duet::test
