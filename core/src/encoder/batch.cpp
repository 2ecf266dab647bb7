#include "batch.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>

#include "../graph/captured_graph.hpp"
#include "../module_state.hpp"

namespace duet::detail {

namespace {
constexpr std::size_t alignment = 8;
}

void Batch::clear() noexcept {
  commands_.clear();
  edges_.clear();
  structure_.clear();
  parameters_.clear();
  values_.clear();
  kernels_.clear();
  special_shapes_.clear();
  functions_.clear();
  events_.clear();
  captured_.clear();
}

/// @param variant  tells commands of a kind apart that an executable could not be told to swap
Batch::Command& Batch::add(CommandKind kind, Edges after, std::size_t object, unsigned variant) {
  const std::uint32_t number = size();
  structure_.push_back(static_cast<std::uint32_t>(kind) | variant << 4 |
                       static_cast<std::uint32_t>(after.size()) << 8);
  const auto first_edge = static_cast<std::uint32_t>(edges_.size());
  for (const std::uint32_t before : after) {
    edges_.push_back(before);
    structure_.push_back(number - before);
  }
  return commands_.emplace_back(Command{kind, static_cast<std::uint32_t>(object), first_edge,
                                        static_cast<std::uint32_t>(parameters_.size()),
                                        static_cast<std::uint32_t>(values_.size()), 0});
}

void Batch::identify(std::uint64_t id) {
  structure_.push_back(static_cast<std::uint32_t>(id));
  structure_.push_back(static_cast<std::uint32_t>(id >> 32));
}

void Batch::append(const void* data, std::size_t bytes) {
  const std::size_t place = parameters_.size();
  parameters_.resize(place + (bytes + alignment - 1) / alignment * alignment);
  std::memcpy(parameters_.data() + place, data, bytes);
}

std::uint32_t Batch::keep(const Kernel& kernel) {
  const std::uint64_t id = kernel.state().id;
  std::uint32_t& guess = recent_kernels_[id % recent_kernels_.size()];
  if (guess >= kernels_.size() || kernels_[guess].state().id != id) {
    guess = static_cast<std::uint32_t>(kernels_.size());
    kernels_.push_back(kernel);
  }
  return guess;
}

void Batch::launch(Edges after, const Kernel& kernel, const LaunchShape& shape,
                   std::span<void* const> values, std::span<const ArgumentShape> arguments) {
  Command& command = add(CommandKind::launch, after, keep(kernel));
  identify(kernel.state().id);
  if (shape.is_special()) {
    special_shapes_.push_back(shape);
    command.special_shape = static_cast<std::uint32_t>(special_shapes_.size());
  }
  const LaunchParameters parameters{shape.grid, shape.block,
                                    static_cast<std::uint32_t>(shape.shared_bytes)};
  append(&parameters, sizeof(parameters));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values_.push_back(static_cast<std::uint32_t>(parameters_.size()));
    append(values[i], arguments[i].bytes);
  }
}

void Batch::copy(Edges after, CopyDirection direction, const CopyParameters& parameters) {
  const auto number = static_cast<unsigned>(direction);
  add(CommandKind::copy, after, number, number);
  append(&parameters, sizeof(parameters));
}

void Batch::fill(Edges after, const FillParameters& parameters) {
  add(CommandKind::fill, after, 0);
  append(&parameters, sizeof(parameters));
}

void Batch::host(Edges after, HostFunction function) {
  add(CommandKind::host, after, functions_.size());
  const void* const address = function.get();
  append(&address, sizeof(address));
  functions_.push_back(std::move(function));
}

void Batch::move_host_functions(std::vector<std::shared_ptr<const void>>& to) {
  for (HostFunction& function : functions_) to.push_back(std::move(function));
  functions_.clear();
}

void Batch::empty(Edges after) { add(CommandKind::empty, after, 0); }

void Batch::event_command(CommandKind kind, Edges after, void* event) {
  add(kind, after, events_.size());
  identify(reinterpret_cast<std::uintptr_t>(event));
  events_.push_back(event);
}

void Batch::captured(Edges after, std::shared_ptr<const CapturedGraph> graph) {
  add(CommandKind::captured, after, captured_.size());
  identify(graph->id());
  captured_.push_back(std::move(graph));
}

std::uint64_t Batch::structure_hash() const noexcept {
  return XXH3_64bits(structure_.data(), structure_.size() * sizeof(structure_[0]));
}

Batch::Edges Batch::after(std::uint32_t i) const noexcept {
  const std::size_t end = i + 1 < size() ? commands_[i + 1].first_edge : edges_.size();
  return Edges(edges_).subspan(commands_[i].first_edge, end - commands_[i].first_edge);
}

std::span<const std::byte> Batch::parameters(std::uint32_t i) const noexcept {
  const std::size_t end = i + 1 < size() ? commands_[i + 1].first_parameter : parameters_.size();
  return std::span(parameters_)
      .subspan(commands_[i].first_parameter, end - commands_[i].first_parameter);
}

template <typename T>
T Batch::read(std::uint32_t i) const noexcept {
  T parameters;
  std::memcpy(&parameters, parameters_.data() + commands_[i].first_parameter, sizeof(T));
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
  const auto parameters = read<LaunchParameters>(i);
  return {.grid = parameters.grid, .block = parameters.block,
          .shared_bytes = parameters.shared_bytes};
}

void Batch::argument_addresses(std::uint32_t i, std::vector<void*>& addresses) const {
  const std::size_t end = i + 1 < size() ? commands_[i + 1].first_value : values_.size();
  addresses.clear();
  for (std::size_t value = commands_[i].first_value; value < end; ++value) {
    addresses.push_back(const_cast<std::byte*>(&parameters_[values_[value]]));  // only read
  }
  addresses.push_back(nullptr);
}

}  // namespace duet::detail
