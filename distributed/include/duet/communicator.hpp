#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include <duet/bootstrap.hpp>
#include <duet/collective_call.hpp>
#include <duet/collective_group.hpp>
#include <duet/copy.hpp>
#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/reduction.hpp>
#include <duet/span.hpp>
#include <duet/stream.hpp>
#include <duet/timeout.hpp>
#include <duet/work_queue.hpp>

DUET_API_BEGIN
namespace duet {

/// What carries out the collectives.
enum class CollectiveEngine {
  automatic,   ///< On the CPU `in_process` if all ranks are in one process, else `mpi`; on GPUs
               ///< `nccl`.
  in_process,  ///< Plain copies between the devices of one process; CPU backend only.
  mpi,         ///< MPI between processes that mpirun has started; CPU backend only.
  nccl,        ///< NCCL on NVIDIA, RCCL on AMD, in one or several processes; one rank a device.
};

/// The enumerator's name, for instance "in_process". Static storage.
const char* name_of(CollectiveEngine engine) noexcept;

/// Properties of a new communicator. All ranks give the same.
struct CommunicatorOptions {
  CollectiveEngine engine = CollectiveEngine::automatic;  ///< What carries out the collectives.
  /// How long a collective may wait for other ranks before it fails. Not set:
  /// DUET_COLLECTIVE_TIMEOUT in seconds, else 10 minutes.
  std::optional<Timeout> timeout{};
  /// Whether the ranks compare kind, count, type, reduction and root of each collective before it
  /// begins, so that a difference is an error on all ranks, with their numbers, and a call that
  /// waits in vain tells where other ranks wait, for instance in another communicator. The engine
  /// `in_process` always does; with `mpi` it costs one small all_gather a collective. Without it,
  /// calls that differ may give wrong results.
  bool checks = false;
};

/// Ranks that exchange data among their devices: one device each, in one or several processes.
///
///     Communicator communicator(device, bootstrap);
///     communicator.all_reduce(stream, gradient, Reduction::sum);
///     duet::launch(stream, update, shape, weights, gradient, n);
///     communicator.synchronize(stream);
///
/// Collectives are submitted to a stream or an encoder and run in its order; a captured stream
/// records them into its graph. All ranks must submit the same collectives of a communicator in the
/// same order, and run them in that order: a rank that uses several streams orders them by events.
/// Each rank is driven by a thread of its own, or by its own process.
///
/// Arrays have as many elements on every rank. Elements are of any trivially copyable type;
/// reductions need a type that has a DataType. Send and receive array are the same array where a
/// function has a form for one, and must not overlap otherwise, except as `all_gather` and
/// `reduce_scatter` allow.
///
/// Errors: wrong arguments are errors of the call. What fails later (a rank that does not come
/// within `timeout`, ranks that call different things, `abort`) is an error of the next
/// `synchronize`, `check` or call; the collectives that were submitted end without effect, their
/// arrays hold unspecified values, and the communicator stays failed. `Stream::synchronize` does
/// not report it.
///
/// Ownership: move-only. Submitted work keeps what it needs; arrays must outlive it.
/// Thread-safety: one thread at a time, except `abort`, `check`, `rank` and `size`.
class Communicator {
 public:
  Communicator() noexcept = default;
  /// Joins the ranks. Blocks until all of them have called it.
  /// @param device     the device of this rank, whose arrays and streams it uses
  /// @param bootstrap  needed during the call only
  /// @param options    the same on all ranks
  /// @throws Error  invalid_argument for a rank outside 0 to size - 1, or ranks that differ in
  ///                size, or two with one number; not_supported if no engine can connect them; what
  ///                `bootstrap` throws
  Communicator(const Device& device, const Bootstrap& bootstrap,
               const CommunicatorOptions& options = {});
  /// Joins the ranks with the device that the local rank has, counted round the devices.
  /// @throws Error  as above; no_device if there is none
  explicit Communicator(const Bootstrap& bootstrap, const CommunicatorOptions& options = {});
  Communicator(Communicator&& other) noexcept = default;
  Communicator& operator=(Communicator&& other) noexcept = default;
  ~Communicator();

  // All that follow throw Error (invalid_handle) if this is default-constructed or moved from.

