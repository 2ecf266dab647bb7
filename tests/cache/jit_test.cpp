#include <atomic>
#include <functional>
#include <thread>

#include "support/cache_folder.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// Counters are relative to the beginning of each test.
class JitTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    forget_modules();
    before_ = cache_statistics();
  }

  static Program storing(int value, const std::string& name = "store") {
    return {.name = name,
            .source = "template <int N> __global__ void store(int* x) { x[0] = N; }",
            .kernels = {"store<" + std::to_string(value) + ">"}};
  }

  static int run(const Kernel& kernel) {
    const Stream stream(kernel.device());
    const Buffer<int> result(stream, 1);
    launch(stream, kernel, {{1}, {1}}, result);
    return read(stream, result)[0];
  }
  static int run_jit(const Program& program) {
    return run(jit(device(), program).kernel(program.kernels[0]));
  }
  /// Runs the program without modules in memory, as a new process does.
  static int run_again(const Program& program) {
    forget_modules();
    return run_jit(program);
  }

  std::uint64_t misses() const { return cache_statistics().misses - before_.misses; }
  std::uint64_t disk_hits() const { return cache_statistics().disk_hits - before_.disk_hits; }
  std::uint64_t memory_hits() const { return cache_statistics().memory_hits - before_.memory_hits; }
  std::uint64_t damaged() const { return cache_statistics().damaged - before_.damaged; }
  std::uint64_t bypasses() const { return cache_statistics().bypasses - before_.bypasses; }
  std::uint64_t evicted() const { return cache_statistics().evicted - before_.evicted; }

  CacheFolder folder_{};
  CacheStatistics before_{};
};

TEST_F(JitTest, CompilesOncePerProcess) {
  EXPECT_EQ(run_jit(storing(3)), 3);
  EXPECT_EQ(run_jit(storing(3)), 3);
  EXPECT_EQ(misses(), 1u);
  EXPECT_EQ(memory_hits(), 1u);
  EXPECT_EQ(run_jit(storing(4)), 4);
  EXPECT_EQ(misses(), 2u);
}

TEST_F(JitTest, ALaterProcessReadsTheFolder) {
  EXPECT_EQ(run_jit(storing(3)), 3);
  EXPECT_EQ(run_again(storing(3)), 3);
  EXPECT_EQ(misses(), 1u);
  EXPECT_EQ(disk_hits(), 1u);
  EXPECT_GT(cache_statistics().milliseconds_saved, before_.milliseconds_saved);
  EXPECT_THAT(folder_.warnings(), IsEmpty());
}

TEST_F(JitTest, ARequestFindsItsModule) {
  const JitRequest request(storing(5));
  EXPECT_EQ(run(jit(device(), request).kernel("store<5>")), 5);
  EXPECT_EQ(run(jit(device(), request).kernel("store<5>")), 5);
  EXPECT_EQ(run_jit(storing(5)), 5);
  EXPECT_EQ(misses(), 1u);
  EXPECT_EQ(memory_hits(), 2u);
  forget_modules();
  EXPECT_EQ(run(jit(device(), request).kernel("store<5>")), 5);
  EXPECT_EQ(disk_hits(), 1u);
  EXPECT_EQ(error_of([] { (void)jit(device(), JitRequest()); }).code(), ErrorCode::invalid_handle);
}

TEST_F(JitTest, ABuilderRunsOncePerKey) {
  int built = 0;
  const auto build = [&] {
    ++built;
    return storing(6);
  };
  EXPECT_EQ(run(jit(device(), "six", build).kernel("store<6>")), 6);
  EXPECT_EQ(run(jit(device(), "six", build).kernel("store<6>")), 6);
  EXPECT_EQ(built, 1);
  EXPECT_EQ(run(jit(device(), "another six", build).kernel("store<6>")), 6);
  EXPECT_EQ(built, 2);
  EXPECT_EQ(misses(), 1u);
}

TEST_F(JitTest, AnEmptyBuilderIsAnError) {
  EXPECT_EQ(error_of([] { (void)jit(device(), "no builder", {}); }).code(),
            ErrorCode::invalid_argument);
}

