#include "nccl/nccl_first_contact.hpp"

#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <duet/buffer.hpp>
#include <duet/copy.hpp>

#include "nccl/nccl_calls.hpp"

namespace duet::detail {

namespace {

/// Small and large enough for NCCL's algorithms.
constexpr std::array<std::size_t, 2> reduced_bytes{4, 1 << 20};

std::uint64_t process_number() {
  std::array<char, 256> host{};
  (void)gethostname(host.data(), host.size() - 1);
  return std::hash<std::string>()(host.data() + std::to_string(getpid()));
}

CollectiveCall call_of(CollectiveKind kind, const void* send, void* receive, std::size_t count,
                       int peer = -1) {
  CollectiveCall call{kind, Reduction::max, element_type_of<std::uint8_t>(), peer};
  call.send = send;
  call.receive = receive;
  call.count = count;
  return call;
}

/// The ranks of this process connect for messages, too.
Calls messages(const std::vector<std::uint64_t>& processes, int rank, std::byte* bytes) {
  Calls calls;
  for (std::size_t peer = 0; peer < processes.size(); ++peer) {
    const int number = static_cast<int>(peer);
    if (number == rank || processes[peer] != processes[static_cast<std::size_t>(rank)]) continue;
    calls.push_back(call_of(CollectiveKind::send, bytes, nullptr, 1, number));
    calls.push_back(call_of(CollectiveKind::receive, nullptr, bytes + 1 + peer, 1, number));
  }
  return calls;
}

}  // namespace

void make_first_contact(NcclConnection& connection, int rank, int size) {
  const auto ranks = static_cast<std::size_t>(size);
  const Stream stream(connection.setup().device);
  const Buffer<std::byte> bytes(stream, reduced_bytes.back() + ranks);
  const Buffer<std::uint64_t> all(stream, ranks);
  const Buffer<std::uint64_t> own(stream, std::array{process_number()});
  const auto submit = [&](const Calls& calls) {
    if (calls.empty()) return;
    connection.run(calls.front(), [&](NcclHandle* comm) {
      return enqueue({connection.calls(), comm, stream.ref().handle(), rank, size, nullptr}, calls);
    });
  };
  submit({call_of(CollectiveKind::all_gather, own.data(), all.data(), sizeof(std::uint64_t))});
  for (const std::size_t count : reduced_bytes) {
    submit({call_of(CollectiveKind::all_reduce, bytes.data(), bytes.data(), count)});
  }
  connection.synchronize(stream);
  submit(messages(all.to_vector(stream), rank, bytes.data()));
  connection.synchronize(stream);
}

}  // namespace duet::detail
