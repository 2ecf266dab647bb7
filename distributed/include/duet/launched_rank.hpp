#pragma once

#include <string>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// What a launcher tells each process that it starts. A value.
struct LaunchedRank {
  int rank = 0;           ///< The number of this process, 0 to size - 1.
  int size = 1;           ///< The number of processes.
  int local_rank = 0;     ///< The number of this process on its machine.
  std::string address{};  ///< The name or number of the host of rank 0. Empty: not known.
  int port = 0;           ///< Where rank 0 listens, 1 to 65535. 0: not known.

  /// Reads the variables of torchrun (RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR, MASTER_PORT), else
  /// of Open MPI (OMPI_COMM_WORLD_RANK, …), else of SLURM (SLURM_PROCID, SLURM_NTASKS,
  /// SLURM_LOCALID). DUET_BOOTSTRAP_ADDRESS as HOST:PORT precedes all addresses. The port is the
  /// one after MASTER_PORT, at which the launcher itself may listen. Without them, the address is
  /// the first host of SLURM's list, else the launching host; for Open MPI on one machine this
  /// machine; and the port follows from the number of the job.
  /// @throws Error  invalid_argument for variables that are missing, that are no numbers or that
  ///                contradict each other, by name; not_supported if there are none
  static LaunchedRank from_environment();
  /// @throws Error  invalid_argument for a rank or a local rank outside 0 to size - 1
  void check() const;
};

}  // namespace duet
DUET_API_END
