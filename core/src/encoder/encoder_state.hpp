#pragma once

#include <atomic>
#include <thread>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <duet/command_encoder.hpp>

#include "../graph/graph_state.hpp"
#include "batch_limit.hpp"
#include "completion_queue.hpp"
#include "encoder/batch/batch.hpp"
#include "encoder/order/order.hpp"
#include "submission.hpp"
#include "temporaries.hpp"

namespace duet::detail {

/// The implementation of CommandEncoder, whose members it mirrors.
class EncoderState {
 public:
  EncoderState(StreamRef stream, EncoderOptions options);
  EncoderState(const EncoderState&) = delete;
  EncoderState& operator=(const EncoderState&) = delete;
  ~EncoderState();

  using Accesses = std::span<const Access>;
  void launch(const LaunchRequest& request);
  /// Adds a launch that is like the one in the batch before, apart from the values of its
  /// arguments.
  /// @param signature  of the launch
  /// @returns where the values go; null, without an effect, if it is another one or cannot be added
  ///          without more checks
  std::byte* repeat(std::span<const std::uint64_t> signature) noexcept;
  void copy(const CopyRequest& request);
  void fill(const FillRequest& request);
  void launch_host_function(std::function<void()> function, const Accesses* accesses);
  void graph(const GraphState& graph, const Accesses* accesses);
  void capture(const std::function<void(StreamRef)>& submit, const Accesses* accesses);
  void begin_group();
  void end_group() noexcept;
  void keep(std::shared_ptr<const void> object);
  MemoryResource& temporaries();
  void on_complete(std::function<void()> handler);
  void record(EventRef event);
  void wait(EventRef event);
  void commit();
  void synchronize();

  const StreamRef stream;
  const EncoderOptions options;
  const Batch& batch() const noexcept { return batch_; }
  std::size_t bytes() const noexcept { return bytes_; }
  bool needs_commit() const noexcept {
    return batch_.size() >= *options.max_operations || bytes_ >= *options.max_bytes;
  }
  EncoderCounters counters{};

 private:
  class Transaction;
  using Operations = Order::Operations;
  struct Position {
    std::uint64_t batch;
    std::uint64_t recorded;
    std::size_t bytes;
    std::size_t used_kept;
    std::uint32_t size;
  };

  template <typename AddCommand>
  void add(Accesses accesses, AddCommand add_command);
  void count_bytes(Accesses accesses) noexcept;
  Order::Edges order(Accesses accesses);
  Order::Edges order_collected();
  void count_operation() noexcept;
  bool repeats_order() const noexcept { return order_.repeats(batch_.log_version()); }
  void call(const std::function<void(StreamRef)>& submit);
  void submit_now(const std::function<void(StreamRef)>& submit);
  Operations add_nodes(const GraphState& graph, const Operations& before);
  void add_call(const GraphCall& call, Order::Edges after);
  void add_captured(std::shared_ptr<const CapturedGraph> graph, const Accesses* accesses);
  bool must_submit() const noexcept;
  void commit_if_full();
  void submit(std::size_t released);
  void require_no_capture() const;
  void complete();
  void call_overdue() noexcept;
  void begin_batch() noexcept;
  Position position() const noexcept;
  void return_to(const Position& position) noexcept;
  void release(Completion completion) noexcept;
  void release_all() noexcept;
  CompletionQueue& queue();

  Batch batch_{};
  Order order_{};
  std::size_t bytes_ = 0;  ///< the sum over all accesses of the batch
  std::uint64_t batch_number_ = 0;
  Completion completion_{};
  std::size_t overdue_ = 0;                     ///< handlers whose batch has been submitted
  Completion::Objects kept_{};                  ///< objects of this batch, or of the next operation
  std::size_t used_kept_ = 0;                   ///< those that were kept before the last operation
  std::shared_ptr<CompletionQueue> queue_{};    ///< null until needed
  std::unique_ptr<Temporaries> temporaries_{};  ///< null until needed
  BatchLimit limit_;
  Submission submission_;
  bool is_capturing_ = false;            ///< whether a function given to `capture` runs
  std::atomic<std::thread::id> user_{};  ///< the thread in a call, to notice a second one
};

}  // namespace duet::detail