TEST_F(JitTest, ABuilderThatAsksForItsOwnKeyIsAnError) {
  const auto asks = [&]() -> Program {
    (void)jit(device(), "asks for itself", [] { return storing(3); });
    return storing(4);
  };
  const Error error = error_of([&] { (void)jit(device(), "asks for itself", asks); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), testing::HasSubstr("asks for the module itself"));
  EXPECT_EQ(run(jit(device(), "asks for itself", [] { return storing(5); }).kernel("store<5>")), 5);
}

TEST_F(JitTest, ABuilderThatThrewIsCalledAgain) {
  EXPECT_THROW((void)jit(device(), "throws", []() -> Program { throw std::runtime_error("no"); }),
               std::runtime_error);
  EXPECT_EQ(run(jit(device(), "throws", [] { return storing(7); }).kernel("store<7>")), 7);
}

TEST_F(JitTest, AFailureIsNotCached) {
  Program wrong = storing(3);
  wrong.source = "nonsense";
  EXPECT_THROW((void)jit(device(), wrong), CompileError);
  EXPECT_THROW((void)jit(device(), wrong), CompileError);
  EXPECT_EQ(misses(), 2u);
  EXPECT_THAT(folder_.programs(), IsEmpty());
}

TEST_F(JitTest, ThreadsShareOneCompilation) {
  std::vector<std::jthread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&] {
      if (run_jit(storing(8)) == 8) ++right;
    });
  }
  threads.clear();
  EXPECT_EQ(right, 16);
  EXPECT_EQ(misses(), 1u);
}

TEST_F(JitTest, AChangeOfAnyInputIsAMiss) {
  Program program{.name = "many",
                  .source = "#include <value.hpp>\n__global__ void k(int* x) { x[0] = value; }",
                  .kernels = {"k"},
                  .headers = {{"value.hpp", "constexpr int value = 1;"}}};
  EXPECT_EQ(run_again(program), 1);
  EXPECT_EQ(run_again(program), 1);
  EXPECT_EQ(misses(), 1u);
  const auto expect_miss = [&](const char* what) {
    const std::uint64_t before = misses();
    (void)run_again(program);
    EXPECT_EQ(misses(), before + 1) << what;
    (void)run_again(program);
    EXPECT_EQ(misses(), before + 1) << what;
  };
  program.headers = {{"value.hpp", "constexpr int value = 2;"}};
  expect_miss("a header");
  EXPECT_EQ(run_again(program), 2);
  program.source += " ";
  expect_miss("the source");
  program.options.standard = 20;
  expect_miss("the standard");
  program.options.defines = {"A"};
  expect_miss("a macro");
  program.options.fast_math = true;
  expect_miss("fast math");
  program.options.contract = false;
  expect_miss("contraction");
  program.options.line_info = true;
  expect_miss("line information");
  program.name = "other";
  expect_miss("the name");
}

class JitHeaders : public JitTest {
 protected:
  static Program including(const std::string& text,
                           const std::vector<std::filesystem::path>& folders) {
    Program program{.name = "including",
                    .source = text + "\n__global__ void k(int* x) { x[0] = value; }",
                    .kernels = {"k"}};
    for (const std::filesystem::path& folder : folders) {
      program.options.include_dirs.push_back(folder.string());
    }
    return program;
  }

  TemporaryFolder files_{};
};

TEST_F(JitHeaders, AChangedNestedHeaderIsUsed) {
  files_.write("a.hpp", "#include \"b/c.hpp\"\n");
  files_.write("b/c.hpp", "#  /* here */ include \"d.hpp\"\n");
  files_.write("b/d.hpp", "constexpr int value = 1;");
  const Program program = including("#include <a.hpp>", {files_.path()});
  EXPECT_EQ(run_again(program), 1);
  EXPECT_EQ(run_again(program), 1);
  EXPECT_EQ(misses(), 1u);
  files_.write("b/d.hpp", "constexpr int value = 2;");
  EXPECT_EQ(run_again(program), 2);
  EXPECT_EQ(misses(), 2u);
  files_.write("b/d.hpp", "constexpr int value = 1;");
  EXPECT_EQ(run_again(program), 1);
  EXPECT_EQ(misses(), 2u);
}

