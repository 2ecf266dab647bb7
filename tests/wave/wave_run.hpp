#pragma once

#include <cstdint>

#include "support/device_test.hpp"

namespace duet::test {

using Mask = std::uint64_t;

/// Runs a kernel `k(T* out)`. Has its output, and the wave size that it was compiled for.
template <typename T>
class WaveRun {
 public:
  WaveRun(const Device& device, const std::string& body, LaunchShape shape, std::size_t count,
          const std::string& type, const std::string& before = "") {
    const Stream stream(device);
    const std::string source =
        "#include <duet/device/kernel.hpp>\n"
        "#include <duet/device/wave.hpp>\n" +
        before + "\nextern \"C\" __global__ void k(" + type +
        "* out, int* wave) {\n"
        "  if (duet::thread_in_grid() == 0) *wave = duet::wave_size;\n"
        "  const unsigned t = duet::thread_in_block();\n"
        "  [[maybe_unused]] const int lane = int(duet::lane());\n" +
        body + "}\n";
    const Kernel kernel = make_kernel(device, source, "k");
    const Buffer<T> out(device, count);
    fill_bytes(stream, out);
    const Buffer<int> wave(device, 1);
    launch(stream, kernel, shape, out, wave);
    values = read(stream, out);
    wave_size = static_cast<unsigned>(read(stream, wave)[0]);
  }

  std::vector<T> values{};
  unsigned wave_size = 0;

 private:
  static void fill_bytes(const Stream& stream, const Buffer<T>& out) {
    write(stream, out, std::vector<T>(out.size()));
  }
};

/// Whether an error means that the target (or hip_on_cuda, which has waves of 32 only) lacks a wave
/// size.
inline bool lacks_wave_size(const Error& error) {
  return error.code() == ErrorCode::invalid_argument ||
         error.log().find("-mwavefrontsize64") != std::string::npos;
}

/// The mask of the first `count` lanes.
inline Mask first_lanes(unsigned count) { return count == 64 ? ~Mask{0} : (Mask{1} << count) - 1; }

}  // namespace duet::test
