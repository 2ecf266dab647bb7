#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <duet/access.hpp>
#include <duet/copy.hpp>
#include <duet/event.hpp>
#include <duet/export.hpp>
#include <duet/graph.hpp>
#include <duet/kernel.hpp>
#include <duet/launch.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
class EncoderState;
}

/// How an encoder submits. What is not set comes from the environment, or else from the backend and
/// the device.
struct EncoderOptions {
  /// Whether batches that recur are submitted as graphs; results are the same.
  /// DUET_ENCODER_GRAPHS=on|off; by default on for NVIDIA alone.
  std::optional<bool> graphs{};
  /// A batch of so many operations is committed by itself. DUET_ENCODER_MAX_OPERATIONS
  std::optional<std::size_t> max_operations{};
  /// So is one whose operations use so many bytes together. DUET_ENCODER_MAX_BYTES
  std::optional<std::size_t> max_bytes{};
  /// Graphs kept ready; each takes some kilobytes an operation. At least 1.
  std::size_t max_executables = 64;
};

/// What an encoder did. `direct_…` are the reasons why a batch was launched operation by operation.
struct EncoderCounters {
  std::uint64_t operations = 0;
  std::uint64_t batches = 0;  ///< = direct + instantiations + reuses
  std::uint64_t direct = 0;
  std::uint64_t instantiations = 0;  ///< of graphs
  std::uint64_t reuses = 0;          ///< of graphs
  std::uint64_t unchanged = 0;       ///< of the reuses: those that changed no node
  std::uint64_t node_updates = 0;
  std::uint64_t evictions = 0;        ///< of graphs, for lack of room
  std::uint64_t refused_updates = 0;  ///< a graph that the driver would not change was made anew

  std::uint64_t direct_without_graphs = 0;  ///< the options say so
  std::uint64_t direct_first = 0;           ///< its structure had not been seen lately
  std::uint64_t direct_small = 0;           ///< too few operations to gain
  std::uint64_t direct_special = 0;         ///< cooperative grids or clusters
  std::uint64_t direct_failed = 0;          ///< the driver could not instantiate
};

class ConcurrentGroup;

/// Takes the operations of one stream with the memory that each reads and writes, and submits them
/// in batches. Within a batch only what uses the same memory is ordered: read after write, write
/// after read, write after write, exactly and by bytes. Batches come one after the other. A batch
/// whose structure (kernels, order, kinds) recurs is submitted as a graph that is kept, and told
/// only what changed.
///
///     CommandEncoder encoder(stream);
///     for (int step = 0; step < steps; ++step) {
///       encoder.launch(gradient, shape, in(x), in(w), out(g), n);
///       encoder.launch(update, shape, in(g), inout(w), 0.1f, n);
///       encoder.commit();
///     }
///     encoder.synchronize();
///
/// Buffers are named by address and must outlive the work; `keep_alive` takes care of temporaries.
/// Operations submitted to the stream by other means come after what is committed before them.
///
/// If a member throws, the encoder is empty and usable: what was recorded since the last commit is
/// dropped, with the handlers; what it kept alive is released as soon as earlier work has ended.
/// Besides what is told below, all members throw what the driver reports.
///
/// Thread-safety: none for one encoder; different ones may be used at the same time. The stream
/// must outlive the encoder.
class CommandEncoder {
 public:
  explicit CommandEncoder(StreamRef stream, const EncoderOptions& options = {});
  CommandEncoder(CommandEncoder&& other) noexcept;
  CommandEncoder& operator=(CommandEncoder&& other) noexcept;
  /// Drops what is not committed, since the memory that it names may be gone. What is committed
  /// goes on, handlers and all.
  ~CommandEncoder();

  StreamRef stream() const;
  /// As they are in effect: with no member unset.
  const EncoderOptions& options() const;

  /// A kernel; see duet::launch for the parameters and their checks. Buffers and spans are memory
  /// that it may write, spans of const elements and `in(…)` memory that it only reads; a pointer is
  /// not accepted, unless as `untracked(pointer)`.
  template <detail::SingleArgument... A>
  void launch(const Kernel& kernel, const LaunchShape& shape, const A&... arguments) {
    // A tuple of what `value` returns keeps converted pointers alive and refers to the rest.
    std::tuple<decltype(detail::Argument<A>::value(arguments))...> converted{
        detail::Argument<A>::value(arguments)...};
    constexpr std::size_t tracked = (std::size_t{0} + ... + detail::AccessOf<A>::is_memory);
    std::array<Access, tracked> accesses{};
    std::size_t next = 0;
    ((detail::AccessOf<A>::is_memory ? add_access(arguments, accesses, next) : void()), ...);
    std::apply(
        [&](const auto&... values) {
          constexpr std::size_t count = sizeof...(values);
          const std::array<void*, count> pointers{
              const_cast<void*>(static_cast<const void*>(&values))...};
          static constexpr std::array<ArgumentShape, count> shapes{ArgumentShape{
              sizeof(values), argument_type<std::remove_cvref_t<decltype(values)>>()}...};
          launch_erased(kernel, shape, accesses, pointers, shapes);
        },
        converted);
  }
  /// The same with a list built at run time, of whose memory nothing is known but what is told.
  void launch(const Kernel& kernel, const LaunchShape& shape, std::span<const Access> accesses,
              const Arguments& arguments);

