#include "support/npy.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "../support/temporary_folder.hpp"
#include "support/file.hpp"
#include "support/output_file.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

/// A file of version `major` with this dictionary and data.
std::vector<std::byte> file_with(std::string_view dictionary, std::string_view data = {},
                                 int major = 1) {
  std::string text("\x93NUMPY");
  text += static_cast<char>(major);
  text += '\0';
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i)
    text += static_cast<char>((dictionary.size() >> (8 * i)) & 255);
  text += dictionary;
  text += data;
  return bytes_of(text);
}

std::string error_of(const std::vector<std::byte>& file) {
  try {
    parse_npy(file);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

NpyArray sample(ElementType type, std::vector<std::size_t> shape) {
  NpyArray array{type, std::move(shape), false, {}};
  array.bytes.resize(array_bytes(type, array.shape));
  for (std::size_t i = 0; i < array.bytes.size(); ++i)
    array.bytes[i] = static_cast<std::byte>(type == ElementType::boolean ? i % 2 : i * 7);
  return array;
}

void expect_equal(const NpyArray& a, const NpyArray& b) {
  EXPECT_EQ(a.type, b.type);
  EXPECT_EQ(a.shape, b.shape);
  EXPECT_EQ(a.fortran_order, b.fortran_order);
  EXPECT_EQ(a.bytes, b.bytes);
}

class NpyTypes : public testing::TestWithParam<ElementType> {};

TEST_P(NpyTypes, RoundTrip) {
  for (const std::vector<std::size_t>& shape :
       std::vector<std::vector<std::size_t>>{{}, {0}, {1}, {5}, {3, 4}, {2, 0, 3}, {2, 3, 4, 5}}) {
    NpyArray array = sample(GetParam(), shape);
    expect_equal(parse_npy(format_npy(array)), array);
    array.fortran_order = true;
    expect_equal(parse_npy(format_npy(array)), array);
  }
}

INSTANTIATE_TEST_SUITE_P(All, NpyTypes,
                         testing::Values(ElementType::boolean, ElementType::i8, ElementType::i16,
                                         ElementType::i32, ElementType::i64, ElementType::u8,
                                         ElementType::u16, ElementType::u32, ElementType::u64,
                                         ElementType::f16, ElementType::f32, ElementType::f64,
                                         ElementType::c64, ElementType::c128),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST(Npy, WritesTheSameBytesAsNumPy) {
  const auto file = format_npy(sample(ElementType::f32, {3, 4}));
  const std::string expected = std::string("\x93NUMPY\1\0v\0", 10) +
                               "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }" +
                               std::string(58, ' ') + "\n";
  ASSERT_EQ(file.size(), 128u + 48u);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(file.data()), 128), expected);
}

TEST(Npy, ReadsAllFormatVersions) {
  for (const int major : {1, 2, 3}) {
    const NpyArray array = parse_npy(
        file_with("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", "ab", major));
    EXPECT_EQ(array.bytes, bytes_of("ab"));
  }
  EXPECT_NE(error_of(file_with("{}", "", 4)).find("version 4.0"), std::string::npos);
}

TEST(Npy, ReadsOtherSpellingsOfTheHeader) {
  for (const char* dictionary :
       {"{'shape': (2L,), 'descr': '|u1', 'fortran_order': False}",
        "{\"descr\":\"u1\",\"fortran_order\":True,\"shape\":(2,)}  \n",
        " { 'descr' : '=u1' , 'fortran_order' : False , 'shape' : ( 2 , ) , } "})
    EXPECT_EQ(parse_npy(file_with(dictionary, "ab")).count(), 2u) << dictionary;
}

TEST(Npy, ReportsDamage) {
  const auto expect_error = [](std::string_view dictionary, std::string_view data,
                               std::string_view reason) {
    EXPECT_NE(error_of(file_with(dictionary, data)).find(reason), std::string::npos)
        << dictionary << ": " << error_of(file_with(dictionary, data));
  };
  const std::string f4 = "{'descr': '<f4', 'fortran_order': False, 'shape': ";
  expect_error(f4 + "(2,), }", "1234567", "is truncated: shape (2,) of f32 needs 8 bytes, 7");
  expect_error(f4 + "(2,), }", "123456789", "has extra bytes");
  expect_error(f4 + "(2), }", "12345678", "',' expected");
  expect_error(f4 + "(-2,), }", "12345678", "a number expected");
  expect_error(f4 + "(99999999999999999999,), }", "", "too large");
  expect_error(f4 + "(4611686018427387904, 4), }", "", "too large");
  expect_error(f4 + "(2,), 'shape': (2,)}", "12345678", "'shape' twice");
  expect_error(f4 + "(2,), 'more': (2,)}", "12345678", "unknown key 'more'");
  expect_error(f4 + "(2,)} x", "12345678", "text after '}'");
  expect_error("{'descr': '<f4', 'shape': (2,)}", "12345678", "'fortran_order' missing");
  expect_error("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", "1234", "big-endian");
  expect_error("{'descr': '<U4', 'fortran_order': False, 'shape': (1,)}", "1234", "'<U4'");
  expect_error("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "1234",
               "structured");
  expect_error("{'descr': '|b1', 'fortran_order': False, 'shape': (1,)}", "\2", "neither 0 nor 1");
  std::string many = f4 + "(";
  for (int i = 0; i < 65; ++i) many += "1, ";
  expect_error(many + "), }", "1234", "64 dimensions");
  EXPECT_NE(error_of(bytes_of("PK\3\4 something else")).find("not a .npy"), std::string::npos);
}

TEST(Npy, EveryTruncationIsAnError) {
  const auto file = format_npy(sample(ElementType::i16, {3, 2}));
  for (std::size_t size = 0; size < file.size(); ++size)
    EXPECT_NE(error_of({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)}), "")
        << size;
}

