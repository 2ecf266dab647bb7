// Wrong uses of the API, as the table in docs/errors.md shows them.

#include "api_mistakes.hpp"
#include "mistake_table.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

using ApiMistakes = DeviceTest;

TEST_F(ApiMistakes, EachGivesAnErrorThatSaysWhatWasWrong) {
  std::vector<Mistake> rows;
  for (const ApiMistake& mistake : api_mistakes()) {
    rows.push_back({mistake.title, "", [mistake]() -> Outcome {
                      const Error error = error_of(mistake.make);
                      EXPECT_EQ(error.code(), mistake.code) << error.what();
                      EXPECT_THAT(error.what(), testing::HasSubstr(mistake.part));
                      return {name_of(error.code()), error.what()};
                    }});
  }
  MistakeTable("api").check(rows);
}

}  // namespace
}  // namespace duet::test
