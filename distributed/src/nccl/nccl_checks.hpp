#pragma once

#include <memory>
#include <string>

#include <duet/buffer.hpp>
#include <duet/stream.hpp>

#include "engine/engine.hpp"
#include "nccl/connection/nccl_connection.hpp"

namespace duet::detail {

/// Compares the calls of all ranks before they begin, over a connection and a stream of its own.
/// Each comparison waits for the other ranks.
class NcclChecks {
 public:
  /// Blocks until all ranks have called it. @throws Error
  NcclChecks(std::shared_ptr<NcclConnection> connection, int rank, int size);

  /// @throws Error  invalid_argument on all ranks if the calls differ; launch_failed if a rank does
  ///                not come
  void compare(const Calls& calls);

 private:
  struct Record;

  void compare_collective(const CollectiveCall& call);
  void compare_messages(const Calls& messages);
  void exchange(const CollectiveCall& call, const Calls& calls);
  [[noreturn]] void fail_mismatch(const std::string& text);
  void number_communicator();

  const std::shared_ptr<NcclConnection> connection_;
  const int rank_;
  const int size_;
  const Stream stream_;
  int number_ = 0;  ///< of the communicator, among those of all ranks
};

}  // namespace duet::detail
