#include <cstdint>
#include <string_view>

#include "byte_reader.hpp"
#include "code_object.hpp"
#include "contract.hpp"
#include "elf_image.hpp"

namespace duet::vendor {
namespace {

// A bundle holds code objects for several architectures. Its format is that of LLVM's "Clang
// Offload Bundler", under "Bundled Binary File Layout".
constexpr std::string_view bundle_magic = "__CLANG_OFFLOAD_BUNDLE__";
constexpr std::string_view compressed_magic = "CCOB";

bool is_bundle(std::span<const std::byte> image) noexcept {
  return as_text(image).starts_with(bundle_magic);
}

/// The first code object for an AMD GPU, after all entries have been found to lie within the
/// bundle. What is read of a kernel for duet's checks is the same for all of them.
std::span<const std::byte> first_code_object(std::span<const std::byte> bundle) {
  ByteReader reader(bundle, "the offload bundle");
  reader.take(bundle_magic.size());
  const auto entries = reader.number<std::uint64_t>();
  std::span<const std::byte> found;
  for (std::uint64_t i = 0; i < entries; ++i) {  // each takes bytes, so their end ends this
    const auto offset = reader.number<std::uint64_t>();
    const auto size = reader.number<std::uint64_t>();
    const auto id = as_text(reader.take(reader.number<std::uint64_t>()));
    ByteReader content(bundle, "the offload bundle");
    content.take(offset);
    const auto code = content.take(size);
    if (found.empty() && id.find("amdgcn") != std::string_view::npos) found = code;
  }
  if (found.empty()) throw_load_error("the offload bundle has no code for an AMD GPU");
  return found;
}

/// The code object that an image is or holds.
std::span<const std::byte> code_object_of(std::span<const std::byte> image) {
  if (is_bundle(image)) return first_code_object(image);
  if (ElfImage::has_magic(image)) return image;
  if (image.empty()) throw_load_error("the image is empty");
  if (as_text(image).starts_with(compressed_magic)) {
    throw_load_error(
        "the image is a compressed offload bundle: decompress it with "
        "clang-offload-bundler, or compile with --no-offload-compress");
  }
  throw_load_error("the image is neither an AMD code object nor an offload bundle");
}

}  // namespace

CodeFormat recognise(std::span<const std::byte> image) {
  check_code_object(code_object_of(image));
  return CodeFormat::code_object;
}

std::vector<KernelInfo> read_kernels(std::span<const std::byte> image) {
  return read_code_object(code_object_of(image));
}

std::vector<std::byte> loadable(std::span<const std::byte> image) {
  return {image.begin(), image.end()};
}

}  // namespace duet::vendor