TEST_F(JitHeaders, AHeaderThatIsEditedWhileTheProcessRunsIsUsed) {
  for (const CacheMode mode : {CacheMode::on, CacheMode::off}) {
    files_.write("value.hpp", "constexpr int value = 1;");
    Program program = including("#include <value.hpp>", {files_.path()});
    program.cache = mode;
    const JitRequest request(program);
    EXPECT_EQ(run_jit(program), 1);
    const std::uint64_t hits = memory_hits();
    EXPECT_EQ(run_jit(program), 1);
    EXPECT_EQ(run(jit(device(), request).kernel("k")), 1);
    EXPECT_EQ(memory_hits(), hits + 2);
    files_.write("value.hpp", "constexpr int value = 2;");
    EXPECT_EQ(run_jit(program), 2);
    files_.write("value.hpp", "constexpr int value = 3;");
    EXPECT_EQ(run(jit(device(), request).kernel("k")), 3);
    std::filesystem::remove(files_.path() / "value.hpp");
    EXPECT_EQ(error_of([&] { (void)jit(device(), program); }).code(), ErrorCode::compile_failed);
  }
}

/// The clock was set back after the header was written, and the time of the file does not change.
TEST_F(JitHeaders, AChangedHeaderWithATimeInTheFutureIsUsed) {
  const std::filesystem::path path = files_.path() / "value.hpp";
  const auto later = std::filesystem::file_time_type::clock::now() + std::chrono::hours(48);
  const Program program = including("#include <value.hpp>", {files_.path()});
  for (const int value : {1, 2, 3}) {
    files_.write("value.hpp", "constexpr int value = " + std::to_string(value) + ";");
    std::filesystem::last_write_time(path, later);
    EXPECT_EQ(run_again(program), value);
    EXPECT_EQ(run_again(program), value);
  }
  EXPECT_EQ(misses(), 3u);
}

TEST_F(JitHeaders, AFileAddedEarlierInThePathIsUsed) {
  files_.write("late/value.hpp", "constexpr int value = 1;");
  files_.write("early/other.hpp", "");
  const Program program =
      including("#include <value.hpp>", {files_.path() / "early", files_.path() / "late"});
  EXPECT_EQ(run_again(program), 1);
  files_.write("early/value.hpp", "constexpr int value = 2;");
  EXPECT_EQ(run_again(program), 2);
  EXPECT_EQ(misses(), 2u);
  std::filesystem::remove(files_.path() / "early" / "value.hpp");
  EXPECT_EQ(run_again(program), 1);
  EXPECT_EQ(misses(), 2u);
}

TEST_F(JitHeaders, AHeaderAddedForHasIncludeIsUsed) {
  const Program program = including(
      "#if __has_include(<maybe.hpp>)\n#include <maybe.hpp>\n#else\nconstexpr int value = 1;\n"
      "#endif",
      {files_.path()});
  EXPECT_EQ(run_again(program), 1);
  files_.write("maybe.hpp", "constexpr int value = 2;");
  EXPECT_EQ(run_again(program), 2);
}

TEST_F(JitHeaders, AMovedFolderIsAHitUnlessTheCodeContainsItsPath) {
  files_.write("one/value.hpp", "constexpr int value = 1;");
  files_.write("two/value.hpp", "constexpr int value = 1;");
  EXPECT_EQ(run_again(including("#include <value.hpp>", {files_.path() / "one"})), 1);
  EXPECT_EQ(run_again(including("#include <value.hpp>", {files_.path() / "two"})), 1);
  EXPECT_EQ(misses(), 1u);
  const std::string text = "constexpr int value = sizeof(__FILE__);";
  files_.write("one/value.hpp", text);
  files_.write("twofold/value.hpp", text);
  const int one = run_again(including("#include <value.hpp>", {files_.path() / "one"}));
  const int two = run_again(including("#include <value.hpp>", {files_.path() / "twofold"}));
  EXPECT_EQ(two, one + 4);
}

