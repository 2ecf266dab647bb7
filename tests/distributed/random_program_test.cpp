#include <string>

#include <gtest/gtest.h>

#include "distributed/random_program.hpp"
#include "distributed/ranks.hpp"

namespace duet::test {
namespace {

TEST(RandomCollectiveTest, ProgramsEqualASequentialReference) {
  DUET_NEED_RANKS(2);
  const auto errors =
      run_threads(ranks_up_to(ranks), [](Communicator& communicator, Stream& stream) {
        for (unsigned seed = 0; seed < program_count(250); ++seed) {
          run_program(communicator, stream, seed);
        }
      });
  for (const std::string& error : errors) EXPECT_EQ(error, "");
}

}  // namespace
}  // namespace duet::test
