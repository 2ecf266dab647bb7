#include "run/host_calls.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>

#include "base/fault.hpp"
#include "run/printf_text.hpp"

namespace amd_emulator {
namespace {

constexpr u32 printf_service = 2;
constexpr u64 most_packets = 4096;
constexpr u64 user_signal = 1;  // AMD_SIGNAL_KIND_USER: a doorbell without an interrupt

u64 packets_for(u64 waves) { return std::bit_ceil(std::clamp<u64>(waves, 2, most_packets)); }

/// The first word of a lane: parts of a message, of up to seven words each.
struct Descriptor {
  u64 bits;
  bool is_first() const { return (bits & 1) != 0; }
  bool is_last() const { return (bits & 2) != 0; }
  std::size_t words() const { return bits >> 5 & 7; }
  u64 message() const { return bits >> 8; }
};

}  // namespace

HostCalls::HostCalls(u64 waves, Memory& memory)
    : headers_(packets_for(waves)), payloads_(headers_.size()) {
  // A pointer to a packet is its index below a tag; 0 ends a stack, so that packet 0 has the tag 1.
  const u64 tag = headers_.size();
  for (u64 i = 1; i < headers_.size(); ++i) headers_[i].next = i == 1 ? tag : i - 1;
  doorbell_[0] = user_signal;
  buffer_ = {.headers = headers_.data(),
             .payloads = payloads_.data(),
             .doorbell = doorbell_.data(),
             .free_stack = headers_.size() - 1,
             .ready_stack = 0,
             .index_bits = static_cast<u32>(std::countr_zero(headers_.size()))};
  const auto add = [&](const void* begin, u64 bytes) {
    known_.push_back(std::make_unique<KnownRange>(memory, begin, bytes, "the host call buffer"));
  };
  add(headers_.data(), headers_.size() * sizeof(Header));
  add(payloads_.data(), payloads_.size() * sizeof(Payload));
  add(doorbell_.data(), sizeof(doorbell_));
  add(&buffer_, sizeof(buffer_));
}

void HostCalls::serve() {
  std::atomic_ref ready_stack(buffer_.ready_stack);
  if (ready_stack.load(std::memory_order_relaxed) == 0) return;
  const std::scoped_lock lock(mutex_);
  for (u64 packet = ready_stack.exchange(0); packet != 0;) {
    const u64 index = packet & (headers_.size() - 1);
    Header& header = headers_[index];
    packet = header.next;
    for (u64 lanes = header.active_lanes; lanes != 0; lanes &= lanes - 1)
      serve_lane(header.service,
                 payloads_[index].lanes[static_cast<std::size_t>(std::countr_zero(lanes))]);
    std::atomic_ref(header.control).fetch_and(~1U);
  }
}

void HostCalls::serve_lane(u32 service, std::array<u64, 8>& words) {
  if (service != printf_service)
    throw Fault("the kernel calls the service " + std::to_string(service) +
                " of the host, which is not emulated");
  const Descriptor descriptor{words[0]};
  const u64 number = descriptor.is_first() ? ++last_message_ : descriptor.message();
  std::vector<u64>& message = messages_[number];
  message.insert(message.end(), words.begin() + 1,
                 words.begin() + 1 + static_cast<std::ptrdiff_t>(descriptor.words()));
  words[0] = number << 8;
  if (!descriptor.is_last()) return;
  // The first word chooses the stream.
  if (!message.empty()) {
    std::FILE* const stream = (message[0] & 1) != 0 ? stderr : stdout;
    const std::string text = printf_text(std::span<const u64>(message).subspan(1));
    std::fwrite(text.data(), 1, text.size(), stream);
    words[0] = text.size();
  }
  messages_.erase(number);
}

}  // namespace amd_emulator
