// The calls for modules and functions.

#include <algorithm>
#include <cstring>
#include <new>
#include <string_view>

#include <duet/error.hpp>

#include "base/elf_image.hpp"
#include "cpu/base/guarded.hpp"
#include "cpu/executor/loaded_code.hpp"

namespace duet::cpu {

struct Module {
  std::shared_ptr<LoadedCode> code;
};

namespace {

/// The caller's buffer for error messages.
class ErrorLog {
 public:
  ErrorLog(unsigned options, const JitOption* names, void* const* values) noexcept {
    for (unsigned i = 0; i < options; ++i) {
      switch (names[i]) {
        case JitOption::error_log: text_ = static_cast<char*>(values[i]); break;
        case JitOption::error_log_bytes: bytes_ = reinterpret_cast<std::size_t>(values[i]); break;
        case JitOption::info_log:
        case JitOption::info_log_bytes:
        case JitOption::optimization:
        case JitOption::max_registers:
        case JitOption::line_info:
        case JitOption::verbose: break;
      }
    }
  }
  void write(std::string_view message) noexcept {
    if (text_ == nullptr || bytes_ == 0) return;
    const std::size_t length = std::min(message.size(), bytes_ - 1);
    std::memcpy(text_, message.data(), length);
    text_[length] = '\0';
  }

 private:
  char* text_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace

Status module_load(Module** module, const void* image, unsigned options, JitOption* names,
                   void** values) noexcept {
  if (module == nullptr || image == nullptr) return Status::invalid_value;
  if (options != 0 && (names == nullptr || values == nullptr)) return Status::invalid_value;
  ErrorLog log(options, names, values);
  try {
    const std::size_t bytes = ElfImage::file_bytes(image);
    if (bytes == 0) {
      log.write("the image is not a 64-bit ELF file with sections");
      return Status::invalid_image;
    }
    *module = new Module{
        std::make_shared<LoadedCode>(std::span(static_cast<const std::byte*>(image), bytes))};
    return Status::success;
  } catch (const Error& error) {
    log.write(error.what());
    return Status::invalid_image;
  } catch (const std::exception& error) {
    log.write(error.what());
    return Status::out_of_memory;
  }
}

Status module_unload(Module* module) noexcept {
  if (module == nullptr) return Status::invalid_value;
  delete module;  // pending launches share its code
  return Status::success;
}

Status module_function(const Function** function, Module* module, const char* name) noexcept {
  if (function == nullptr || module == nullptr || name == nullptr) return Status::invalid_value;
  return guarded([&] {
    *function = module->code->find(name);
    return *function != nullptr ? Status::success : Status::not_found;
  });
}

Status module_symbol(void** address, std::size_t* bytes, Module* module,
                     const char* name) noexcept {
  if (address == nullptr || bytes == nullptr || module == nullptr || name == nullptr) {
    return Status::invalid_value;
  }
  return guarded([&] {
    const std::span<std::byte> memory = module->code->find_variable(name);
    if (memory.empty()) return Status::not_found;
    *address = memory.data();
    *bytes = memory.size();
    return Status::success;
  });
}

Status function_attribute(int* value, FunctionAttribute attribute,
                          const Function* function) noexcept {
  if (value == nullptr || function == nullptr) return Status::invalid_value;
  switch (attribute) {
    case FunctionAttribute::registers:
    case FunctionAttribute::local_bytes:
    case FunctionAttribute::constant_bytes: return Status::not_supported;
    case FunctionAttribute::shared_bytes:
      if (!function->shared_bytes) return Status::not_supported;
      *value = static_cast<int>(*function->shared_bytes);
      return Status::success;
    case FunctionAttribute::max_threads:
      *value = static_cast<int>(function->max_threads);
      return Status::success;
  }
  return Status::invalid_value;
}

}  // namespace duet::cpu
