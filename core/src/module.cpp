#include <duet/module.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "code_loader.hpp"
#include "module_state.hpp"
#include "open_capture.hpp"
#include "symbol_name.hpp"

namespace duet {

namespace detail {

namespace {

std::uint64_t next_kernel_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

/// Nothing if the driver does not know it either.
std::optional<int> attribute(vendor::FunctionHandle function, vendor::FunctionAttribute which) {
  int value = 0;
  const vendor::Status status = driver().function_attribute(&value, which, function);
  if (status == vendor::success) return value;
  if (vendor::classify(status) != ErrorCode::not_supported) {
    check(status, DUET_CALL_SITE(DriverNames, function_attribute, "&value, which, function"));
  }
  vendor::clear_pending_error();
  return std::nullopt;
}

/// Completes what the code says by what the driver says, which knows more after loading assembly.
void complete(KernelInfo& info, vendor::FunctionHandle function) {
  using A = vendor::function_attribute;
  const auto bytes = [&](vendor::FunctionAttribute which) {
    const std::optional<int> value = attribute(function, which);
    return value ? std::optional(static_cast<std::size_t>(*value)) : std::nullopt;
  };
  info.registers = attribute(function, A::registers);
  info.shared_bytes = bytes(A::shared_bytes);
  info.local_bytes = bytes(A::local_bytes);
  info.constant_bytes = bytes(A::constant_bytes);
  info.max_threads = attribute(function, A::max_threads);
  if (auto sizes = vendor::parameter_bytes(function)) info.parameter_bytes = std::move(sizes);
}

}  // namespace

ModuleState::ModuleState(const Device& on, std::span<const std::byte> image,
                         std::map<std::string, std::string> lowered, std::string built_for,
                         const LoadOptions& options)
    : device(on), lowered_names(std::move(lowered)) {
  refuse_in_capture("loading code");
  (void)vendor::recognise(image);
  const std::vector<std::byte> bytes = vendor::loadable(image, device.info().architecture);
  infos = vendor::read_kernels(bytes);
  variables = vendor::read_variables(bytes);
  if (built_for.empty() && !infos.empty()) built_for = infos.front().architecture;
  LoadedModule loaded = load_code(device, bytes, built_for, options);
  handle = loaded.handle;
  log = std::move(loaded.log);
}

ModuleState::~ModuleState() {
  if (try_make_current(device.state())) (void)driver().module_unload(handle);
}

const KernelState& ModuleState::kernel(const std::string& lowered) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<KernelState>& slot = kernels_[lowered];
  if (slot == nullptr) {
    make_current(device);
    vendor::FunctionHandle function{};
    DUET_DRIVER(module_function, &function, handle, lowered.c_str());
    KernelInfo info{.name = lowered};
    const auto known = std::ranges::find(infos, lowered, &KernelInfo::name);
    if (known != infos.end()) info = *known;
    complete(info, function);
    add_parameter_types(info);
    const auto expression =
        std::ranges::find(lowered_names, lowered, [](const auto& entry) { return entry.second; });
    const std::string& name = expression == lowered_names.end() ? lowered : expression->first;
    const std::size_t shared = info.shared_bytes.value_or(0);
    const auto threads =
        static_cast<std::size_t>(info.max_threads.value_or(device.info().max_threads_per_block));
    const std::size_t plain = device.info().shared_per_block;
    std::vector<ArgumentType> types = argument_types(info);
    slot.reset(new KernelState{device, name, function, std::move(info), std::move(types), shared,
                               threads, next_kernel_id(), plain > shared ? plain - shared : 0});
  }
  return *slot;
}

}  // namespace detail

Module::Module(const Device& device, const Code& code, const LoadOptions& options)
    : state_(std::make_shared<detail::ModuleState>(device, code.bytes, code.lowered_names,
                                                   code.architecture, options)) {}

Module::Module(const Device& device, std::span<const std::byte> image, const LoadOptions& options)
    : state_(std::make_shared<detail::ModuleState>(
          device, image, std::map<std::string, std::string>{}, "", options)) {}

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
                                               : "is empty, no file, or not readable"));
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

Kernel Module::kernel(std::string_view name) const {
  const detail::ModuleState& module = state();
  const auto lowered = module.lowered_names.find(std::string(name));
  const std::string target =
      lowered == module.lowered_names.end() ? std::string(name) : lowered->second;
  // Some containers do not list their kernels; then the driver is asked.
  const bool listed = std::ranges::count(module.infos, target, &KernelInfo::name) != 0;
  if (!listed && !module.infos.empty()) {
    throw Error(ErrorCode::unknown_kernel, fmt::format("the module has no kernel '{}'; it has {}",
                                                       name, fmt::join(kernel_names(), ", ")));
  }
  // Shares the module's ownership, so that the code stays loaded.
  return Kernel(std::shared_ptr<const detail::KernelState>(state_, &state_->kernel(target)));
}

void detail::throw_bad_symbol_type(std::string_view name, std::size_t bytes, std::size_t element) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the variable '{}' has {} bytes, no multiple of the element's {}", name,
                          bytes, element));
}

DeviceSpan<std::byte> Module::symbol_bytes(std::string_view name) const {
  const detail::ModuleState& module = state();
  make_current(module.device);
  for (const std::string& symbol : symbol_names(name)) {
    vendor::Address address{};
    std::size_t bytes = 0;
    const vendor::Status status =
        driver().module_symbol(&address, &bytes, module.handle, symbol.c_str());
    if (status == vendor::success) {
      return {static_cast<std::byte*>(vendor::to_pointer(address)), bytes};
    }
    // A kernel's name gives an invalid value.
    const ErrorCode code = vendor::classify(status);
    if (code != ErrorCode::unknown_kernel && code != ErrorCode::invalid_argument) {
      check(status, DUET_CALL_SITE(DriverNames, module_symbol, "symbol"));
    }
    vendor::clear_pending_error();
  }
  std::vector<std::string> known;
  for (const std::string& symbol : module.variables) known.push_back(readable_name(symbol));
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
  const detail::ModuleState& module = state();
  std::vector<std::string> names;
  for (const KernelInfo& info : module.infos) names.push_back(info.name);
  for (const auto& [expression, lowered] : module.lowered_names) {
    std::erase(names, lowered);
    names.push_back(expression);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace duet
