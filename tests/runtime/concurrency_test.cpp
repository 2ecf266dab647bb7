// Many threads use one device concurrently.

#include <malloc.h>

#include <thread>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

constexpr int users = 8;
constexpr int launches = 1250;  // launches of each user

class ConcurrencyTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    add_ = make_kernel(device(),
                       "__global__ void add(unsigned* x, unsigned n) {\n"
                       "  atomicAdd(&x[threadIdx.x], n); }",
                       "add");
  }

  /// Each user launches on its own stream and allocates and frees buffers.
  void launch_from_all() const {
    std::vector<std::thread> threads;
    for (unsigned user = 0; user < users; ++user) {
      threads.emplace_back([this, user] {
        const Stream stream(device());
        const Buffer<unsigned> sums(stream, 32);
        fill(stream, sums, 0u);
        for (int i = 0; i < launches; ++i) {
          launch(stream, add_, {{1}, {32}}, sums, user + 1);
          if (i % 100 == 0) {
            const Buffer<unsigned> passing(stream, 1000);
            fill(stream, passing, user);
          }
          if (i % 250 == 0) stream.synchronize();
        }
        EXPECT_EQ(read(stream, sums), std::vector<unsigned>(32, launches * (user + 1)));
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

 private:
  Kernel add_{};
};

TEST_F(ConcurrencyTest, LaunchesOfManyThreadsLeakNoMemory) {
  launch_from_all();  // allocates the memory that is kept for later launches
  const std::size_t before = mallinfo2().uordblks;
  launch_from_all();
  const std::size_t after = mallinfo2().uordblks;
  // A leak of 30 bytes per launch exceeds this. Sanitizers check for leaks themselves.
  EXPECT_LT(after, before + 300'000);
}

}  // namespace
}  // namespace duet::test
