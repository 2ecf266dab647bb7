#include "array_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <duet/error.hpp>

namespace duet::detail {

namespace {

class ArrayCheck {
 public:
  explicit ArrayCheck(const FusionGraph& graph) : graph_(graph) {}

  void count(const char* kind, std::size_t given, std::size_t wanted) const {
    if (given != wanted) {
      refuse(fmt::format("expected {} {}s, got {}", wanted, kind, given));
    }
  }

  /// Checks type, address and alignment of one array.
  void array(const char* kind, std::size_t index, const ArrayView& array, DataType type) const {
    const auto fail = [&](const std::string& why) {
      refuse(fmt::format("{} {} {}", kind, index, why));
    };
    if (array.type() != type) {
      fail(fmt::format("is an array of {}, not of {}", name_of(array.type()), name_of(type)));
    }
    if (array.size() == 0) return;
    if (array.data() == nullptr) {
      fail(fmt::format("of shape {} has no memory: its address is null", to_string(array.shape())));
    }
    if (reinterpret_cast<std::uintptr_t>(array.data()) % size_of(type) != 0) {
      fail(fmt::format("at {} is not aligned to its elements of {} bytes", array.data(),
                       size_of(type)));
    }
  }

  void input_shape(std::size_t index, const Dimensions& shape, const Dimensions& wanted) const {
    const int missing = wanted.size() - shape.size();
    bool fits = missing >= 0;
    for (int d = 0; fits && d < shape.size(); ++d) {
      fits = shape[d] == wanted[d + missing] || shape[d] == 1;
    }
    if (!fits) {
      refuse(fmt::format("input {} of shape {} cannot be broadcast to the output's shape {}", index,
                         to_string(shape), to_string(wanted)));
    }
  }

  void output(std::size_t index, const ArrayView& array, const Dimensions& wanted) const {
    if (array.shape() != wanted) {
      refuse(fmt::format("output {} has the shape {}, but output 0 has {}", index,
                         to_string(array.shape()), to_string(wanted)));
    }
    if (!array.is_writable()) refuse(fmt::format("output {} is read-only memory", index));
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(ErrorCode::invalid_argument, fmt::format("fusion '{}': {}", graph_.name(), why));
  }

  const FusionGraph& graph_;
};

}  // namespace

void check_arrays(const FusionGraph& graph, std::span<const ArrayView> inputs,
                  std::span<const ArrayView> outputs) {
  const ArrayCheck check(graph);
  check.count("input", inputs.size(), graph.inputs().size());
  check.count("output", outputs.size(), graph.outputs().size());
  const Dimensions& shape = outputs[0].shape();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    check.array("output", i, outputs[i], graph.output_type(i));
    check.output(i, outputs[i], shape);
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    check.array("input", i, inputs[i], graph.input_type(i));
    check.input_shape(i, inputs[i].shape(), shape);
  }
}

}  // namespace duet::detail
