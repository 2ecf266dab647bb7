// Completions and manual pages mention every option, and the programs that read them accept them.

#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "command_fixture.hpp"

namespace {

namespace fs = std::filesystem;

class Documentation : public CommandTest {
 protected:
  /// The words before the descriptions of a section of a help text: commands or options.
  std::vector<std::string> listed(const std::string& help, const std::string& pattern) const {
    std::vector<std::string> words;
    const std::regex expression(pattern, std::regex::multiline);
    for (std::sregex_iterator at(help.begin(), help.end(), expression), end; at != end; ++at)
      words.push_back((*at)[1]);
    return words;
  }
  std::vector<std::string> commands() const {
    const std::string help = duet({"--help"}).output;
    return listed(help.substr(help.find("Subcommands:")), "^  ([a-z-]+) ");
  }
  std::vector<std::string> options(const std::string& command) const {
    return listed(duet({"help", command}).output, "^  (?:-[a-zA-Z],)?(--[a-z-]+)");
  }
  bool has_program(const std::string& name) const {
    return shell("command -v " + name).status == 0;
  }
  /// What bash offers for a command line whose last word is being typed.
  std::string completed(const std::string& words) const {
    return shell(
               "\"$DUET\" completion bash >duet.bash; bash --norc -c '. ./duet.bash; COMP_WORDS=(" +
               words +
               "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _duet; "
               "printf \"%s \" \"${COMPREPLY[@]}\"'")
        .output;
  }
};

TEST_F(Documentation, MentionsEveryOption) {
  ASSERT_EQ(duet({"manual", "man1"}).status, 0);
  std::string scripts[3];
  const char* shells[] = {"bash", "zsh", "fish"};
  for (int i = 0; i < 3; ++i) scripts[i] = duet({"completion", shells[i]}).output;
  const std::vector<std::string> all = commands();
  ASSERT_GT(all.size(), 8u);
  for (const std::string& command : all) {
    std::string page = duet::tool::read_text(folder_ / "man1" / ("duet-" + command + ".1"));
    std::erase(page, '\\');
    const std::vector<std::string> names = options(command);
    EXPECT_GE(names.size(), 2u) << command;
    for (const std::string& name : names) {
      EXPECT_NE(page.find(name), std::string::npos) << command << " " << name;
      for (const std::string& script : scripts)
        EXPECT_NE(script.find(name.substr(2)), std::string::npos) << command << " " << name;
    }
    for (const std::string& script : scripts)
      EXPECT_NE(script.find(command), std::string::npos) << command;
  }
}

TEST_F(Documentation, BashCompletes) {
  EXPECT_EQ(shell("\"$DUET\" completion bash | bash -n").output, "");
  write("kernel one.cu", "");
  EXPECT_EQ(completed("duet inf"), "info ");
  EXPECT_EQ(completed("duet cache v"), "verify ");
  EXPECT_EQ(completed("duet compile --line"), "--line-info ");
  EXPECT_EQ(completed("duet compile --contract o"), "on off ");
  EXPECT_EQ(completed("duet --color = al"), "always ");
  EXPECT_EQ(completed("duet compile ker"), "kernel one.cu ");
  EXPECT_EQ(completed("duet compile -D x ker"), "kernel one.cu ");
  EXPECT_EQ(completed("duet compile -k compile --js"), "--json ");
  EXPECT_EQ(completed("duet completion z"), "zsh ");
}

TEST_F(Documentation, OtherShellsAcceptTheirScripts) {
  int found = 0;
  for (const char* name : {"zsh", "fish"}) {
    if (!has_program(name)) continue;
    ++found;
    EXPECT_EQ(
        shell(std::string("\"$DUET\" completion ") + name + " >script && " + name + " -n script")
            .output,
        "");
  }
  if (found == 0) GTEST_SKIP() << "neither zsh nor fish is installed";
}

TEST_F(Documentation, FishCompletes) {
  if (!has_program("fish")) GTEST_SKIP() << "fish is not installed";
  // fish completes only commands that it finds.
  const Result result = shell(
      "\"$DUET\" completion fish >duet.fish; PATH=\"$(dirname \"$DUET\"):$PATH\" HOME=. fish -c "
      "'source duet.fish; complete -C \"duet cache v\"; complete -C \"duet run --gr\"'");
  expect_result(result, 0, {"verify\t", "--grid\t"});
}

TEST_F(Documentation, ManFormatsThePagesWithoutWarnings) {
  ASSERT_EQ(duet({"manual", "man1"}).status, 0);
  if (!has_program("man")) GTEST_SKIP() << "man is not installed";
  int pages = 0;
  for (const auto& entry : fs::directory_iterator(folder_ / "man1")) {
    ++pages;
    EXPECT_EQ(shell("LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l " +
                    quoted(entry.path().string()) + " 2>&1 >/dev/null")
                  .output,
              "");
  }
  EXPECT_GT(pages, 8);
  expect_result(shell("LC_ALL=C.UTF-8 MANWIDTH=80 man -E UTF-8 -l man1/duet-compile.1 | col -b"), 0,
                {"-k, --kernel VALUE", "EXIT STATUS"});
}

TEST_F(Documentation, UnknownShellsAreWrongUsage) {
  expect_result(duet({"completion", "tcsh"}), 2, {"'tcsh' is none of bash, zsh, fish"});
}

}  // namespace
