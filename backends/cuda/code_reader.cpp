// contract/code.hpp on cubins, fatbins and PTX.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/byte_reader.hpp"
#include "base/elf_image.hpp"
#include "cubin.hpp"
#include "driver/driver.hpp"
#include "ptx.hpp"

namespace duet::vendor {
namespace {

/// The first bytes of a fatbin: a file of `fatbinary` with several cubins and PTX texts.
constexpr std::array<std::byte, 4> fatbin_magic{std::byte{0x50}, std::byte{0xed}, std::byte{0x55},
                                                std::byte{0xba}};

bool is_fatbin(std::span<const std::byte> image) noexcept {
  return std::ranges::equal(image.first(std::min(image.size(), fatbin_magic.size())), fatbin_magic);
}

/// Checks a fatbin's header: magic number, version (16 bits), size of the header (16 bits), size of
/// the rest (64 bits).
void check_fatbin(std::span<const std::byte> image) {
  ByteReader reader(image, "the fatbin");
  reader.take(fatbin_magic.size() + sizeof(std::uint16_t));
  constexpr std::uint16_t known_header = 16;
  const auto header = reader.number<std::uint16_t>();
  if (header < known_header) throw_load_error("the fatbin is damaged: its header is too short");
  const auto body = reader.number<std::uint64_t>();
  reader.take(header - known_header);
  reader.take(body);
}

/// Whether the PTX is too new for the driver. Drivers before CUDA 11.1 tell it only in the log.
bool is_too_new(const RefusedCode& code) {
  return code.status == CUDA_ERROR_UNSUPPORTED_PTX_VERSION ||
         code.log.find("Unsupported .version") != std::string::npos;
}

/// "sm_90a" runs on the devices named "sm_90".
std::string_view without_letter(std::string_view architecture) {
  if (architecture.ends_with('a') || architecture.ends_with('f')) architecture.remove_suffix(1);
  return architecture;
}

}  // namespace

CodeFormat recognise(std::span<const std::byte> image) {
  if (ElfImage::has_magic(image)) {
    check_cubin(image);
    return CodeFormat::cubin;
  }
  if (is_fatbin(image)) {
    check_fatbin(image);
    return CodeFormat::cubin;
  }
  if (read_ptx_header(as_text(image))) return CodeFormat::ptx;
  if (image.empty()) throw_load_error("the image is empty");
  throw_load_error(
      "the image is neither a cubin, nor a fatbin, nor PTX (which starts with "
      "\".version\" and \".target\")");
}

std::vector<KernelInfo> read_kernels(std::span<const std::byte> image) {
  if (ElfImage::has_magic(image)) return read_cubin(image);
  // The entries of a fatbin are compressed by default, so its kernels are unknown.
  if (is_fatbin(image)) return {};
  return read_ptx(as_text(image));
}

std::vector<std::string> read_variables(std::span<const std::byte> image) {
  if (!ElfImage::has_magic(image)) return {};
  return cubin_variables(ElfImage(image));
}

std::vector<std::byte> loadable(std::span<const std::byte> image, std::string_view) {
  std::vector<std::byte> bytes(image.begin(), image.end());
  const bool is_text = !ElfImage::has_magic(image) && !is_fatbin(image);
  if (is_text && bytes.back() != std::byte{0}) bytes.push_back(std::byte{0});
  return bytes;
}

std::string explain(const RefusedCode& code) {
  const std::optional<PtxHeader> ptx = read_ptx_header(as_text(code.image));
  if (ptx && is_too_new(code)) {
    int version = 0;
    (void)driver().driver_version(&version);
    return fmt::format(
        "its PTX is of version {}, newer than the driver, which is for CUDA {}.{}: "
        "update the driver, or compile for {}",
        ptx->version, version / 1000, version % 1000 / 10, code.device);
  }
  if (!code.architecture.empty() &&
      !is_compatible(code.device, without_letter(code.architecture))) {
    return fmt::format(
        "it is for {}, and this device is {}: compile for {}, or for PTX of at most "
        "that architecture",
        code.architecture, code.device, code.device);
  }
  switch (code.status) {
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
      return fmt::format("it has no code for {}, the device's architecture", code.device);
    case CUDA_ERROR_INVALID_PTX: return "its PTX cannot be compiled; the log says where";
    case CUDA_ERROR_INVALID_IMAGE: return "it is damaged or truncated";
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
      return "the driver's PTX compiler (libnvidia-ptxjitcompiler.so.1) is not installed";
    default: return {};
  }
}

}  // namespace duet::vendor
