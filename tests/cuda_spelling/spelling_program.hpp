#pragma once

#include <string>
#include <vector>

#include "support/device_test.hpp"

namespace duet::test {

/// A program in CUDA's spelling.
/// @param wave_size  lanes of a wave; 0: the device's
inline Program spelled(std::string source, std::vector<std::string> kernels, int wave_size = 0) {
  Program program{.name = "spelled.cu", .source = std::move(source), .kernels = std::move(kernels)};
  program.options.cuda_headers = true;
  if (wave_size != 0) program.options.wave_size = wave_size;
  return program;
}

/// A source that includes headers.
inline std::string including(const std::vector<std::string>& headers, const std::string& rest) {
  std::string source;
  for (const std::string& header : headers) source += "#include <" + header + ">\n";
  return source + rest;
}

/// The wave sizes with which kernels run: on the CPU backend both.
inline std::vector<int> spelled_wave_sizes() {
  if (std::string(backend_name()) == "CPU") return {32, 64};
  return {0};
}

/// The architectures for which these tests compile: on AMD one with waves of 64 and one of 32.
inline std::vector<std::string> spelled_architectures() {
  if (std::string(backend_name()) == "HIP") return {"gfx90a", "gfx1030"};
  return {supported_architectures().back()};
}

inline void compile_for_all(const Program& program) {
  for (const std::string& architecture : spelled_architectures()) {
    EXPECT_NO_THROW((void)compile(program, architecture)) << architecture;
  }
}

/// Whether NVRTC compiles for an emulated AMD GPU. What is translated for AMD's compiler alone does
/// not compile then.
inline bool is_hip_on_cuda() {
  return compiler_description().find("hip_on_cuda") != std::string::npos;
}

/// Runs a program's first kernel, `k(Out* out)`, and passes its results to `check`: on the CPU
/// backend with waves of 32 and of 64 lanes. Without a device it is compiled only.
template <typename Out, typename Check>
void run_spelled(Program program, unsigned blocks, unsigned threads, std::size_t count,
                 Check check) {
  if (program.source.find("asm") != std::string::npos && is_hip_on_cuda()) {
    GTEST_SKIP() << "translated PTX needs AMD's compiler";
  }
  if (Device::unavailable_reason()) return compile_for_all(program);
  const Device device(0);
  const Stream stream(device);
  for (const int wave_size : spelled_wave_sizes()) {
    SCOPED_TRACE("waves of " + std::to_string(wave_size));
    if (wave_size != 0) program.options.wave_size = wave_size;
    const Module module(device, compile(program, device));
    const Buffer<Out> out(stream, count);
    fill(stream, out, Out{});
    launch(stream, module.kernel(program.kernels.front()), {.grid = {blocks}, .block = {threads}},
           out);
    check(read(stream, out));
  }
}

/// The same for a source.
template <typename Out, typename Check>
void run_spelled(const std::string& source, unsigned blocks, unsigned threads, std::size_t count,
                 Check check) {
  run_spelled<Out>(spelled(source, {"k"}), blocks, threads, count, check);
}

/// The same text as a function of the host and as a kernel. It writes to `out` by `put`.
#define DUET_TEST_SAME(name, ...)                                         \
  constexpr const char* name##_text = #__VA_ARGS__;                       \
  std::vector<int> name() {                                               \
    std::vector<int> out;                                                 \
    const auto put = [&](auto x) { out.push_back(static_cast<int>(x)); }; \
    __VA_ARGS__;                                                          \
    return out;                                                           \
  }

/// Runs a text as a kernel.
/// @param headers   lines that include what it needs
/// @param expected  what it writes
inline void expect_same(const std::string& headers, const std::string& text,
                        const std::vector<int>& expected) {
  const std::string source = headers +
                             "\n__global__ void k(int* out) {\n"
                             "  auto put = [&](auto x) { *out++ = static_cast<int>(x); };\n" +
                             text + ";\n}\n";
  run_spelled<int>(source, 1, 1, expected.size(),
                   [&](const std::vector<int>& out) { EXPECT_EQ(out, expected); });
}

}  // namespace duet::test
