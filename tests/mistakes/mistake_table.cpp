#include "mistake_table.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <string_view>
#include <utility>

#include <duet/device.hpp>

namespace duet::test {

namespace {

/// Names that mean nothing to a user.
constexpr std::string_view internal_names[] = {
    "duet_cpu", "duet::cpu",  "duet::detail", "duet::vendor",     "__nv_",
    "__hip_",   "/core/src/", "/backends/",   "terminate called", "std::bad_alloc",
    "_ZN",      "what():",    "basic_string", "core dumped"};

void expect_readable(const Outcome& outcome) {
  EXPECT_FALSE(outcome.message.empty());
  EXPECT_NE(outcome.status, "");
  for (const std::string_view name : internal_names) {
    EXPECT_EQ(outcome.message.find(name), std::string::npos)
        << "the internal name " << name << " in\n"
        << outcome.message;
  }
}

}  // namespace

bool matches(std::string_view text, std::string_view pattern) {
  constexpr std::string_view any = "…";
  const std::size_t first = pattern.find(any);
  if (first == std::string_view::npos) return text == pattern;
  if (!text.starts_with(pattern.substr(0, first))) return false;
  text.remove_prefix(first);
  pattern.remove_prefix(first + any.size());
  for (;;) {
    const std::size_t next = pattern.find(any);
    if (next == std::string_view::npos) return text.ends_with(pattern);
    const std::size_t found = text.find(pattern.substr(0, next));
    if (found == std::string_view::npos) return false;
    text.remove_prefix(found + next);
    pattern.remove_prefix(next + any.size());
  }
}

MistakeTable::MistakeTable(std::string kind)
    : kind_(std::move(kind)), is_recording_(std::getenv("DUET_TEST_RECORD") != nullptr) {
  std::ifstream file(DUET_MISTAKES);
  rows_ = Json::parse(file);
}

MistakeTable::Json& MistakeTable::row_of(const Mistake& mistake) {
  for (Json& row : rows_)
    if (row["kind"] == kind_ && row["mistake"] == mistake.title) return row;
  rows_.push_back({{"kind", kind_}, {"mistake", mistake.title}});
  return rows_.back();
}

void MistakeTable::check(const Mistake& mistake, const Outcome& outcome) {
  SCOPED_TRACE(mistake.title + ": " + mistake.input);
  expect_readable(outcome);
  Json& row = row_of(mistake);
  Json& result = row["results"][backend_name()];
  if (result.is_null()) result = Json::object();
  const std::string status = result.value("status", "");
  const std::string message = result.value("message", "");
  if (is_recording_) {
    row["input"] = mistake.input;
    if (status != outcome.status || !matches(outcome.message, message))
      result = {{"status", outcome.status}, {"message", outcome.message}};
    return;
  }
  EXPECT_EQ(row.value("input", ""), mistake.input);
  EXPECT_EQ(status, outcome.status) << outcome.message;
  EXPECT_TRUE(matches(outcome.message, message)) << outcome.message << "\nis not\n" << message;
}

void MistakeTable::check(const std::vector<Mistake>& mistakes) {
  std::set<std::string> titles;
  for (const Mistake& mistake : mistakes) {
    EXPECT_TRUE(titles.insert(mistake.title).second) << "twice: " << mistake.title;
    check(mistake, mistake.make());
  }
  if (is_recording_) save();
}

void MistakeTable::save() const {
  std::ofstream file(DUET_MISTAKES);
  file << rows_.dump(1) << '\n';
}

}  // namespace duet::test
