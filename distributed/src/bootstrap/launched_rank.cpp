#include <duet/launched_rank.hpp>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include <duet/error.hpp>

#include "bootstrap/number.hpp"

namespace duet {

namespace {

/// The names of a launcher's variables.
struct Launcher {
  const char* rank;
  const char* size;
  const char* local_rank;
  const char* job;  ///< differs among the runs on a machine
};
constexpr Launcher torchrun{"RANK", "WORLD_SIZE", "LOCAL_RANK", "TORCHELASTIC_RUN_ID"};
constexpr Launcher open_mpi{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                            "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_MCA_ess_base_jobid"};
constexpr Launcher slurm{"SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID", "SLURM_JOB_ID"};

constexpr int first_port = 20'000;
constexpr unsigned ports = 10'000;

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

[[noreturn]] void refuse(const std::string& text) {
  throw Error(ErrorCode::invalid_argument, text);
}

int number(const char* name) {
  const std::string_view text = variable(name);
  if (text.empty()) refuse(fmt::format("the environment variable {} is missing", name));
  const std::optional<int> value = detail::number_of(text);
  if (!value || *value < 0) {
    refuse(fmt::format("the environment variable {} is '{}', which is no number from 0 on", name,
                       text));
  }
  return *value;
}

const Launcher& find_launcher() {
  for (const Launcher* launcher : {&torchrun, &open_mpi, &slurm}) {
    if (!variable(launcher->rank).empty() || !variable(launcher->size).empty()) return *launcher;
  }
  throw Error(ErrorCode::not_supported,
              "this process was started by no launcher that duet knows: set RANK and WORLD_SIZE "
              "(torchrun), or start it by mpirun or srun");
}

/// The first host of SLURM's form: "gpu[003-007,12],login" gives "gpu003".
std::string first_host(std::string_view list) {
  const std::size_t bracket = list.find('[');
  if (bracket == std::string_view::npos || list.find(',') < bracket) {
    return std::string(list.substr(0, list.find(',')));
  }
  const std::string_view numbers = list.substr(bracket + 1);
  return std::string(list.substr(0, bracket)) +
         std::string(numbers.substr(0, numbers.find_first_of("-,]")));
}

std::string find_address(const Launcher& launcher, int size) {
  if (!variable("MASTER_ADDR").empty()) return std::string(variable("MASTER_ADDR"));
  if (&launcher == &open_mpi && number("OMPI_COMM_WORLD_LOCAL_SIZE") == size) return "127.0.0.1";
  if (&launcher != &slurm) return {};
  for (const char* const name : {"SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST"}) {
    if (!variable(name).empty()) return first_host(variable(name));
  }
  return std::string(variable("SLURM_LAUNCH_NODE_IPADDR"));
}

int find_port(const Launcher& launcher) {
  if (!variable("MASTER_PORT").empty()) return number("MASTER_PORT") + 1;
  std::uint32_t hash = 0;
  for (const char digit : variable(launcher.job)) {
    hash = hash * 31 + static_cast<unsigned char>(digit);
  }
  return first_port + static_cast<int>(hash % ports);
}

void read_bootstrap_address(LaunchedRank& own, std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const std::optional<int> port =
      colon == std::string_view::npos ? std::nullopt : detail::number_of(text.substr(colon + 1));
  if (!port || colon == 0) {
    refuse(fmt::format("DUET_BOOTSTRAP_ADDRESS is '{}', but must be HOST:PORT", text));
  }
  own.address = text.substr(0, colon);
  own.port = *port;
}

}  // namespace

LaunchedRank LaunchedRank::from_environment() {
  const Launcher& launcher = find_launcher();
  LaunchedRank own;
  own.rank = number(launcher.rank);
  own.size = number(launcher.size);
  // A process that sets RANK by hand is often the only one on its machine.
  if (&launcher != &torchrun || !variable(launcher.local_rank).empty()) {
    own.local_rank = number(launcher.local_rank);
  }
  if (own.rank >= own.size) {
    refuse(fmt::format("{} is {}, but {} is {}: ranks are 0 to size - 1", launcher.rank, own.rank,
                       launcher.size, own.size));
  }
  if (own.local_rank >= own.size) {
    refuse(fmt::format("{} is {}, but {} is {}: local ranks are 0 to size - 1", launcher.local_rank,
                       own.local_rank, launcher.size, own.size));
  }
  const std::string_view address = variable("DUET_BOOTSTRAP_ADDRESS");
  if (!address.empty()) {
    read_bootstrap_address(own, address);
    return own;
  }
  own.address = find_address(launcher, own.size);
  own.port = find_port(launcher);
  if (own.address.empty()) {
    refuse(
        "the address of rank 0 is not known: set MASTER_ADDR and MASTER_PORT, or "
        "DUET_BOOTSTRAP_ADDRESS to HOST:PORT, the same for all ranks");
  }
  return own;
}

void LaunchedRank::check() const {
  if (size >= 1 && rank >= 0 && rank < size && local_rank >= 0 && local_rank < size) return;
  refuse(fmt::format("rank {} (local rank {}) of {} ranks: ranks are 0 to size - 1", rank,
                     local_rank, size));
}

}  // namespace duet
