#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <duet/arguments.hpp>
#include <duet/kernel.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

#include "prepared_graphs.hpp"

namespace duet::detail {

/// A checked launch whose arguments and shape may be changed. Thread-safety: none.
class PreparedState {
 public:
  PreparedState(const Kernel& kernel, const LaunchShape& shape, const Arguments& arguments);
  PreparedState(const PreparedState&) = delete;
  PreparedState& operator=(const PreparedState&) = delete;
  ~PreparedState();

  const Kernel& kernel() const noexcept { return kernel_; }
  const LaunchShape& shape() const noexcept { return shape_; }
  std::span<void* const> values() const noexcept { return {values_.data(), storage_.size()}; }
  std::span<const ArgumentShape> arguments() const noexcept { return storage_.shapes(); }

  void launch(StreamRef stream);
  /// @param is_permanent  whether `shapes` has static storage, so that checking it once suffices
  void set_values(std::span<void* const> values, std::span<const ArgumentShape> shapes,
                  bool is_permanent);
  void set_value(std::size_t index, const void* value, const ArgumentShape& shape);
  void set_shape(const LaunchShape& shape);

  bool uses_graphs() const noexcept { return uses_graphs_; }
  void use_graphs(bool on) noexcept { uses_graphs_ = on; }

 private:
  void check_exchange(std::size_t index, const ArgumentShape& shape) const;
  bool launches_by_graph(StreamRef stream);

  Kernel kernel_;
  const KernelState& code_;  ///< the kernel's state
  LaunchShape shape_;
  Arguments storage_;               ///< the values that `values_` points to
  std::vector<void*> values_{};     ///< with a null behind the last one
  const void* accepted_ = nullptr;  ///< the permanent shapes that passed the check last
  std::uint64_t version_ = 0;       ///< counts changes of values and shape
  bool uses_graphs_;
  bool is_for_graphs_ = true;  ///< whether a graph can have a launch of this shape
  PreparedGraphs graphs_{};
};

}  // namespace duet::detail
