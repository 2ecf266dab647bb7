#include "nccl/nccl_engine.hpp"

#include <exception>
#include <utility>

#include <duet/buffer.hpp>
#include <duet/command_encoder.hpp>
#include <duet/error.hpp>

#include <fmt/format.h>

#include "nccl/connection/nccl_connection.hpp"
#include "nccl/connection/nccl_shared_failure.hpp"
#include "nccl/connection/nccl_watch.hpp"
#include "nccl/nccl_calls.hpp"
#include "nccl/nccl_checks.hpp"
#include "nccl/nccl_first_contact.hpp"
#include "nccl/nccl_graphs.hpp"
#include "nccl/nccl_introduction.hpp"

namespace duet::detail {

namespace {

/// The connections of one rank.
struct Connections {
  std::shared_ptr<NcclConnection> main;
  std::unique_ptr<NcclChecks> checks{};  ///< null if calls are not compared
  std::string name{};                    ///< the same on all ranks, and of no other communicator
  int rank = 0;
  int size = 1;
};

/// Follows the name of a communicator in that of the one by which its calls are compared.
constexpr const char* of_checks = " checks";

/// Connects ranks. If that fails, the others in this process need not wait for this rank.
template <typename F>
auto telling_others(const std::shared_ptr<Failure>& failure, int rank, const F& connect) {
  try {
    return connect();
  } catch (const std::exception& error) {
    set_and_wake_watch(*failure, ErrorCode::not_supported,
                       fmt::format("rank {} cannot be connected: {}", rank, error.what()));
    keep_failure(failure);
    throw;
  }
}

/// @param scratch  a byte of device memory
void enqueue_on(const StreamRef& stream, NcclConnection& connection, int rank, int size,
                void* scratch, const Calls& calls) {
  connection.run(calls.back(), [&](NcclHandle* comm) {
    return enqueue({connection.calls(), comm, stream.handle(), rank, size, scratch}, calls);
  });
}

/// Waits for all ranks.
void meet(NcclConnection& connection, int rank, int size, void* scratch) {
  const Stream stream(connection.setup().device);
  enqueue_on(stream, connection, rank, size, scratch, {{.kind = CollectiveKind::barrier}});
  connection.synchronize(stream);
}

class NcclEngine final : public Engine {
 public:
  explicit NcclEngine(Connections connections)
      : connections_(std::move(connections)), graphs_(connections_.main->setup().device) {
    const auto scratch = std::make_shared<Buffer<std::byte>>(main().setup().device, 1);
    scratch_address_ = scratch->data();
    main().keep(scratch);
  }

  CollectiveEngine kind() const noexcept override { return CollectiveEngine::nccl; }
  bool reduces(DataType type, Reduction reduction) const noexcept override {
    return nccl_reduces(type, reduction);
  }
  void submit(const WorkQueue& queue, const std::vector<Access>& accesses,
              const Calls& calls) override {
    if (connections_.checks != nullptr) connections_.checks->compare(calls);
    if (queue.encoder() == nullptr) return enqueue_on(queue.stream(), calls);
    CommandEncoder& encoder = *queue.encoder();
    if (encoder.options().graphs.value_or(false) && main().setup().device.info().stream_capture) {
      const auto submit = [&](StreamRef stream) { enqueue_on(stream, calls); };
      return encoder.graph(graphs_.graph_of(calls, submit), accesses);
    }
    encoder.capture(accesses, [&](StreamRef stream) { enqueue_on(stream, calls); });
  }
  std::unique_ptr<Engine> split(int color, int key, int& rank, int& size) override;
  void synchronize(const StreamRef& stream) override { main().synchronize(stream); }
  void check() override { main().setup().failure->check(); }
  void abort(const std::string& reason) override {
    main().fail(ErrorCode::launch_failed, fmt::format("rank {}: {}", connections_.rank, reason));
  }

 private:
  NcclConnection& main() const noexcept { return *connections_.main; }
  void enqueue_on(const StreamRef& stream, const Calls& calls) {
    detail::enqueue_on(stream, main(), connections_.rank, connections_.size, scratch_address_,
                       calls);
  }
  std::shared_ptr<NcclConnection> split_connection(
      const std::shared_ptr<Failure>& failure, const std::shared_ptr<NcclRanks>& ranks, int color,
      int key, const NcclConnection::Contact& contact = {}) const;

