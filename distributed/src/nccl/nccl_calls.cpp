#include "nccl/nccl_calls.hpp"

#include <cstddef>
#include <optional>
#include <type_traits>

namespace duet::detail {

namespace {

using Kind = CollectiveKind;

std::optional<NcclType> reduced_type(DataType type) noexcept {
#define DUET_NCCL_TYPE(name, value, constant) \
  if (type == DataType::name) return NcclType::name;
#include "nccl/library/nccl.def"
  return std::nullopt;
}

bool is_floating_point(DataType type) noexcept {
  return type == DataType::f16 || type == DataType::bf16 || type == DataType::f32 ||
         type == DataType::f64;
}

NcclOperation operation_of(Reduction reduction) noexcept {
#define DUET_NCCL_OPERATION(name, value, constant) \
  if (reduction == Reduction::name) return NcclOperation::name;
#include "nccl/library/nccl.def"
  return NcclOperation::sum;
}

/// Submits one call.
class Submission {
 public:
  Submission(const NcclPlace& place, const CollectiveCall& call)
      : place_(place),
        call_(call),
        bytes_(call.count * call.element.bytes),
        send_(static_cast<const std::byte*>(call.send)),
        receive_(static_cast<std::byte*>(call.receive)) {}

  NcclStatus run() const {
    switch (call_.kind) {
      case Kind::all_reduce:
      case Kind::reduce_scatter:
      case Kind::reduce: return reduce();
      case Kind::broadcast:
        return calls().broadcast(send_, receive_, bytes_, NcclType::u8, call_.peer, place_.comm,
                                 place_.stream);
      case Kind::all_gather:
        return calls().all_gather(send_, receive_, bytes_, NcclType::u8, place_.comm,
                                  place_.stream);
      case Kind::gather: return gather();
      case Kind::scatter: return scatter();
      case Kind::all_to_all: return all_to_all();
      case Kind::send: return send(send_, call_.peer);
      case Kind::receive: return receive(receive_, call_.peer);
      case Kind::barrier:
        return calls().all_reduce(place_.scratch, place_.scratch, 1, NcclType::u8,
                                  NcclOperation::max, place_.comm, place_.stream);
    }
    return NcclStatus::invalid_argument;
  }

 private:
  const NcclCalls& calls() const noexcept { return place_.calls; }

  NcclStatus reduce() const {
    const NcclType type = *reduced_type(*call_.element.number);
    const NcclOperation operation = operation_of(call_.reduction);
    if (call_.kind == Kind::reduce) {
      return calls().reduce(send_, receive_, call_.count, type, operation, call_.peer, place_.comm,
                            place_.stream);
    }
    const auto function =
        call_.kind == Kind::all_reduce ? calls().all_reduce : calls().reduce_scatter;
    return function(send_, receive_, call_.count, type, operation, place_.comm, place_.stream);
  }

  NcclStatus send(const std::byte* from, int peer) const {
    return calls().send(from, bytes_, NcclType::u8, peer, place_.comm, place_.stream);
  }
  NcclStatus receive(std::byte* to, int peer) const {
    return calls().receive(to, bytes_, NcclType::u8, peer, place_.comm, place_.stream);
  }
  std::size_t part(int peer) const { return static_cast<std::size_t>(peer) * bytes_; }

  template <typename F>
  NcclStatus for_each_rank(const F& function) const {
    NcclStatus first = NcclStatus::success;
    for (int peer = 0; peer < place_.size && first == NcclStatus::success; ++peer) {
      first = function(peer);
    }
    return first;
  }

  NcclStatus gather() const {
    const NcclStatus sent = send(send_, call_.peer);
    if (sent != NcclStatus::success || place_.rank != call_.peer) return sent;
    return for_each_rank([&](int peer) { return receive(receive_ + part(peer), peer); });
  }
  NcclStatus scatter() const {
    const NcclStatus received = receive(receive_, call_.peer);
    if (received != NcclStatus::success || place_.rank != call_.peer) return received;
    return for_each_rank([&](int peer) { return send(send_ + part(peer), peer); });
  }
  NcclStatus all_to_all() const {
    return for_each_rank([&](int peer) {
      const NcclStatus sent = send(send_ + part(peer), peer);
      return sent != NcclStatus::success ? sent : receive(receive_ + part(peer), peer);
    });
  }

  const NcclPlace& place_;
  const CollectiveCall& call_;
  const std::size_t bytes_;
  const std::byte* const send_;
  std::byte* const receive_;
};

/// Whether one call of duet is one of NCCL.
bool is_one_call(const Calls& calls) {
  if (calls.size() != 1) return false;
  const Kind kind = calls.front().kind;
  return kind != Kind::gather && kind != Kind::scatter && kind != Kind::all_to_all;
}

}  // namespace

bool nccl_reduces(DataType type, Reduction reduction) noexcept {
  if (!reduced_type(type)) return false;
  return reduction != Reduction::average || is_floating_point(type);
}

NcclStatus enqueue(const NcclPlace& place, const Calls& calls) {
  if (is_one_call(calls)) return Submission(place, calls.front()).run();
  NcclStatus first = place.calls.group_start();
  if (first != NcclStatus::success) return first;
  for (const CollectiveCall& call : calls) {
    if (first == NcclStatus::success) first = Submission(place, call).run();
  }
  const NcclStatus ended = place.calls.group_end();
  return first != NcclStatus::success ? first : ended;
}

}  // namespace duet::detail
