#include "formula.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <concepts>
#include <limits>

#include "../support/temporary_folder.hpp"
#include "check.hpp"
#include "kernel_source.hpp"
#include "rounding.hpp"
#include "support/file.hpp"
#include "support/output_file.hpp"
#include "support/usage_error.hpp"
#include "table.hpp"

namespace expression {
namespace {

using duet::tool::UsageError;
using Names = std::vector<std::string>;

template <std::invocable F>
std::string error_of(F&& function) {
  try {
    function();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::string error_of(std::string_view text) {
  return error_of([text] { const Formula formula(text); });
}

/// The formula as it is written in the kernel.
std::string written(std::string_view text, bool use_double = false) {
  const std::string source = kernel_source(Formula(text), use_double);
  const std::string before = "result[i] = ";
  const std::size_t start = source.find(before) + before.size();
  return source.substr(start, source.find(";\n", start) - start);
}

TEST(Formula, FindsItsVariables) {
  EXPECT_EQ(Formula("sqrt(x*x + y*y) + x").variables(), (Names{"x", "y"}));
  EXPECT_EQ(Formula("b - a_1 + _c").variables(), (Names{"b", "a_1", "_c"}));
  EXPECT_EQ(Formula("1 + 2").variables(), Names{});
}

TEST(Formula, ErrorsShowThePosition) {
  EXPECT_EQ(error_of("x + * y"), "formula: '*' is not expected here\n  x + * y\n      ^");
  const auto expect_error = [](std::string_view text, std::string_view reason) {
    EXPECT_NE(error_of(text).find(reason), std::string::npos) << text << ": " << error_of(text);
  };
  expect_error("", "empty");
  expect_error("   ", "empty");
  expect_error("x +", "ends too early");
  expect_error("(x", "')' is missing");
  expect_error("x)", "')' is not expected");
  expect_error("x ^ 2", "write pow(a, b)");
  expect_error("x ** 2", "write pow(a, b)");
  expect_error("x % 2", "floor");
  expect_error("x = 2", "write ==");
  expect_error("x && y", "logical operators");
  expect_error("a < b < c", "chained");
  expect_error("--x", "one '-' at a time");
  expect_error("2x", "an operator is missing");
  expect_error("1.2.3", "an operator is missing");
  expect_error("0x10", "an operator is missing");
  expect_error("1e999", "too large");
  expect_error("foo(x)", "unknown function 'foo'; the functions are sqrt exp");
  expect_error("sin", "'(' expected after the function 'sin'");
  expect_error("sin(x, y)", "sin takes 1 argument, not 2");
  expect_error("pow(x)", "pow takes 2 arguments, not 1");
  expect_error("sin()", "sin takes 1 argument, not 0");
  expect_error("x ? y", "':' is missing");
  expect_error("x; system()", "';' is not expected");
  expect_error("\"x\"", "is not expected");
  expect_error(std::string(1000, '('), "nested too deeply");
  std::string chain = "x";
  for (int i = 0; i < 3000; ++i) chain += "+x";
  expect_error(chain, "too long");
}

TEST(KernelSource, KeepsThePrecedenceOfOperators) {
  EXPECT_EQ(written("x + y * z"), "v_x + v_y * v_z");
  EXPECT_EQ(written("(x + y) * z"), "(v_x + v_y) * v_z");
  EXPECT_EQ(written("x - (y - z)"), "v_x - (v_y - v_z)");
  EXPECT_EQ(written("(x - y) - z"), "v_x - v_y - v_z");
  EXPECT_EQ(written("x / (y / z)"), "v_x / (v_y / v_z)");
  EXPECT_EQ(written("-x * -(y + z)"), "-v_x * -(v_y + v_z)");
  EXPECT_EQ(written("-(-x)"), "-(-v_x)");
  EXPECT_EQ(written("x - -y"), "v_x - -v_y");
  EXPECT_EQ(written("(x < y) + 1"), "real(v_x < v_y) + real(1.0)");
  EXPECT_EQ(written("x < y ? x : y > z ? y : z"),
            "real(v_x < v_y) != real(0) ? v_x : real(v_y > v_z) != real(0) ? v_y : v_z");
  EXPECT_EQ(written("(x ? y : z) * 2"), "(v_x != real(0) ? v_y : v_z) * real(2.0)");
  EXPECT_EQ(written("1/2"), "real(1.0) / real(2.0)");
}

TEST(KernelSource, UsesTheFunctionsOfTheType) {
  EXPECT_EQ(written("min(abs(x), atan2(x, y))"), "fminf(fabsf(v_x), atan2f(v_x, v_y))");
  EXPECT_EQ(written("min(abs(x), atan2(x, y))", true), "fmin(fabs(v_x), atan2(v_x, v_y))");
}

TEST(KernelSource, AcceptsKeywordsAsVariables) {
  EXPECT_EQ(written("int + n + result + real"), "v_int + v_n + v_result + v_real");
}

TEST(Check, MuParserComputesTheSameValues) {
  const std::vector<std::vector<double>> columns{{0.7}, {-1.3}};
  const double x = 0.7;
  const double y = -1.3;
  const auto expect_value = [&](const char* text, double value) {
    const Formula formula(text);
    ASSERT_EQ(formula.variables(), (Names{"x", "y"})) << text;
    const Expectation expectation = expect(formula, columns, true);
    EXPECT_NEAR(expectation.values[0], value, 1e-14) << text;
    const std::vector<double> row{x, y};
    const Bounded bounded = bound(formula.root(), row, precision_of(true));
    EXPECT_NEAR(bounded.value, value, 1e-14) << text;
    EXPECT_LT(bounded.error, 1e-13) << text;
  };
  expect_value("x - y - 2*x/y/3", x - y - 2 * x / y / 3);
  expect_value("-x*y + 1/2", -x * y + 0.5);
  expect_value("x * -y", x * -y);
  expect_value("-(x < y) + 3", 3);
  expect_value("(x < y) == (y > x) ? 2 : 3", 2);
  expect_value("x > y ? x : y", x);
  expect_value("x < y ? 1 : x == y ? 2 : 4", 4);
  expect_value("x - 2 < y + 1 ? 1 : 5", 1);
  expect_value("pow(x, 3) + atan2(x, y)", std::pow(x, 3) + std::atan2(x, y));
  expect_value("min(x, y) - max(x, y)", y - x);
  expect_value("floor(x) + ceil(y) + abs(y)", 0 - 1 + 1.3);
  expect_value("sqrt(x)+exp(y)+log(x)+sin(y)+cos(y)+tan(y)",
               std::sqrt(x) + std::exp(y) + std::log(x) + std::sin(y) + std::cos(y) + std::tan(y));
  expect_value(
      "asin(x)+acos(x)+atan(y)+sinh(y)+cosh(y)+tanh(y)",
      std::asin(x) + std::acos(x) + std::atan(y) + std::sinh(y) + std::cosh(y) + std::tanh(y));
}

/// Compares one result in float with the formula's value.
Comparison compare(const char* text, const std::vector<double>& row, double result) {
  std::vector<std::vector<double>> columns;
  for (const double value : row) columns.push_back({value});
  Comparison comparison;
  comparison.add(result, expect(Formula(text), columns, false), 0, 0);
  return comparison;
}

TEST(Check, AcceptsRoundingErrorsOnly) {
  const double value = std::sqrt(0.5);
  EXPECT_EQ(compare("sqrt(x)", {0.5}, static_cast<float>(value)).wrong, 0u);
  EXPECT_EQ(compare("sqrt(x)", {0.5}, value * (1 + 1e-5)).wrong, 1u);
  EXPECT_EQ(compare("x / 2", {3.0}, 1).wrong, 1u);
  EXPECT_EQ(compare("sqrt(x*x + y*y)", {0, 0}, 0).unchecked, 0u);
  EXPECT_EQ(compare("x == 0.5 ? 1 : 2", {0.5}, 1).unchecked, 0u);
  // Cancellation: the rounding errors of the sines are large compared with the difference.
  EXPECT_EQ(compare("sin(x) - sin(y)", {1, 1 + 1e-6}, 1e-6).wrong, 0u);
  EXPECT_EQ(compare("sin(x) - sin(y)", {1, 1 + 1e-6}, 1e-4).wrong, 1u);
}

TEST(Check, ComparesSpecialValues) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(compare("sqrt(x)", {-1}, nan).wrong, 0u);
  EXPECT_EQ(compare("sqrt(x)", {-1}, 0).wrong, 1u);
  EXPECT_EQ(compare("sqrt(x)", {1}, nan).wrong, 1u);
  EXPECT_EQ(compare("acos(exp(x)) / x", {0.5}, nan).unchecked, 0u);
  EXPECT_EQ(compare("acos(exp(x)) < x ? 1 : 2", {0.5}, 1).wrong, 1u);
  EXPECT_EQ(compare("x / y", {1, 0}, infinity).wrong, 0u);
  EXPECT_EQ(compare("x / y", {1, 0}, -infinity).wrong, 1u);
  EXPECT_EQ(compare("x + y", {nan, 1}, nan).wrong, 0u);
  EXPECT_EQ(compare("x + y", {nan, 1}, 1).wrong, 1u);
}

TEST(Check, SkipsResultsThatRoundingDecides) {
  EXPECT_EQ(compare("exp(x)", {100}, std::numeric_limits<double>::infinity()).unchecked, 1u);
  EXPECT_EQ(compare("x * 3 == 0.3 ? 1 : 2", {0.1}, 1).unchecked, 1u);
  EXPECT_EQ(compare("floor(x * 10)", {0.3}, 2).wrong, 0u);
  EXPECT_EQ(compare("floor(x * 10)", {0.35}, 2).wrong, 1u);
}

TEST(Table, ReadsColumns) {
  const duet::test::TemporaryFolder folder;
  const auto add = [&](std::string_view text) {
    duet::tool::write_bytes(folder / "t.csv", std::as_bytes(std::span(text)));
    Table table;
    table.add_csv(folder / "t.csv");
    return table;
  };
  const Table table = add("\xEF\xBB\xBFx, \"y\" ,z\r\n1,2,3\r\n-4e1, 5 ,nan\r\n\r\n");
  const auto columns = table.find({"y", "x"});
  EXPECT_EQ(columns[0]->values, (std::vector<double>{2, 5}));
  EXPECT_EQ(columns[1]->values, (std::vector<double>{1, -40}));
  EXPECT_EQ(error_of([&] { table.find({"w"}); }),
            "the formula uses 'w', but the data has only x y z");
  EXPECT_NE(error_of([&] { add("x,y\n1\n"); }).find("t.csv:2: 1 cells"), std::string::npos);
  EXPECT_NE(error_of([&] { add("x,y\n1,2\n3,a b\n"); }).find("t.csv:3: column 'y': 'a b'"),
            std::string::npos);
  EXPECT_NE(error_of([&] { add("x,\n1,2\n"); }).find("must name the columns"), std::string::npos);
  EXPECT_NE(error_of([&] { add(""); }).find("must name the columns"), std::string::npos);
  EXPECT_NE(error_of([&] { add("x,x\n1,2\n"); }).find("'x' is in"), std::string::npos);
}

}  // namespace
}  // namespace expression
