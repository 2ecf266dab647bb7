#include <duet/prepared_launch.hpp>
#include <duet/strict.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/environment.hpp"
#include "base/launch_observer.hpp"
#include "driver/device_state.hpp"
#include "driver/open_capture.hpp"
#include "launch/argument_addresses.hpp"
#include "launch/launch_check.hpp"
#include "module/module_state.hpp"
#include "module/parameter_types.hpp"
#include "prepared_state.hpp"

namespace duet {

namespace detail {

namespace {

bool prepares_graphs(const Device& device) {
  const std::string_view value = required_value("DUET_PREPARED_GRAPHS");
  return value.empty() ? device.info().graphs_by_default : value == "on";
}

bool suits_graphs(const Device& device, const LaunchShape& shape) noexcept {
  return !has_attributes(device, shape) && !begins_early(device, shape);
}

/// Copies a value. @returns whether it differed
bool exchange_value(void* to, const void* from, std::size_t bytes) noexcept {
  if (bytes == 8) {
    std::uint64_t before = 0;
    std::uint64_t now = 0;
    std::memcpy(&before, to, 8);
    std::memcpy(&now, from, 8);
    std::memcpy(to, &now, 8);
    return before != now;
  }
  if (std::memcmp(to, from, bytes) == 0) return false;
  std::memcpy(to, from, bytes);
  return true;
}

}  // namespace

PreparedState::PreparedState(const Kernel& kernel, const LaunchShape& shape,
                             const Arguments& arguments)
    : kernel_(kernel),
      code_(kernel.state()),
      shape_(shape),
      storage_(arguments),
      uses_graphs_(prepares_graphs(code_.device)),
      is_for_graphs_(suits_graphs(code_.device, shape)) {
  for (std::size_t i = 0; i < storage_.size(); ++i) {
    values_.push_back(const_cast<void*>(storage_.data_of(i)));  // the list is no constant
  }
  values_.push_back(nullptr);
  check_launch(code_, shape, storage_.shapes());
  check_memory(kernel, arguments);
}

PreparedState::~PreparedState() { graphs_.clear(code_.device.state()); }

void PreparedState::launch(StreamRef stream) {
  check_stream(code_, stream);
  const bool is_watched = strict_mode() || launch_observer != nullptr;
  if (!is_watched && launches_by_graph(stream)) [[likely]] {
    return;
  }
  make_current(code_.device);
  if (strict_mode()) [[unlikely]] {
    check_pointers(code_, values(), storage_.shapes());
  }
  if (launch_observer != nullptr) [[unlikely]] {
    return launch_observer->launch(stream, kernel_, shape_, values(), storage_.shapes(),
                                   [&] { start_launch(stream, code_, shape_, values_.data()); });
  }
  start_launch(stream, code_, shape_, values_.data());
}

bool PreparedState::launches_by_graph(StreamRef stream) {
  if (!uses_graphs_ || !is_for_graphs_ || newest_capture() != nullptr) return false;
  // A default stream is found by the current device.
  if (!vendor::graphs_find_their_device || stream.handle() == nullptr) make_current(code_.device);
  // In a captured stream, a graph would become a child graph, not a kernel node.
  vendor::CaptureStatus status{};
  const vendor::Status asked =
      driver().stream_is_capturing(static_cast<vendor::StreamHandle>(stream.handle()), &status);
  if (asked != vendor::success || status != vendor::not_capturing) [[unlikely]] {
    if (asked != vendor::success) vendor::clear_pending_error();
    return false;
  }
  allow_shared(code_, shape_.shared_bytes);
  return graphs_.launch(stream,
                        {code_.function, shape_.grid, shape_.block,
                         static_cast<unsigned>(shape_.shared_bytes), values_.data()},
                        version_);
}

void PreparedState::set_values(std::span<void* const> values, std::span<const ArgumentShape> shapes,
                               bool is_permanent) {
  if (!is_permanent || accepted_ != shapes.data() || shapes.empty()) {
    check_launch(code_, shape_, shapes);
    if (shapes.size() != storage_.size()) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("prepared launch of {}: {} arguments were given, it has {}",
                              code_.name, shapes.size(), storage_.size()));
    }
    for (std::size_t i = 0; i < shapes.size(); ++i) check_exchange(i, shapes[i]);
    accepted_ = is_permanent ? shapes.data() : nullptr;
  }
  bool is_changed = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    is_changed |= exchange_value(values_[i], values[i], storage_.shapes()[i].bytes);
  }
  if (is_changed) ++version_;
}

