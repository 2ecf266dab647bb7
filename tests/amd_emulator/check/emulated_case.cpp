#include "check/emulated_case.hpp"

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <variant>
#include <vector>

#include "base/fault.hpp"

namespace amd_emulator {
namespace {

using duet::tool::CaseArray;
using duet::tool::CaseSameArray;
using duet::tool::CaseScalar;
using duet::tool::NpyArray;

/// An array in memory with bytes around it that no kernel may touch.
struct Allocation {
  NpyArray content;
  std::vector<u64> storage;
  std::unique_ptr<KnownRange> known;

  Allocation(NpyArray array, std::size_t argument, Memory& memory)
      : content(std::move(array)), storage(content.bytes.size() / 8 + 64) {
    std::memcpy(begin(), content.bytes.data(), content.bytes.size());
    known = std::make_unique<KnownRange>(memory, begin(), content.bytes.size(),
                                         fmt::format("the array of argument {}", argument));
  }
  u8* begin() {
    const u64 address = reinterpret_cast<u64>(storage.data());
    return reinterpret_cast<u8*>((address + 255) / 256 * 256);
  }
  NpyArray result() {
    NpyArray array = content;
    std::memcpy(array.bytes.data(), begin(), array.bytes.size());
    return array;
  }
};

/// Puts the arguments at the offsets that the metadata tells.
class ArgumentBlock {
 public:
  explicit ArgumentBlock(const KernelInfo& kernel) : kernel_(kernel) {}

  void add(const void* value, std::size_t bytes) {
    if (next_ >= kernel_.arguments.size() || kernel_.arguments[next_].kind.starts_with("hidden_"))
      throw Fault("the kernel takes fewer arguments than the case has");
    const KernelArgument& argument = kernel_.arguments[next_++];
    if (argument.bytes != bytes)
      throw Fault(fmt::format("argument {} of the kernel has {} bytes, that of the case {}",
                              next_ - 1, argument.bytes, bytes));
    block_.resize(std::max<std::size_t>(block_.size(), argument.offset + bytes));
    std::memcpy(block_.data() + argument.offset, value, bytes);
  }
  std::span<const std::byte> bytes() const { return block_; }

 private:
  const KernelInfo& kernel_;
  std::size_t next_ = 0;
  std::vector<std::byte> block_{};
};

std::array<u32, 3> extents(const duet::Dim3& from) {
  return {static_cast<u32>(from.x), static_cast<u32>(from.y), static_cast<u32>(from.z)};
}

std::string compare(const duet::tool::Case& what,
                    std::vector<std::unique_ptr<Allocation>>& allocations) {
  for (std::size_t i = 0; i < allocations.size(); ++i) {
    if (!allocations[i]) continue;
    const auto& array = std::get<CaseArray>(what.arguments[i]);
    const auto difference = find_difference(allocations[i]->result(), array, what.tolerance);
    if (!difference) continue;
    return fmt::format(
        "argument {}: {} elements differ, first [{}]: {} instead of {}, worst [{}]: "
        "{} instead of {}",
        i, difference->count, difference->first, difference->found, difference->expected,
        difference->worst, difference->worst_found, difference->worst_expected);
  }
  return {};
}

}  // namespace

CaseResult run_case(const duet::tool::Case& what, const duet::tool::CaseCode& code,
                    const RunOptions& options) {
  CaseResult result;
  try {
    Memory memory;
    const CodeObject object(code.bytes.get(), memory);
    const KernelInfo& kernel = object.kernel(code.lowered_name);
    Program program(object, kernel.descriptor.waves_of_32 ? 32 : 64);
    std::vector<std::unique_ptr<Allocation>> allocations(what.arguments.size());
    ArgumentBlock arguments(kernel);
    for (std::size_t i = 0; i < what.arguments.size(); ++i) {
      u64 address = 0;
      if (const auto* scalar = std::get_if<CaseScalar>(&what.arguments[i])) {
        arguments.add(scalar->bytes.data(), scalar->bytes.size());
        continue;
      }
      if (const auto* same = std::get_if<CaseSameArray>(&what.arguments[i])) {
        address = reinterpret_cast<u64>(allocations.at(same->argument)->begin()) + same->offset;
      } else {
        const auto& array = std::get<CaseArray>(what.arguments[i]);
        allocations[i] = std::make_unique<Allocation>(array.array.get(), i, memory);
        address = reinterpret_cast<u64>(allocations[i]->begin()) + array.offset;
      }
      arguments.add(&address, sizeof(address));
    }
    const Launch launch{.grid = extents(what.shape.grid),
                        .block = extents(what.shape.block),
                        .shared_bytes = static_cast<u32>(what.shape.shared_bytes),
                        .arguments = arguments.bytes()};
    result.counts = run_kernel(program, kernel, launch, memory, options);
    result.failure = compare(what, allocations);
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
  return result;
}

}  // namespace amd_emulator