  /// Whether this has ranks: false if default-constructed, moved from, or left out by `split`.
  explicit operator bool() const noexcept { return state_ != nullptr; }
  /// The number of this rank.
  int rank() const;
  /// The number of ranks.
  int size() const;
  /// The device of this rank.
  Device device() const;
  /// What carries out the collectives: never `automatic`.
  CollectiveEngine engine() const;
  /// Whether the engine reduces elements of a type.
  bool reduces(DataType type, Reduction reduction) const;

  /// Divides the ranks into communicators, one for each colour. Blocks until all ranks have called
  /// it; no collective may be pending.
  /// @param color  ranks of one colour form a communicator; negative: this rank gets an empty one
  /// @param key    orders the ranks of the new communicator; equal keys keep their order
  /// @throws Error  what makes the communicator fail
  Communicator split(int color, int key = 0) const;

  /// Reduces the arrays of all ranks, element by element; all ranks get the result.
  /// @param queue    a stream or an encoder of the communicator's device
  /// @param send     what this rank contributes
  /// @param receive  the result, of the same size and type
  /// @param reduction  how elements are combined
  /// @throws Error  invalid_argument for arrays of different sizes, of another device or that
  ///                overlap, or for a queue of another device; not_supported if the engine does not
  ///                reduce the type in that way; an earlier failure of the communicator
  template <detail::DeviceRange S, detail::DeviceRange R>
  void all_reduce(WorkQueue queue, const S& send, const R& receive, Reduction reduction) {
    submit(queue, call(Kind::all_reduce, send, receive, -1, reduction));
  }
  /// Replaces the arrays of all ranks by their reduction.
  template <detail::DeviceRange R>
  void all_reduce(WorkQueue queue, const R& data, Reduction reduction) {
    all_reduce(queue, data, data, reduction);
  }

  /// Concatenates the arrays of all ranks by rank; all ranks get the result.
  /// @param queue    as above
  /// @param send     may be this rank's part of `receive`
  /// @param receive  `size()` times as large as `send`
  /// @throws Error  as all_reduce
  template <detail::DeviceRange S, detail::DeviceRange R>
  void all_gather(WorkQueue queue, const S& send, const R& receive) {
    submit(queue, call(Kind::all_gather, send, receive));
  }

  /// Reduces the arrays of all ranks; each rank gets its part of the result, by rank.
  /// @param queue    as above
  /// @param send     `size()` times as large as `receive`
  /// @param receive  may be this rank's part of `send`
  /// @param reduction  how elements are combined
  /// @throws Error  as all_reduce
  template <detail::DeviceRange S, detail::DeviceRange R>
  void reduce_scatter(WorkQueue queue, const S& send, const R& receive, Reduction reduction) {
    submit(queue, call(Kind::reduce_scatter, send, receive, -1, reduction));
  }

  /// Copies an array of one rank to all others.
  /// @param queue  as above
  /// @param data   what `root` sends and all others receive
  /// @param root   a rank
  /// @throws Error  as all_reduce; invalid_argument for a root that is no rank
  template <detail::DeviceRange R>
  void broadcast(WorkQueue queue, const R& data, int root) {
    submit(queue, call(Kind::broadcast, data, data, root));
  }

  /// Reduces the arrays of all ranks; `root` gets the result.
  /// @param queue    as above
  /// @param send     what this rank contributes
  /// @param receive  the result, of the same size; used on `root` only, may be `send`
  /// @param reduction  how elements are combined
  /// @param root     a rank
  /// @throws Error  as broadcast
  template <detail::DeviceRange S, detail::DeviceRange R>
  void reduce(WorkQueue queue, const S& send, const R& receive, Reduction reduction, int root) {
    submit(queue, call(Kind::reduce, send, receive, root, reduction));
  }

  /// Concatenates the arrays of all ranks by rank on `root`.
  /// @param queue    as above
  /// @param send     what this rank contributes
  /// @param receive  `size()` times as large on `root`, where alone it is used
  /// @param root     a rank
  /// @throws Error  as broadcast
  template <detail::DeviceRange S, detail::DeviceRange R>
  void gather(WorkQueue queue, const S& send, const R& receive, int root) {
    submit(queue, call(Kind::gather, send, receive, root));
  }

