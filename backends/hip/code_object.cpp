#include "code_object.hpp"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_reader.hpp"
#include "base/elf_image.hpp"

// The format: LLVM's "User Guide for AMDGPU Backend", sections "Code Object" and "Code Object
// Metadata" (V3 and newer). A note of the ELF file is a MessagePack map, whose "amdhsa.kernels" is
// an array with a map for each kernel.

namespace duet::vendor {
namespace {

using json = nlohmann::json;

constexpr std::uint16_t machine = EM_AMDGPU;
constexpr std::uint8_t hsa_abi = 64;  // ELFOSABI_AMDGPU_HSA
constexpr std::string_view note_name = "AMDGPU";
constexpr std::uint32_t note_type = 32;  // NT_AMDGPU_METADATA
constexpr std::string_view isa_prefix = "amdgcn-amd-amdhsa--";
constexpr std::string_view old_note_name = "AMD";  // code object version 2, a YAML text

/// Collects the kernels while the metadata is parsed. Stops at nesting deeper than the format's:
/// the parser recurses, so damaged metadata could exhaust the stack.
class KernelCollector : public json::json_sax_t {
 public:
  std::vector<KernelInfo> take() && {
    for (KernelInfo& kernel : kernels_) kernel.architecture = target_;
    return std::move(kernels_);
  }

  bool start_object(std::size_t) override {
    if (!enter()) return false;
    if (in_kernel()) {
      kernels_.emplace_back().parameter_bytes.emplace();
    } else if (in_argument()) {
      argument_ = {};
    }
    return true;
  }
  bool end_object() override {
    if (in_kernel() && kernels_.back().name.empty()) return false;
    if (in_argument() && argument_.is_parameter) {
      kernels_.back().parameter_bytes->push_back(argument_.bytes);
    }
    --depth_;
    return true;
  }
  bool start_array(std::size_t) override { return enter() && !in_kernel(); }  // a kernel is a map
  bool end_array() override {
    --depth_;
    return true;
  }
  bool key(string_t& value) override {
    keys_[depth_] = std::move(value);
    return true;
  }
  bool string(string_t& value) override {
    if (in_kernel() && keys_[depth_] == ".name") {
      kernels_.back().name = std::move(value);
      // The compiler adds hidden arguments, which the runtime fills in.
    } else if (in_argument() && keys_[depth_] == ".value_kind") {
      argument_.is_parameter = !value.starts_with("hidden_");
    } else if (depth_ == 1 && keys_[1] == "amdhsa.target" && value.starts_with(isa_prefix)) {
      target_ = value.substr(isa_prefix.size());
    }
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (in_argument() && keys_[depth_] == ".size") argument_.bytes = value;
    if (in_kernel()) set(kernels_.back(), keys_[depth_], value);
    return true;
  }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool parse_error(std::size_t, const std::string&, const json::exception&) override {
    return false;
  }

 private:
  struct Argument {
    std::size_t bytes = 0;
    bool is_parameter = true;
  };

  // Depths: 1 the map, 2 the array of kernels, 3 a kernel, 4 its array of arguments, 5 an argument.
  static constexpr std::size_t kernel_depth = 3;
  static constexpr std::size_t argument_depth = 5;
  static constexpr std::size_t deepest = 16;

  bool enter() {
    if (depth_ == deepest) return false;
    keys_[++depth_].clear();
    return true;
  }
  bool below_kernels() const { return keys_[1] == "amdhsa.kernels" && keys_[2].empty(); }
  bool in_kernel() const { return depth_ == kernel_depth && below_kernels(); }
  bool in_argument() const {
    return depth_ == argument_depth && below_kernels() && keys_[kernel_depth] == ".args" &&
           keys_[kernel_depth + 1].empty() && !kernels_.empty();
  }

  static std::optional<int> to_int(std::uint64_t value) {
    if (value > std::numeric_limits<int>::max()) return std::nullopt;
    return static_cast<int>(value);
  }
  static void set(KernelInfo& kernel, std::string_view key, std::uint64_t value) {
    if (key == ".vgpr_count") kernel.registers = to_int(value);
    if (key == ".group_segment_fixed_size") kernel.shared_bytes = value;
    if (key == ".private_segment_fixed_size") kernel.local_bytes = value;
    if (key == ".wavefront_size") kernel.wave_size = to_int(value);
    if (key == ".max_flat_workgroup_size") kernel.max_threads = to_int(value);
  }

  std::array<std::string, deepest + 1> keys_{};  // of the map at each depth
  std::size_t depth_ = 0;
  Argument argument_{};
  std::string target_{};  // empty before version 4
  std::vector<KernelInfo> kernels_{};
};

ElfImage open_code_object(std::span<const std::byte> image) {
  ElfImage elf(image);
  if (elf.machine() != machine || elf.os_abi() != hsa_abi) {
    throw_load_error("the ELF file is for machine " + std::to_string(elf.machine()) + ", system " +
                     std::to_string(elf.os_abi()) + ", not for an AMD GPU under HSA (machine " +
                     std::to_string(machine) + ", system " + std::to_string(hsa_abi) + ")");
  }
  return elf;
}

}  // namespace

void check_code_object(std::span<const std::byte> image) { open_code_object(image); }

std::vector<KernelInfo> read_code_object(std::span<const std::byte> image) {
  const ElfImage elf = open_code_object(image);
  const auto note = std::ranges::find_if(elf.notes(), [](const ElfNote& candidate) {
    return candidate.name == note_name && candidate.type == note_type;
  });
  if (note == elf.notes().end()) {
    if (std::ranges::find(elf.notes(), old_note_name, &ElfNote::name) != elf.notes().end()) {
      throw_load_error(
          "the code object is of version 2, whose metadata duet does not read: compile "
          "it for version 3 or newer");
    }
    throw_load_error("the code object has no metadata note");
  }
  KernelCollector collector;
  const std::string_view metadata = as_text(note->descriptor);
  bool parsed = false;
  try {
    parsed = json::sax_parse(metadata.begin(), metadata.end(), &collector,
                             json::input_format_t::msgpack);
  } catch (const json::exception&) {
    // `parsed` stays false
  }
  if (!parsed) throw_load_error("the code object's metadata is damaged");
  return std::move(collector).take();
}

}  // namespace duet::vendor
