#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>

#include <duet/argument_type.hpp>
#include <duet/arguments.hpp>
#include <duet/export.hpp>
#include <duet/kernel.hpp>
#include <duet/launch.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
class PreparedState;
}

/// A kernel, a shape and arguments that are checked once and launched often. Where it is faster, a
/// launch runs an executable graph of one node, which costs the host less on NVIDIA GPUs; results
/// and order are those of duet::launch.
///
///     PreparedLaunch step(kernel, cover(n), x, y, 0.5f, n);
///     for (int i = 0; i < steps; ++i) {
///       step.set_argument(2, rate(i));
///       step.launch(stream);
///     }
///
/// Streams: each stream gets an executable with its second launch, so launches of one object on two
/// streams may overlap; the eight streams that were used last keep theirs. A captured stream gets a
/// kernel node, as from duet::launch. Cooperative grids, clusters, programmatic launches and those
/// with an l2_window are launched without graphs.
///
/// Ownership: move-only; it keeps the kernel loaded. Buffers are passed by address and must outlive
/// the work. It may be changed and destroyed while launches run. Using an empty one
/// (default-constructed or moved from) throws Error (invalid_handle).
///
/// Thread-safety: none for one object; different ones may be used concurrently.
class PreparedLaunch {
 public:
  /// An empty one.
  PreparedLaunch() noexcept;
  /// Prepares a launch; see duet::launch for the parameters and their checks.
  /// @throws Error  as duet::launch
  template <detail::ValueArgument... A>
  PreparedLaunch(const Kernel& kernel, const LaunchShape& shape, const A&... arguments)
      : PreparedLaunch(kernel, shape, Arguments::of(arguments...)) {}
  /// Prepares a launch with a list of arguments built at run time.
  PreparedLaunch(const Kernel& kernel, const LaunchShape& shape, const Arguments& arguments);
  /// Prepares a launch with the addresses of its arguments, whose values are copied; see
  /// duet::launch.
  PreparedLaunch(const Kernel& kernel, const LaunchShape& shape, std::span<void* const> values);
  PreparedLaunch(PreparedLaunch&& other) noexcept;
  PreparedLaunch& operator=(PreparedLaunch&& other) noexcept;
  ~PreparedLaunch();

  /// Whether there is something to launch: false if default-constructed or moved from.
  explicit operator bool() const noexcept { return state_ != nullptr; }
  /// The kernel.
  const Kernel& kernel() const;
  /// The shape of later launches.
  const LaunchShape& shape() const;

  /// Launches the kernel with the arguments set last, in the order of a stream.
  /// @throws Error  invalid_argument for a stream of another device; launch_failed
  void launch(StreamRef stream);
  /// Sets all arguments, then launches.
  /// @param stream     a stream of the kernel's device
  /// @param arguments  as for `set_arguments`
  template <typename... A>
  requires(sizeof...(A) != 0) void launch(StreamRef stream, const A&... arguments) {
    set_arguments(arguments...);
    launch(stream);
  }

  /// Changes one argument for later launches.
  /// @param index  of the parameter, from 0
  /// @param value  as for duet::launch, of the size of the argument before. If the kernel does not
  ///               tell the parameter's type, it must fit the type of the argument before
  /// @throws Error  invalid_argument, naming the kernel and the argument; nothing changes
  template <detail::ValueArgument T>
  void set_argument(std::size_t index, const T& value) {
    auto&& converted = detail::Argument<T>::value(value);
    using Value = std::remove_cvref_t<decltype(converted)>;
    exchange_one(index, const_cast<void*>(static_cast<const void*>(&converted)),
                 {sizeof(Value), argument_type<Value>()}, detail::argument_home(value));
  }

  /// Changes all arguments for later launches.
  /// @throws Error  as duet::launch; nothing changes
  template <detail::ValueArgument... A>
  void set_arguments(const A&... arguments) {
    // Keeps converted pointers alive and refers to the other arguments.
    std::tuple<decltype(detail::Argument<A>::value(arguments))...> converted{
        detail::Argument<A>::value(arguments)...};
    std::apply(
        [&](const auto&... values) {
          constexpr std::size_t count = sizeof...(values);
          const std::array<void*, count> pointers{
              const_cast<void*>(static_cast<const void*>(&values))...};
          static constexpr std::array<ArgumentShape, count> shapes{ArgumentShape{
              sizeof(values), argument_type<std::remove_cvref_t<decltype(values)>>()}...};
          const std::array<const detail::DeviceState*, count> homes{
              detail::argument_home(arguments)...};
          exchange_all(pointers, shapes, homes);
        },
        converted);
  }
  /// Changes all arguments to those of a list built at run time.
  void set_arguments(const Arguments& arguments);
  /// Changes all arguments to those at the given addresses, whose values are copied.
  void set_arguments(std::span<void* const> values);

  /// Changes the shape for later launches.
  /// @throws Error  as duet::launch; nothing changes
  void set_shape(const LaunchShape& shape);

  /// Whether launches run executable graphs of one node. At first: what the environment variable
  /// DUET_PREPARED_GRAPHS=on|off says, else `DeviceInfo::graphs_by_default`.
  bool uses_graphs() const;
  /// Chooses whether launches run executable graphs of one node. Does not change results.
  void use_graphs(bool on);

  /// Internal: the state behind the object.
  detail::PreparedState& state() const;

 private:
  void exchange_one(std::size_t index, void* value, const ArgumentShape& shape,
                    const detail::DeviceState* home);
  void exchange_all(std::span<void* const> values, std::span<const ArgumentShape> shapes,
                    std::span<const detail::DeviceState* const> homes);

  std::unique_ptr<detail::PreparedState> state_;
};

}  // namespace duet
DUET_API_END
