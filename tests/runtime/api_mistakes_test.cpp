#include "support/api_mistakes.hpp"

#include <thread>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using ApiMistakesTest = DeviceTest;

TEST_F(ApiMistakesTest, EachGivesAnErrorThatSaysWhatWasWrong) {
  const std::vector<ApiMistake> mistakes = api_mistakes();
  EXPECT_GE(mistakes.size(), 60u);
  for (const ApiMistake& mistake : mistakes) {
    SCOPED_TRACE(mistake.title);
    const Error error = error_of(mistake.make);
    EXPECT_EQ(error.code(), mistake.code) << error.what();
    EXPECT_THAT(error.what(), testing::HasSubstr(mistake.part));
    for (const char* internal : {"duet_cpu", "duet::cpu", "__nv", "_ZN", "/tmp/"}) {
      EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr(internal)));
    }
  }
}

TEST_F(ApiMistakesTest, AnEncoderIsUsableByOneThreadAtATime) {
  const Stream stream(device());
  CommandEncoder encoder(stream);
  std::string message;
  encoder.capture([&](StreamRef) {
    std::jthread other(
        [&] { message = error_of([&] { encoder.launch_host_function([] {}); }).what(); });
  });
  EXPECT_THAT(message, testing::HasSubstr("two threads use one CommandEncoder"));
  encoder.synchronize();
}

// Ends the process: the exception leaves a host function.
TEST_F(ApiMistakesTest, WaitingInAHostFunctionEndsTheProcessWithAMessage) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        const Stream stream(device());
        stream.launch_host_function([&] { stream.synchronize(); });
        stream.synchronize();
      },
      "would wait for itself; host functions must not call duet");
}

}  // namespace
}  // namespace duet::test