void PreparedState::set_value(std::size_t index, const void* value, const ArgumentShape& shape) {
  if (index >= storage_.size()) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("prepared launch of {}: there is no argument {}; they count from 0, and "
                    "the kernel takes {}",
                    code_.name, index, storage_.size()));
  }
  check_exchange(index, shape);
  if (exchange_value(values_[index], value, shape.bytes)) ++version_;
}

/// Checks the shape of a new value against the parameter, or against the value before if the code
/// does not tell the parameter's type.
void PreparedState::check_exchange(std::size_t index, const ArgumentShape& shape) const {
  const std::vector<ArgumentType>& types = code_.properties().parameter_types;
  const bool is_known = index < types.size() && types[index] != ArgumentType();
  const ArgumentType& expected = is_known ? types[index] : storage_.shapes()[index].type;
  if (shape.bytes == storage_.shapes()[index].bytes && may_be_passed(shape.type, expected)) return;
  const auto text = [](const ArgumentType& type, std::size_t bytes) {
    return type == ArgumentType() ? fmt::format("a structure of {} bytes", bytes) : describe(type);
  };
  throw Error(ErrorCode::invalid_argument,
              fmt::format("prepared launch of {}: argument {} (counting from 0) is {}; it was {}",
                          code_.name, index, text(shape.type, shape.bytes),
                          text(expected, storage_.shapes()[index].bytes)));
}

void PreparedState::set_shape(const LaunchShape& shape) {
  check_launch(code_, shape, storage_.shapes());
  shape_ = shape;
  is_for_graphs_ = suits_graphs(code_.device, shape);
  ++version_;
}

}  // namespace detail

PreparedLaunch::PreparedLaunch() noexcept = default;
PreparedLaunch::PreparedLaunch(const Kernel& kernel, const LaunchShape& shape,
                               const Arguments& arguments)
    : state_(std::make_unique<detail::PreparedState>(kernel, shape, arguments)) {}
PreparedLaunch::PreparedLaunch(const Kernel& kernel, const LaunchShape& shape,
                               std::span<void* const> values)
    : PreparedLaunch(kernel, shape, detail::arguments_of(kernel.state(), values)) {}
PreparedLaunch::PreparedLaunch(PreparedLaunch&&) noexcept = default;
PreparedLaunch& PreparedLaunch::operator=(PreparedLaunch&&) noexcept = default;
PreparedLaunch::~PreparedLaunch() = default;

detail::PreparedState& PreparedLaunch::state() const {
  if (state_ == nullptr) [[unlikely]] {
    throw Error(ErrorCode::invalid_handle,
                "the PreparedLaunch is empty: default-constructed or moved from");
  }
  return *state_;
}

const Kernel& PreparedLaunch::kernel() const { return state().kernel(); }
const LaunchShape& PreparedLaunch::shape() const { return state().shape(); }
void PreparedLaunch::launch(StreamRef stream) { state().launch(stream); }
void PreparedLaunch::set_shape(const LaunchShape& shape) { state().set_shape(shape); }
bool PreparedLaunch::uses_graphs() const { return state().uses_graphs(); }
void PreparedLaunch::use_graphs(bool on) { state().use_graphs(on); }

void PreparedLaunch::set_arguments(const Arguments& arguments) {
  detail::check_memory(kernel(), arguments);
  state().set_values(detail::ArgumentAddresses(arguments).span(), arguments.shapes(), false);
}

void PreparedLaunch::set_arguments(std::span<void* const> values) {
  state().set_values(values, detail::shapes_from_code(kernel().state(), values), true);
}

void PreparedLaunch::exchange_one(std::size_t index, void* value, const ArgumentShape& shape,
                                  const detail::DeviceState* home) {
  detail::PreparedState& prepared = state();
  const Device& device = prepared.kernel().device();
  if (detail::is_elsewhere(home, device)) [[unlikely]] {
    detail::require_access(
        device, *home, *static_cast<void* const*>(value),
        fmt::format("launch of {}: argument {} (counting from 0)", kernel().name(), index));
  }
  prepared.set_value(index, value, shape);
}

void PreparedLaunch::exchange_all(std::span<void* const> values,
                                  std::span<const ArgumentShape> shapes,
                                  std::span<const detail::DeviceState* const> homes) {
  detail::PreparedState& prepared = state();
  detail::check_homes(prepared.kernel().device(), prepared.kernel(), homes, values);
  prepared.set_values(values, shapes, true);
}

}  // namespace duet