TEST_F(JitHeaders, AMovedAssertionIsAMiss) {
  const std::string text =
      "#include <duet/device/assert.hpp>\n"
      "__device__ inline void check(int x) { DUET_ASSERT(x > 0); }\n"
      "constexpr int value = 1;";
  files_.write("one/value.hpp", text);
  files_.write("two/value.hpp", text);
  EXPECT_EQ(run_again(including("#include <value.hpp>", {files_.path() / "one"})), 1);
  EXPECT_EQ(run_again(including("#include <value.hpp>", {files_.path() / "two"})), 1);
  EXPECT_EQ(misses(), 2u);
}

TEST_F(JitHeaders, AComputedIncludeBypassesTheCache) {
  files_.write("value.hpp", "constexpr int value = 1;");
  const Program program = including("#define NAME <value.hpp>\n#include NAME", {files_.path()});
  EXPECT_EQ(run_again(program), 1);
  files_.write("value.hpp", "constexpr int value = 2;");
  EXPECT_EQ(run_again(program), 2);
  EXPECT_EQ(bypasses(), 2u);
}

/// Calls `visit` with truncated texts and with texts that differ from `whole` in one bit. Visits
/// every position in the first 64 bytes, and every `step`-th one after them.
void for_each_damage(const std::string& whole, std::size_t step,
                     const std::function<void(const std::string&)>& visit) {
  constexpr std::size_t head = 64;
  const auto next = [&](std::size_t place) { return place + (place < head ? 1 : step); };
  for (std::size_t size = 0; size < whole.size(); size = next(size)) visit(whole.substr(0, size));
  std::string bytes = whole;
  for (std::size_t place = 0; place < whole.size(); place = next(place)) {
    const char right = bytes[place];
    bytes[place] = static_cast<char>(right ^ (1 << place % 8));
    visit(bytes);
    bytes[place] = right;
  }
  visit(whole + "x");
}

