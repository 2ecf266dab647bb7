#include <cstdio>
#include <duet/duet.hpp>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

std::string read(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

int main() try {
  const duet::Device device(0);
  const duet::Stream stream(device);
  const duet::Module module = duet::jit(
      device, {.name = "length.cu", .source = read("length.cu"), .kernels = {"length<float>"}});
  const duet::Kernel kernel = module.kernel("length<float>");

  const int n = 1000;
  std::vector<float> host_x(n, 3.0f), host_y(n, 4.0f), lengths(n);
  const duet::Buffer<float> x(device, n), y(device, n), result(device, n);
  duet::copy(stream, x, host_x);
  duet::copy(stream, y, host_y);
  duet::launch(stream, kernel, duet::cover(n), x, y, result, n);
  duet::copy(stream, lengths, result);
  stream.synchronize();
  std::printf("%s: %g\n", device.info().name.c_str(), lengths[0]);

  const duet::CacheStatistics cache = duet::cache_statistics();
  std::printf("compiled %d, from the cache %d\n", int(cache.misses), int(cache.disk_hits));
} catch (const duet::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