  /// A copy; see duet::copy. Host memory must stay alive, and as a destination unread, until the
  /// batch has ended. A source that operations before write has to be pinned: drivers may read
  /// other host memory at once.
  template <detail::CopyRange To, detail::CopyRange From>
  void copy(To&& to, const From& from) {
    copy_erased(detail::copy_request(to, from));
  }

  /// Sets all elements to a value.
  template <detail::DeviceRange To>
  void fill(const To& to, const std::type_identity_t<typename To::element_type>& value) {
    fill_erased(to.data(), to.size(), &value, sizeof(value));
  }

  /// A function on a thread of the driver, after everything before and before everything after; see
  /// StreamRef::host for what it may not do.
  void launch_host_function(std::function<void()> function);
  /// The same, ordered only by the memory that it uses.
  void launch_host_function(std::function<void()> function,
                            std::initializer_list<Access> accesses) {
    launch_host_function(std::move(function), std::span(accesses.begin(), accesses.size()));
  }
  void launch_host_function(std::function<void()> function, std::span<const Access> accesses);

  /// What `submit` gives to a stream becomes operations instead: those of a library, say. See
  /// StreamCapture for what is allowed meanwhile. If `submit` throws, it is discarded.
  /// @param accesses  the memory that they use; without, they come after everything before and
  ///                  before everything after
  void capture(const std::function<void(StreamRef)>& submit);
  void capture(std::span<const Access> accesses, const std::function<void(StreamRef)>& submit);

  /// The operations of a graph, after everything before and before everything after.
  /// @throws Error (invalid_argument) for one of another device
  void graph(const Graph& graph);
  /// The same, ordered only by the memory that they use together.
  void graph(const Graph& graph, std::initializer_list<Access> accesses) {
    this->graph(graph, std::span(accesses.begin(), accesses.size()));
  }
  void graph(const Graph& graph, std::span<const Access> accesses);

  /// What is recorded while the group exists is not ordered among itself, whatever memory it uses.
  [[nodiscard]] ConcurrentGroup concurrent();

  /// Lets something live until the operations recorded so far have ended.
  /// @param object  a buffer or any other owner, moved here; or a shared_ptr
  template <typename T>
  void keep_alive(T&& object) {
    static_assert(!std::is_lvalue_reference_v<T>, "move what is to be kept alive, or copy it");
    keep(std::make_shared<std::remove_cvref_t<T>>(std::move(object)));
  }

  /// Calls `handler` once the operations recorded so far have ended, even in an error: on a thread
  /// of duet's own or in `synchronize`, in the order given. It may use other encoders, and this one
  /// while nobody else does, but not synchronise with it. What it throws comes out of the next
  /// `synchronize`.
  void on_complete(std::function<void()> handler);

  /// Lets other streams wait for what was recorded so far. Commits.
  /// @throws Error (invalid_argument) for an event of another device
  void record(EventRef event);
  /// Lets what follows wait for an event's last recording. Commits.
  void wait(EventRef event);

  /// Submits what was recorded since the last commit; nothing if that is nothing.
  void commit();
  /// Commits, waits until all work has ended and all handlers have run.
  /// @throws  what the work raised, or else what the first handler threw since the last call
  void synchronize();

  /// Operations that are recorded but not committed.
  std::size_t pending() const;
  /// The same with the order found between them, edges that others imply left out.
  std::vector<GraphNodeInfo> pending_nodes() const;
  EncoderCounters counters() const;

 private:
  friend class ConcurrentGroup;

  template <typename T, std::size_t count>
  static void add_access([[maybe_unused]] const T& argument,
                         [[maybe_unused]] std::array<Access, count>& accesses,
                         [[maybe_unused]] std::size_t& next) {
    if constexpr (detail::AccessOf<T>::is_memory) {
      accesses[next++] = detail::AccessOf<T>::of(argument);
    }
  }
  void launch_erased(const Kernel& kernel, const LaunchShape& shape,
                     std::span<const Access> accesses, std::span<void* const> values,
                     std::span<const ArgumentShape> arguments);
  void copy_erased(const detail::CopyRequest& request);
  void fill_erased(void* to, std::size_t count, const void* value, std::size_t size);
  void keep(std::shared_ptr<const void> object);
  detail::EncoderState& state() const;

  std::unique_ptr<detail::EncoderState> state_;
};

/// See CommandEncoder::concurrent. Must not outlive the encoder. Groups within groups belong to the
/// outermost one.
class ConcurrentGroup {
 public:
  ConcurrentGroup(const ConcurrentGroup&) = delete;
  ConcurrentGroup& operator=(const ConcurrentGroup&) = delete;
  ~ConcurrentGroup();

 private:
  friend class CommandEncoder;
  explicit ConcurrentGroup(detail::EncoderState& encoder);

  detail::EncoderState& encoder_;
};

}  // namespace duet
DUET_API_END
