#include <memory>
#include <utility>

#include "support/device_test.hpp"
#include "support/log_capture.hpp"

namespace duet::test {
namespace {

using MemoryAdaptorsTest = DeviceTest;

TEST_F(MemoryAdaptorsTest, ALimitCountsWhatIsInUse) {
  LimitingResource limited(device_resource(device()), 1000);
  const Stream stream(device());
  Memory first = Memory::from(limited, stream, 600);
  const Error error = error_of([&] { (void)Memory::from(limited, stream, 401); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  EXPECT_THAT(error.what(), testing::HasSubstr("401 bytes are asked for, 600 of at most 1000"));
  EXPECT_EQ(limited.used_bytes(), 600u);
  const Memory second = Memory::from(limited, stream, 400);
  first = Memory();
  EXPECT_EQ(limited.used_bytes(), 400u);
  EXPECT_NO_THROW((void)Memory::from(limited, stream, 600));
}

TEST_F(MemoryAdaptorsTest, AFailureOfTheUpstreamCountsNothing) {
  FailingResource failing(device_resource(device()));
  LimitingResource limited(failing, 1000);
  const Stream stream(device());
  failing.fail(1);
  EXPECT_NO_THROW((void)Memory::from(limited, stream, 100));
  EXPECT_FALSE(failing.has_failed());
  EXPECT_EQ(error_of([&] { (void)Memory::from(limited, stream, 100); }).code(),
            ErrorCode::out_of_memory);
  EXPECT_TRUE(failing.has_failed());
  EXPECT_EQ(limited.used_bytes(), 0u);
  EXPECT_NO_THROW((void)Memory::from(limited, stream, 100));
}

TEST_F(MemoryAdaptorsTest, TrackingKnowsWhatIsInUse) {
  std::vector<std::string> events;
  MemoryPool pool(device());
  TrackingResource tracking(pool, [&](const MemoryEvent& event) {
    events.push_back((event.is_release ? "free " : "allocate ") +
                     std::to_string(event.allocation.bytes));
  });
  const Stream stream(device());
  {
    const Buffer<float> kept(tracking, stream, 10);
    const Buffer<float> other(tracking, stream, 20);
    EXPECT_EQ(kept.memory().kind(), MemoryKind::stream_ordered);
    const std::vector<Allocation> outstanding = tracking.outstanding();
    ASSERT_EQ(outstanding.size(), 2u);
    EXPECT_EQ(outstanding[0].data, kept.data());
    EXPECT_EQ(outstanding[1].bytes, 80u);
    EXPECT_EQ(tracking.used_bytes(), 120u);
  }
  EXPECT_EQ(tracking.used_bytes(), 0u);
  EXPECT_EQ(tracking.peak_used_bytes(), 120u);
  EXPECT_THAT(tracking.outstanding(), testing::IsEmpty());
  EXPECT_THAT(events, testing::ElementsAre("allocate 40", "allocate 80", "free 80", "free 40"));
}

TEST_F(MemoryAdaptorsTest, MemoryIsFreedOnAnotherStreamThroughAdaptors) {
  MemoryPool pool(device());
  TrackingResource tracking(pool);
  LimitingResource limited(tracking, 1 << 20);
  const Stream one(device());
  const Stream two(device());
  Memory memory = Memory::from(limited, one, 100);
  memory.free_on(two);
  EXPECT_EQ(limited.used_bytes(), 0u);
  EXPECT_EQ(tracking.used_bytes(), 0u);
  EXPECT_EQ(pool.statistics().frees, 1u);
}

/// A user's own resource: memory of a fixed piece, given once.
class OnePiece final : public MemoryResource {
 public:
  explicit OnePiece(const Device& device)
      : MemoryResource(device, MemoryKind::device), piece_(Memory::device(device, 4096)) {}
  bool is_used = false;

 private:
  Allocation do_allocate(StreamRef, std::size_t bytes) override {
    if (is_used || bytes > piece_.bytes())
      throw Error(ErrorCode::out_of_memory, "the piece is used");
    is_used = true;
    return {piece_.data(), bytes, nullptr};
  }
  void do_free(const Allocation&, const StreamRef*) noexcept override { is_used = false; }

  Memory piece_;
};

TEST_F(MemoryAdaptorsTest, AUsersOwnResourceServesBuffers) {
  OnePiece piece(device());
  const Stream stream(device());
  {
    const Buffer<int> buffer(piece, stream, 100);
    fill(stream, buffer, 3);
    EXPECT_THAT(read(stream, buffer), testing::Each(3));
    EXPECT_EQ(error_of([&] { Buffer<int>(piece, stream, 1); }).code(), ErrorCode::out_of_memory);
    stream.synchronize();
  }
  EXPECT_FALSE(piece.is_used);
}

TEST_F(MemoryAdaptorsTest, AResourceThatGivesANullAddressIsAnError) {
  class Nothing final : public MemoryResource {
   public:
    explicit Nothing(const Device& device) : MemoryResource(device, MemoryKind::device) {}

   private:
    Allocation do_allocate(StreamRef, std::size_t) override { return {}; }
    void do_free(const Allocation&, const StreamRef*) noexcept override {}
  };
  Nothing nothing(device());
  const Stream stream(device());
  EXPECT_EQ(error_of([&] { Buffer<int>(nothing, stream, 100); }).code(), ErrorCode::out_of_memory);
  EXPECT_EQ(Buffer<int>(nothing, stream, 0).size(), 0u);
}

TEST_F(MemoryAdaptorsTest, AResourceThatGivesAnotherSizeIsAnError) {
  class Less final : public MemoryResource {
   public:
    explicit Less(const Device& device)
        : MemoryResource(device, MemoryKind::device), memory_(Memory::device(device, 64)) {}
    int freed = 0;

   private:
    Allocation do_allocate(StreamRef, std::size_t) override { return {memory_.data(), 1, nullptr}; }
    void do_free(const Allocation&, const StreamRef*) noexcept override { ++freed; }

    Memory memory_;
  };
  Less less(device());
  const Stream stream(device());
  EXPECT_EQ(error_of([&] { Buffer<int>(less, stream, 10); }).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(less.freed, 1);
}

/// A resource that ends before its memory, made by a function.
class EndedResourceTest
    : public DeviceTest,
      public testing::WithParamInterface<std::unique_ptr<MemoryResource> (*)(const Device&)> {};

TEST_P(EndedResourceTest, MemoryThatOutlivesItIsLostWithAnError) {
  const LogCapture log;
  const Stream stream(device());
  std::unique_ptr<MemoryResource> resource = GetParam()(device());
  Buffer<int> buffer(*resource, stream, 10);
  stream.synchronize();
  resource.reset();
  Buffer<int> moved = std::move(buffer);
  const std::unique_ptr<MemoryResource> next = GetParam()(device());  // may have its place
  moved = Buffer<int>();
  EXPECT_THAT(log.lines(), testing::Contains(testing::HasSubstr(
                               "memory outlived the resource that it is from, and is lost")));
  const Buffer<int> other(*next, stream, 10);
  fill(stream, other, 3);
  EXPECT_THAT(read(stream, other), testing::Each(3));
}

TEST_P(EndedResourceTest, TheDefaultIsTheFirstAgain) {
  const LogCapture log;
  const Stream stream(device());
  MemoryResource& first = default_resource(device());
  {
    const std::unique_ptr<MemoryResource> resource = GetParam()(device());
    EXPECT_EQ(&set_default_resource(*resource), &first);
  }
  EXPECT_THAT(log.lines(), testing::Contains(testing::HasSubstr(
                               "was destroyed while it was the default of its device")));
  const Buffer<int> buffer(stream, 10);
  fill(stream, buffer, 3);
  EXPECT_THAT(read(stream, buffer), testing::Each(3));
  EXPECT_EQ(&default_resource(device()), &first);
}

std::unique_ptr<MemoryResource> make_pool(const Device& device) {
  return std::make_unique<MemoryPool>(device);
}
std::unique_ptr<MemoryResource> make_adaptor(const Device& device) {
  return std::make_unique<LimitingResource>(device_resource(device), 1 << 20);
}
std::unique_ptr<MemoryResource> make_own(const Device& device) {
  return std::make_unique<OnePiece>(device);
}
constexpr const char* made[] = {"Pool", "Adaptor", "OfAUser"};

INSTANTIATE_TEST_SUITE_P(, EndedResourceTest, testing::Values(make_pool, make_adaptor, make_own),
                         [](const auto& test) { return made[test.index]; });

}  // namespace
}  // namespace duet::test
