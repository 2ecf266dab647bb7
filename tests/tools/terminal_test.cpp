// Colours and the line of progress, on a terminal and elsewhere.

#include <pty.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include "command_fixture.hpp"

namespace {

class Terminal : public CommandTest {
 protected:
  Terminal() {
    write("k.cu", "extern \"C\" __global__ void k(int* x) { *x = 1; }\n");
    write("bad.cu", "extern \"C\" __global__ void k(int* x) { oops; }\n");
  }

  /// Runs a line of the shell in the folder, on a terminal of its own.
  std::string on_terminal(const std::string& line) const {
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
      setenv("TERM", "xterm", 1);
      unsetenv("NO_COLOR");
      unsetenv("CLICOLOR_FORCE");
      setenv("DUET", DUET_COMMAND, 1);
      if (chdir(folder_.path().c_str()) == 0)
        execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    std::string output;
    char buffer[4096];
    for (;;) {
      const ssize_t count = read(terminal, buffer, sizeof buffer);
      if (count > 0) output.append(buffer, static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) break;  // EIO at the end
    }
    close(terminal);
    int status = 0;
    waitpid(child, &status, 0);
    return output;
  }
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* red = "\x1b[1;31merror:\x1b[0m";

TEST_F(Terminal, ErrorsAreRed) {
  EXPECT_TRUE(has(on_terminal("\"$DUET\" inof"), red));
  EXPECT_FALSE(has(on_terminal("NO_COLOR=1 \"$DUET\" inof"), "\x1b["));
  EXPECT_FALSE(has(on_terminal("TERM=dumb \"$DUET\" inof"), "\x1b["));
  EXPECT_FALSE(has(on_terminal("\"$DUET\" inof --color never"), "\x1b["));
  EXPECT_TRUE(has(on_terminal("NO_COLOR=1 \"$DUET\" --color=always inof"), red));
}

TEST_F(Terminal, FilesHaveColoursOnRequestOnly) {
  EXPECT_FALSE(has(duet({"inof"}).output, "\x1b["));
  EXPECT_TRUE(has(duet({"inof", "--color", "always"}).output, red));
  EXPECT_TRUE(has(shell("CLICOLOR_FORCE=1 \"$DUET\" inof").output, red));
  EXPECT_FALSE(has(shell("CLICOLOR_FORCE=0 \"$DUET\" inof").output, "\x1b["));
  EXPECT_FALSE(has(shell("NO_COLOR=1 CLICOLOR_FORCE=1 \"$DUET\" inof").output, "\x1b["));
  expect_result(duet({"info", "--color", "blue"}), 2, {"'blue' is none of auto, always, never"});
}

TEST_F(Terminal, ProgressIsShownAndRemoved) {
  const std::string compile = on_terminal("\"$DUET\" compile k.cu");
  EXPECT_TRUE(has(compile, "\r\x1b[K0/1 k.cu")) << compile;
  EXPECT_TRUE(has(compile, "\r\x1b[K./k.")) << compile;  // the result replaces the line
  const std::string failed = on_terminal("\"$DUET\" compile bad.cu");
  EXPECT_TRUE(has(failed, "\r\x1b[Kduet: ")) << failed;
}

TEST_F(Terminal, ProgressOfPrepareAndCases) {
  NEEDS_DEVICE();
  const std::string prepare =
      on_terminal("DUET_CACHE=on DUET_CACHE_DIR=cache \"$DUET\" prepare k.cu bad.cu -j 1");
  for (const char* part : {"\x1b[K0/2 k.cu", "\x1b[K1/2 k.cu", "\x1b[K2/2 bad.cu\r\x1b[K"})
    EXPECT_TRUE(has(prepare, part)) << part << "\nin\n" << prepare;
  const std::string cases =
      on_terminal("\"$DUET\" export-cases cases; \"$DUET\" check-cases cases");
  for (const char* part : {"\x1b[K1/8 saxpy\r\x1b[K", "\x1b[K1/8 saxpy ", "\x1b[32mpass\x1b[0m"})
    EXPECT_TRUE(has(cases, part)) << part << "\nin\n" << cases;
}

TEST_F(Terminal, FilesHaveNoProgress) {
  EXPECT_FALSE(has(duet({"compile", "k.cu"}).output, "0/1"));
  const std::string json = on_terminal("\"$DUET\" compile k.cu --json 2>/dev/null");
  EXPECT_TRUE(json.starts_with('[')) << json;
}

}  // namespace
