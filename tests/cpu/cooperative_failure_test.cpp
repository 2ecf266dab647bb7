// Deadlocks of the blocks of a cooperative launch. The CPU backend reports them; GPUs hang.

#include "failure_fixture.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CooperativeFailureTest : public FailureTest {
 protected:
  void SetUp() override {
    FailureTest::SetUp();
    if (!IsSkipped() && !device().info().cooperative_launch) {
      GTEST_SKIP() << "with AddressSanitizer blocks run one after the other";
    }
  }

  std::string cooperative_message_of(const std::string& body, unsigned blocks = 4) {
    const std::string declaration = "auto* barrier = (duet::GridBarrier*)x;\n";
    return message_of(kernel_of(declaration + body),
                      {.grid = {blocks}, .block = {64}, .cooperative = true});
  }
};

TEST_F(CooperativeFailureTest, ListsBlocksThatWaitForAnEndedBlock) {
  EXPECT_THAT(cooperative_message_of("if (blockIdx.x == 1) return;\nduet::grid_barrier(barrier);"),
              AllOf(HasSubstr("deadlock: the blocks wait for each other:"),
                    HasSubstr("blocks (0,0,0), (2,0,0), (3,0,0) wait at a grid barrier, bad.cu:6"),
                    HasSubstr("1 block has ended")));
}

TEST_F(CooperativeFailureTest, ListsBlocksAtDifferentBarriersSeparately) {
  const std::string message = cooperative_message_of(R"(
    if (blockIdx.x == 0) {
      duet::grid_barrier(barrier);
    } else {
      duet::grid_barrier(barrier + 1);
    })");
  EXPECT_THAT(message, AllOf(HasSubstr("block (0,0,0) waits at a grid barrier, bad.cu:7"),
                             HasSubstr("blocks (1,0,0), (2,0,0), (3,0,0) wait at a grid barrier, "
                                       "bad.cu:9"),
                             Not(HasSubstr("ended"))));
}

TEST_F(CooperativeFailureTest, AFailingBlockReleasesTheOthers) {
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(cooperative_message_of("if (blockIdx.x == 2 && threadIdx.x == 5) __trap();\n"
                                       "duet::grid_barrier(barrier);"),
                HasSubstr("block (2,0,0), thread (5,0,0): trap, bad.cu:5"));
  }
}

TEST_F(CooperativeFailureTest, ReportsDivergentThreadsOfABlock) {
  EXPECT_THAT(
      cooperative_message_of("if (blockIdx.x == 3) duet::barrier();\n"
                             "if (blockIdx.x == 3 && threadIdx.x < 32) duet::wave_barrier(0x3);\n"
                             "duet::grid_barrier(barrier);"),
      AllOf(HasSubstr("block (3,0,0)"), HasSubstr("the mask lacks the calling lane")));
}

TEST_F(CooperativeFailureTest, AGridBarrierNeedsACooperativeLaunch) {
  const std::string body = "duet::grid_barrier((duet::GridBarrier*)x);";
  EXPECT_THAT(message_of(body, {{2}, {64}}),
              AllOf(HasSubstr("that needs a cooperative launch"), HasSubstr("bad.cu:4")));
  // With one block the barrier needs no cooperative launch.
  const Buffer<int> x(device(), 2);
  fill(stream_, x, 0);
  launch(stream_, kernel_of(body), {{1}, {64}}, x);
  EXPECT_EQ(static_cast<unsigned>(read(stream_, x)[0]), 0x80000000u) << "all blocks have met";
}

}  // namespace
}  // namespace duet::test
