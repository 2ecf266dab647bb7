#include <duet/error.hpp>

#include "communicator/engine_choice.hpp"
#include "local/local_engine.hpp"

namespace duet::detail {

std::unique_ptr<Engine> make_engine(const EngineSetup& setup, CollectiveEngine /*wanted*/,
                                    bool is_one_process) {
  if (is_one_process) return make_local_engine(setup);
  throw Error(ErrorCode::not_supported,
              "the ranks are in several processes, which this build of duet cannot connect on the "
              "CPU backend");
}

}  // namespace duet::detail
