#include <cstdint>
#include <string>

#include "support/device_test.hpp"
#include "support/dump_annotation.hpp"

namespace duet::test {
namespace {

using AtomicOrderTest = DeviceTest;

// The last block to arrive adds up values that the others have written without atomic operations.
TEST_F(AtomicOrderTest, ReleaseAndAcquireMakeWritesOfOtherBlocksVisible) {
  const std::string source = R"(
    #include <duet/device/kernel.hpp>
    template <duet::memory_order order> __global__ void k(int* data, unsigned* arrived, int* sum) {
      __shared__ bool is_last;
      const unsigned t = threadIdx.x, n = gridDim.x * blockDim.x;
      data[blockIdx.x * blockDim.x + t] = int(blockIdx.x + t);
      duet::barrier();
      if (t == 0) is_last = duet::atomic_add<order>(arrived, 1) + 1 == gridDim.x;
      duet::barrier();
      if (!is_last) return;
      int own = 0;
      for (unsigned i = t; i < n; i += blockDim.x) own += data[i];
      duet::atomic_add(sum, own);
    })";
  const Stream stream(device());
  constexpr unsigned blocks = 64;
  constexpr unsigned threads = 64;
  const Buffer<int> data(device(), blocks * threads);
  const Buffer<std::uint32_t> arrived(device(), 1);
  const Buffer<int> sum(device(), 1);
  for (const std::string order : {"acq_rel", "seq_cst"}) {
    const Kernel kernel = make_kernel(device(), source, "k<duet::memory_order::" + order + ">");
    fill(stream, data, 0);
    fill(stream, arrived, 0u);
    fill(stream, sum, 0);
    launch(stream, kernel, {{blocks}, {threads}}, data, arrived, sum);
    EXPECT_EQ(read(stream, sum)[0], 64 * 64 * (63 + 63) / 2) << order;
  }
}

// A block that sees the flag of another block also sees the data written before the flag.
TEST_F(AtomicOrderTest, FencesOrderAFlagAfterItsData) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/kernel.hpp>
    using duet::memory_order;
    __global__ void k(int* data, unsigned char* flags, int* wrong, int* seen) {
      const int own = int(blockIdx.x);
      data[own] = own + 1;
      duet::atomic_fence<memory_order::release, duet::memory_scope::system>();
      duet::atomic_store<memory_order::release>(&flags[own], 1);
      for (int i = 0; i < int(gridDim.x); ++i) {
        if (duet::atomic_load<memory_order::acquire>(&flags[i]) == 0) continue;
        duet::atomic_fence<memory_order::acquire, duet::memory_scope::block>();
        duet::atomic_add(seen, 1);
        if (data[i] != i + 1) duet::atomic_add(wrong, 1);
      }
    })",
                                    "k");
  constexpr unsigned many = 200;
  const Buffer<int> data(device(), many);
  const Buffer<unsigned char> flags(device(), many);
  const Buffer<int> wrong(device(), 1);
  const Buffer<int> seen(device(), 1);
  fill(stream, data, 0);
  fill(stream, flags, static_cast<unsigned char>(0));
  fill(stream, wrong, 0);
  fill(stream, seen, 0);
  launch(stream, kernel, {{many}, {1}}, data, flags, wrong, seen);
  DumpAnnotation(3).allow_any(1, {0});
  EXPECT_EQ(read(stream, wrong)[0], 0);
  EXPECT_GE(read(stream, seen)[0], static_cast<int>(many));
}

TEST_F(AtomicOrderTest, InvalidOrdersAreRefused) {
  for (const char* call : {"duet::atomic_load<duet::memory_order::release>(x)",
                           "duet::atomic_store<duet::memory_order::acquire>(x, 1)"}) {
    const std::string source = std::string(
                                   "#include <duet/device/atomic.hpp>\n"
                                   "__global__ void k(int* x) { (void)") +
                               call + "; }";
    const Error error = error_of([&] { (void)make_kernel(device(), source, "k"); });
    EXPECT_THAT(error.log(), testing::HasSubstr("nothing to")) << call;
  }
}

}  // namespace
}  // namespace duet::test
