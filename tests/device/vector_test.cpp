#include <cstring>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using VectorTest = DeviceTest;

constexpr const char* source = R"(
#include <duet/device/bfloat16.hpp>
#include <duet/device/complex.hpp>
#include <duet/device/half.hpp>
#include <duet/device/vector.hpp>

struct Place { float x, y; };

// Elements past the end read as the fallback, which `seen` shows, and are not written to `to`.
template <typename T, int N>
__global__ void copy(const T* from, T* to, T* seen, int size, const T* fallback) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  const duet::vector<T, N> part = duet::load_vector<N>(from, i, size, *fallback);
  static_assert(sizeof(part) == N * sizeof(T) && alignof(duet::vector<T, N>) == sizeof(part),
                "as large as its elements, and aligned to its size");
  duet::store_vector(to, i, size, part);
  duet::store_vector(seen, i, part);
}
// Reverses the array with whole vectors.
template <typename T, int N>
__global__ void mirror(const T* from, T* to, int vectors) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= vectors) return;
  const auto part = duet::load_vector<N>(from, i);
  duet::vector<T, N> other;
  for (int k = 0; k < part.size(); ++k) other[k] = part[N - 1 - k];
  duet::store_vector(to, vectors - 1 - i, other);
})";

/// Elements of `bytes` bytes with random content.
class Elements {
 public:
  Elements(std::size_t bytes, std::size_t count) : bytes_(bytes), content_(bytes * count) {
    unsigned seed = 12345;
    for (std::byte& byte : content_) byte = static_cast<std::byte>((seed = seed * 69069 + 1) >> 24);
  }
  std::vector<std::byte> content() const { return content_; }
  void set(std::size_t to, const Elements& from, std::size_t i) {
    std::memcpy(&content_[to * bytes_], &from.content_[i * bytes_], bytes_);
  }

 private:
  std::size_t bytes_;
  std::vector<std::byte> content_;
};

void expect_tails(const Module& module, const std::string& type, std::size_t bytes, std::size_t n) {
  const Stream stream(module.device());
  const Kernel kernel = module.kernel("copy<" + type + ", " + std::to_string(n) + ">");
  const unsigned threads = 32;
  const std::size_t room = threads * n;
  const Elements values(bytes, room);
  const Buffer<std::byte> from(stream, room * bytes), to(stream, room * bytes),
      seen(stream, room * bytes);
  write(stream, from, values.content());
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, n - 1, n, n + 1, 5 * n - 1, 5 * n,
                                 5 * n + 1, room - 1, room}) {
    // The last element is also the fallback.
    fill(stream, to, std::byte{0x5a});
    launch(stream, kernel, {{2}, {threads / 2}}, from, to, seen, static_cast<int>(size),
           from.subspan((room - 1) * bytes, bytes));
    Elements expected = values;
    for (std::size_t i = size; i < room; ++i) expected.set(i, values, room - 1);
    ASSERT_EQ(read(stream, seen), expected.content()) << type << " x " << n << ", size " << size;
    std::vector<std::byte> written = values.content();
    std::fill(written.begin() + static_cast<std::ptrdiff_t>(size * bytes), written.end(),
              std::byte{0x5a});
    ASSERT_EQ(read(stream, to), written) << type << " x " << n << ", size " << size;
  }
}

void expect_mirror(const Module& module, const std::string& type, std::size_t bytes,
                   std::size_t n) {
  const Stream stream(module.device());
  const std::size_t vectors = 37;
  const std::size_t count = vectors * n;
  const Elements values(bytes, count);
  const Buffer<std::byte> from(stream, count * bytes), to(stream, count * bytes);
  write(stream, from, values.content());
  launch(stream, module.kernel("mirror<" + type + ", " + std::to_string(n) + ">"),
         cover(vectors, 32), from, to, static_cast<int>(vectors));
  Elements expected = values;
  for (std::size_t i = 0; i < count; ++i) expected.set(i, values, count - 1 - i);
  EXPECT_EQ(read(stream, to), expected.content()) << type << " x " << n;
}

TEST_F(VectorTest, LoadsAndStoresEveryTypeWithTails) {
  struct Row {
    const char* type;
    std::size_t bytes, n;
  };
  const Row rows[] = {{"signed char", 1, 16},
                      {"bool", 1, 4},
                      {"unsigned short", 2, 8},
                      {"duet::half", 2, 8},
                      {"duet::bfloat16", 2, 2},
                      {"int", 4, 4},
                      {"float", 4, 4},
                      {"float", 4, 1},
                      {"double", 8, 2},
                      {"long long", 8, 2},
                      {"Place", 8, 2},
                      {"duet::complex<float>", 8, 2},
                      {"duet::complex<double>", 16, 1}};
  Program program{.name = "vector", .source = source};
  for (const Row& row : rows) {
    const std::string arguments = "<" + std::string(row.type) + ", " + std::to_string(row.n) + ">";
    program.kernels.push_back("copy" + arguments);
    program.kernels.push_back("mirror" + arguments);
  }
  const Module module(device(), compile(program, device()));
  for (const Row& row : rows) {
    if (std::string(row.type) == "bool") continue;  // random bytes are no valid bool
    ASSERT_NO_FATAL_FAILURE(expect_tails(module, row.type, row.bytes, row.n));
    expect_mirror(module, row.type, row.bytes, row.n);
  }
}

TEST_F(VectorTest, InvalidSizesAreRefused) {
  for (const char* type : {"double, 4", "float, 3"}) {
    const std::string text = std::string("#include <duet/device/vector.hpp>\n") +
                             "extern \"C\" __global__ void k(int* out) { *out = duet::vector<" +
                             type + ">::size(); }";
    EXPECT_EQ(error_of([&] { (void)make_kernel(device(), text, "k"); }).code(),
              ErrorCode::compile_failed)
        << type;
  }
}

}  // namespace
}  // namespace duet::test
