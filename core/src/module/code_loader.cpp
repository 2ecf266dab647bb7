#include "code_loader.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <utility>
#include <vector>

#include <duet/profiling_range.hpp>

#include "base/elf_image.hpp"

namespace duet::detail {

namespace {

constexpr std::size_t default_log_bytes = 8192;
constexpr std::size_t verbose_log_bytes = 1 << 20;  // there are several lines per kernel

void check(const LoadOptions& options) {
  constexpr int max_optimization = 4;
  const auto refuse = [](const std::string& fault) {
    throw Error(ErrorCode::invalid_argument, "LoadOptions: " + fault);
  };
  if (const int level = options.optimization.value_or(0); level < 0 || level > max_optimization) {
    refuse(fmt::format("optimization is {}; it must be from 0 to {}", level, max_optimization));
  }
  if (const int registers = options.max_registers.value_or(1); registers < 1) {
    refuse(fmt::format("max_registers is {}; it must be at least 1", registers));
  }
}

/// A buffer for a text that the driver writes.
class LogBuffer {
 public:
  explicit LogBuffer(std::size_t bytes) : text_(bytes, '\0') {}

  char* data() noexcept { return text_.data(); }
  std::size_t bytes() const noexcept { return text_.size(); }
  std::string text() const { return text_.substr(0, text_.find('\0')); }

 private:
  std::string text_;
};

/// The options of a driver's call.
class OptionList {
 public:
  void add(vendor::JitOption name, void* value) {
    names_.push_back(name);
    values_.push_back(value);
  }
  /// Drivers take numbers as pointers.
  void add(vendor::JitOption name, std::uintptr_t value) {
    add(name, reinterpret_cast<void*>(value));
  }
  void add(const LoadOptions& options) {
    using J = vendor::jit_option;
    const auto number = [](int value) { return static_cast<std::uintptr_t>(value); };
    if (options.optimization) add(J::optimization, number(*options.optimization));
    if (options.max_registers) add(J::max_registers, number(*options.max_registers));
    if (options.line_info) add(J::line_info, number(1));
    if (options.verbose) add(J::verbose, number(1));
  }

  unsigned size() const noexcept { return static_cast<unsigned>(names_.size()); }
  vendor::JitOption* names() noexcept { return names_.data(); }
  void** values() noexcept { return values_.data(); }

 private:
  std::vector<vendor::JitOption> names_{};
  std::vector<void*> values_{};
};

[[noreturn]] void throw_refused_code(const Device& device, const vendor::RefusedCode& code) {
  const vendor::StatusText text = vendor::describe(code.status);
  const ErrorCode kind = vendor::classify(code.status);
  vendor::clear_pending_error();
  std::string message = "the code";
  if (!code.architecture.empty()) message += fmt::format(" (built for {})", code.architecture);
  message += fmt::format(" cannot be loaded on device {} ({}, {}): {} ({})", device.ordinal(),
                         device.info().name, code.device, text.name, text.text);
  if (const std::string cause = vendor::explain(code); !cause.empty()) message += ": " + cause;
  if (!code.log.empty()) message += "\n" + code.log;
  throw LoadError(kind == ErrorCode::out_of_memory ? kind : ErrorCode::load_failed, message,
                  {.vendor_name = text.name, .log = code.log});
}

}  // namespace

LoadedModule load_code(const Device& device, std::span<const std::byte> image,
                       const std::string& built_for, const LoadOptions& options) {
  const ProfilingRange range("load code");
  check(options);
  make_current(device);
  LoadedModule module;
  const auto load = [&](OptionList list) {
    list.add(options);
    return driver().module_load(&module.handle, image.data(), list.size(), list.names(),
                                list.values());
  };
  // Machine code is not compiled, so its log is empty unless loading fails.
  if (ElfImage::has_magic(image) && load({}) == vendor::success) return module;

  LogBuffer info(options.verbose ? verbose_log_bytes : default_log_bytes);
  LogBuffer error(default_log_bytes);
  using J = vendor::jit_option;
  OptionList list;
  list.add(J::info_log, info.data());
  list.add(J::info_log_bytes, info.bytes());
  list.add(J::error_log, error.data());
  list.add(J::error_log_bytes, error.bytes());
  const vendor::Status status = load(std::move(list));
  if (status != vendor::success) {
    throw_refused_code(device, {.status = status,
                                .image = image,
                                .architecture = built_for,
                                .device = device.info().architecture,
                                .log = error.text()});
  }
  module.log = info.text();
  return module;
}

}  // namespace duet::detail
