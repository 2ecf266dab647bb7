// Offload bundles: AMD's container of code objects for several architectures.

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* source = "extern \"C\" __global__ void store(int* x) { x[0] = VALUE; }";

std::vector<std::byte> code_for(const std::string& architecture, int value) {
  return compile({.source = source, .options = {.defines = {"VALUE=" + std::to_string(value)}}},
                 architecture)
      .bytes;
}

struct Entry {
  std::string id;
  std::vector<std::byte> code;
};

void append(std::vector<std::byte>& bytes, std::string_view text) {
  for (const char c : text) bytes.push_back(static_cast<std::byte>(c));
}

void append(std::vector<std::byte>& bytes, std::uint64_t number) {
  for (int shift = 0; shift < 64; shift += 8) {
    bytes.push_back(static_cast<std::byte>(number >> shift & 0xff));
  }
}

/// Writes a bundle in the layout of LLVM's "Clang Offload Bundler".
std::vector<std::byte> bundle_of(const std::vector<Entry>& entries) {
  constexpr std::size_t page = 4096;
  std::vector<std::byte> bytes;
  append(bytes, "__CLANG_OFFLOAD_BUNDLE__");
  append(bytes, entries.size());
  std::size_t place = page;
  for (const Entry& entry : entries) {
    append(bytes, place);
    append(bytes, entry.code.size());
    append(bytes, entry.id.size());
    append(bytes, entry.id);
    place += (entry.code.size() + page - 1) / page * page;
  }
  for (const Entry& entry : entries) {
    bytes.resize((bytes.size() + page - 1) / page * page);
    bytes.insert(bytes.end(), entry.code.begin(), entry.code.end());
  }
  return bytes;
}

Entry entry_for(const std::string& architecture, int value) {
  return {"hipv4-amdgcn-amd-amdhsa--" + architecture, code_for(architecture, value)};
}

const Entry host{"host-x86_64-unknown-linux--", {}};

TEST(Bundle, ItsKernelsAreRead) {
  const std::vector<KernelInfo> kernels =
      read_kernels(bundle_of({host, entry_for("gfx906", 1), entry_for("gfx1030", 2)}));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "store");
  EXPECT_THAT(kernels[0].parameter_bytes, testing::Optional(testing::ElementsAre(8)));
}

TEST(Bundle, ABundleWithoutCodeForAmdIsRefused) {
  EXPECT_THAT(error_of([] { (void)read_kernels(bundle_of({host})); }).what(),
              HasSubstr("no code for an AMD GPU"));
}

TEST(Bundle, EveryTruncationIsALoadError) {
  const std::vector<std::byte> whole = bundle_of({host, entry_for("gfx906", 1)});
  for (std::size_t size = 1; size < whole.size(); size += size < 200 ? 1 : 997) {
    EXPECT_THROW((void)read_kernels(std::span(whole).first(size)), LoadError) << size;
  }
}

using BundleTest = DeviceTest;

TEST_F(BundleTest, LoadsTheCodeForTheDevice) {
  const std::string own = device().info().architecture;
  const std::string other = own.starts_with("gfx906") ? "gfx908" : "gfx906";
  const Module module(device(), bundle_of({host, entry_for(other, 1), entry_for(own, 2)}));
  const Stream stream(device());
  const Buffer<int> result(stream, 1);
  launch(stream, module.kernel("store"), {{1}, {1}}, result);
  EXPECT_EQ(read(stream, result)[0], 2);
}

TEST_F(BundleTest, PrefersTheEntryThatSpecifiesTheFeatures) {
  const std::string own = device().info().architecture;
  const std::size_t colon = own.find(':');
  if (colon == std::string::npos) GTEST_SKIP() << own << " has no features";
  std::string opposite = own;
  opposite.back() = own.back() == '+' ? '-' : '+';
  const std::string any = own.substr(0, colon);
  const auto result_of = [&](const std::vector<Entry>& entries) {
    const Module module(device(), bundle_of(entries));
    const Stream stream(device());
    const Buffer<int> result(stream, 1);
    launch(stream, module.kernel("store"), {{1}, {1}}, result);
    return read(stream, result)[0];
  };
  const Entry settled = entry_for(own, 1), open = entry_for(any, 2), other = entry_for(opposite, 3);
  EXPECT_EQ(result_of({open, other, settled}), 1);
  EXPECT_EQ(result_of({settled, open}), 1);
  EXPECT_EQ(result_of({other, open}), 2);
  EXPECT_THAT(error_of([&] { (void)Module(device(), bundle_of({other})); }).what(),
              HasSubstr("only for " + opposite));
}

TEST_F(BundleTest, AnErrorListsTheArchitecturesOfTheBundle) {
  const std::string own = device().info().architecture;
  std::vector<Entry> entries{host};
  for (const char* name : {"gfx906", "gfx908", "gfx1010"}) {
    if (!own.starts_with(name)) entries.push_back(entry_for(name, 1));
  }
  const Error error = error_of([&] { (void)Module(device(), bundle_of(entries)); });
  EXPECT_EQ(error.code(), ErrorCode::load_failed);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("no code for " + own), HasSubstr(entries.back().id.substr(26))));
}

}  // namespace
}  // namespace duet::test
