#include <duet/dlpack.hpp>

#include <limits>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

/// A tensor as another library makes it, in memory of the device.
template <typename T>
struct Produced {
  Produced(const Device& device, Buffer<float>& x) {
    const std::string_view backend = backend_name();
    const int type = backend == "CUDA" ? 2 : backend == "HIP" ? 10 : 1;
    managed.tensor = {.data = x.data(),
                      .device = {type, backend == "CPU" ? 0 : device.ordinal()},
                      .dimensions = 2,
                      .type = {2, 32, 1},
                      .shape = shape.data(),
                      .strides = nullptr,
                      .byte_offset = 0};
    managed.context = this;
    managed.deleter = [](T* tensor) { ++static_cast<Produced*>(tensor->context)->released; };
  }

  std::array<std::int64_t, 2> shape{2, 3};
  std::array<std::int64_t, 2> strides{1, 2};
  T managed{};
  int released = 0;
};

class DlpackTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    x = Buffer<float>(device(), std::vector<float>{0, 1, 2, 3, 4, 5, 6});
  }

  /// The error for a tensor that `change` makes invalid. It is released nonetheless.
  template <typename Change>
  std::string refusal(const Change& change, ErrorCode code = ErrorCode::invalid_argument) {
    Produced<DlpackVersionedTensor> produced(device(), x);
    produced.managed.major_version = 1;
    change(produced.managed);
    const Error error = error_of([&] { (void)DlpackArray(device(), &produced.managed); });
    EXPECT_EQ(error.code(), code);
    EXPECT_EQ(produced.released, 1) << error.what();
    return error.what();
  }

  Buffer<float> x{};
};

TEST_F(DlpackTest, ATensorIsAViewUntilItIsReleasedOnce) {
  Produced<DlpackManagedTensor> produced(device(), x);
  {
    DlpackArray array(device(), &produced.managed);
    const DlpackArray moved = std::move(array);
    EXPECT_EQ(moved.view().data(), x.data());
    EXPECT_EQ(moved.view().type(), DataType::f32);
    EXPECT_EQ(moved.view().shape(), (Dimensions{2, 3}));
    EXPECT_EQ(moved.view().strides(), (Dimensions{3, 1}));
    EXPECT_TRUE(moved.view().is_writable());
    EXPECT_EQ(produced.released, 0);
  }
  EXPECT_EQ(produced.released, 1);
}

TEST_F(DlpackTest, OffsetsStridesAndFlagsAreKept) {
  Produced<DlpackVersionedTensor> produced(device(), x);
  produced.managed.major_version = 1;
  produced.managed.minor_version = 9;
  produced.managed.flags = 1;
  produced.managed.tensor.strides = produced.strides.data();
  produced.managed.tensor.byte_offset = sizeof(float);
  const DlpackArray array(device(), &produced.managed);
  EXPECT_EQ(array.view().data(), x.data() + 1);
  EXPECT_EQ(array.view().strides(), (Dimensions{1, 2}));
  EXPECT_FALSE(array.view().is_writable());
}

TEST_F(DlpackTest, WrongTensorsAreRefusedAndReleased) {
  using testing::HasSubstr;
  EXPECT_THAT(refusal([](auto& t) { t.tensor.device.type = 7; }), HasSubstr("Vulkan"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.device.type = -1; }), HasSubstr("device type -1"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.device.id = 77; }), HasSubstr("device 77"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.type.lanes = 4; }), HasSubstr("vectors of 4"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.type.lanes = 0; }), HasSubstr("vectors of 0"));
  EXPECT_THAT(refusal([](auto& t) {
                t.tensor.type = {10, 8, 1};
              }),
              HasSubstr("8-bit floating-point"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.type = {99, 8, 1}; }), HasSubstr("type code 99"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.type.bits = 24; }), HasSubstr("24 bits"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.dimensions = 9; }), HasSubstr("9 dimensions"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.dimensions = -1; }), HasSubstr("-1 dimensions"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.shape = nullptr; }), HasSubstr("no shape"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.shape[1] = -3; }), HasSubstr("-3"));
  EXPECT_THAT(refusal([](auto& t) {
                t.tensor.shape[0] = t.tensor.shape[1] = std::numeric_limits<std::int64_t>::max();
              }),
              HasSubstr("9223372036854775807"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.data = nullptr; }), HasSubstr("null address"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.byte_offset = 2; }), HasSubstr("no multiple of 4"));
  EXPECT_THAT(refusal([](auto& t) { t.tensor.byte_offset = ~std::uint64_t{3}; }),
              HasSubstr("address space"));
  EXPECT_THAT(refusal([](auto& t) { t.major_version = 2; }, ErrorCode::not_supported),
              HasSubstr("version 2.0"));
  EXPECT_THAT(error_of([&] {
                (void)DlpackArray(device(), static_cast<DlpackManagedTensor*>(nullptr));
              }).what(),
              HasSubstr("the tensor is null"));
}

TEST_F(DlpackTest, ScalarsAndEmptyArraysNeedNoShapeOrAddress) {
  Produced<DlpackManagedTensor> scalar(device(), x);
  scalar.managed.tensor.dimensions = 0;
  scalar.managed.tensor.shape = nullptr;
  scalar.managed.deleter = nullptr;
  EXPECT_EQ(DlpackArray(device(), &scalar.managed).view().size(), 1);
  Produced<DlpackManagedTensor> empty(device(), x);
  empty.shape[0] = 0;
  empty.managed.tensor.data = nullptr;
  EXPECT_EQ(DlpackArray(device(), &empty.managed).view().size(), 0);
}

TEST_F(DlpackTest, EveryElementTypeReturnsAsItWas) {
  const Buffer<double> memory(device(), 16);
  const auto owner = std::make_shared<int>(0);
  for (int i = 0; i <= static_cast<int>(DataType::c128); ++i) {
    const auto type = static_cast<DataType>(i);
    const ArrayView array(static_cast<void*>(memory.data()), type, {2, 2}, {1, 2});
    const DlpackArray again(device(), to_dlpack(device(), array, owner));
    EXPECT_EQ(again.view().type(), type);
    EXPECT_EQ(again.view().strides(), array.strides());
    EXPECT_EQ(again.view().data(), array.data());
    EXPECT_EQ(owner.use_count(), 2);
  }
  EXPECT_EQ(owner.use_count(), 1);
}

TEST_F(DlpackTest, ABufferLivesUntilItsTensorIsReleased) {
  const float* const address = x.data();
  DlpackVersionedTensor* const tensor = to_dlpack_versioned(std::move(x));
  EXPECT_EQ(tensor->major_version, 1u);
  EXPECT_EQ(tensor->flags, 0u);
  const DlpackArray array(device(), tensor);
  EXPECT_EQ(array.view().data(), address);
  const Stream stream(device());
  std::vector<float> host(7);
  copy(stream, host, DeviceSpan<const float>(address, 7));
  stream.synchronize();
  EXPECT_EQ(host[6], 6.0F);
}

TEST_F(DlpackTest, ReadOnlyArraysNeedTheVersionedForm) {
  const ArrayView array(static_cast<const void*>(x.data()), DataType::f32, {7});
  const Error error = error_of([&] { (void)to_dlpack(device(), array, nullptr); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), testing::HasSubstr("to_dlpack_versioned"));
  const DlpackArray again(device(), to_dlpack_versioned(device(), array, nullptr));
  EXPECT_FALSE(again.view().is_writable());
}

}  // namespace
}  // namespace duet::test
