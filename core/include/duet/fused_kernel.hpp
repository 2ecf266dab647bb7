#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <duet/array_view.hpp>
#include <duet/command_encoder.hpp>
#include <duet/compile.hpp>
#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/fusion.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
struct FusedKernelState;
}

/// How a fused kernel finds the elements.
enum class FusionForm : std::uint8_t {
  vectors,     ///< dense arrays, 16 bytes a thread of those with the largest elements
  contiguous,  ///< dense arrays that are not aligned for that, an element a thread
  strided      ///< any arrays, an element a thread
};

/// One of the kernels that a fusion can become. It depends on the arrays' layouts, not on their
/// sizes.
struct FusionVariant {
  FusionForm form = FusionForm::vectors;
  /// Of 32 bits, where elements and locations can be counted so, or of 64.
  int index_bits = 32;
  /// Elements a thread.
  int elements = 1;
  /// For strided arrays, after dimensions that are adjacent in all of them have been merged: 1, 2,
  /// 3, or `max_dimensions` for any number.
  int dimensions = 1;
  /// For dense arrays: bit i is set where input i is one element that goes with all of the others.
  std::uint64_t scalars = 0;

  friend bool operator==(const FusionVariant&, const FusionVariant&) = default;
};

/// "vectors of 4, 32-bit indices, scalars 0x2", "2-dimensional strided, 32-bit indices".
std::string to_string(const FusionVariant& variant);

struct FusedKernelOptions {
  /// For all variants.
  CompileOptions compile{};
  /// At least so many bits for indices: 64 makes one variant do for small and large arrays.
  int index_bits = 32;
};

/// A fusion on a device: a kernel for each variant, compiled by `jit` when it is first launched. A
/// cheap, shared handle. Thread-safety: all const members may be called from any thread.
///
/// A launch takes an array for each input and output. The outputs have one shape, which inputs are
/// broadcast to as NumPy does it: dimensions are counted from the last, missing ones and those of
/// extent 1 are repeated. Dimensions that are adjacent in memory in all arrays count as one, and
/// their order does not matter, so that transposed arrays are as good as others if all of them are.
///
/// An output may be the very same array as an input, element for element; else its memory must be
/// its own, and no two of its elements may share theirs. (What is interleaved, as are the even
/// and the odd elements of one array, shares nothing.)
class FusedKernel {
 public:
  FusedKernel() noexcept = default;
  /// Takes a copy of the fusion. Nothing is compiled yet.
  /// @throws Error (invalid_argument) without outputs
  FusedKernel(const Device& device, const Fusion& fusion, FusedKernelOptions options = {});

  explicit operator bool() const noexcept { return state_ != nullptr; }
  /// The members below throw Error (invalid_handle) if this is empty.

  /// Launches the variant for these arrays in the order of `stream`; nothing for empty arrays. The
  /// arrays must outlive the kernel's execution.
  /// @throws Error (invalid_argument)  naming the array: another number of them, a type or a shape
  ///         that does not fit, memory that is null, read-only, not aligned to the elements, or
  ///         shared with an output
  /// @throws what `jit` and `duet::launch` throw
  void launch(StreamRef stream, std::span<const ArrayView> inputs,
              std::span<const ArrayView> outputs) const;
  void launch(StreamRef stream, std::initializer_list<ArrayView> inputs,
              std::initializer_list<ArrayView> outputs) const {
    launch(stream, std::span(inputs.begin(), inputs.size()),
           std::span(outputs.begin(), outputs.size()));
  }
  /// The same by an encoder, which is told what memory is read and written.
  void launch(CommandEncoder& encoder, std::span<const ArrayView> inputs,
              std::span<const ArrayView> outputs) const;
  void launch(CommandEncoder& encoder, std::initializer_list<ArrayView> inputs,
              std::initializer_list<ArrayView> outputs) const {
    launch(encoder, std::span(inputs.begin(), inputs.size()),
           std::span(outputs.begin(), outputs.size()));
  }

  /// What `launch` would launch. @throws Error as `launch`
  FusionVariant variant(std::span<const ArrayView> inputs,
                        std::span<const ArrayView> outputs) const;
  FusionVariant variant(std::initializer_list<ArrayView> inputs,
                        std::initializer_list<ArrayView> outputs) const {
    return variant(std::span(inputs.begin(), inputs.size()),
                   std::span(outputs.begin(), outputs.size()));
  }

  /// The variants that have been launched, in the order of their first launches.
  std::vector<FusionVariant> variants() const;
  /// The program of a variant, as it would be given to `jit`.
  Program program(const FusionVariant& variant) const;

 private:
  detail::FusedKernelState& state() const;

  std::shared_ptr<detail::FusedKernelState> state_{};
};

}  // namespace duet
DUET_API_END
