// contract/code.hpp on AMD code objects and offload bundles.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.hpp"
#include "base/elf_image.hpp"
#include "bundle.hpp"
#include "code_object.hpp"
#include "contract.hpp"

namespace duet::vendor {
namespace {

constexpr std::string_view compressed_magic = "CCOB";

/// The first code object of a bundle. The parameters of the kernels, which duet checks, are the
/// same in all of them.
std::span<const std::byte> any_code_object(std::span<const std::byte> bundle) {
  const std::vector<hip::BundleEntry> entries = hip::read_bundle(bundle);
  const auto found =
      std::ranges::find_if_not(entries, &std::string::empty, &hip::BundleEntry::target);
  if (found == entries.end()) throw_load_error("the offload bundle has no code for an AMD GPU");
  return found->code;
}

/// The image itself, or a code object of the bundle.
std::span<const std::byte> code_object_of(std::span<const std::byte> image) {
  if (hip::is_bundle(image)) return any_code_object(image);
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

std::vector<std::string> read_variables(std::span<const std::byte> image) {
  return variables_of(ElfImage(code_object_of(image)));  // without kernels' descriptors, "k.kd"
}

// HIP 5 aborts the process if a bundle has no code for the device, so duet chooses the entry.
std::vector<std::byte> loadable(std::span<const std::byte> image, std::string_view architecture) {
  if (hip::is_bundle(image)) image = hip::entry_for(hip::read_bundle(image), architecture).code;
  return {image.begin(), image.end()};
}

// The runtime reports the same error for several causes.
std::string explain(const RefusedCode& code) {
  if (code.architecture.empty() || hip::is_compatible(code.device, code.architecture)) return {};
  return "it is for " + code.architecture + ", and this device is a " + code.device +
         ": compile it for that";
}

}  // namespace duet::vendor
