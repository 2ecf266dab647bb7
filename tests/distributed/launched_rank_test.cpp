#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/environment_variables.hpp"

#include <duet/distributed.hpp>
#include <duet/error.hpp>

namespace duet::test {
namespace {

using ::testing::HasSubstr;
using Variables = std::vector<std::pair<std::string, std::string>>;

/// The rank that variables tell, in words, or the error.
std::string read(const Variables& variables) {
  const LauncherVariables guard(variables);
  try {
    const LaunchedRank rank = LaunchedRank::from_environment();
    return std::to_string(rank.rank) + " of " + std::to_string(rank.size) + ", local " +
           std::to_string(rank.local_rank) + ", " + rank.address + ":" + std::to_string(rank.port);
  } catch (const Error& error) {
    return error.what();
  }
}

const Variables torchrun{{"RANK", "5"},
                         {"WORLD_SIZE", "8"},
                         {"LOCAL_RANK", "1"},
                         {"MASTER_ADDR", "node1"},
                         {"MASTER_PORT", "29500"}};

/// The variables with others added or replaced; an empty value removes one.
Variables with(Variables variables, const Variables& others) {
  variables.insert(variables.end(), others.begin(), others.end());
  return variables;
}

TEST(LaunchedRankTest, UnderstandsTorchrun) {
  EXPECT_EQ(read(torchrun), "5 of 8, local 1, node1:29501");
  EXPECT_EQ(read(with(torchrun, {{"DUET_BOOTSTRAP_ADDRESS", "other:7"}})),
            "5 of 8, local 1, other:7");
}

TEST(LaunchedRankTest, UnderstandsSlurm) {
  const Variables slurm{{"SLURM_PROCID", "3"},
                        {"SLURM_NTASKS", "4"},
                        {"SLURM_LOCALID", "1"},
                        {"SLURM_JOB_ID", "7"},
                        {"SLURM_LAUNCH_NODE_IPADDR", "10.0.0.1"}};
  EXPECT_EQ(read(slurm), "3 of 4, local 1, 10.0.0.1:20055");
  EXPECT_THAT(read(with(slurm, {{"SLURM_STEP_NODELIST", "gpu[003-007,12],login"}})),
              HasSubstr(", gpu003:"));
  EXPECT_THAT(read(with(slurm, {{"SLURM_STEP_NODELIST", "a,b[1-2]"}})), HasSubstr(", a:"));
}

TEST(LaunchedRankTest, UnderstandsOpenMpi) {
  const Variables mpi{{"OMPI_COMM_WORLD_RANK", "2"},
                      {"OMPI_COMM_WORLD_SIZE", "4"},
                      {"OMPI_COMM_WORLD_LOCAL_RANK", "2"},
                      {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}};
  EXPECT_EQ(read(mpi), "2 of 4, local 2, 127.0.0.1:20000");
  EXPECT_THAT(read(with(mpi, {{"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}})),
              HasSubstr("the address of rank 0 is not known: set MASTER_ADDR"));
}

TEST(LaunchedRankTest, NamesWrongVariables) {
  EXPECT_THAT(read({}), HasSubstr("started by no launcher"));
  EXPECT_THAT(read({{"RANK", "0"}}), HasSubstr("variable WORLD_SIZE is missing"));
  EXPECT_THAT(read({{"WORLD_SIZE", "2"}}), HasSubstr("variable RANK is missing"));
  EXPECT_THAT(read(with(torchrun, {{"RANK", "five"}})), HasSubstr("RANK is 'five', which is no"));
  EXPECT_THAT(read(with(torchrun, {{"RANK", "8"}})), HasSubstr("RANK is 8, but WORLD_SIZE is 8"));
  EXPECT_THAT(read(with(torchrun, {{"LOCAL_RANK", "9"}})),
              HasSubstr("LOCAL_RANK is 9, but WORLD_SIZE is 8"));
  EXPECT_THAT(read(with(torchrun, {{"MASTER_ADDR", ""}})), HasSubstr("set MASTER_ADDR"));
  EXPECT_THAT(read(with(torchrun, {{"DUET_BOOTSTRAP_ADDRESS", "node1"}})),
              HasSubstr("is 'node1', but must be HOST:PORT"));
}

}  // namespace
}  // namespace duet::test
