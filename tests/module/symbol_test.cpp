// Access to variables of modules by name.

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

const char* const symbols_source = R"(
  struct Limits { float low, high; };
  __constant__ float scale = 1.5f;
  __device__ int counter;
  namespace ns {
  __constant__ float table[4];
  namespace inner { __device__ Limits limits = {-1.0f, 1.0f}; }
  }
  extern "C" {
  __device__ unsigned long long total;
  }
  extern "C" __global__ void use(float* out) {
    const int i = threadIdx.x;
    atomicAdd(&counter, 1);
    atomicAdd(&total, 2ull);
    const float value = scale * ns::table[i % 4];
    out[i] = value < ns::inner::limits.high ? value : ns::inner::limits.high;
    if (i == 0) ns::inner::limits.low = value;
  })";

class SymbolTest : public DeviceTest {
 protected:
  static Module module() { return Module(device(), compile({.source = symbols_source}, device())); }
};

TEST_F(SymbolTest, VariablesAreWrittenAndRead) {
  const Stream stream(device());
  const Module loaded = module();
  const Buffer<float> out(device(), 8);
  const std::vector<float> table{10, 20, 30, 40};
  const std::vector<float> limits{0, 55};
  const auto target = loaded.symbol<float>("ns::table");
  EXPECT_EQ(target.size(), 4u);
  copy(stream, target, table);
  copy(stream, loaded.symbol<float>("ns::inner::limits"), limits);
  fill(stream, loaded.symbol<int>("counter"), 100);
  launch(stream, loaded.kernel("use"), {{1}, {8}}, out);
  EXPECT_THAT(read(stream, out), ElementsAre(15, 30, 45, 55, 15, 30, 45, 55));

  std::vector<int> counter(1);
  std::vector<unsigned long long> total(1);
  std::vector<float> after(2);
  copy(device(), counter, loaded.symbol<int>("counter"));
  copy(device(), total, loaded.symbol<unsigned long long>("total"));
  copy(device(), after, loaded.symbol<float>("ns::inner::limits"));
  EXPECT_EQ(counter[0], 108);
  EXPECT_EQ(total[0], 16u);
  EXPECT_THAT(after, ElementsAre(15, 55));
}

TEST_F(SymbolTest, ConstantsChangeBetweenLaunches) {
  const Stream stream(device());
  const Module loaded = module();
  const Buffer<float> out(device(), 8);
  fill(stream, loaded.symbol<float>("ns::table"), 0.25f);
  for (const float scale : {1.0f, 2.0f, 3.0f}) {
    fill(stream, loaded.symbol<float>("scale"), scale);
    launch(stream, loaded.kernel("use"), {{1}, {8}}, out);
    EXPECT_THAT(read(stream, out), Each(scale / 4));
  }
}

TEST_F(SymbolTest, EachModuleHasItsOwnVariables) {
  const Stream stream(device());
  const Module one = module();
  const Module other = module();
  EXPECT_NE(one.symbol("counter").data(), other.symbol("counter").data());
  const Buffer<float> out(device(), 8);
  fill(stream, one.symbol<int>("counter"), 0);
  fill(stream, other.symbol<int>("counter"), 0);
  launch(stream, one.kernel("use"), {{1}, {8}}, out);
  stream.synchronize();
  std::vector<int> counter(1);
  copy(device(), counter, other.symbol<int>("counter"));
  EXPECT_EQ(counter[0], 0);
}

TEST_F(SymbolTest, NamesMayBeWrittenAsInTheSource) {
  const Module loaded = module();
  const std::byte* const table = loaded.symbol("ns::table").data();
  EXPECT_EQ(loaded.symbol("&ns::table").data(), table);
  EXPECT_EQ(loaded.symbol("::ns :: table").data(), table);
  EXPECT_EQ(loaded.symbol("_ZN2ns5tableE").data(), table);
  EXPECT_EQ(loaded.symbol("ns::table").size(), 16u);
}

TEST_F(SymbolTest, InstancesOfTemplatesHaveTheNamesThatErrorsList) {
  if (std::string_view(backend_name()) == "CUDA") {
    GTEST_SKIP() << "in NVRTC's code instances of variable templates are local symbols";
  }
  const Module loaded(device(), compile({.source = R"(
    namespace ns { template <typename T, int n> __device__ T table[n]; }
    template <typename T> __constant__ T offset = 3;
    extern "C" __global__ void use(int* out) {
      out[0] = ns::table<int, 4>[1] + offset<int>;
    })"},
                                        device()));
  const std::string text = error_of([&] { (void)loaded.symbol("none"); }).what();
  if (text.find("it has") == std::string::npos) GTEST_SKIP() << "the code lists no variables";
  EXPECT_THAT(text, HasSubstr("ns::table<int, 4>, offset<int>"));
  const Stream stream(device());
  const auto table = loaded.symbol<int>("ns::table<int, 4>");
  EXPECT_EQ(table.size(), 4u);
  EXPECT_EQ(loaded.symbol<int>("ns::table<int,4>").data(), table.data());
  fill(stream, table, 5);
  const Buffer<int> out(device(), 1);
  launch(stream, loaded.kernel("use"), {}, out);
  EXPECT_THAT(read(stream, out), ElementsAre(8));
  fill(stream, loaded.symbol<int>("offset<int>"), 4);
  launch(stream, loaded.kernel("use"), {}, out);
  EXPECT_THAT(read(stream, out), ElementsAre(9));
}

TEST_F(SymbolTest, AnUnknownNameListsTheExistingOnes) {
  const Module loaded = module();
  for (const char* name : {"tables", "ns::scale", "use", "", "&", "ns::"}) {
    const Error error = error_of([&] { (void)loaded.symbol(name); });
    EXPECT_EQ(error.code(), ErrorCode::unknown_symbol) << name;
    EXPECT_THAT(error.what(), AllOf(HasSubstr(name), HasSubstr("no variable")));
    // Not every code format lists its variables.
    if (std::string(error.what()).find("it has") == std::string::npos) continue;
    EXPECT_THAT(error.what(), HasSubstr("counter, ns::inner::limits, ns::table, scale, total"));
  }
  EXPECT_EQ(loaded.symbol("counter").size(), 4u);
}

TEST_F(SymbolTest, TheSizeMustFitTheType) {
  const Module loaded = module();
  const Error error = error_of([&] { (void)loaded.symbol<double>("counter"); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("counter"), HasSubstr("4"), HasSubstr("8")));
  EXPECT_EQ(error_of([] { (void)Module().symbol("x"); }).code(), ErrorCode::invalid_handle);
}

}  // namespace
}  // namespace duet::test
