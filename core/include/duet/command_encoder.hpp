#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <duet/access.hpp>
#include <duet/buffer.hpp>
#include <duet/copy.hpp>
#include <duet/event.hpp>
#include <duet/export.hpp>
#include <duet/graph.hpp>
#include <duet/kernel.hpp>
#include <duet/launch.hpp>
#include <duet/launch_request.hpp>
#include <duet/prepared_launch.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
class EncoderState;
}  // namespace detail

/// How an encoder submits its batches. Options that are not set come from the environment, else
/// from the backend and the device.
struct EncoderOptions {
  /// Whether recurring batches are submitted as graphs. Does not change results.
  /// Environment: DUET_ENCODER_GRAPHS=on|off. Default: on for NVIDIA, off elsewhere.
  std::optional<bool> graphs{};
  /// A batch is committed automatically when it has this many operations.
  /// Environment: DUET_ENCODER_MAX_OPERATIONS.
  std::optional<std::size_t> max_operations{};
  /// A batch is committed automatically when its operations use this many bytes in total.
  /// Environment: DUET_ENCODER_MAX_BYTES.
  std::optional<std::size_t> max_bytes{};
  /// Whether batches are committed automatically at all. If not, `needs_commit` tells when one has
  /// reached a limit.
  bool commits_automatically = true;
  /// The largest number of executable graphs to keep, at least 1. Each takes some kilobytes for
  /// each operation. Environment: DUET_ENCODER_MAX_EXECUTABLES. Default: 64.
  std::optional<std::size_t> max_executables{};
  /// The largest number of batches that are submitted and have not ended, at least 1. A commit
  /// beyond it waits for the oldest one, which bounds the memory of temporaries.
  /// Environment: DUET_ENCODER_MAX_BATCHES_IN_FLIGHT. Default: no limit (SIZE_MAX).
  std::optional<std::size_t> max_batches_in_flight{};
  /// Where the memory of temporaries comes from; must outlive the encoder. Null: the device's
  /// default resource if `set_default_resource` or DUET_POOL has chosen it, else `default_pool`.
  MemoryResource* temporaries = nullptr;
};

/// What an encoder has done so far. A batch is either launched directly, operation by operation, or
/// as an executable graph; `direct_…` count the direct batches by reason.
struct EncoderCounters {
  std::uint64_t operations = 0;  ///< Operations recorded.
  /// Batches submitted: direct + instantiations + reuses. An operation that a graph cannot contain
  /// divides a batch into parts, each of which counts.
  std::uint64_t batches = 0;
  std::uint64_t direct = 0;           ///< Batches launched operation by operation.
  std::uint64_t instantiations = 0;   ///< Batches for which a graph was instantiated.
  std::uint64_t reuses = 0;           ///< Batches launched by a graph that was kept.
  std::uint64_t unchanged = 0;        ///< Reuses that changed no node of the graph.
  std::uint64_t node_updates = 0;     ///< Nodes changed in graphs that were kept.
  std::uint64_t evictions = 0;        ///< Graphs destroyed to stay within `max_executables`.
  std::uint64_t refused_updates = 0;  ///< Graphs made anew because the driver refused an update.

  std::uint64_t direct_without_graphs = 0;  ///< Graphs are off.
  std::uint64_t direct_first = 0;           ///< The structure had not occurred recently.
  std::uint64_t direct_small = 0;           ///< Too few operations to gain from a graph.
  /// A cooperative grid or clusters where graphs cannot contain them, or a call that the driver
  /// cannot capture.
  std::uint64_t direct_special = 0;
  std::uint64_t direct_failed = 0;  ///< The driver could not instantiate the graph.
};

class ConcurrentGroup;

