#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/ranks.hpp"

namespace duet::test {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

/// A variable of the environment while it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    const char* const before = std::getenv(name);
    if (before != nullptr) before_ = before;
    (void)setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (before_.empty()) {
      (void)unsetenv(name_);
    } else {
      (void)setenv(name_, before_.c_str(), 1);
    }
  }

 private:
  const char* name_;
  std::string before_{};
};

std::string path_of(const char* variable) {
  const char* const path = std::getenv(variable);
  return path == nullptr ? "" : path;
}

std::vector<std::string> join(int size, const CommunicatorOptions& options = {}) {
  return run_threads(
      size, [](Communicator&, Stream&) {}, options);
}

class NcclLibraryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (is_cpu()) GTEST_SKIP() << "the CPU backend has other engines";
    DUET_NEED_RANKS(1);
  }
};

TEST_F(NcclLibraryTest, IsMissing) {
  const Variable library("DUET_NCCL_LIBRARY", "/no/such/libnccl.so.2");
  EXPECT_THAT(join(1), Each(AllOf(HasSubstr("CCL cannot be used"), HasSubstr("/no/such/libnccl"),
                                  HasSubstr("set DUET_NCCL_LIBRARY"))));
}

TEST_F(NcclLibraryTest, IsMissingOnAllRanks) {
  DUET_NEED_RANKS(2);
  const Variable library("DUET_NCCL_LIBRARY", "/no/such/libnccl.so.2");
  EXPECT_THAT(join(2), Each(HasSubstr("cannot be loaded")));
}

TEST_F(NcclLibraryTest, IsTooOld) {
  // The path under another name, since a library that was accepted is not asked again.
  const std::string stub = path_of("DUET_TEST_STUB_NCCL");
  if (stub.empty()) GTEST_SKIP() << "needs the stub of NCCL";
  const Variable library("DUET_NCCL_LIBRARY", "/./" + stub);
  const Variable version("DUET_TEST_NCCL_VERSION", "21714");
  EXPECT_THAT(join(1), Each(AllOf(HasSubstr("version number 21714"), HasSubstr("2.18.0 (21800)"))));
}

TEST_F(NcclLibraryTest, LacksFunctions) {
  const std::string incomplete = path_of("DUET_TEST_INCOMPLETE_NCCL");
  if (incomplete.empty()) GTEST_SKIP() << "needs the incomplete library";
  const Variable library("DUET_NCCL_LIBRARY", incomplete);
  EXPECT_THAT(join(1), Each(AllOf(HasSubstr("lacks ncclGetErrorString, "), HasSubstr("ncclRecv"),
                                  Not(HasSubstr("ncclGetVersion")))));
}

TEST_F(NcclLibraryTest, EnginesOfTheCpu) {
  for (const CollectiveEngine engine : {CollectiveEngine::in_process, CollectiveEngine::mpi}) {
    CommunicatorOptions options;
    options.engine = engine;
    EXPECT_THAT(join(1, options), Each(HasSubstr("is for the CPU backend")));
  }
}

TEST(NcclTest, IsNoEngineOfTheCpu) {
  if (!is_cpu()) GTEST_SKIP() << "is one of GPUs";
  CommunicatorOptions options;
  options.engine = CollectiveEngine::nccl;
  EXPECT_THAT(join(1, options), Each(HasSubstr("the engine nccl is for GPUs")));
}

TEST_F(NcclLibraryTest, RanksNeedDevicesOfTheirOwn) {
  const int size = Device::count() + 1;
  EXPECT_THAT(join(size), Each(HasSubstr("connects one rank a device")));
}

TEST_F(NcclLibraryTest, LacksReductions) {
  EXPECT_THAT(run_threads(1,
                          [](Communicator& communicator, Stream& stream) {
                            EXPECT_FALSE(communicator.reduces(DataType::i16, Reduction::sum));
                            EXPECT_FALSE(communicator.reduces(DataType::i32, Reduction::average));
                            EXPECT_TRUE(communicator.reduces(DataType::bf16, Reduction::average));
                            const Buffer<std::int16_t> data(stream, 4);
                            communicator.all_reduce(stream, data, Reduction::sum);
                          }),
              Each(HasSubstr("the engine nccl has no sum of i16")));
}

TEST_F(NcclLibraryTest, GraphsMayOutliveTheCommunicator) {
  EXPECT_THAT(run_threads(ranks_up_to(2),
                          [](Communicator& communicator, Stream& stream) {
                            const Buffer<int> data(stream, std::vector<int>{1});
                            CommandEncoder encoder(stream);
                            for (int i = 0; i < 3; ++i) {
                              encoder.fill(data, 1);
                              communicator.all_reduce(encoder, data, Reduction::sum);
                              encoder.commit();
                            }
                            const int size = communicator.size();
                            communicator.synchronize(stream);
                            communicator = {};
                            EXPECT_EQ(data.to_vector(stream), std::vector<int>{size});
                          }),
              Each(""));
}

TEST_F(NcclLibraryTest, CommunicatorsInDifferentOrderAreFoundByChecks) {
  DUET_NEED_RANKS(2);
  CommunicatorOptions options;
  options.checks = true;
  options.timeout = short_timeout();
  const auto errors = run_threads(
      2,
      [](Communicator& first, Stream& stream) {
        Communicator second = first.split(0);
        const Buffer<float> data(stream, 4);
        Communicator& one = first.rank() == 0 ? first : second;
        Communicator& other = first.rank() == 0 ? second : first;
        one.all_reduce(stream, data, Reduction::sum);
        other.all_reduce(stream, data, Reduction::sum);
        first.synchronize(stream);
      },
      options);
  EXPECT_THAT(errors, Each(AllOf(HasSubstr("all_reduce(sum) of 4 f32"),
                                 HasSubstr("the communicator is number"))));
}

}  // namespace
}  // namespace duet::test
