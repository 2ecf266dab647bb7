#include "batch.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "../graph/captured_graph.hpp"
#include "launch/launch_check.hpp"
#include "module/module_state.hpp"

namespace duet::detail {

namespace {

constexpr std::size_t padded(std::size_t bytes) noexcept { return (bytes + 7) / 8 * 8; }

/// Copies a value and pads it with zeros to a multiple of 8 bytes, so that values compare as bytes.
void write_padded(std::byte* to, const void* value, std::size_t bytes) noexcept {
  if (bytes == 8) {
    std::memcpy(to, value, 8);
  } else if (bytes == 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, value, 4);
    const std::uint64_t wide = word;
    std::memcpy(to, &wide, 8);
  } else {
    std::memcpy(to, value, bytes);
    std::memset(to + bytes, 0, padded(bytes) - bytes);
  }
}

}  // namespace

void Batch::clear() noexcept {
  commands_.clear();
  edges_.clear();
  structure_.clear();
  parameters_.clear();
  values_.clear();
  special_.clear();
  kernels_.clear();
  special_shapes_.clear();
  functions_.clear();
  events_.clear();
  captured_.clear();
}

void Batch::truncate(std::uint32_t size) noexcept {
  if (size >= this->size()) return;
  const Command first = commands_[size];
  commands_.truncate(size);
  structure_.truncate(first.first_word);
  edges_.truncate(first.first_edge);
  parameters_.truncate(first.first_parameter);
  values_.truncate(first.first_value);
  while (special_.size() != 0 && special_[special_.size() - 1] >= size) {
    special_.truncate(special_.size() - 1);
  }
}

/// Has no effect if it throws.
/// @param variant  distinguishes commands of a kind that no update can turn into each other
Batch::Command& Batch::add(CommandKind kind, Edges after, std::size_t object, unsigned variant) {
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
              static_cast<std::uint32_t>(values_.size()),
              0};
  return *command;
}

void Batch::add_identity(std::uint64_t id) { std::memcpy(structure_.extend(2), &id, sizeof(id)); }

template <typename T>
void Batch::add_parameters(const T& parameters) {
  static_assert(sizeof(T) % 8 == 0);
  std::memcpy(parameters_.extend(sizeof(T)), &parameters, sizeof(T));
}

std::uint32_t Batch::kernel_index(const Kernel& kernel, std::uint64_t id) {
  std::uint32_t& guess = recent_kernels_[id % recent_kernels_.size()];
  if (guess >= kernels_.size() || kernels_[guess].state().id != id) {
    guess = static_cast<std::uint32_t>(kernels_.size());
    kernels_.push_back(kernel);
  }
  return guess;
}

void Batch::launch(Edges after, const Kernel& kernel, const LaunchShape& shape,
                   std::span<void* const> values, std::span<const ArgumentShape> arguments) {
  const std::uint64_t id = kernel.state().id;
  // Whether it begins early is a property of edges in graphs, which no update changes.
  const std::uint32_t programmatic = shape.programmatic && !shape.cooperative ? 1 : 0;
  const bool is_special = has_attributes(kernel.state().device, shape);
  const unsigned variant = programmatic | (is_special ? 2 : 0);
  Command& command = add(CommandKind::launch, after, kernel_index(kernel, id), variant);
  add_identity(id);
  if (is_special) [[unlikely]] {
    add_special(command, without_ignored(kernel.state().device, shape));
  }
  const LaunchParameters parameters{shape.grid, shape.block,
                                    static_cast<std::uint32_t>(shape.shared_bytes), programmatic};
  std::size_t bytes = 0;
  for (const ArgumentShape& argument : arguments) bytes += padded(argument.bytes);
  std::size_t offset = parameters_.size() + sizeof(parameters);
  std::byte* position = parameters_.extend(sizeof(parameters) + bytes);
  std::uint32_t* offsets = values_.extend(values.size());
  std::memcpy(position, &parameters, sizeof(parameters));
  position += sizeof(parameters);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t size = arguments[i].bytes;
    *offsets++ = static_cast<std::uint32_t>(offset);
    write_padded(position, values[i], size);
    position += padded(size);
    offset += padded(size);
  }
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
    (graph->calls_host_functions() ? at_end : later).push_back(std::move(graph));
  }
  functions_.clear();
  captured_.clear();
}