/// Records operations for one stream together with the memory that each reads and writes, and
/// submits them in batches. Operations of a batch are ordered only if they conflict: read after
/// write, write after read, write after write, exact to the byte. Batches run one after the other.
/// A batch whose structure (kernels, order, kinds of operations) recurs is submitted as a graph,
/// which is kept and updated with what differs (see the guide on the command encoder).
///
///     CommandEncoder encoder(stream);
///     for (int step = 0; step < steps; ++step) {
///       encoder.launch(gradient, shape, in(x), in(w), out(g), n);
///       encoder.launch(update, shape, in(g), inout(w), 0.1f, n);
///       encoder.commit();
///     }
///     encoder.synchronize();
///
/// Ownership: move-only. Buffers are passed by address and must outlive the work; `keep_alive`
/// helps, and `temporary` gives memory for a batch. The stream must outlive the encoder. Work
/// submitted to the stream directly runs after the batches committed before it.
///
/// Errors: a member that records an operation and throws leaves the operations, handlers and kept
/// objects recorded before as they were. If the driver refuses a batch, the commit throws, and
/// those of its operations that were not submitted are dropped; its handlers run, and its objects
/// are released when the work submitted before has ended. Besides the errors named below, every
/// member may throw what the driver reports, and invalid_handle if the encoder was moved from.
///
/// Thread-safety: none for one encoder; different encoders may be used concurrently.
class CommandEncoder {
 public:
  /// @param stream   where the batches run; must outlive the encoder
  /// @param options  how they are submitted
  /// @throws Error  invalid_argument for an option out of its range
  explicit CommandEncoder(StreamRef stream, const EncoderOptions& options = {});
  CommandEncoder(CommandEncoder&& other) noexcept;
  CommandEncoder& operator=(CommandEncoder&& other) noexcept;
  /// Drops the operations that are not committed, since their memory may be gone. Committed work
  /// and its handlers still run.
  ~CommandEncoder();

  /// The stream that the encoder submits to.
  StreamRef stream() const;
  /// The options in effect; every member is set.
  const EncoderOptions& options() const;

  /// Records a kernel launch; see duet::launch for the parameters and their checks. Buffers and
  /// spans count as written, spans of const elements and `in(…)` as read. Pass a pointer as
  /// `untracked(pointer)`; a plain pointer does not compile.
  /// @throws Error  as duet::launch
  template <detail::SingleArgument... A>
  void launch(const Kernel& kernel, const LaunchShape& shape, const A&... arguments) {
    launch(kernel, shape, std::span<const Access>(), arguments...);
  }
  /// Records a kernel launch that also uses memory which no argument shows, for instance through
  /// addresses in a structure.
  /// @param kernel     what to launch
  /// @param shape      as for duet::launch
  /// @param more       that memory, besides that of the arguments
  /// @param arguments  as above
  /// @throws Error  as duet::launch
  template <detail::SingleArgument... A>
  void launch(const Kernel& kernel, const LaunchShape& shape, std::span<const Access> more,
              const A&... arguments) {
    // Keeps converted pointers alive and refers to the other arguments.
    std::tuple<decltype(detail::Argument<A>::value(arguments))...> converted{
        detail::Argument<A>::value(arguments)...};
    const auto accesses = detail::accesses_of(arguments...);
    std::apply(
        [&](const auto&... values) {
          constexpr std::size_t count = sizeof...(values);
          static constexpr std::array<ArgumentShape, count> shapes{ArgumentShape{
              sizeof(values), argument_type<std::remove_cvref_t<decltype(values)>>()}...};
          std::array<std::uint64_t,
                     detail::signature_head +
                         detail::signature_access * std::tuple_size_v<decltype(accesses)>>
              signature;
          detail::write_signature(signature.data(), kernel, shape, accesses, shapes);
          if (std::byte* to = repeat(signature, detail::homes_of(arguments...), more)) [[likely]] {
            ((to = detail::write_padded(to, &values, sizeof(values))), ...);
            return;
          }
          const std::array<void*, count> pointers{
              const_cast<void*>(static_cast<const void*>(&values))...};
          const std::array<const detail::DeviceState*, count> homes{
              detail::argument_home(arguments)...};
          launch_erased({kernel, shape, accesses, pointers, shapes, signature}, homes, more);
        },
        converted);
  }
  /// Records a kernel launch with a list of arguments built at run time. The encoder knows only the
  /// accesses that are given.
  /// @throws Error  as duet::launch
  void launch(const Kernel& kernel, const LaunchShape& shape, std::span<const Access> accesses,
              const Arguments& arguments);
  /// Records a kernel launch with the addresses of its arguments, whose values are copied; see
  /// duet::launch. The encoder knows only the accesses that are given.
  /// @throws Error  as duet::launch
  void launch(const Kernel& kernel, const LaunchShape& shape, std::span<const Access> accesses,
              std::span<void* const> values);
  /// The same three with the accesses in braces: `launch(kernel, shape, {in(x), out(y)}, …)`.
  template <typename... A>
  void launch(const Kernel& kernel, const LaunchShape& shape,
              std::initializer_list<Access> accesses, const A&... arguments) {
    launch(kernel, shape, std::span(accesses.begin(), accesses.size()), arguments...);
  }

