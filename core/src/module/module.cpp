#include <duet/module.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "code_loader.hpp"
#include "driver/open_capture.hpp"
#include "loadable_code.hpp"
#include "module_state.hpp"
#include "source/similar_name.hpp"
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

ModuleState::~ModuleState() {
  if (!try_make_current(device.state())) return;
  log_failed_call(driver().module_unload(handle), "unloading a module");
}

const KernelState& ModuleState::kernel(const std::string& lowered) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<KernelState>& slot = kernels_[lowered];
  if (slot == nullptr) {
    make_current(device);
    vendor::FunctionHandle function{};
    DUET_DRIVER(module_function, &function, handle, lowered.c_str());
    KernelInfo info{.name = lowered};
    const auto known = std::ranges::find(contents.kernels, lowered, &KernelInfo::name);
    if (known != contents.kernels.end()) info = *known;
    const auto expression = std::ranges::find(contents.lowered_names, lowered,
                                              [](const auto& entry) { return entry.second; });
    const std::string& name =
        expression == contents.lowered_names.end() ? lowered : expression->first;
    slot = std::make_unique<KernelState>(device, name, function, std::move(info));
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

namespace {

/// "_Z1kIiEvv (void k<int>())" for a mangled name.
std::string with_readable(const std::string& name) {
  const std::string readable = readable_name(name);
  return readable == name ? name : fmt::format("{} ({})", name, readable);
}

/// "ns::k<int>" for a mangled name.
std::string expression_of(const std::string& name) {
  std::string readable = readable_name(name);
  if (readable == name) return name;
  if (const std::size_t list = readable.find('('); list != std::string::npos) readable.resize(list);
  return readable.starts_with("void ") ? readable.substr(5) : readable;
}

[[noreturn]] void throw_unknown_kernel(std::string_view name,
                                       const std::vector<std::string>& known) {
  std::vector<std::string> expressions;
  std::vector<std::string> list;
  for (const std::string& kernel : known) {
    expressions.push_back(expression_of(kernel));
    list.push_back(with_readable(kernel));
  }
  const std::string similar = similar_name(name, expressions);
  const auto index = std::ranges::find(expressions, similar) - expressions.begin();
  const std::string meant =
      similar.empty() ? ""
                      : fmt::format("; did you mean '{}'?", known[static_cast<std::size_t>(index)]);
  throw Error(ErrorCode::unknown_kernel,
              fmt::format("the module has no kernel '{}'{} The module has {}. Kernels that are not "
                          "extern \"C\" must be listed in Program::kernels",
                          name, meant.empty() ? "." : meant, fmt::join(list, ", ")));
}

}  // namespace

Kernel Module::kernel(std::string_view name) const {
  const CodeContents& contents = state().contents;
  const auto lowered = contents.lowered_names.find(std::string(name));
  const std::string target =
      lowered == contents.lowered_names.end() ? std::string(name) : lowered->second;
  // Some formats do not list their kernels. Then the driver decides.
  const bool listed = std::ranges::count(contents.kernels, target, &KernelInfo::name) != 0;
  if (!listed && !contents.kernels.empty()) {
    throw_unknown_kernel(name, kernel_names());
  }
  // Shares ownership of the module, so that the code stays loaded.
  return Kernel(std::shared_ptr<const detail::KernelState>(state_, &state_->kernel(target)));
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
  for (const std::string& symbol : symbol_names(name)) {
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
  const CodeContents& contents = state().contents;
  std::vector<std::string> names;
  for (const KernelInfo& info : contents.kernels) names.push_back(info.name);
  for (const auto& [expression, lowered] : contents.lowered_names) {
    std::erase(names, lowered);
    names.push_back(expression);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace duet
