#include <duet/error.hpp>

#include "communicator/engine_choice.hpp"
#include "local/local_engine.hpp"
#include "mpi/mpi_engine.hpp"

namespace duet::detail {

std::unique_ptr<Engine> make_engine(const EngineSetup& setup, CollectiveEngine wanted,
                                    bool is_one_process) {
  if (wanted == CollectiveEngine::automatic) {
    wanted = is_one_process ? CollectiveEngine::in_process : CollectiveEngine::mpi;
  }
  if (wanted == CollectiveEngine::nccl) {
    throw Error(ErrorCode::not_supported, "the engine nccl is for GPUs: this is the CPU backend");
  }
  if (wanted == CollectiveEngine::mpi) return make_mpi_engine(setup);
  if (is_one_process) return make_local_engine(setup);
  throw Error(ErrorCode::not_supported,
              "the ranks are in several processes, which the engine in_process cannot connect");
}

}  // namespace duet::detail
