#include <duet/module.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "code_loader.hpp"
#include "driver/destruction.hpp"
#include "driver/open_capture.hpp"
#include "kernel_lookup.hpp"
#include "loadable_code.hpp"
#include "module_state.hpp"
#include "symbol_name.hpp"

namespace duet {

namespace detail {

ModuleState::ModuleState(const Device& module_device, std::span<const std::byte> image,
                         CodeContents code_contents, const LoadOptions& options)
    : device(module_device), contents(std::move(code_contents)) {
  require_no_capture("loading code");
  LoadedModule loaded = load_code(device, image, contents.architecture, options);
  handle = loaded.handle;
  log = std::move(loaded.log);
  if (launch_observer != nullptr) {
    observed = launch_observer->module_loaded(image, !contents.variables.empty());
  }
}

ModuleState::ModuleState(const Device& module_device, vendor::ModuleHandle loaded,
                         CodeContents code_contents, std::shared_ptr<const void> owner, bool owns)
    : device(module_device),
      contents(std::move(code_contents)),
      handle(loaded),
      owner_(std::move(owner)),
      owns_(owns) {}

ModuleState::~ModuleState() {
  if (!owns_) return;
  destroy_on(device.state(), [module = handle] {
    log_failed_call(driver_table().module_unload(module), "unloading a module");
  });
}

const KernelState& ModuleState::kernel(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto known = by_name_.find(name);
  if (known != by_name_.end()) return *known->second;
  const KernelState& found = load_kernel(find_kernel(contents, name, program.get()));
  by_name_.emplace(name, &found);
  return found;
}

const KernelState& ModuleState::load_kernel(const std::string& code_name) {
  std::unique_ptr<KernelState>& slot = kernels_[code_name];
  if (slot == nullptr) {
    make_current(device);
    vendor::FunctionHandle function{};
    const vendor::Status status = driver().module_function(&function, handle, code_name.c_str());
    if (status != vendor::success && vendor::classify(status) == ErrorCode::unknown_kernel) {
      vendor::clear_pending_error();
      throw_unknown_kernel(contents, code_name, program.get());
    }
    check(status, DUET_CALL_SITE(DriverNames, module_function, "&function, handle, name"));
    KernelInfo info{.name = code_name};
    const auto listed = std::ranges::find(contents.kernels, code_name, &KernelInfo::name);
    if (listed != contents.kernels.end()) info = *listed;
    slot = std::make_unique<KernelState>(device, name_of_kernel(contents, code_name), function,
                                         std::move(info));
    slot->observed_module = observed.get();
  }
  return *slot;
}

}  // namespace detail

Module::Module(std::shared_ptr<detail::ModuleState> state) noexcept : state_(std::move(state)) {}

Module::Module(const Device& device, const Code& code, const LoadOptions& options)
    : Module(load(device, loadable_code(device, code), options)) {}

Module::Module(const Device& device, std::span<const std::byte> image, const LoadOptions& options)
    : Module(load(device, loadable_code(device, image, {}), options)) {}

Module Module::from_file(const Device& device, const std::filesystem::path& path,
                         const LoadOptions& options) {
  std::error_code failure;
  const std::uintmax_t size = std::filesystem::is_regular_file(path, failure)
                                  ? std::filesystem::file_size(path, failure)
                                  : 0;
  std::vector<std::byte> image(static_cast<std::size_t>(failure ? 0 : size));
  std::ifstream file(path, std::ios::binary);
  if (image.empty() || !file.read(reinterpret_cast<char*>(image.data()),
                                  static_cast<std::streamsize>(image.size()))) {
    throw Error(ErrorCode::io, fmt::format("cannot read a code file at {}: it {}", path.string(),
                                           !std::filesystem::exists(path, failure)
                                               ? "does not exist"
                                               : "is empty, not a regular file, or not readable"));
  }
  return Module(device, image, options);
}

const detail::ModuleState& Module::state() const {
  if (state_ == nullptr) {
    throw Error(ErrorCode::invalid_handle,
                "the Module is empty: default-constructed or moved from");
  }
  return *state_;
}

const Device& Module::device() const { return state().device; }
const std::string& Module::load_log() const { return state().log; }
const std::string& Module::compile_log() const { return state().contents.compile_log; }

Kernel Module::kernel(std::string_view name) const {
  (void)state();
  // Shares ownership of the module, so that the code stays loaded.
  return Kernel(std::shared_ptr<const detail::KernelState>(state_, &state_->kernel(name)));
}

void detail::throw_bad_symbol_type(std::string_view name, std::size_t bytes, std::size_t element) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the variable '{}' has {} bytes, not a multiple of the element's {}",
                          name, bytes, element));
}

DeviceSpan<std::byte> Module::symbol_bytes(std::string_view name) const {
  const detail::ModuleState& module = state();
  if (module.observed != nullptr) module.observed->symbol_given();
  make_current(module.device);
  for (const std::string& symbol : symbol_names(name, module.contents.variables)) {
    vendor::Address address{};
    std::size_t bytes = 0;
    const vendor::Status status =
        driver().module_symbol(&address, &bytes, module.handle, symbol.c_str());
    if (status == vendor::success) {
      return {static_cast<std::byte*>(vendor::to_pointer(address)), bytes, &module.device.state()};
    }
    // The name of a kernel leads to invalid_argument.
    const ErrorCode code = vendor::classify(status);
    if (code != ErrorCode::unknown_kernel && code != ErrorCode::invalid_argument) {
      check(status, DUET_CALL_SITE(DriverNames, module_symbol, "symbol"));
    }
    vendor::clear_pending_error();
  }
  std::vector<std::string> known;
  for (const std::string& symbol : module.contents.variables)
    known.push_back(readable_name(symbol));
  std::ranges::sort(known);
  const std::string list = known.empty() ? "" : fmt::format("; it has {}", fmt::join(known, ", "));
  throw Error(
      ErrorCode::unknown_symbol,
      fmt::format("the module has no variable '{}' of namespace scope that is neither const "
                  "nor static (written \"scale\" or \"ns::table\") and that a kernel "
                  "uses{}",
                  name, list));
}

std::vector<std::string> Module::kernel_names() const {
  std::vector<std::string> names;
  for (NamedKernel& kernel : named_kernels(state().contents)) {
    names.push_back(std::move(kernel.name));
  }
  return names;
}

}  // namespace duet