void overwrite(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

TEST_F(JitTest, EveryDamageOfAProgramFileIsDetected) {
  EXPECT_EQ(run_jit(storing(3)), 3);
  ASSERT_EQ(folder_.programs().size(), 1u);
  const std::filesystem::path file = folder_.programs()[0];
  const std::string whole = read_file(file);
  const auto expect_problem = [](std::size_t place) {
    const std::vector<CachedProgram> programs = list_cache();
    ASSERT_EQ(programs.size(), 1u);
    ASSERT_NE(programs[0].problem, "") << place;
  };
  {
    std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
    const auto put = [&](std::size_t place, int value) {
      bytes.seekp(static_cast<std::streamoff>(place)).put(static_cast<char>(value)).flush();
    };
    for (std::size_t place = 0; place < whole.size(); ++place) {
      put(place, whole[place] ^ (1 << place % 8));
      expect_problem(place);
      put(place, whole[place]);
    }
  }
  EXPECT_EQ(list_cache()[0].problem, "");
  for (std::size_t size = whole.size(); size-- != 0;) {
    std::filesystem::resize_file(file, size);
    expect_problem(size);
  }
}

TEST_F(JitTest, ADamagedProgramFileIsReplaced) {
  EXPECT_EQ(run_jit(storing(3)), 3);
  const std::filesystem::path file = folder_.programs()[0];
  const std::string whole = read_file(file);
  for_each_damage(whole, whole.size() / 3, [&](const std::string& bytes) {
    if (bytes.size() % 8 != 0) return;  // each compiles, so only some are tried
    overwrite(file, bytes);
    folder_.remove_direct_entries();
    const std::uint64_t before = damaged();
    ASSERT_EQ(run_again(storing(3)), 3);
    ASSERT_EQ(damaged(), before + 1);
    ASSERT_NE(read_file(file), bytes);
    ASSERT_EQ(list_cache()[0].problem, "");
  });
}

TEST_F(JitTest, ADamagedDirectEntryIsReplacedWithoutCompiling) {
  EXPECT_EQ(run_jit(storing(3)), 3);
  ASSERT_EQ(folder_.direct_entries().size(), 1u);
  const std::filesystem::path file = folder_.direct_entries()[0];
  const std::string whole = read_file(file);
  for_each_damage(whole, 149, [&](const std::string& bytes) {
    overwrite(file, bytes);
    const std::uint64_t before = damaged();
    ASSERT_EQ(run_again(storing(3)), 3);
    ASSERT_EQ(damaged(), before + 1);
    ASSERT_EQ(read_file(file), whole);
  });
  EXPECT_EQ(misses(), 1u);
}

TEST_F(JitTest, AFileOfAnotherProgramIsNotUsed) {
  const auto overwrite_all_with_the_first = [](const std::vector<std::filesystem::path>& files) {
    for (const std::filesystem::path& file : files) {
      if (file == files[0]) continue;
      std::filesystem::copy_file(files[0], file, std::filesystem::copy_options::overwrite_existing);
    }
  };
  EXPECT_EQ(run_jit(storing(3)), 3);
  EXPECT_EQ(run_jit(storing(4)), 4);
  overwrite_all_with_the_first(folder_.direct_entries());
  EXPECT_EQ(run_again(storing(3)), 3);
  EXPECT_EQ(run_again(storing(4)), 4);
  EXPECT_EQ(damaged(), 1u);
  EXPECT_EQ(misses(), 2u);
  folder_.remove_direct_entries();
  overwrite_all_with_the_first(folder_.programs());
  EXPECT_EQ(run_again(storing(3)), 3);
  EXPECT_EQ(run_again(storing(4)), 4);
  EXPECT_EQ(damaged(), 2u);
  EXPECT_EQ(misses(), 3u);
}

TEST_F(JitTest, ALaterProcessNeedsOnlyTheDirectEntry) {
  EXPECT_EQ(run_jit(storing(3)), 3);
  for (const auto& file : std::filesystem::directory_iterator(folder_.path())) {
    if (file.path().extension() != ".direct") std::filesystem::remove(file.path());
  }
  EXPECT_EQ(run_again(storing(3)), 3);
  EXPECT_EQ(disk_hits(), 1u);
  EXPECT_EQ(misses(), 1u);
}

TEST_F(JitTest, TheModesReadAndOffDoNotChangeTheFolder) {
  folder_.use(CacheMode::off);
  EXPECT_EQ(run_again(storing(3)), 3);
  EXPECT_FALSE(std::filesystem::exists(folder_.path()));
  folder_.use(CacheMode::on);
  EXPECT_EQ(run_again(storing(3)), 3);
  folder_.use(CacheMode::read);
  EXPECT_EQ(run_again(storing(3)), 3);
  EXPECT_EQ(run_again(storing(4)), 4);
  EXPECT_EQ(disk_hits(), 1u);
  EXPECT_EQ(folder_.programs().size(), 1u);
}

TEST_F(JitTest, OnlyTheUserHasAccessToTheFolder) {
  EXPECT_EQ(run_jit(storing(3)), 3);
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(folder_.path()).permissions(), perms::owner_all);
  for (const std::filesystem::path& file : folder_.programs()) {
    EXPECT_EQ(std::filesystem::status(file).permissions(), perms::owner_read | perms::owner_write);
  }
}

TEST_F(JitTest, AFolderWritableByOthersIsRefused) {
  std::filesystem::create_directory(folder_.path());
  std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
  EXPECT_EQ(run_jit(storing(3)), 3);
  EXPECT_EQ(run_again(storing(3)), 3);
  EXPECT_EQ(misses(), 2u);
  EXPECT_THAT(folder_.programs(), IsEmpty());
  ASSERT_THAT(folder_.warnings(), testing::SizeIs(1));
  EXPECT_THAT(folder_.warnings()[0], HasSubstr("other users can write to"));
}

TEST_F(JitTest, KernelsWorkWithAFileInPlaceOfTheFolder) {
  std::ofstream(folder_.path()) << "a file";
  EXPECT_EQ(run_jit(storing(3)), 3);
  EXPECT_THAT(folder_.warnings(), testing::SizeIs(1));
}

