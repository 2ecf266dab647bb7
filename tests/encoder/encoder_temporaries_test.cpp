#include <optional>

#include "encoder_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

class EncoderTemporariesTest : public EncoderTest {
 protected:
  void SetUp() override {
    EncoderTest::SetUp();
    if (!IsSkipped()) pool_.emplace(device());
  }

  MemoryPool& pool() { return *pool_; }
  EncoderOptions own_options() {
    EncoderOptions result = options();
    result.temporaries = &pool();
    return result;
  }

 private:
  std::optional<MemoryPool> pool_;
};

TEST_P(EncoderTemporariesTest, ManyStepsUseTheSameMemory) {
  const Stream stream(device());
  CommandEncoder encoder(stream, own_options());
  const Buffer<int> x(device(), 32);
  for (int i = 0; i < 20; ++i) {
    {
      const Buffer<int> a = encoder.temporary<int>(32), b = encoder.temporary<int>(32);
      EXPECT_NE(a.data(), b.data());
      encoder.fill(a, i);
      encoder.launch(step(), one(), a, 2, 1);
      encoder.copy(b, a);
      encoder.copy(x, b);
    }
    encoder.commit();
  }
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 39));
  const PoolStatistics numbers = pool().statistics();
  EXPECT_EQ(numbers.growths, 1u);
  EXPECT_EQ(numbers.used_bytes, 0u);
  EXPECT_EQ(numbers.peak_used_bytes, 64 * sizeof(int));
  EXPECT_EQ(numbers.waits, 0u);
}

TEST_P(EncoderTemporariesTest, MemoryIsKeptUntilItsBatchIsSubmitted) {
  const Stream stream(device());
  CommandEncoder encoder(stream, own_options());
  const void* first = nullptr;
  {
    const Buffer<int> temporary = encoder.temporary<int>(32);
    first = temporary.data();
    encoder.fill(temporary, 1);
  }
  EXPECT_EQ(pool().statistics().used_bytes, 32 * sizeof(int));
  EXPECT_NE(encoder.temporary<int>(32).data(), first);
  encoder.commit();
  EXPECT_EQ(pool().statistics().used_bytes, 0u);
}

TEST_P(EncoderTemporariesTest, AnAutomaticCommitLeavesMemoryThatIsInUse) {
  const Stream stream(device());
  EncoderOptions small = own_options();
  small.max_operations = 2;
  CommandEncoder encoder(stream, small);
  const Buffer<int> x(device(), 32);
  {
    const Buffer<int> temporary = encoder.temporary<int>(32);
    encoder.fill(temporary, 1);
    for (int i = 0; i < 7; ++i) encoder.launch(step(), one(), temporary, 1, 1);
    const Buffer<int> other = encoder.temporary<int>(32);
    encoder.fill(other, 100);
    encoder.copy(x, temporary);
  }
  encoder.commit();
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 8));
}

TEST_P(EncoderTemporariesTest, MayOutliveTheEncoder) {
  const Stream stream(device());
  Buffer<int> left;
  {
    CommandEncoder encoder(stream, own_options());
    left = encoder.temporary<int>(32);
    encoder.fill(left, 3);
    encoder.commit();
  }
  EXPECT_EQ(read(stream, left), std::vector<int>(32, 3));
  left = Buffer<int>();
  EXPECT_EQ(pool().statistics().used_bytes, 0u);
}

TEST_P(EncoderTemporariesTest, AreForTheEncodersStream) {
  const Stream stream(device()), other(device());
  CommandEncoder encoder(stream, own_options());
  const Error error = error_of([&] { const Buffer<int> x(encoder.temporaries(), other, 4); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("for its own stream"));
  Memory memory = Memory::from(encoder.temporaries(), stream, 64);
  memory.free_on(other);  // at once, in the other stream's order
  stream.synchronize();
  other.synchronize();
  EXPECT_EQ(pool().statistics().used_bytes, 0u);
}

TEST_P(EncoderTemporariesTest, ComeFromDuetsPoolByDefault) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const MemoryPool& by_default = default_pool(device());
  const std::uint64_t before = by_default.statistics().allocations;
  (void)encoder.temporary<int>(32);
  EXPECT_EQ(by_default.statistics().allocations, before + 1);
  TrackingResource tracking(driver_pool_resource(device()));
  MemoryResource& original = set_default_resource(tracking);
  {
    CommandEncoder other(stream, options());
    const Buffer<int> temporary = other.temporary<int>(32);
    EXPECT_EQ(tracking.outstanding().size(), 1u);
  }
  set_default_resource(original);
}

INSTANTIATE_TEST_SUITE_P(GraphsOffAndOn, EncoderTemporariesTest, testing::Bool());

}  // namespace
}  // namespace duet::test
