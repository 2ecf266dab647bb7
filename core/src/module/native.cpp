#include <duet/native.hpp>

#include <fmt/format.h>

#include <utility>

#include "kernel_lookup.hpp"
#include "module_state.hpp"
#include "system/library.hpp"

namespace duet {

NativeModule native(const Module& module) { return module.state().handle; }
NativeFunction native(const Kernel& kernel) { return kernel.state().function; }
NativeContext native(const Device& device) { return device.state().context; }

namespace {

Module native_module(const Device& device, NativeModule module, std::span<const std::byte> image,
                     std::shared_ptr<const void> owner, bool owns) {
  if (module == nullptr) {
    throw Error(ErrorCode::invalid_argument, "a Module of a native handle: the handle is null");
  }
  CodeContents contents;
  if (!image.empty()) {
    (void)vendor::recognise(image);
    add_contents(contents, vendor::loadable(image, device.info().architecture));
  }
  return Module(std::make_shared<detail::ModuleState>(device, module, std::move(contents),
                                                      std::move(owner), owns));
}

/// A kernel with what keeps its code loaded.
struct OwnedKernel {
  OwnedKernel(const Device& device, std::string name, NativeFunction function, KernelInfo info,
              std::shared_ptr<const void> kept)
      : owner(std::move(kept)), state(device, std::move(name), function, std::move(info)) {}

  std::shared_ptr<const void> owner;
  detail::KernelState state;
};

}  // namespace

Kernel kernel_from_native(const Device& device, NativeFunction function,
                          const NativeKernelInfo& info) {
  if (function == nullptr) {
    throw Error(ErrorCode::invalid_argument, "kernel_from_native: the function is null");
  }
  if (info.parameter_bytes && info.parameter_types &&
      info.parameter_bytes->size() != info.parameter_types->size()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("kernel_from_native: {} sizes of parameters, but {} types",
                            info.parameter_bytes->size(), info.parameter_types->size()));
  }
  make_current(device);
  const std::string code_name = info.name.empty() ? vendor::function_name(function) : info.name;
  const std::string name = code_name.empty() ? "(native)" : source_name(code_name);
  const auto kernel =
      std::make_shared<const OwnedKernel>(device, name, function,
                                          KernelInfo{.name = code_name,
                                                     .parameter_bytes = info.parameter_bytes,
                                                     .parameter_types = info.parameter_types},
                                          info.owner);
  return Kernel(std::shared_ptr<const detail::KernelState>(kernel, &kernel->state));
}

Kernel detail::kernel_from_host_stub(const Device& device, const void* stub,
                                     const HostStubQuery& query, const NativeKernelInfo& info) {
  const auto fail = [](ErrorCode code, const std::string& why) {
    throw Error(code, "kernel_from_host_stub: " + why);
  };
  if (stub == nullptr) fail(ErrorCode::invalid_argument, "the function is null");
  const char* const name = vendor::host_stub_query();
  HostStubQuery find = query;
  if (!find) {
    if (name == nullptr) {
      fail(ErrorCode::not_supported,
           fmt::format("the {} backend runs no kernels that a vendor's compiler has compiled into "
                       "the program; compile their source, by `jit` for example",
                       backend_name()));
    }
    find = reinterpret_cast<int (*)(NativeFunction*, const void*)>(program_symbol(name));
    if (!find) {
      fail(ErrorCode::not_supported,
           fmt::format("{0} is not found: the program is linked with no runtime that has it, or "
                       "statically; in the latter case pass &{0}",
                       name));
    }
  }
  make_current(device);
  NativeFunction function = nullptr;
  const int status = find(&function, stub);
  if (status != 0 || function == nullptr) {
    fail(ErrorCode::unknown_kernel,
         fmt::format("the runtime knows no such kernel for device {} ({}, {}): {} returned {}",
                     device.ordinal(), device.info().name, device.info().architecture,
                     name == nullptr ? "the query" : name, status));
  }
  return kernel_from_native(device, function, info);
}

Module module_from_native(const Device& device, NativeModule module,
                          std::span<const std::byte> image, std::shared_ptr<const void> owner) {
  return native_module(device, module, image, std::move(owner), false);
}

Module adopt_module(const Device& device, NativeModule module, std::span<const std::byte> image) {
  return native_module(device, module, image, nullptr, true);
}

// As the parameter of a function, since only names of functions are demangled.
std::string detail::readable_type(const char* mangled) {
  const std::string text = readable_name(std::string("_Z1k") + mangled);
  return text.starts_with("k(") ? text.substr(2, text.size() - 3) : "";
}

}  // namespace duet
