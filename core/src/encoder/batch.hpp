#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <duet/argument_type.hpp>
#include <duet/copy.hpp>
#include <duet/kernel.hpp>
#include <duet/shape.hpp>

#include "encoder/order/flat_list.hpp"

namespace duet::detail {

class CapturedGraph;

enum class CommandKind : std::uint8_t { launch, copy, fill, host, empty, record, wait, captured };

/// Parameters lie in a batch as bytes without gaps of unknown content, so that they are compared as
/// such.
struct LaunchParameters {
  Dim3 grid;
  Dim3 block;
  std::uint32_t shared_bytes;
  std::uint32_t zero = 0;
};
struct CopyParameters {
  void* to;
  const void* from;
  std::size_t bytes;
};
struct FillParameters {
  void* to;
  std::size_t words;
  std::uint32_t word;
  std::uint32_t word_bytes;  ///< 1, 2 or 4
};

using HostFunction = std::shared_ptr<std::function<void()>>;

/// Recorded operations, flat: what they are and their edges in `structure`, what they work on in
/// `parameters`. Batches of equal structure differ in nothing that an executable graph made of one
/// could not be told.
/// Thread-safety: none.
class Batch {
 public:
  Batch() = default;
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  Batch(Batch&&) noexcept = default;
  Batch& operator=(Batch&&) noexcept = default;

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(commands_.size()); }
  /// Keeps its memory for the next one.
  void clear() noexcept;

  // Each adds an operation that follows the given ones, which are ascending.
  using Edges = std::span<const std::uint32_t>;
  void launch(Edges after, const Kernel& kernel, const LaunchShape& shape,
              std::span<void* const> values, std::span<const ArgumentShape> arguments);
  void copy(Edges after, CopyDirection direction, const CopyParameters& parameters);
  void fill(Edges after, const FillParameters& parameters);
  void launch_host_function(Edges after, HostFunction function);
  void empty(Edges after);
  void record(Edges after, void* event) { event_command(CommandKind::record, after, event); }
  void wait(Edges after, void* event) { event_command(CommandKind::wait, after, event); }
  void captured(Edges after, std::shared_ptr<const CapturedGraph> graph);

  /// Whether there are operations that driver's graphs do not take.
  bool is_for_graphs() const noexcept { return special_shapes_.empty(); }
  std::uint64_t structure_hash() const noexcept;
  bool has_structure_of(const Batch& other) const noexcept {
    return structure_ == other.structure_;
  }
  bool has_parameters_of(const Batch& other) const noexcept {
    return parameters_ == other.parameters_;
  }

  CommandKind kind(std::uint32_t i) const noexcept { return commands_[i].kind; }
  Edges after(std::uint32_t i) const noexcept;
  /// All that may change between batches of equal structure.
  std::span<const std::byte> parameters(std::uint32_t i) const noexcept;

  // What an operation of a kind does.
  const Kernel& kernel(std::uint32_t i) const noexcept { return kernels_[commands_[i].object]; }
  /// With what graphs do not take, too.
  LaunchShape launch_shape(std::uint32_t i) const noexcept;
  /// Without that.
  LaunchParameters launch_parameters(std::uint32_t i) const noexcept;
  /// @param addresses  gets those of the arguments, and one more, so that the list has an address
  /// if
  ///                   there are none
  void argument_addresses(std::uint32_t i, FlatList<void*>& addresses) const;
  CopyDirection copy_direction(std::uint32_t i) const noexcept {
    return static_cast<CopyDirection>(commands_[i].object);
  }
  CopyParameters copy_parameters(std::uint32_t i) const noexcept;
  FillParameters fill_parameters(std::uint32_t i) const noexcept;
  const HostFunction& host_function(std::uint32_t i) const noexcept {
    return functions_[commands_[i].object];
  }
  /// Passes on the ownership of all of them.
  void move_host_functions(std::vector<std::shared_ptr<const void>>& to);
  void* event(std::uint32_t i) const noexcept { return events_[commands_[i].object]; }
  const std::shared_ptr<const CapturedGraph>& captured_graph(std::uint32_t i) const noexcept {
    return captured_[commands_[i].object];
  }

 private:
  /// Where the command's part of each list begins; it ends where the next one's does.
  struct Command {
    CommandKind kind;
    std::uint32_t object;
    std::uint32_t first_edge;
    std::uint32_t first_parameter;
    std::uint32_t first_value;
    std::uint32_t special_shape;  ///< counted from 1; 0: none
  };

  Command& add(CommandKind kind, Edges after, std::size_t object, unsigned variant = 0);
  void event_command(CommandKind kind, Edges after, void* event);
  void identify(std::uint64_t id);
  template <typename T>
  void add_parameters(const T& parameters);
  template <typename T>
  T read(std::uint32_t i) const noexcept;
  std::uint32_t keep(const Kernel& kernel, std::uint64_t id);

  FlatList<Command> commands_{};
  FlatList<std::uint32_t> edges_{};
  FlatList<std::uint32_t> structure_{};
  FlatList<std::byte> parameters_{};
  FlatList<std::uint32_t> values_{};  ///< places of arguments in parameters_

  std::vector<Kernel> kernels_{};
  std::array<std::uint32_t, 64> recent_kernels_{};  ///< by id; guesses, checked
  std::vector<LaunchShape> special_shapes_{};
  std::vector<HostFunction> functions_{};
  std::vector<void*> events_{};
  std::vector<std::shared_ptr<const CapturedGraph>> captured_{};
};

}  // namespace duet::detail