void Batch::empty(Edges after) { add(CommandKind::empty, after, 0); }

void Batch::event_command(CommandKind kind, Edges after, void* event) {
  add(kind, after, events_.size());
  add_identity(reinterpret_cast<std::uintptr_t>(event));
  events_.push_back(event);
}

void Batch::captured(Edges after, std::shared_ptr<const CapturedGraph> graph) {
  const CapturedGraph::Structure& structure = graph->structure();
  add(CommandKind::captured, after, captured_.size());
  structure_.push_back(static_cast<std::uint32_t>(structure.words.size()));
  std::ranges::copy(structure.words, structure_.extend(structure.words.size()));
  add_parameters(graph->id());
  if (structure.is_alone) special_.push_back(size() - 1);
  captured_.push_back(std::move(graph));
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
  FlatList<void*> addresses;
  other.argument_addresses(i, addresses);
  const std::span<void* const> values = addresses.values().first(addresses.size() - 1);
  const std::byte* const end = other.parameters(i).data() + other.parameters(i).size();
  std::vector<ArgumentShape> shapes;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const void* const next = k + 1 < values.size() ? values[k + 1] : end;
    shapes.push_back({static_cast<std::size_t>(static_cast<const std::byte*>(next) -
                                               static_cast<const std::byte*>(values[k])),
                      {}});  // padded, as it is stored
  }
  launch(after, other.kernel(i), other.launch_shape(i), values, shapes);
}

std::uint64_t Batch::structure_hash() const noexcept {
  const std::span<const std::uint32_t> words = structure_.values();
  return XXH3_64bits(words.data(), words.size_bytes());
}

Batch::Edges Batch::after(std::uint32_t i) const noexcept {
  const std::size_t end = i + 1 < size() ? commands_[i + 1].first_edge : edges_.size();
  return edges_.values().subspan(commands_[i].first_edge, end - commands_[i].first_edge);
}

std::span<const std::byte> Batch::parameters(std::uint32_t i) const noexcept {
  const std::size_t end = i + 1 < size() ? commands_[i + 1].first_parameter : parameters_.size();
  return parameters_.values().subspan(commands_[i].first_parameter,
                                      end - commands_[i].first_parameter);
}

template <typename T>
T Batch::read(std::uint32_t i) const noexcept {
  T parameters;
  std::memcpy(&parameters, &parameters_[commands_[i].first_parameter], sizeof(T));
  return parameters;
}

CopyParameters Batch::copy_parameters(std::uint32_t i) const noexcept {
  return read<CopyParameters>(i);
}

FillParameters Batch::fill_parameters(std::uint32_t i) const noexcept {
  return read<FillParameters>(i);
}

LaunchShape Batch::launch_shape(std::uint32_t i) const noexcept {
  if (commands_[i].special_shape != 0) return special_shapes_[commands_[i].special_shape - 1];
  const LaunchParameters parameters = launch_parameters(i);
  return {.grid = parameters.grid,
          .block = parameters.block,
          .shared_bytes = parameters.shared_bytes,
          .programmatic = parameters.programmatic != 0};
}

LaunchParameters Batch::launch_parameters(std::uint32_t i) const noexcept {
  return read<LaunchParameters>(i);
}

void Batch::argument_addresses(std::uint32_t i, FlatList<void*>& addresses) const {
  const std::size_t first = commands_[i].first_value;
  const std::size_t end = i + 1 < size() ? commands_[i + 1].first_value : values_.size();
  addresses.clear();
  void** address = addresses.extend(end - first + 1);
  for (const std::uint32_t offset : values_.values().subspan(first, end - first)) {
    *address++ = const_cast<std::byte*>(&parameters_[offset]);  // only read
  }
  *address = nullptr;
}

}  // namespace duet::detail
