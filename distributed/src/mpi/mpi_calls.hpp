#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <duet/collective_call.hpp>

namespace duet::detail {

struct MpiGroup;    ///< Ranks that call each other.
struct MpiRequest;  ///< An operation that has begun.

enum class MpiProgress { pending, done, failed };

/// The functions of the library libduet_mpi.so, which alone is linked with MPI. They call MPI one
/// at a time. Thread-safety: all members.
struct MpiCalls {
  /// Changes with this struct. Checked when the library is loaded.
  static constexpr int current_version = 1;
  int version;

  /// Starts MPI unless it runs, to be ended when the process exits. @returns empty, or why it
  /// cannot
  std::string (*start)();
  /// The rank of this process, the number of processes, and its number on its machine.
  void (*world)(int& rank, int& size, int& local_rank);
  /// Makes a group of ranks of another group, or of all processes if that is null. Blocks until all
  /// members have called it. @returns null for an error
  MpiGroup* (*make_group)(MpiGroup* parent, const std::vector<int>& members, std::string& error);
  void (*release_group)(MpiGroup* group);
  /// All processes, for messages that belong to no communicator. Not to be released.
  MpiGroup* (*world_group)();
  /// Begins a call. An average is left as a sum. @returns null for an error
  MpiRequest* (*begin)(MpiGroup* group, const CollectiveCall& call, std::string& error);
  /// Never blocks. A request that is done or has failed is released.
  /// @param error  why it has failed
  MpiProgress (*progress)(MpiRequest* request, std::string& error);
  /// From now on MPI is not ended in order when the process exits: other ranks may have died.
  void (*give_up)();
};

}  // namespace duet::detail
