// Accesses outside of a kernel's memory are errors of the launch, and never damage other memory.
// CPU backend only.

#include <cstdint>

#include "failure_fixture.hpp"
#include "support/sanitized.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class GuardTest : public FailureTest {
 protected:
  void SetUp() override {
#ifdef DUET_SANITIZED
    GTEST_SKIP() << "the sanitizer reports faults itself";
#endif
    FailureTest::SetUp();
  }

  /// The error of a kernel that writes an element of its dynamic shared memory.
  std::string shared_error(int index, std::size_t bytes, const std::string& wait) {
    const Kernel kernel =
        make_kernel(device(),
                    "extern \"C\" __global__ void k(int* x, int index) {\n"
                    "  extern __shared__ int room[];\n" +
                        wait + "  if (threadIdx.x == 7) { room[index] = 1; x[0] = room[index]; } }",
                    "k");
    const Buffer<int> x(device(), 64);
    LaunchShape shape{.grid = {1}, .block = {64}};
    shape.shared_bytes = bytes;
    launch(stream_, kernel, shape, x, index);
    const Error error = error_of([&] { stream_.synchronize(); });
    EXPECT_EQ(error.code(), ErrorCode::launch_failed);
    return error.what();
  }
};

TEST_F(GuardTest, DynamicSharedMemoryEndsAtAGuard) {
  EXPECT_THAT(
      shared_error(256, 1024, "__syncthreads();\n"),
      AllOf(HasSubstr("thread (7,0,0)"), HasSubstr("byte 1024 of the dynamic shared memory"),
            HasSubstr("has 1024 bytes")));
  expect_kernels_to_run();
  EXPECT_THAT(shared_error(5000, 1024, ""), HasSubstr("byte 20000 of the dynamic shared memory"));
  EXPECT_THAT(shared_error(0, 0, ""), HasSubstr("no dynamic shared memory"));
  expect_kernels_to_run();
}

TEST_F(GuardTest, DynamicSharedMemoryBeginsBehindAGuard) {
  EXPECT_THAT(shared_error(-1, 65536, "__syncthreads();\n"),
              HasSubstr("byte -4 of the dynamic shared memory"));
  expect_kernels_to_run();
}

/// Switches the strict mode on for a test.
struct Strict {
  Strict() { set_strict_mode(true); }
  Strict(const Strict&) = delete;
  Strict& operator=(const Strict&) = delete;
  ~Strict() { set_strict_mode(false); }
};

/// Thread 7 writes the element x[0] + `index` of a static shared array.
std::string static_write(const std::string& index, const std::string& wait) {
  return "__shared__ int tile[32], other[32];\n"
         "tile[threadIdx.x % 32] = other[threadIdx.x % 32] = 1;\n"
         "int* far = tile + x[0];\n"
         "if (threadIdx.x == 7) far[" +
         index + "] = 5;\n" + wait + "x[threadIdx.x + 1] = tile[threadIdx.x % 32] + other[0];";
}

TEST_F(GuardTest, StaticSharedArraysHaveGuardsInTheStrictMode) {
  const Strict strict;
  EXPECT_THAT(message_of(static_write("32", "__syncthreads();\n")),
              AllOf(HasSubstr("thread (7,0,0)"),
                    HasSubstr("write to byte 128 of the static shared array 'tile'"),
                    HasSubstr("128 bytes, before bad.cu:8")));
  EXPECT_THAT(message_of(static_write("-1", "(void)duet::shuffle_xor(1, 1);\n")),
              AllOf(HasSubstr("thread (7,0,0)"), HasSubstr("write to byte -4 of"),
                    HasSubstr("before bad.cu:8")));
  EXPECT_THAT(message_of(static_write("900", "")),
              AllOf(HasSubstr("thread (7,0,0)"), HasSubstr("write to byte 3600 of"),
                    HasSubstr("before the thread ended")));
  stream_.synchronize();
}

TEST_F(GuardTest, StaticSharedArraysAreSurroundedByMemoryOfTheirOwn) {
  for (const char* index : {"32", "-1", "1000", "-1000"}) {
    const Buffer<int> x(device(), 128);
    fill(stream_, x, 0);
    launch(stream_, kernel_of(static_write(index, "__syncthreads();\n")), {{1}, {64}}, x);
    const std::vector<int> result = read(stream_, x);
    for (std::size_t i = 1; i <= 64; ++i) ASSERT_EQ(result[i], 2) << index;
    expect_kernels_to_run();
  }
}

TEST_F(GuardTest, AccessesBehindTheStackAreErrors) {
  for (const char* wait : {"", "duet::barrier();\n"}) {
    EXPECT_THAT(message_of(std::string(wait) +
                           "volatile int room[4]; volatile int* far = room;\n"
                           "for (int i = 0; i < 4000000; ++i) far[i] = i;\nx[0] = room[1];"),
                HasSubstr("behind the stack"));
    expect_kernels_to_run();
  }
}

TEST_F(GuardTest, MisalignedVectorsAreToldFromWildPointers) {
#ifndef __x86_64__
  GTEST_SKIP() << "this processor accesses misaligned data";
#endif
  const std::string misaligned = message_of(
      "typedef float four __attribute__((vector_size(16)));\n"
      "four* at = (four*)((char*)x + 4 + 16 * threadIdx.x); *at = *at + 1.0f;");
  EXPECT_THAT(misaligned,
              AllOf(HasSubstr("misaligned address 0x"), Not(HasSubstr("null pointer"))));
  const std::string wild = message_of("x[0] = *(volatile int*)0xdead000000000000ull;");
  EXPECT_THAT(wild, AllOf(HasSubstr("wild pointer"), Not(HasSubstr("misaligned"))));
  const std::string privileged = message_of("asm volatile(\"hlt\"); x[0] = 1;");
  EXPECT_THAT(privileged, HasSubstr("only operating systems"));
  expect_kernels_to_run();
}

TEST_F(GuardTest, FunctionsThatEndTheProcessAreRefused) {
  const std::pair<const char*, const char*> calls[] = {
      {"extern \"C\" void abort();", "abort()"},
      {"extern \"C\" void exit(int);", "exit(1)"},
      {"extern \"C\" void _exit(int);", "_exit(1)"},
      {"extern \"C\" void pthread_exit(void*);", "pthread_exit(nullptr)"},
      {"extern \"C\" int raise(int);", "raise(9)"}};
  for (const auto& [declaration, call] : calls) {
    const std::string name(call, std::string_view(call).find('('));
    const std::string body = "if (x[threadIdx.x] == 1) " + std::string(call) + ";";
    const Error error = error_of([&, text = declaration] { (void)kernel_of(body, text); });
    EXPECT_EQ(error.code(), ErrorCode::compile_failed);
    EXPECT_THAT(error.what(), HasSubstr("calls '" + name + "'"));
  }
}

}  // namespace
}  // namespace duet::test
