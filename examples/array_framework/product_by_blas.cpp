#include <memory>
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

/// A handle with a workspace of its own, so that the library allocates none in captures.
struct Library {
  explicit Library(const duet::Device& device) : workspace(device, std::size_t{32} << 20) {
    check(blas::create(&handle), "create");
  }
  Library(const Library&) = delete;
  ~Library() { (void)blas::destroy(handle); }

  duet::Buffer<std::byte> workspace;
  blas::Handle handle{};
};

}  // namespace

ProductLibrary open_product_library(const duet::Device& device) {
  const auto library = std::make_shared<const Library>(device);
  return [library, handle = library->handle](duet::StreamRef stream, const Product& p) {
    const float one = 1, zero = 0;
    check(blas::set_stream(handle, static_cast<blas::Stream>(stream.handle())), "set_stream");
    check(blas::set_workspace(handle, library->workspace.data(), library->workspace.size_bytes()),
          "set_workspace");
    // The library takes matrices by columns: (a b)^T = b^T a^T.
    check(blas::sgemm(handle, blas::as_is, blas::as_is, p.n, p.m, p.k, &one, p.b, p.n, p.a, p.k,
                      &zero, p.c, p.n),
          "sgemm");
  };
}

}  // namespace arrays