  /// Records a prepared launch with its present arguments and shape, which are copied. The encoder
  /// knows only the accesses that are given.
  /// @throws Error  as duet::launch
  void launch(const PreparedLaunch& prepared, std::span<const Access> accesses);
  /// Records a prepared launch with the accesses in braces.
  void launch(const PreparedLaunch& prepared, std::initializer_list<Access> accesses) {
    launch(prepared, std::span(accesses.begin(), accesses.size()));
  }

  /// Records a copy; see duet::copy. Host memory must stay alive, and a host destination must not
  /// be read, until the batch has ended. A host source that earlier operations write must be
  /// pinned: drivers may read pageable memory during the call.
  /// @param to    the destination range
  /// @param from  the source range, of the same size and element type
  /// @throws Error  invalid_argument if the sizes differ
  template <detail::CopyRange To, detail::CopyRange From>
  void copy(To&& to, From&& from) {
    detail::require_lasting<To, From>();
    copy_erased(detail::copy_request(to, from));
  }

  /// Records a fill: sets all elements of `to` to `value`.
  template <detail::DeviceRange To>
  void fill(const To& to, const std::type_identity_t<typename To::element_type>& value) {
    fill_erased(detail::fill_request(to, value));
  }

  /// Records a call of a host function, ordered after all earlier and before all later operations.
  /// @param function  runs once on a thread of the driver; restricted as in
  ///                  StreamRef::launch_host_function
  /// @throws Error  invalid_argument for an empty function
  void launch_host_function(std::function<void()> function);
  /// Records a call of a host function, ordered by the memory that it uses.
  void launch_host_function(std::function<void()> function,
                            std::initializer_list<Access> accesses) {
    launch_host_function(std::move(function), std::span(accesses.begin(), accesses.size()));
  }
  /// Records a call of a host function, ordered by the memory that it uses.
  void launch_host_function(std::function<void()> function, std::span<const Access> accesses);

  /// Records what a function submits to a stream, for instance by calling a library. It is ordered
  /// after all earlier and before all later operations. Captures of equal structure (the same
  /// kernels and other operations in the same order) let their batches recur, whatever their
  /// arguments. Drivers refuse a capture that allocates memory as a part of another graph, so
  /// that its batch becomes a part of the capture's; with several of them it takes as many
  /// launches. Without graphs, or if the driver does not capture launches, this commits and the
  /// function submits to the stream directly.
  /// @param submit  called during this call with a stream in capture; StreamCapture says what is
  ///                allowed. It must not record or commit operations of this encoder, which is an
  ///                error (capture_failed). If it throws, the capture is discarded and the
  ///                exception passed on; what it submitted directly still runs
  /// @throws Error  as StreamCapture; invalid_argument for an empty function
  void capture(const std::function<void(StreamRef)>& submit);
  /// Records what a function submits to a stream, ordered by the memory that it uses.
  /// @param accesses  all memory that the submitted operations use
  /// @param submit    as above
  /// @throws Error  as StreamCapture
  void capture(std::span<const Access> accesses, const std::function<void(StreamRef)>& submit);
  /// Records what a function submits to a stream, ordered by the memory that it uses.
  void capture(std::initializer_list<Access> accesses,
               const std::function<void(StreamRef)>& submit) {
    capture(std::span(accesses.begin(), accesses.size()), submit);
  }

  /// Records all operations of a graph, ordered after all earlier and before all later operations.
  /// @param graph  copied during the call
  /// @throws Error  invalid_argument for a graph of another device
  void graph(const Graph& graph);
  /// Records all operations of a graph, ordered by the memory that they use together.
  void graph(const Graph& graph, std::initializer_list<Access> accesses) {
    this->graph(graph, std::span(accesses.begin(), accesses.size()));
  }
  /// Records all operations of a graph, ordered by the memory that they use together.
  void graph(const Graph& graph, std::span<const Access> accesses);

  /// Begins a group: operations recorded while it exists are not ordered among each other, even if
  /// they use the same memory.
  [[nodiscard]] ConcurrentGroup concurrent();

