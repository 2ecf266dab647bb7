// What the errors say when the device has no free memory: each call that takes some fails in turn.

#include "call_faults.hpp"
#include "ground.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

class LackOfMemoryTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    (void)CallFaults::instance();
    (void)step();
    for (const int status : CallFaults::driver_statuses(false)) {
      if (vendor::classify(static_cast<vendor::Status>(status)) == ErrorCode::out_of_memory) {
        status_ = status;
      }
    }
    ASSERT_NE(status_, 0);
  }

  /// Runs an action in which all calls of a row fail. @returns the message
  template <typename Action>
  std::string message_of(const char* row, const Action& action) const {
    CallFaults& faults = CallFaults::instance();
    std::string message;
    faults.start({.status = status_, .extent = CallFaults::Extent::rest, .row = row});
    try {
      action();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << row;
      message = error.what();
    }
    EXPECT_GT(faults.stop(), 0u) << row;
    EXPECT_NO_THROW(action()) << row;
    return message;
  }

 private:
  int status_ = 0;
};

TEST_F(LackOfMemoryTest, AnAllocationTellsItsSizeThePlaceAndWhatToDo) {
  const Stream stream(device());
  const auto expect = [&](const char* row, const char* kind, const auto& action) {
    const std::string message = message_of(row, action);
    EXPECT_THAT(message, HasSubstr(std::string("4096 bytes of ") + kind)) << row;
    EXPECT_THAT(message, HasSubstr("device 0")) << row;
    EXPECT_THAT(message, HasSubstr("release memory")) << row;
  };
  expect("memory_allocate", "device", [] { (void)Memory::device(device(), 4096); });
  expect("memory_allocate_pinned", "pinned host", [] { (void)Memory::pinned(device(), 4096); });
  if (device().info().memory_pools) {
    expect("memory_allocate_async", "stream-ordered",
           [&] { (void)Memory::from(driver_pool_resource(device()), stream, 4096); });
  }
  if (Memory::managed(device(), 64).kind() == MemoryKind::managed) {
    expect("memory_allocate_managed", "managed", [] { (void)Memory::managed(device(), 4096); });
  }
}

TEST_F(LackOfMemoryTest, APoolTellsItsNumbers) {
  const Stream stream(device());
  MemoryPool pool(device());
  const std::string message = message_of("memory_allocate", [&] {
    const Memory small = Memory::from(pool, stream, 4097);
    stream.synchronize();
  });
  EXPECT_THAT(message, HasSubstr("4097 bytes"));
  EXPECT_THAT(message, HasSubstr("device 0"));
  EXPECT_THAT(message, HasSubstr("bytes from the driver"));
  EXPECT_THAT(message, HasSubstr("release memory"));
}

TEST_F(LackOfMemoryTest, OtherCallsTellTheirNameAndWhatToDo) {
  const Stream stream(device());
  const Buffer<int> x(device(), numbers());
  const auto expect = [&](const char* row, const auto& action) {
    const std::string message = message_of(row, action);
    EXPECT_THAT(message, HasSubstr("failed")) << row;
    EXPECT_THAT(message, HasSubstr("release memory that is not needed")) << row;
  };
  expect("stream_create", [] { (void)Stream(device()); });
  expect("event_create", [] { (void)Event(device(), {.blocking = true}); });
  expect("launch", [&] { launch(stream, step(), Ground::one(), x, 1, 0); });
  stream.synchronize();
}

TEST_F(LackOfMemoryTest, AResourceThatFailsLeavesItsUsersUsable) {
  const Stream stream(device());
  FailingResource failing(driver_pool_resource(device()));
  failing.fail(0);
  const Error error = error_of([&] { (void)Buffer<int>(failing, stream, 100); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  const Buffer<int> again(failing, stream, ground_size);
  fill(stream, again, 3);
  EXPECT_EQ(again.to_vector(stream), std::vector<int>(ground_size, 3));
}

}  // namespace
}  // namespace duet::test
