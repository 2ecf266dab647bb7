#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include <duet/command_encoder.hpp>

#include "encoder/order/flat_list.hpp"

namespace duet::detail {

class CapturedGraph;

enum class CommandKind : std::uint8_t { launch, copy, fill, host, empty, record, wait, captured };

/// Parameters are stored in a batch as bytes and compared as bytes, so they have no padding.
struct LaunchParameters {
  Dim3 grid;
  Dim3 block;
  std::uint32_t shared_bytes;
  std::uint32_t programmatic;  ///< 1 or 0
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

/// Recorded operations, stored flat: kinds, edges and identities in `structure`, everything else in
/// `parameters`. An executable graph made of one batch can be updated to any batch of equal
/// structure.
///
/// Most batches are like the one before. The launches and captured graphs that a batch began with
/// therefore stay behind it as a draft of the next one: as long as the same are added, only the
/// values of arguments and the captured graphs are written.
/// Thread-safety: none.
class Batch {
 public:
  Batch() = default;
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  Batch(Batch&&) noexcept = default;
  Batch& operator=(Batch&&) noexcept = default;

  std::uint32_t size() const noexcept { return size_; }
  /// Removes all operations but keeps the memory, and the draft.
  void clear() noexcept;
  /// Called when all operations have been added: removes the rest of the draft.
  void finish() noexcept;
  /// Removes the operations from index `size` on. Objects that they refer to are kept until
  /// `clear`.
  void truncate(std::uint32_t size) noexcept;

  // Each adds an operation that follows those in `after`, which are ascending. If one throws, an
  // incomplete operation may be left, which `truncate` removes.
  using Edges = std::span<const std::uint32_t>;
  void launch(Edges after, const LaunchRequest& request);
  void copy(Edges after, CopyDirection direction, const CopyParameters& parameters);
  void fill(Edges after, const FillParameters& parameters);
  void launch_host_function(Edges after, HostFunction function);
  void empty(Edges after);
  void record(Edges after, void* event) { event_command(CommandKind::record, after, event); }
  void wait(Edges after, void* event) { event_command(CommandKind::wait, after, event); }
  void captured(Edges after, std::shared_ptr<const CapturedGraph> graph);
  /// Adds operation `i` of another batch. Its edges count from operation `first` of that batch, and
  /// those to earlier operations are dropped.
  void append(const Batch& other, std::uint32_t i, std::uint32_t first);

  /// Shortens the draft of the next batch to the operations whose edges a log has.
  /// @param size     the number of these operations, at the beginning
  /// @param version  of the log
  void keep_as_draft(std::uint32_t size, std::uint64_t version) noexcept {
    draft_ = std::min(draft_, size);
    log_version_ = version;
  }
  std::uint64_t log_version() const noexcept { return log_version_; }
  /// Whether the draft goes on with a launch that differs at most in its edges, accesses and
  /// values.
  bool repeats(const LaunchRequest& request) const noexcept;
  /// Adds the launch with which the draft goes on. All operations so far must be those of the log.
  /// @returns where its values go; null, without an effect, for any other
  std::byte* repeat(std::span<const std::uint64_t> signature) noexcept;

  /// The captured graph that the batch's graph is made of: the only operation, or one that cannot
  /// be a child. The batch must not have two that cannot.
  std::optional<std::uint32_t> base() const noexcept;
  /// Whether the only operation is a captured graph.
  bool is_capture() const noexcept { return size() == 1 && kind(0) == CommandKind::captured; }
  /// The operations that not every driver's graphs can contain together with others: captured
  /// graphs that cannot be children, cooperative launches and those with clusters.
  std::span<const std::uint32_t> special() const noexcept { return special_.values(); }
  /// Whether another batch may have this structure.
  bool may_recur() const;
  std::uint64_t structure_hash() const noexcept;
  bool has_structure_of(const Batch& other) const noexcept {
    return structure_ == other.structure_;
  }
  bool has_parameters_of(const Batch& other) const noexcept {
    return parameters_ == other.parameters_;
  }

  CommandKind kind(std::uint32_t i) const noexcept { return commands_[i].kind; }
  Edges after(std::uint32_t i) const noexcept { return part(edges_, &Command::first_edge, i); }
  /// Everything that may differ between batches of equal structure.
  std::span<const std::byte> parameters(std::uint32_t i) const noexcept {
    return part(parameters_, &Command::first_parameter, i);
  }