  /// Allocates an array for operations of this encoder. It may be destroyed as soon as the last one
  /// is recorded: its memory goes back when their batch is submitted, in the stream's order, so
  /// that later batches use it again with no event and no wait.
  /// @param count  number of elements, 0 allowed
  /// @throws Error  out_of_memory; invalid_argument if the size in bytes overflows
  template <typename T>
  Buffer<T> temporary(std::size_t count) {
    return Buffer<T>(temporaries(), stream(), count);
  }
  /// The resource of `temporary`, for the encoder's stream only. Memory that is still in use when
  /// the encoder is destroyed stays valid.
  /// @throws Error  invalid_argument if the options name a resource of another device
  MemoryResource& temporaries();

  /// Keeps an object alive until the operations recorded so far have ended, and the next one as
  /// well unless `commit` is called before it.
  /// @param object  a buffer or any other owner, moved in; or a copy of a shared_ptr
  template <typename T>
  void keep_alive(T&& object) {
    static_assert(!std::is_lvalue_reference_v<T>, "move what is to be kept alive, or copy it");
    keep(std::make_shared<std::remove_cvref_t<T>>(std::move(object)));
  }

  /// Registers a handler that is called once the operations recorded so far have ended, also if
  /// they failed or the driver refused their batch. Handlers run in the order of registration, on a
  /// thread of duet or in `synchronize`.
  /// @param handler  may use other encoders, and this one while no other thread does, but must not
  ///                 synchronise with it. The next `synchronize` throws what the handler throws
  void on_complete(std::function<void()> handler);

  /// Commits, then records an event, so that other streams can wait for the work so far.
  /// @throws Error  invalid_argument for an event of another device
  void record(EventRef event);
  /// Commits, then makes later operations wait for the last recording of an event.
  void wait(EventRef event);

  /// Submits the operations recorded since the last commit. No-op if there are none.
  void commit();
  /// Commits, then waits until all work has ended and all handlers have run.
  /// @throws Error  what the work raised; else, any exception: the first that a handler has thrown
  ///                since the last call
  void synchronize();

  /// Number of operations that are recorded and not committed.
  std::size_t pending() const;
  /// Number of bytes that these operations use; memory counts once for each use.
  std::size_t pending_bytes() const;
  /// Whether the batch has reached `max_operations` or `max_bytes`: recording another operation
  /// commits it first, if the encoder commits automatically.
  bool needs_commit() const;
  /// The operations that are recorded and not committed, with the order found between them. Edges
  /// that others imply are left out.
  std::vector<GraphNodeInfo> pending_nodes() const;
  /// The same in the DOT language of Graphviz.
  /// @param name  name of the graph in the text
  std::string dot(const std::string& name = "batch") const;
  /// What the encoder has done so far.
  EncoderCounters counters() const;

 private:
  friend class ConcurrentGroup;

  /// Records a launch that is like the one in the batch before, apart from its arguments' values.
  /// @param homes  of the memory that the arguments stand for
  /// @returns where the values go, each padded; null, without an effect, for any other launch
  std::byte* repeat(std::span<const std::uint64_t> signature,
                    std::span<const detail::DeviceState* const> homes,
                    std::span<const Access> more) noexcept;
  void launch_erased(const detail::LaunchRequest& request,
                     std::span<const detail::DeviceState* const> homes,
                     std::span<const Access> more);
  void copy_erased(const detail::CopyRequest& request);
  void fill_erased(const detail::FillRequest& request);
  void keep(std::shared_ptr<const void> object);
  detail::EncoderState& state() const;

  std::unique_ptr<detail::EncoderState> state_;
};

/// A scope whose operations are not ordered among each other; see CommandEncoder::concurrent. It
/// must not outlive the encoder. An inner group belongs to the outermost one. Thread-safety: that
/// of the encoder.
class ConcurrentGroup {
 public:
  ConcurrentGroup(const ConcurrentGroup&) = delete;
  ConcurrentGroup& operator=(const ConcurrentGroup&) = delete;
  /// Ends the group.
  ~ConcurrentGroup();

 private:
  friend class CommandEncoder;
  explicit ConcurrentGroup(detail::EncoderState& encoder);

  detail::EncoderState& encoder_;
};

}  // namespace duet
DUET_API_END
