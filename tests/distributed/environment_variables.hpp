#pragma once

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace duet::test {

/// The only variables of launchers while it lives.
class LauncherVariables {
 public:
  explicit LauncherVariables(const std::vector<std::pair<std::string, std::string>>& variables) {
    clear();
    for (const auto& variable : variables) {
      (void)setenv(variable.first.c_str(), variable.second.c_str(), 1);
    }
  }
  LauncherVariables(const LauncherVariables&) = delete;
  LauncherVariables& operator=(const LauncherVariables&) = delete;
  ~LauncherVariables() { clear(); }

 private:
  static void clear() {
    for (const char* const name :
         {"RANK", "WORLD_SIZE", "LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT", "TORCHELASTIC_RUN_ID",
          "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
          "OMPI_COMM_WORLD_LOCAL_SIZE", "OMPI_MCA_ess_base_jobid", "SLURM_PROCID", "SLURM_NTASKS",
          "SLURM_LOCALID", "SLURM_JOB_ID", "SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST",
          "SLURM_LAUNCH_NODE_IPADDR", "DUET_BOOTSTRAP_ADDRESS"}) {
      (void)unsetenv(name);
    }
  }
};

}  // namespace duet::test
