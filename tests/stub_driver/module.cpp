#include "module.hpp"

#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include <duet/error.hpp>

#include "base/byte_reader.hpp"
#include "base/elf_image.hpp"
#include "cpu/driver/live_memory.hpp"
#include "cuda/cubin.hpp"
#include "cuda/ptx.hpp"

namespace duet::cpu {

namespace {

/// The size of a cubin, from its header: its tables come last. 0 if it is no ELF file.
std::size_t cubin_bytes(const void* image) {
  if (ElfImage::file_bytes(image) == 0) return 0;
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof(header));
  return std::max(header.e_shoff + std::size_t{header.e_shnum} * header.e_shentsize,
                  header.e_phoff + std::size_t{header.e_phnum} * header.e_phentsize);
}

/// The initial values of a variable: zero if the file has none.
std::vector<std::byte> initial_values(const ElfImage& elf, const ElfSymbol& variable) {
  std::vector<std::byte> values(variable.size);
  if (variable.section >= elf.sections().size()) return values;
  const std::span<const std::byte> data = elf.sections()[variable.section].data;
  if (variable.value + variable.size <= data.size()) {
    std::memcpy(values.data(), data.data() + variable.value, variable.size);
  }
  return values;
}

}  // namespace

Module::Module(const void* image) {
  std::vector<KernelInfo> kernels;
  if (const std::size_t bytes = cubin_bytes(image); bytes != 0) {
    const std::span file(static_cast<const std::byte*>(image), bytes);
    kernels = vendor::read_cubin(file);
    const ElfImage elf(file);
    for (const ElfSymbol& symbol : elf.symbols()) {
      if (symbol.type == STT_OBJECT && symbol.size != 0) {
        variables.emplace(symbol.name, initial_values(elf, symbol));
      }
    }
  } else {
    const std::string_view text = static_cast<const char*>(image);
    if (!vendor::read_ptx_header(text)) throw_load_error("neither a cubin nor PTX");
    kernels = vendor::read_ptx(text);
  }
  for (KernelInfo& kernel : kernels) {
    const std::string name = kernel.name;
    functions.emplace(name, std::make_unique<Function>(Function{std::move(kernel)}));
  }
}

}  // namespace duet::cpu

namespace stub_driver {

bool is_possible(const duet::cpu::KernelNodeParameters& launch) {
  if (launch.function == nullptr) return false;
  const std::uint64_t threads = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  const auto most = static_cast<unsigned>(launch.function->info.max_threads.value_or(most_threads));
  for (const unsigned blocks : launch.grid) {
    if (blocks == 0) return false;
  }
  if (threads == 0 || threads > most || launch.block[2] > 64) return false;
  if (launch.shared_bytes > static_cast<unsigned>(launch.function->dynamic_shared)) return false;
  const auto& sizes = launch.function->info.parameter_bytes;
  return !sizes || sizes->empty() || launch.values != nullptr;
}

LaunchOperation::LaunchOperation(const duet::cpu::KernelNodeParameters& launch)
    : function(launch.function) {
  const auto sizes = function->info.parameter_bytes.value_or(std::vector<std::size_t>{});
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto* const value = static_cast<const std::byte*>(launch.values[i]);
    values_.insert(values_.end(), value, value + sizes[i]);
  }
}

duet::cpu::Outcome LaunchOperation::run() noexcept {
  void* address = nullptr;
  if (values_.size() < sizeof(address)) return duet::cpu::Status::success;
  std::memcpy(&address, values_.data(), sizeof(address));
  const auto memory = duet::cpu::LiveMemory::instance().find(address);
  std::uint32_t word = 0;
  if (!memory || memory->bytes < sizeof(word)) return duet::cpu::Status::success;
  std::memcpy(&word, memory->begin, sizeof(word));
  // Without the address, which differs between runs.
  for (std::size_t i = sizeof(address); i < values_.size(); ++i) {
    word = word * 31 + std::to_integer<std::uint32_t>(values_[i]) + 1;
  }
  std::memcpy(memory->begin, &word, sizeof(word));
  return duet::cpu::Status::success;
}

}  // namespace stub_driver