  Connections connections_;
  void* scratch_address_ = nullptr;  ///< the connection owns it
  NcclGraphs graphs_;
  int splits_ = 0;
};

std::shared_ptr<NcclConnection> NcclEngine::split_connection(
    const std::shared_ptr<Failure>& failure, const std::shared_ptr<NcclRanks>& ranks, int color,
    int key, const NcclConnection::Contact& contact) const {
  NcclRankSetup setup = main().setup();
  setup.failure = failure;
  setup.ranks = ranks;
  setup.parent = main().rank();
  const std::shared_ptr<NcclConnection> parent = connections_.main;
  const int rank = connections_.rank, size = connections_.size;
  void* const scratch = scratch_address_;
  const auto connect = [=](NcclHandle** made) {
    // A rank that cannot come so far must not leave the others in NCCL's split, which cannot be
    // ended safely.
    meet(*parent, rank, size, scratch);
    NcclStatus status = NcclStatus::success;
    parent->run_unattended({}, [&](NcclHandle* comm) {
      status = parent->calls().comm_split(comm, color < 0 ? -1 : color, key, made, nullptr);
      return status;
    });
    return status;
  };
  return NcclConnection::make(setup, "split", connect, contact);
}

/// Asks a new communicator for its rank and size.
void find_rank(NcclConnection& connection, int& rank, int& size) {
  connection.run({}, [&](NcclHandle* comm) {
    const NcclStatus status = connection.calls().comm_count(comm, &size);
    return status != NcclStatus::success ? status : connection.calls().comm_user_rank(comm, &rank);
  });
}

std::unique_ptr<Engine> NcclEngine::split(int color, int key, int& rank, int& size) {
  Connections made;
  made.name = fmt::format("{}/{}/{}", connections_.name, splits_, color);
  const std::shared_ptr<Failure> failure =
      color < 0 ? std::make_shared<Failure>() : shared_failure(made.name);
  const bool has_checks = connections_.checks != nullptr;
  ++splits_;
  return telling_others(failure, connections_.rank, [&]() -> std::unique_ptr<Engine> {
    made.main = split_connection(failure, nccl_ranks(made.name), color, key,
                                 [](NcclConnection& connection) {
                                   int own_rank = 0;
                                   int all_ranks = 0;
                                   find_rank(connection, own_rank, all_ranks);
                                   make_first_contact(connection, own_rank, all_ranks);
                                 });
    const std::shared_ptr<NcclConnection> for_checks =
        has_checks ? split_connection(failure, nccl_ranks(made.name + of_checks), color, key)
                   : nullptr;
    if (made.main == nullptr) return nullptr;
    find_rank(*made.main, made.rank, made.size);
    rank = made.rank;
    size = made.size;
    if (has_checks) made.checks = std::make_unique<NcclChecks>(for_checks, rank, size);
    return std::make_unique<NcclEngine>(std::move(made));
  });
}

std::shared_ptr<NcclConnection> connect(const NcclRankSetup& setup, int size, const NcclId& id,
                                        const NcclConnection::Contact& contact = {}) {
  return NcclConnection::make(
      setup, fmt::format("connecting {} ranks", size),
      [=](NcclHandle** made) { return setup.calls->comm_init_rank(made, size, id, setup.rank); },
      contact);
}

}  // namespace

std::unique_ptr<Engine> make_nccl_engine(const EngineSetup& setup, CollectiveEngine wanted,
                                         const NcclSearch& search) {
  if (wanted != CollectiveEngine::automatic && wanted != CollectiveEngine::nccl) {
    throw Error(
        ErrorCode::not_supported,
        fmt::format("the engine {} is for the CPU backend: this backend has the engine nccl",
                    name_of(wanted)));
  }
  const int rank = setup.bootstrap.rank, size = setup.bootstrap.size;
  const NcclIntroductions ranks = introduce_nccl_ranks(setup, search);
  Connections made;
  made.rank = rank;
  made.size = size;
  made.name.assign(ranks.id.bytes.begin(), ranks.id.bytes.end());
  const NcclRankSetup own{
      ranks.calls,          setup.device, rank, setup.timeout, shared_failure(made.name),
      nccl_ranks(made.name)};
  return telling_others(own.failure, rank, [&] {
    enable_peer_access(ranks, setup.device);
    made.main = connect(own, size, ranks.id, [=](NcclConnection& connection) {
      make_first_contact(connection, rank, size);
    });
    if (setup.checks) {
      NcclRankSetup for_checks = own;
      for_checks.ranks = nccl_ranks(made.name + of_checks);
      made.checks =
          std::make_unique<NcclChecks>(connect(for_checks, size, ranks.checks_id), rank, size);
    }
    return std::make_unique<NcclEngine>(std::move(made));
  });
}

}  // namespace duet::detail