TEST(Npy, AnyFlippedHeaderByteIsAnErrorOrValid) {
  const auto file = format_npy(sample(ElementType::i16, {3, 2}));
  std::size_t valid = 0;
  for (std::size_t at = 0; at < file.size() - 12; ++at) {
    for (unsigned value = 0; value < 256; ++value) {
      auto damaged = file;
      damaged[at] = static_cast<std::byte>(value);
      try {
        const NpyArray array = parse_npy(damaged);
        EXPECT_EQ(array_bytes(array.type, array.shape), array.bytes.size());
        ++valid;
      } catch (const UsageError&) {
      }
    }
  }
  EXPECT_GT(valid, 0u);
}

TEST(Npy, RefusesAHeaderLengthBeyondTheLimit) {
  auto file = bytes_of(std::string("\x93NUMPY\2\0\xff\xff\xff\xff{}", 14));
  EXPECT_NE(error_of(file).find("exceeds the limit"), std::string::npos);
}

TEST(Npy, ErrorsNameTheFile) {
  const duet::test::TemporaryFolder folder;
  const auto error = [&](const std::filesystem::path& path) {
    try {
      read_npy(path);
    } catch (const UsageError& failure) {
      return std::string(failure.what());
    }
    return std::string();
  };
  EXPECT_NE(error(folder / "none.npy").find("none.npy' does not exist"), std::string::npos);
  EXPECT_NE(error(folder.path()).find("is a folder"), std::string::npos);
  EXPECT_NE(error("/dev/zero").find("not a regular file"), std::string::npos);
  write_bytes(folder / "bad.npy", bytes_of("bad"));
  EXPECT_NE(error(folder / "bad.npy").find("bad.npy': the file is truncated"), std::string::npos);
  EXPECT_THROW(write_bytes(folder / "no" / "file", {}), std::runtime_error);

  const NpyArray array = sample(ElementType::f64, {100});
  write_npy(folder / "good.npy", array);
  expect_equal(read_npy(folder / "good.npy"), array);
}

TEST(Npy, RefusesToWriteAnArrayOfAnotherSizeThanItsShape) {
  NpyArray array = sample(ElementType::f64, {2});
  array.shape = {3};
  EXPECT_THROW(format_npy(array), UsageError);
}

}  // namespace
}  // namespace duet::tool
