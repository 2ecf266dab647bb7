// duet export-cases and check-cases: exported cases pass, changed or damaged ones fail.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <duet/compile.hpp>
#include <duet/kernel.hpp>

#include "cases/folder.hpp"
#include "cases/gallery.hpp"
#include "cases_fixture.hpp"

namespace {

using duet::tool::CaseFolder;

const std::size_t all = duet::tool::case_gallery().size();

std::string tally(std::size_t passed, std::size_t failed, std::size_t skipped) {
  return std::to_string(all) + " cases: " + std::to_string(passed) + " passed, " +
         std::to_string(failed) + " failed, " + std::to_string(skipped) + " without code";
}

class GalleryCases : public CasesCommand {
 protected:
  /// Writes cases without code, as if another backend had computed their results.
  void write_without_device() const {
    CaseFolder folder{.origin = {"another", "a device", "somewhere"}, .cases = {}};
    for (duet::tool::Case& what : duet::tool::case_gallery())
      folder.cases.push_back({std::move(what), {}});
    duet::tool::write_cases(folder_ / "cases", folder);
  }
};

TEST_F(GalleryCases, NamesAreUniqueAndValidFileNames) {
  std::set<std::string> names;
  for (const duet::tool::Case& what : duet::tool::case_gallery()) {
    EXPECT_TRUE(names.insert(what.name).second) << what.name;
    EXPECT_EQ(what.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string::npos);
    EXPECT_FALSE(what.about.empty()) << what.name;
  }
}

TEST_F(GalleryCases, ExportedCasesPass) {
  NEEDS_DEVICE();
  expect_result(
      duet({"export-cases", "cases"}), 0,
      {"wrote " + std::to_string(all) + " cases", "backend " + std::string(duet::backend_name())});
  for (const char* name : {"cases/index.json", "cases/source/saxpy.cu", "cases/data/saxpy.1.npy",
                           "cases/data/saxpy.2.expected.npy"})
    EXPECT_TRUE(exists(name)) << name;
  EXPECT_FALSE(exists("cases/data/saxpy.1.expected.npy")) << "it is only read";
  expect_result(duet({"check-cases", "cases"}), 0,
                {"pass  integers", "pass  saxpy", "pass  wave_sums", tally(all, 0, 0)});
  expect_result(duet({"export-cases", "cases"}), 0, {"wrote"});
  expect_result(duet({"check-cases", "cases"}), 0, {tally(all, 0, 0)});
}

TEST_F(GalleryCases, AFlippedByteIsReported) {
  NEEDS_DEVICE();
  expect_result(duet({"export-cases", "cases"}), 0, {});
  flip_last_byte("cases/data/histogram.1.expected.npy");
  expect_result(duet({"check-cases", "cases"}), 1,
                {"FAIL  histogram",
                 "argument 1: 1 of 32 elements differ, first [31]: ", tally(all - 1, 1, 0)});
  flip_last_byte("cases/data/doubles.0.npy");  // an argument that is only read
  expect_result(
      duet({"check-cases", "cases"}), 1,
      {"FAIL  histogram", "FAIL  doubles", "argument 1: 1 of 1000", tally(all - 2, 2, 0)});
}

TEST_F(GalleryCases, DamagedCodeFailsOnlyItsCase) {
  NEEDS_DEVICE();
  expect_result(duet({"export-cases", "cases"}), 0, {});
  const std::string name = file("cases/code/doubles.");
  write(name, read(name).substr(0, 100));
  expect_result(duet({"check-cases", "cases"}), 1,
                {"FAIL  doubles", "truncated", "pass  histogram", tally(all - 1, 1, 0)});
}

TEST_F(GalleryCases, FailsIfAllCasesAreSkipped) {
  NEEDS_DEVICE();
  write_without_device();
  expect_result(duet({"check-cases", "cases"}), 1, {"skip  saxpy: no code for", tally(0, 0, all)});
}

TEST_F(GalleryCases, AddsCodeToResultsOfAnotherBackend) {
  write_without_device();
  const std::vector<std::string> known = duet::supported_architectures();
  const std::string first = known.back();
  const std::string second = known[known.size() / 2];
  expect_result(duet({"export-cases", "cases", "--arch", first, "--arch", second}), 0,
                {"for " + first + ", " + second, "expected results from a device (somewhere)",
                 "backend another"});
  const CaseFolder folder = duet::tool::read_cases(folder_ / "cases");
  EXPECT_EQ(folder.origin.device, "a device");
  ASSERT_EQ(folder.cases.size(), all);
  for (const duet::tool::StoredCase& stored : folder.cases) {
    std::set<std::string> architectures;
    for (const duet::tool::CaseCode& code : stored.code) {
      architectures.insert(code.architecture);
      const auto kernels = duet::read_kernels(code.bytes.get());
      EXPECT_NE(std::ranges::find(kernels, code.lowered_name, &duet::KernelInfo::name),
                kernels.end())
          << code.lowered_name;
    }
    EXPECT_EQ(architectures, (std::set<std::string>{first, second})) << stored.what.name;
  }
}

TEST_F(GalleryCases, WithoutADeviceSuggestsTheCpuBackend) {
  if (duet::Device::count() > 0) GTEST_SKIP() << "there is a device";
  expect_result(duet({"export-cases", "cases"}), 1, {"no device", "with the CPU backend first"});
  EXPECT_FALSE(exists("cases/index.json"));
}

TEST_F(GalleryCases, RefusesCasesOfAnotherVersion) {
  write_without_device();
  write("cases/source/saxpy.cu", "// another kernel\n");
  expect_result(duet({"export-cases", "cases"}), 2, {"another version of duet", "cases"});
}

TEST_F(GalleryCases, ReportsADamagedFolder) {
  expect_result(duet({"check-cases", "nowhere"}), 2, {"nowhere/index.json"});
  write_without_device();
  const auto refused = [&](const std::string& old, const std::string& text,
                           const std::string& reason) {
    const std::string index = read("cases/index.json");
    replace("cases/index.json", old, text);
    expect_result(duet({"check-cases", "cases"}), 2, {"cases/index.json", reason});
    write("cases/index.json", index);
  };
  refused("{", "[", "parse error");
  refused("\"version\": 2", "\"version\": 1", "version 2");
  refused("\"data/saxpy.1.npy\"", "\"../saxpy.1.npy\"", "not a file inside the folder");
  refused("\"data/saxpy.1.npy\"", "\"/etc/passwd\"", "not a file inside the folder");
  refused("\"data/saxpy.1.npy\"", "\"data/absent.npy\"", "absent.npy");
  refused("\"scalar\": \"f32:1.7\"", "\"scalar\": \"in:x.npy\"", "not a scalar");
  refused("\"scalar\": \"f32:1.7\"", "\"scalar\": \"f32:1.8\"", "does not have the bytes");
  refused("\"bytes\": \"e8030000\"", "\"bytes\": \"e80\"", "two hexadecimal digits per byte");
  refused("\"type\": \"u32\"", "\"type\": \"u33\"", "not an element type");
  refused("\"kernel\": ", "\"colonel\": ", "kernel");
}

}  // namespace
