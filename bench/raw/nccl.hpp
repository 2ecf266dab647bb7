#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>

#include <duet/bootstrap.hpp>

#include "library.hpp"

namespace duet::bench {

/// all_reduce by NCCL's own functions, or RCCL's, as by a program without duet. Not thread-safe.
class RawNccl {
 public:
  /// Connects the ranks; the device of the calling thread is used.
  RawNccl(const std::string& library, const Bootstrap& bootstrap)
      : library_(library, "DUET_NCCL_LIBRARY"),
        all_reduce_(library_.find<AllReduce>("ncclAllReduce")) {
    Id id{};
    if (bootstrap.rank == 0) check(library_.find<int(Id*)>("ncclGetUniqueId")(&id));
    const GatheredBytes all = bootstrap.all_gather(std::as_bytes(std::span(&id, 1)));
    std::memcpy(&id, all.front().data(), sizeof(id));
    check(library_.find<int(void**, int, Id, int)>("ncclCommInitRank")(&comm_, bootstrap.size, id,
                                                                       bootstrap.rank));
  }

  /// The sum of floats.
  void all_reduce(const float* send, float* receive, std::size_t count, void* stream) const {
    check(all_reduce_(send, receive, count, 7, 0, comm_, stream));
  }

 private:
  using Id = std::array<char, 128>;
  using AllReduce = int(const void*, void*, std::size_t, int, int, void*, void*);

  static void check(int status) {
    if (status != 0) throw std::runtime_error("NCCL: status " + std::to_string(status));
  }

  RawLibrary library_;
  AllReduce* all_reduce_;
  void* comm_ = nullptr;
};

}  // namespace duet::bench
