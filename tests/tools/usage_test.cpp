// Wrong command lines, closed streams and pipes: message and exit status.

#include <string>
#include <vector>

#include "command_fixture.hpp"

namespace {

class Usage : public CommandTest {
 protected:
  Usage() { write("k.cu", "extern \"C\" __global__ void k(int* x) { *x = 1; }\n"); }
};

TEST_F(Usage, SuggestsTheNearestName) {
  expect_result(duet({"inof"}), 2, {"'duet' has no command 'inof'; did you mean 'info'?"});
  expect_result(duet({"check-case"}), 2, {"did you mean 'check-cases'?"});
  expect_result(duet({"zzzzzz"}), 2, {"use info, compile, run"});
  expect_result(duet({"cache", "lsit"}), 2, {"'duet cache' has no command 'lsit'", "'list'?"});
  expect_result(duet({"run", "--gird", "1"}), 2, {"no option --gird; did you mean '--grid'?"});
  expect_result(duet({"info", "-json"}), 2, {"did you mean '--json'?"});
  expect_result(duet({"--json", "info"}), 2, {"belongs after the command: duet info --json"});
  expect_result(duet({"info", "-q"}), 2, {"'duet info' has no option -q (see duet info --help)"});
}

TEST_F(Usage, NamesTheOptionWithAWrongValue) {
  expect_result(duet({"compile", "k.cu", "--std"}), 2, {"--std needs a value"});
  expect_result(duet({"compile", "k.cu", "--std", "17", "--std", "20"}), 2,
                {"--std is given 2 times"});
  expect_result(duet({"compile", "k.cu", "--contract", "of"}), 2,
                {"--contract: 'of' is none of on, off"});
  expect_result(duet({"prepare", "k.cu", "--threads", "many"}), 2,
                {"--threads: 'many' is not an integer of at least 1"});
  expect_result(duet({"prepare", "k.cu", "--device", "99999999999"}), 2, {"is out of range"});
  expect_result(duet({"info", "--json=foo"}), 2, {"--json takes no value, but 'foo' is given"});
  expect_result(duet({"compile", "k.cu", "other.cu"}), 2,
                {"unexpected argument 'other.cu': 'duet compile' takes FILE"});
  expect_result(duet({"info", "all"}), 2, {"'duet info' takes options only"});
  expect_result(duet({"prepare"}), 2, {"'duet prepare' needs FILE"});
}

TEST_F(Usage, HelpOfACommand) {
  expect_result(duet({"help"}), 0, {"Usage: duet [OPTIONS] [SUBCOMMAND]"});
  expect_result(duet({"help", "run"}), 0, {"Usage: duet run [OPTIONS] FILE", "--grid"});
  expect_result(duet({"help", "cache", "list"}), 0, {"Usage: duet cache list [OPTIONS]"});
  expect_result(duet({"help", "rnu"}), 2, {"did you mean 'run'?"});
}

TEST_F(Usage, AClosedPipeIsSilent) {
  const Result ignored =
      shell("trap '' PIPE; { \"$DUET\" info; echo $? >status; } | true; cat status");
  EXPECT_TRUE(ignored.output == "1\n" || ignored.output == "0\n") << ignored.output;
  // The reader closes before the writer starts.
  expect_result(shell("{ sleep 0.1; \"$DUET\" info; echo $? >status; } | true; cat status"), 0,
                {"141\n"});
}

TEST_F(Usage, LostOutputIsAnError) {
  expect_result(shell("\"$DUET\" info >/dev/full"), 1,
                {"duet: error: cannot write to the standard output: No space left on device\n"});
  expect_result(shell("\"$DUET\" --help >&-"), 1,
                {"cannot write to the standard output: Bad file"});
}

TEST_F(Usage, AClosedStreamIsNotReplacedByAFile) {
  // Without a reservation the first file that is opened becomes standard output.
  const Result result =
      shell("\"$DUET\" compile k.cu -o made >&-; cat made/* | grep -c 'bytes, comp'");
  expect_result(result, 1, {"cannot write to the standard output", "\n0\n"});
}

}  // namespace