  /// Divides an array of `root` among all ranks, by rank.
  /// @param queue    as above
  /// @param send     `size()` times as large as `receive` on `root`, where alone it is used
  /// @param receive  the part of this rank
  /// @param root     a rank
  /// @throws Error  as broadcast
  template <detail::DeviceRange S, detail::DeviceRange R>
  void scatter(WorkQueue queue, const S& send, const R& receive, int root) {
    submit(queue, call(Kind::scatter, send, receive, root));
  }

  /// Sends the i-th part of an array to rank i; the i-th part of the result comes from rank i.
  /// @param queue    as above
  /// @param send     `size()` parts of equal size
  /// @param receive  of the same size
  /// @throws Error  as all_reduce
  template <detail::DeviceRange S, detail::DeviceRange R>
  void all_to_all(WorkQueue queue, const S& send, const R& receive) {
    submit(queue, call(Kind::all_to_all, send, receive));
  }

  /// Sends an array to a rank, which must receive it. Messages between two ranks keep their order.
  /// @param queue  as above
  /// @param data   what is sent
  /// @param peer   another rank
  /// @throws Error  as broadcast
  template <detail::DeviceRange S>
  void send(WorkQueue queue, const S& data, int peer) {
    submit(queue, one_sided(Kind::send, data, peer));
  }
  /// Receives an array that a rank sends.
  /// @param queue  as above
  /// @param data   of the same size and type as what is sent
  /// @param peer   another rank
  /// @throws Error  as broadcast
  template <detail::DeviceRange R>
  void receive(WorkQueue queue, const R& data, int peer) {
    require_writable<R>();
    submit(queue, one_sided(Kind::receive, data, peer));
  }

  /// Lets later work of all ranks begin when the earlier work of all ranks has ended.
  /// @throws Error  as all_reduce
  void barrier(WorkQueue queue) { submit(queue, {}); }

  /// Begins a group: the calls until its end are submitted as one.
  /// @throws Error  invalid_argument if the communicator has an open group
  [[nodiscard]] CollectiveGroup group();

  /// Waits until all work of a stream has ended.
  /// @throws Error  the failure of the communicator or of the stream's work
  void synchronize(StreamRef stream) const;
  /// Never blocks. @throws Error  the failure of the communicator, if it has failed
  void check() const;
  /// Makes the communicator fail: collectives that wait end. Other ranks fail as soon as the engine
  /// can tell them, at the latest after their timeout. Thread-safety: any thread.
  /// @param reason  words for the error
  void abort(const std::string& reason = "abort was called") const;

 private:
  friend class CollectiveGroup;
  using Kind = detail::CollectiveKind;

  template <typename R>
  static void require_writable() {
    static_assert(!std::is_const_v<typename R::element_type>, "the elements received are const");
  }

  template <typename S, typename R>
  static detail::CollectiveCall call(Kind kind, const S& send, const R& receive, int root = -1,
                                     Reduction reduction = Reduction::sum) {
    using Element = typename R::element_type;
    require_writable<R>();
    static_assert(std::is_same_v<std::remove_const_t<typename S::element_type>, Element>,
                  "what is sent and what is received have different types");
    const DeviceSpan<const Element> from(send);
    const DeviceSpan<const Element> to(receive);
    detail::CollectiveCall result{kind, reduction, detail::element_type_of<Element>(), root};
    result.send = from.data();
    result.send_count = from.size();
    result.send_home = from.home();
    result.receive = const_cast<Element*>(to.data());
    result.receive_count = to.size();
    result.receive_home = to.home();
    return result;
  }

  template <typename R>
  static detail::CollectiveCall one_sided(Kind kind, const R& range, int peer) {
    using Element = std::remove_const_t<typename R::element_type>;
    const DeviceSpan<const Element> data(range);
    detail::CollectiveCall result{kind, Reduction::sum, detail::element_type_of<Element>(), peer};
    if (kind == Kind::send) {
      result.send = data.data();
      result.send_count = data.size();
      result.send_home = data.home();
    } else {
      result.receive = const_cast<Element*>(data.data());
      result.receive_count = data.size();
      result.receive_home = data.home();
    }
    return result;
  }

  explicit Communicator(std::shared_ptr<detail::CommunicatorState> state) noexcept;
  void submit(const WorkQueue& queue, const detail::CollectiveCall& call);
  const std::shared_ptr<detail::CommunicatorState>& state() const;

  std::shared_ptr<detail::CommunicatorState> state_{};
};

}  // namespace duet
DUET_API_END
