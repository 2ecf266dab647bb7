// Functions that exchange.py calls. They take tensors over and give tensors back, by DLPack.

#include <duet/dlpack.hpp>
#include <duet/duet.hpp>

#include <atomic>
#include <string>

#define EXCHANGE_CALL extern "C" __attribute__((visibility("default")))

namespace {

std::string last_error;
std::atomic<int> kept{0};  // arrays that were given away and not released

constexpr const char* source = R"(
__global__ void twice(float* to, const float* from, long long rows, long long columns,
                      long long row, long long column) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i < rows * columns) to[i] = 2 * from[i / columns * row + i % columns * column];
})";

/// A buffer that is counted while another library has it.
struct Kept {
  explicit Kept(duet::Buffer<float> array) : buffer(std::move(array)) { ++kept; }
  ~Kept() { --kept; }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

  duet::Buffer<float> buffer;
};

/// Writes twice the elements of a matrix to a new buffer.
std::shared_ptr<Kept> twice(const duet::Device& device, const duet::ArrayView& x) {
  if (x.type() != duet::DataType::f32 || x.shape().size() != 2) {
    throw duet::Error(duet::ErrorCode::invalid_argument, "twice takes matrices of 32-bit floats");
  }
  const auto elements = static_cast<std::size_t>(x.size());
  duet::Buffer<float> y(device, elements);
  const duet::Stream stream(device);
  const duet::Kernel kernel =
      duet::jit(device, {.name = "twice", .source = source, .kernels = {"twice"}}).kernel("twice");
  duet::launch(stream, kernel, duet::cover(elements), y, static_cast<const float*>(x.data()),
               static_cast<long long>(x.shape()[0]), static_cast<long long>(x.shape()[1]),
               static_cast<long long>(x.strides()[0]), static_cast<long long>(x.strides()[1]));
  stream.synchronize();
  return std::make_shared<Kept>(std::move(y));
}

/// Runs a body that returns an address; null if it throws.
template <typename Body>
auto guarded(const Body& body) -> decltype(body()) {
  try {
    return body();
  } catch (const std::exception& error) {
    last_error = error.what();
    return nullptr;
  }
}

}  // namespace

EXCHANGE_CALL const char* exchange_error() { return last_error.c_str(); }

EXCHANGE_CALL int exchange_kept() { return kept; }

EXCHANGE_CALL duet::DlpackManagedTensor* exchange_twice(duet::DlpackManagedTensor* tensor) {
  return guarded([&] {
    const duet::Device device(0);
    const duet::DlpackArray x(device, tensor);
    const auto y = twice(device, x.view());
    return duet::to_dlpack(device, duet::ArrayView(y->buffer, x.view().shape()), y);
  });
}

EXCHANGE_CALL duet::DlpackVersionedTensor* exchange_twice_versioned(
    duet::DlpackVersionedTensor* tensor) {
  return guarded([&] {
    const duet::Device device(0);
    const duet::DlpackArray x(device, tensor);
    const auto y = twice(device, x.view());
    return duet::to_dlpack_versioned(device, duet::ArrayView(y->buffer, x.view().shape()), y);
  });
}

/// Writes 7 to each element of a dense array. @returns its address
EXCHANGE_CALL void* exchange_fill(duet::DlpackManagedTensor* tensor) {
  return guarded([&] {
    const duet::Device device(0);
    const duet::DlpackArray x(device, tensor);
    auto* const data = const_cast<void*>(x.view().data());
    const duet::Stream stream(device);
    duet::fill(stream,
               duet::DeviceSpan<float>(static_cast<float*>(data),
                                       static_cast<std::size_t>(x.view().size())),
               7.0F);
    stream.synchronize();
    return data;
  });
}