TEST_F(JitTest, ARemovedFolderIsCreatedAgain) {
  EXPECT_EQ(run_jit(storing(3)), 3);
  std::filesystem::remove_all(folder_.path());
  EXPECT_EQ(run_again(storing(3)), 3);
  EXPECT_EQ(run_again(storing(4)), 4);
  EXPECT_EQ(run_again(storing(4)), 4);
  EXPECT_GE(disk_hits(), 1u);
}

TEST_F(JitTest, LinksInTheFolderAreNotFollowed) {
  EXPECT_EQ(run_jit(storing(3)), 3);
  const TemporaryFolder elsewhere;
  const auto move = [&](const std::filesystem::path& file) {
    const std::filesystem::path target = elsewhere.path() / file.filename();
    std::filesystem::rename(file, target);
    std::filesystem::create_symlink(target, file);
  };
  move(folder_.programs()[0]);
  move(folder_.direct_entries()[0]);
  EXPECT_EQ(run_again(storing(3)), 3);
  EXPECT_EQ(disk_hits(), 0u);
}

TEST_F(JitTest, TheFolderKeepsItsMaximumSize) {
  EXPECT_EQ(run_jit(storing(0)), 0);
  const std::uint64_t one = std::filesystem::file_size(folder_.programs()[0]);
  folder_.use(CacheMode::on, 5 * one);
  for (int i = 1; i < 12; ++i) EXPECT_EQ(run_again(storing(i)), i);
  EXPECT_LE(folder_.programs().size(), 5u);
  EXPECT_GE(folder_.programs().size(), 2u);
  EXPECT_GT(evicted(), 0u);
  EXPECT_EQ(run_again(storing(11)), 11);
  EXPECT_EQ(disk_hits(), 1u);
}

TEST_F(JitTest, TheFolderCanBeListedAndCleared) {
  EXPECT_EQ(run_jit(storing(3, "three")), 3);
  EXPECT_EQ(run_jit(storing(4, "four")), 4);
  std::vector<CachedProgram> programs = list_cache();
  ASSERT_EQ(programs.size(), 2u);
  std::ranges::sort(programs, {}, &CachedProgram::name);
  EXPECT_EQ(programs[0].name, "four");
  EXPECT_THAT(programs[0].kernels, testing::ElementsAre("store<4>"));
  EXPECT_THAT(programs[0].problem, IsEmpty());
  EXPECT_GT(programs[0].milliseconds, 0);
  std::ofstream(folder_.path() / programs[1].file) << "damage";
  for (const CachedProgram& program : list_cache()) {
    EXPECT_EQ(program.problem.empty(), program.name == "four");
  }
  EXPECT_EQ(clear_cache(), 2u);
  EXPECT_THAT(list_cache(), IsEmpty());
  EXPECT_EQ(run_again(storing(3)), 3);
}

TEST_F(JitTest, PrepareCompilesAListAndReportsFailures) {
  std::vector<Program> programs;
  for (int i = 0; i < 6; ++i) programs.push_back(storing(20 + i, "p" + std::to_string(i)));
  programs[3].source = "nonsense";
  std::vector<std::size_t> steps;
  const std::vector<PrepareFailure> failures =
      prepare(device(), programs, 3, [&](const PrepareProgress& progress) {
        EXPECT_EQ(progress.total, 6u);
        steps.push_back(progress.done);
      });
  EXPECT_THAT(steps, testing::ElementsAre(1, 2, 3, 4, 5, 6));
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].index, 3u);
  EXPECT_EQ(failures[0].error.code(), ErrorCode::compile_failed);
  EXPECT_EQ(run_jit(programs[5]), 25);
  EXPECT_EQ(misses(), 6u);
}

TEST_F(JitTest, PrepareStopsWhenItsCallbackThrows) {
  std::vector<Program> programs;
  for (int i = 0; i < 4; ++i) programs.push_back(storing(30 + i));
  EXPECT_THROW((void)prepare(device(), programs, 1,
                             [](const PrepareProgress&) { throw std::runtime_error("enough"); }),
               std::runtime_error);
  EXPECT_EQ(misses(), 1u);
}

}  // namespace
}  // namespace duet::test
