#include <stdexcept>
#include <string>

#include "blas.hpp"
#include "product.hpp"

namespace arrays {

namespace {

void check(blas::Status status, const char* call) {
  if (status == blas::success) return;
  throw std::runtime_error(std::string(call) + ": " + blas::status_name(status));
}

/// The library on a device. With a workspace of its own it allocates none in captures.
class Library {
 public:
  explicit Library(const duet::Device& device) : workspace_(device, std::size_t{32} << 20) {
    check(blas::create(&handle_), "create");
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() { (void)blas::destroy(handle_); }

  /// c = a b, of matrices that are stored by columns.
  void multiply(duet::StreamRef stream, const float* a, const float* b, float* c, int m, int n,
                int k) const {
    const float one = 1, zero = 0;
    check(blas::set_stream(handle_, static_cast<blas::Stream>(stream.handle())), "set_stream");
    check(blas::set_workspace(handle_, workspace_.data(), workspace_.size_bytes()),
          "set_workspace");
    check(blas::sgemm(handle_, blas::as_is, blas::as_is, m, n, k, &one, a, m, b, k, &zero, c, m),
          "sgemm");
  }

 private:
  duet::Buffer<std::byte> workspace_;
  blas::Handle handle_{};
};

}  // namespace

void multiply(duet::CommandEncoder& encoder, duet::DeviceSpan<const float> a,
              duet::DeviceSpan<const float> b, duet::DeviceSpan<float> c, int m, int n, int k) {
  // One handle a device, created before the first capture, destroyed before the driver shuts down.
  static const duet::DeviceSlot<Library> libraries(
      [](const duet::Device& device) { return Library(device); });
  const Library& library = libraries.get(encoder.stream().device());
  encoder.capture({duet::in(a), duet::in(b), duet::out(c)}, [&](duet::StreamRef stream) {
    library.multiply(stream, b.data(), a.data(), c.data(), n, m, k);  // (a b)^T = b^T a^T
  });
}

}  // namespace arrays