  // The content of an operation. Its kind must be the one of the accessor.
  const Kernel& kernel(std::uint32_t i) const noexcept { return kernels_[commands_[i].object]; }
  LaunchShape launch_shape(std::uint32_t i) const noexcept;
  bool is_special_launch(std::uint32_t i) const noexcept { return commands_[i].special_shape != 0; }
  /// Without the attributes of special launches.
  const LaunchParameters& launch_parameters(std::uint32_t i) const noexcept {
    return read<LaunchParameters>(i);
  }
  /// The addresses of a launch's arguments; never null. Valid until the batch changes.
  void** argument_addresses(std::uint32_t i) const {
    if (addresses_.size() == 0) [[unlikely]] {
      find_addresses();
    }
    return addresses_.data() + commands_[i].first_size;
  }
  CopyDirection copy_direction(std::uint32_t i) const noexcept {
    return static_cast<CopyDirection>(commands_[i].object);
  }
  const CopyParameters& copy_parameters(std::uint32_t i) const noexcept {
    return read<CopyParameters>(i);
  }
  const FillParameters& fill_parameters(std::uint32_t i) const noexcept {
    return read<FillParameters>(i);
  }
  const HostFunction& host_function(std::uint32_t i) const noexcept {
    return functions_[commands_[i].object];
  }
  /// The number of host functions and captured graphs.
  std::size_t object_count() const noexcept { return functions_.size() + captured_.size(); }
  /// Moves the ownership of all host functions and captured graphs. Throws nothing if both lists
  /// have room for `object_count` more.
  /// @param at_end  out: those that may be destroyed when the batch has ended
  /// @param later   out: graphs that call no host function: they may be released any time later
  void move_objects(std::vector<std::shared_ptr<const void>>& at_end,
                    std::vector<std::shared_ptr<const void>>& later);
  void* event(std::uint32_t i) const noexcept { return events_[commands_[i].object]; }
  const std::shared_ptr<const CapturedGraph>& captured_graph(std::uint32_t i) const noexcept {
    return captured_[commands_[i].object];
  }
  /// All captured graphs.
  const std::vector<std::shared_ptr<const CapturedGraph>>& captured_graphs() const noexcept {
    return captured_;
  }

 private:
  /// The beginning of a command's part in each list. It ends where the next command's part begins.
  struct Command {
    CommandKind kind;
    std::uint32_t object;
    std::uint32_t first_word;  ///< of structure_
    std::uint32_t first_edge;
    std::uint32_t first_parameter;
    std::uint32_t first_size;
    std::uint32_t first_kernel;
    std::uint32_t first_captured;
    std::uint32_t first_signature;  ///< of signatures_; no words unless launches can repeat it
    std::uint32_t special_shape;    ///< counted from 1; 0: none
  };

  Command& add(CommandKind kind, Edges after, std::size_t object, unsigned variant = 0);
  void event_command(CommandKind kind, Edges after, void* event);
  void add_identity(std::uint64_t id);
  void add_special(Command& command, const LaunchShape& shape);
  void append_launch(Edges after, const Batch& other, std::uint32_t i);
  template <typename T>
  void add_parameters(const T& parameters);
  template <typename T>
  const T& read(std::uint32_t i) const noexcept {
    return *std::launder(reinterpret_cast<const T*>(&parameters_[commands_[i].first_parameter]));
  }
  std::byte* values_of(std::uint32_t launch) noexcept {
    return &parameters_[commands_[launch].first_parameter + sizeof(LaunchParameters)];
  }
  bool has_next(CommandKind kind, Edges after) const noexcept;
  bool repeat(Edges after, const LaunchRequest& request) noexcept;
  bool repeat(Edges after, std::shared_ptr<const CapturedGraph>& graph) noexcept;
  std::uint32_t kernel_index(const Kernel& kernel);
  void find_addresses() const;
  void forget_derived() noexcept;
  /// An operation's part of a list.
  /// @param first  where it begins
  template <typename T>
  std::span<const T> part(const FlatList<T>& list, std::uint32_t Command::*first,
                          std::uint32_t i) const noexcept {
    const std::size_t begin = commands_[i].*first;
    const std::size_t end = i + 1 < commands_.size() ? commands_[i + 1].*first : list.size();
    return {list.values().data() + begin, end - begin};
  }

  std::uint32_t size_ = 0;
  std::uint32_t draft_ = 0;  ///< the operations at the beginning that the next batch may repeat
  std::uint64_t log_version_ = 0;  ///< that has the draft's edges
  FlatList<Command> commands_{};   ///< the operations, then the rest of the draft
  FlatList<std::uint64_t> signatures_{};
  FlatList<std::uint32_t> edges_{};
  FlatList<std::uint32_t> structure_{};
  FlatList<std::byte> parameters_{};
  FlatList<std::uint32_t> sizes_{};  ///< of the arguments in parameters_, padded
  FlatList<std::uint32_t> special_{};
  mutable FlatList<void*> addresses_{};  ///< of the arguments in parameters_; empty until needed
  mutable std::optional<std::uint64_t> structure_hash_{};  ///< empty until needed

  std::vector<Kernel> kernels_{};
  std::array<std::uint32_t, 64> recent_kernels_{};  ///< index by id; may be wrong
  std::vector<LaunchShape> special_shapes_{};
  std::vector<HostFunction> functions_{};
  std::vector<void*> events_{};
  std::vector<std::shared_ptr<const CapturedGraph>> captured_{};
};

inline std::byte* Batch::repeat(std::span<const std::uint64_t> signature) noexcept {
  if (size_ >= draft_) return nullptr;
  const auto drafted = part(signatures_, &Command::first_signature, size_);
  if (drafted.size() != signature.size() || signature.empty()) return nullptr;
  // Not std::equal, whose wide reads would wait for the narrow writes of the signature.
  const std::uint64_t* expected = drafted.data();
#pragma GCC unroll 8
  for (const std::uint64_t word : signature) {
    if (*expected++ != word) return nullptr;
  }
  return values_of(size_++);
}

/// Writes the values of a launch's arguments, each padded.
/// @param to  has room for them
inline void write_values(std::byte* to, const LaunchRequest& request) noexcept {
  void* const* value = request.values.data();
  for (const ArgumentShape& argument : request.arguments) {
    to = write_padded(to, *value++, argument.bytes);
  }
}

}  // namespace duet::detail
