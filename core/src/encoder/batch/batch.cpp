#include "batch.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "graph/captured_graph.hpp"
#include "launch/launch_check.hpp"
#include "module/module_state.hpp"

namespace duet::detail {

namespace {

constexpr std::size_t padded(std::size_t bytes) noexcept { return (bytes + 7) / 8 * 8; }

}  // namespace

void Batch::clear() noexcept {
  if (size_ != 0) {
    truncate(draft_);
    finish();
    size_ = 0;
  }
  special_shapes_.clear();
  functions_.clear();
  events_.clear();
  for (auto& graph : captured_) graph = nullptr;
}

void Batch::truncate(std::uint32_t size) noexcept {
  if (size >= size_) return;
  size_ = size;
  finish();
}

void Batch::finish() noexcept {
  if (size_ == commands_.size()) return;
  const Command first = commands_[size_];
  commands_.truncate(size_);
  structure_.truncate(first.first_word);
  edges_.truncate(first.first_edge);
  parameters_.truncate(first.first_parameter);
  sizes_.truncate(first.first_size);
  signatures_.truncate(first.first_signature);
  kernels_.resize(first.first_kernel);
  captured_.resize(first.first_captured);
  while (special_.size() != 0 && special_[special_.size() - 1] >= size_) {
    special_.truncate(special_.size() - 1);
  }
  draft_ = std::min(draft_, size_);
  forget_derived();
}

/// Called when the list of operations changes.
void Batch::forget_derived() noexcept {
  addresses_.clear();
  structure_hash_.reset();
}

/// Has no effect if it throws.
/// @param variant  distinguishes commands of a kind that no update can turn into each other
Batch::Command& Batch::add(CommandKind kind, Edges after, std::size_t object, unsigned variant) {
  finish();
  forget_derived();
  const std::uint32_t number = size();
  const auto first_word = static_cast<std::uint32_t>(structure_.size());
  const auto first_edge = static_cast<std::uint32_t>(edges_.size());
  structure_.reserve(1 + after.size());
  edges_.reserve(after.size());
  Command* const command = commands_.extend(1);
  std::uint32_t* words = structure_.extend(1 + after.size());
  std::uint32_t* edges = edges_.extend(after.size());
  *words++ = static_cast<std::uint32_t>(kind) | variant << 4 |
             static_cast<std::uint32_t>(after.size()) << 8;
  for (const std::uint32_t before : after) {
    *edges++ = before;
    *words++ = number - before;
  }
  *command = {kind,
              static_cast<std::uint32_t>(object),
              first_word,
              first_edge,
              static_cast<std::uint32_t>(parameters_.size()),
              static_cast<std::uint32_t>(sizes_.size()),
              static_cast<std::uint32_t>(kernels_.size()),
              static_cast<std::uint32_t>(captured_.size()),
              static_cast<std::uint32_t>(signatures_.size()),
              0};
  ++size_;
  return *command;
}

void Batch::add_identity(std::uint64_t id) { std::memcpy(structure_.extend(2), &id, sizeof(id)); }

template <typename T>
void Batch::add_parameters(const T& parameters) {
  static_assert(sizeof(T) % 8 == 0);
  std::memcpy(parameters_.extend(sizeof(T)), &parameters, sizeof(T));
}

std::uint32_t Batch::kernel_index(const Kernel& kernel) {
  std::uint32_t& guess = recent_kernels_[kernel.id() % recent_kernels_.size()];
  if (guess >= kernels_.size() || kernels_[guess] != kernel) {
    guess = static_cast<std::uint32_t>(kernels_.size());
    kernels_.push_back(kernel);
  }
  return guess;
}

bool Batch::repeats(const LaunchRequest& request) const noexcept {
  if (size_ >= draft_ || request.signature.empty()) return false;
  const auto drafted = part(signatures_, &Command::first_signature, size_);
  return drafted.size() == request.signature.size() &&
         std::ranges::equal(drafted.first(signature_bytes),
                            request.signature.first(signature_bytes));
}

/// Whether the draft's next operation is of this kind and has the same edges.
bool Batch::has_next(CommandKind kind, Edges after) const noexcept {
  return size_ < draft_ && this->kind(size_) == kind &&
         std::ranges::equal(this->after(size_), after);
}

/// Adds a launch that the draft goes on with. @returns false, without an effect, for any other
bool Batch::repeat(Edges after, const LaunchRequest& request) noexcept {
  if (!has_next(CommandKind::launch, after) || !repeats(request)) return false;
  std::ranges::copy(request.signature, &signatures_[commands_[size_].first_signature]);
  write_values(values_of(size_++), request);
  return true;
}

void Batch::launch(Edges after, const LaunchRequest& request) {
  if (repeat(after, request)) return;
  const LaunchShape& shape = request.shape;
  // Whether it begins early is a property of edges in graphs, which no update changes.
  const KernelState& state = request.kernel.state();
  const bool is_special = has_attributes(state.device, shape);
  const std::uint32_t programmatic = shape.programmatic && !shape.cooperative ? 1 : 0;
  const unsigned variant = programmatic | (is_special ? 2 : 0);
  Command& command = add(CommandKind::launch, after, 0, variant);
  command.object = kernel_index(request.kernel);
  add_identity(state.id);
  if (is_special) [[unlikely]] {
    add_special(command, without_ignored(state.device, shape));
  }
  const LaunchParameters parameters{shape.grid, shape.block,
                                    static_cast<std::uint32_t>(shape.shared_bytes), programmatic};
  std::size_t bytes = sizeof(parameters);
  std::uint32_t* size = sizes_.extend(request.arguments.size());
  for (const ArgumentShape& argument : request.arguments) {
    *size++ = static_cast<std::uint32_t>(padded(argument.bytes));
    bytes += padded(argument.bytes);
  }
  std::byte* const position = parameters_.extend(bytes);
  std::memcpy(position, &parameters, sizeof(parameters));
  write_values(position + sizeof(parameters), request);
  if (is_special || draft_ + 1 != size_) return;
  std::ranges::copy(request.signature, signatures_.extend(request.signature.size()));
  draft_ = size_;
}

/// Adds what no update of a node can change.
void Batch::add_special(Command& command, const LaunchShape& shape) {
  special_.push_back(size() - 1);
  special_shapes_.push_back(shape);
  command.special_shape = static_cast<std::uint32_t>(special_shapes_.size());
  const Dim3 cluster = shape.cluster.value_or(Dim3{0, 0, 0});
  const std::array<std::uint32_t, 5> words{shape.cooperative, cluster.x, cluster.y, cluster.z,
                                           shape.l2_window.has_value()};
  std::ranges::copy(words, structure_.extend(words.size()));
  if (!shape.l2_window) return;
  const L2Window& window = *shape.l2_window;
  add_identity(reinterpret_cast<std::uintptr_t>(window.data));
  add_identity(window.bytes);
  const std::array<std::uint32_t, 3> access{std::bit_cast<std::uint32_t>(window.hit_ratio),
                                            static_cast<std::uint32_t>(window.hit),
                                            static_cast<std::uint32_t>(window.miss)};
  std::ranges::copy(access, structure_.extend(access.size()));
}

void Batch::copy(Edges after, CopyDirection direction, const CopyParameters& parameters) {
  const auto number = static_cast<unsigned>(direction);
  add(CommandKind::copy, after, number, number);
  add_parameters(parameters);
}

void Batch::fill(Edges after, const FillParameters& parameters) {
  add(CommandKind::fill, after, 0);
  add_parameters(parameters);
}

void Batch::launch_host_function(Edges after, HostFunction function) {
  add(CommandKind::host, after, functions_.size());
  const void* const address = function.get();
  add_parameters(address);
  functions_.push_back(std::move(function));
}

void Batch::move_objects(std::vector<std::shared_ptr<const void>>& at_end,
                         std::vector<std::shared_ptr<const void>>& later) {
  for (HostFunction& function : functions_) at_end.push_back(std::move(function));
  for (auto& graph : captured_) {
    if (graph == nullptr) continue;
    (graph->calls_host_functions() ? at_end : later).push_back(std::move(graph));
  }
  functions_.clear();
}

void Batch::empty(Edges after) { add(CommandKind::empty, after, 0); }

void Batch::event_command(CommandKind kind, Edges after, void* event) {
  add(kind, after, events_.size());
  add_identity(reinterpret_cast<std::uintptr_t>(event));
  events_.push_back(event);
}

void Batch::captured(Edges after, std::shared_ptr<const CapturedGraph> graph) {
  const CapturedGraph::Structure& structure = graph->structure();
  if (repeat(after, graph)) return;
  Command& command = add(CommandKind::captured, after, 0);
  command.object = static_cast<std::uint32_t>(captured_.size());
  structure_.push_back(static_cast<std::uint32_t>(structure.words.size()));
  std::ranges::copy(structure.words, structure_.extend(structure.words.size()));
  add_parameters(graph->id());
  if (structure.is_alone) special_.push_back(size() - 1);
  captured_.push_back(std::move(graph));
  if (draft_ + 1 == size_) draft_ = size_;
}

/// Adds a captured graph of the structure of that with which the draft goes on.
/// @returns false, without an effect, for any other
bool Batch::repeat(Edges after, std::shared_ptr<const CapturedGraph>& graph) noexcept {
  if (!has_next(CommandKind::captured, after)) return false;
  const std::vector<std::uint32_t>& words = graph->structure().words;
  const auto drafted = part(structure_, &Command::first_word, size_).subspan(2 + after.size());
  if (!std::ranges::equal(drafted, words)) return false;
  const Command& command = commands_[size_++];
  const std::uint64_t id = graph->id();
  std::memcpy(&parameters_[command.first_parameter], &id, sizeof(id));
  captured_[command.object] = std::move(graph);
  return true;
}

void Batch::append(const Batch& other, std::uint32_t i, std::uint32_t first) {
  std::vector<std::uint32_t> after;
  for (const std::uint32_t before : other.after(i)) {
    if (before >= first) after.push_back(before - first);
  }
  switch (other.kind(i)) {
    case CommandKind::launch: return append_launch(after, other, i);
    case CommandKind::copy: return copy(after, other.copy_direction(i), other.copy_parameters(i));
    case CommandKind::fill: return fill(after, other.fill_parameters(i));
    case CommandKind::host: return launch_host_function(after, other.host_function(i));
    case CommandKind::empty: return empty(after);
    case CommandKind::record: return record(after, other.event(i));
    case CommandKind::wait: return wait(after, other.event(i));
    case CommandKind::captured: return captured(after, other.captured_graph(i));
  }
}

void Batch::append_launch(Edges after, const Batch& other, std::uint32_t i) {
  std::vector<ArgumentShape> shapes;
  for (const std::uint32_t size : other.part(other.sizes_, &Command::first_size, i)) {
    shapes.push_back({size, {}});  // padded, as it is stored
  }
  const LaunchShape shape = other.launch_shape(i);
  const std::span<void* const> values(other.argument_addresses(i), shapes.size());
  launch(after, {other.kernel(i), shape, {}, values, shapes});
}

std::optional<std::uint32_t> Batch::base() const noexcept {
  if (is_capture()) return 0;
  for (const std::uint32_t i : special()) {
    if (kind(i) == CommandKind::captured) return i;
  }
  return std::nullopt;
}

bool Batch::may_recur() const {
  return std::ranges::all_of(captured_,
                             [](const auto& graph) { return graph->structure().recurs; });
}

std::uint64_t Batch::structure_hash() const noexcept {
  if (!structure_hash_) {
    const std::span<const std::uint32_t> words = structure_.values();
    structure_hash_ = XXH3_64bits(words.data(), words.size_bytes());
  }
  return *structure_hash_;
}

LaunchShape Batch::launch_shape(std::uint32_t i) const noexcept {
  if (commands_[i].special_shape != 0) return special_shapes_[commands_[i].special_shape - 1];
  const LaunchParameters& parameters = launch_parameters(i);
  return {.grid = parameters.grid,
          .block = parameters.block,
          .shared_bytes = parameters.shared_bytes,
          .programmatic = parameters.programmatic != 0};
}

void Batch::find_addresses() const {
  // One more, so that the list is never empty.
  void** address = addresses_.extend(sizes_.size() + 1);
  for (std::uint32_t i = 0; i < commands_.size(); ++i) {
    std::size_t position = commands_[i].first_parameter + sizeof(LaunchParameters);
    for (const std::uint32_t size : part(sizes_, &Command::first_size, i)) {
      *address++ = const_cast<std::byte*>(&parameters_[position]);  // only read
      position += size;
    }
  }
  *address = nullptr;
}

}  // namespace duet::detail
