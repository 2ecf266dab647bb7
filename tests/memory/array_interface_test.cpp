#include <duet/array_interface.hpp>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

/// An address that is not accessed.
void* const address = reinterpret_cast<void*>(0x1000);

TEST(ArrayInterfaceTest, TellsADenseArray) {
  const ArrayInterface fields = array_interface(ArrayView(address, DataType::f16, {2, 3}));
  EXPECT_THAT(fields.shape, testing::ElementsAre(2, 3));
  EXPECT_EQ(fields.typestr, "<f2");
  EXPECT_EQ(fields.data, 0x1000u);
  EXPECT_FALSE(fields.is_read_only);
  EXPECT_FALSE(fields.strides);
  EXPECT_FALSE(fields.stream);
  EXPECT_EQ(fields.version, 3);
}

TEST(ArrayInterfaceTest, EveryTypeButBfloat16ReturnsAsItWas) {
  for (int i = 0; i <= static_cast<int>(DataType::c128); ++i) {
    const auto type = static_cast<DataType>(i);
    const ArrayView array(static_cast<const void*>(address), type, {2, 2}, {1, -2});
    if (type == DataType::bf16) {
      EXPECT_EQ(error_of([&] { (void)array_interface(array); }).code(), ErrorCode::not_supported);
      continue;
    }
    const ArrayView again = view_of(array_interface(array));
    EXPECT_EQ(again.type(), type);
    EXPECT_EQ(again.strides(), array.strides());
    EXPECT_EQ(again.data(), address);
    EXPECT_FALSE(again.is_writable());
  }
}

TEST(ArrayInterfaceTest, RefusesWrongFields) {
  const auto refusal = [](auto change) {
    ArrayInterface fields{.shape = {2}, .typestr = "<f4", .data = 0x1000};
    change(fields);
    return std::string(error_of([&] { (void)view_of(fields); }).what());
  };
  using testing::HasSubstr;
  EXPECT_THAT(refusal([](auto& f) { f.typestr = ">f4"; }), HasSubstr("\">f4\""));
  EXPECT_THAT(refusal([](auto& f) { f.typestr = ""; }), HasSubstr("no element type"));
  EXPECT_THAT(refusal([](auto& f) { f.data = 0x1001; }), HasSubstr("no multiple of 4"));
  EXPECT_THAT(refusal([](auto& f) { f.data = 0; }), HasSubstr("null address"));
  EXPECT_THAT(refusal([](auto& f) { f.strides = {6}; }), HasSubstr("stride of 6 bytes"));
  EXPECT_THAT(refusal([](auto& f) { f.strides = {4, 4}; }), HasSubstr("strides"));
  EXPECT_THAT(refusal([](auto& f) { f.stream = 0; }), HasSubstr("stream 0"));
  EXPECT_THAT(refusal([](auto& f) { f.version = 1; }), HasSubstr("version 1"));
}

using ArrayInterfaceStreamTest = DeviceTest;

TEST_F(ArrayInterfaceStreamTest, NamesTheStreamAndTheDefaultOneAs1) {
  const ArrayView array(address, DataType::f32, {2});
  const Stream stream(device());
  EXPECT_EQ(array_interface(array, stream).stream,
            reinterpret_cast<std::uintptr_t>(stream.ref().handle()));
  EXPECT_EQ(array_interface(array, StreamRef(device(), nullptr)).stream, std::uintptr_t{1});
}

}  // namespace
}  // namespace duet::test
