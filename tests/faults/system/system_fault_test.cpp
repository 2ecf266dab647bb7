// The k-th system call of this process fails, for k = 1, 2, … until the operation makes fewer, in
// each way in which that call can fail. The library that makes calls fail is preloaded.

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <iostream>
#include <set>

#include "call_sampling.hpp"
#include "failing_calls.hpp"
#include "support/cache_folder.hpp"
#include "support/device_test.hpp"
#include "support/environment.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

namespace fs = std::filesystem;
using Values = std::vector<int>;

Program program() {
  return {.name = "system.cu",
          .source =
              "#include <duet/device/kernel.hpp>\n"
              "__global__ void k(int* x) {\n"
              "  __shared__ int room[32];\n"
              "  room[threadIdx.x] = x[threadIdx.x];\n"
              "  duet::barrier();\n"
              "  x[threadIdx.x] = 3 * room[31 - threadIdx.x]; }\n",
          .kernels = {"k"}};
}

Values run(const Kernel& kernel) {
  const Device device(0);
  const Stream stream(device);
  const Buffer<int> x(device, 32);
  fill(stream, x, 7);
  launch(stream, kernel, {.grid = {1}, .block = {32}}, x);
  return read(stream, x);
}

Values run_compiled() {
  const Module module(Device(0), compile(program(), Device(0)));
  return run(module.kernel("k"));
}
Values run_jit() { return run(jit(Device(0), program()).kernel("k")); }

/// Replaces the content of every cache file.
void damage(const CacheFolder& cache) {
  for (const fs::directory_entry& file : fs::directory_iterator(cache.path())) {
    if (!file.is_regular_file() || fs::file_size(file) == 0) continue;
    std::ofstream(file.path(), std::ios::binary) << "damaged";
  }
}

void remove_files(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    fs::remove_all(entry.path());
  }
}

struct SystemScenario {
  const char* name;
  std::function<void(const CacheFolder&)> prepare;  ///< before each run
  std::function<Values()> operation;
  bool is_quick = false;  ///< the operation compiles nothing
};

void forget(const CacheFolder&) { forget_modules(); }
void empty_cache(const CacheFolder& cache) {
  forget_modules();
  if (fs::exists(cache.path())) remove_files(cache.path());
}
/// Compiles once, and copies the files from then on.
void fill_cache(const CacheFolder& cache) {
  const fs::path filled = cache.path().string() + "-filled";
  empty_cache(cache);
  if (fs::exists(filled)) {
    fs::copy(filled, cache.path(), fs::copy_options::recursive);
  } else {
    (void)run_jit();
    fs::copy(cache.path(), filled, fs::copy_options::recursive);
  }
  forget_modules();
}

const std::vector<SystemScenario>& scenarios() {
  static const std::vector<SystemScenario> all{
      {"Compile", forget, run_compiled},
      {"CompileForDebuggers", forget,
       [] {
         Program debugged = program();
         debugged.options.debug = true;
         return run(Module(Device(0), compile(debugged, Device(0))).kernel("k"));
       }},
      {"CacheMiss", empty_cache, run_jit},
      {"CacheHit", forget, run_jit, true},
      {"DamagedCache",
       [](const CacheFolder& cache) {
         fill_cache(cache);
         damage(cache);
       },
       run_jit},
      {"FullCache",
       [](const CacheFolder& cache) {
         fill_cache(cache);
         cache.remove_direct_entries();
       },
       run_jit, true},
      {"ListAndClear", fill_cache,
       [] {
         (void)list_cache();
         (void)clear_cache();
         return Values{static_cast<int>(list_cache().size())};
       },
       true},
      {"Cooperative", forget,
       [] {
         const Device device(0);
         static const Kernel kernel = make_kernel(
             device, "__global__ void k(int* x) { x[blockIdx.x * 8 + threadIdx.x] = 4; }", "k");
         // One block more each time, so that threads are started.
         static std::size_t blocks = 4;
         ++blocks;
         const Stream stream(device);
         const Buffer<int> x(device, blocks * 8);
         launch(stream, kernel,
                {.grid = {static_cast<unsigned>(blocks)}, .block = {8}, .cooperative = true}, x);
         Values values = read(stream, x);
         values.resize(32);
         return values;
       },
       true},
      {"Standby", empty_cache,
       [] {
         set_compiler_standby(true);
         Values values = run_compiled();
         set_compiler_standby(false);
         return values;
       }},
  };
  return all;
}

/// What the descriptors of this process refer to.
std::multiset<std::string> open_files() {
  std::multiset<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code gone;  // the descriptor of this listing
    const fs::path target = fs::read_symlink(entry.path(), gone);
    if (!gone && target.string().find("/proc/") != 0) found.insert(target.string());
  }
  return found;
}

std::vector<std::string> files_in(const fs::path& folder, const std::string& prefix = "") {
  std::vector<std::string> names;
  if (!fs::exists(folder)) return names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix)) names.push_back(name);
  }
  return names;
}

bool has_zombie() {
  siginfo_t state{};
  return waitid(P_ALL, 0, &state, WEXITED | WNOHANG | WNOWAIT) == 0 && state.si_pid != 0;
}

/// The preloaded library's functions.
struct FailingCalls {
  template <typename F>
  static F* find(const char* name) {
    return reinterpret_cast<F*>(dlsym(RTLD_DEFAULT, name));
  }
  decltype(&duet_fail_system_call) start =
      find<decltype(duet_fail_system_call)>("duet_fail_system_call");
  decltype(&duet_stop_failing) stop = find<decltype(duet_stop_failing)>("duet_stop_failing");
};
const FailingCalls& failing_calls() {
  static const FailingCalls calls;
  return calls;
}

/// Ends the test program with the name of the call if an operation hangs.
void end_hanging_program(int) {
  const duet_test::FailedCall call = failing_calls().stop();
  constexpr char text[] = "hangs after the failure of ";
  (void)::write(STDERR_FILENO, text, sizeof(text) - 1);
  (void)::write(STDERR_FILENO, call.name, std::strlen(call.name));
  (void)::write(STDERR_FILENO, "\n", 1);
  _exit(3);
}

class SystemFaultTest : public testing::TestWithParam<SystemScenario> {
 protected:
  void SetUp() override {
    if (const auto why = Device::unavailable_reason()) GTEST_SKIP() << why->what();
    if (failing_calls().start == nullptr) GTEST_SKIP() << "libduet_failing_calls is not preloaded";
    set_log_handler([](LogLevel, std::string_view) {});
    (void)signal(SIGALRM, end_hanging_program);
  }
  void TearDown() override { set_log_handler({}); }

  void check(const Values& values) const { EXPECT_EQ(values, expected_); }

  /// @returns the call that failed
  duet_test::FailedCall run_with_failure(long number, unsigned choice) {
    GetParam().prepare(cache_);
    std::multiset<std::string> may_be_open = open_files();
    // The cache closes its folder after an error, and the next use opens it again.
    if (may_be_open.count(cache_.path().string()) == 0) may_be_open.insert(cache_.path().string());
    std::string text;
    bool has_thrown = false;
    alarm(60);
    failing_calls().start(number, choice);
    try {
      const Values values = GetParam().operation();
      const duet_test::FailedCall call = failing_calls().stop();
      check(values);
      failed_ = call;
    } catch (const std::exception& error) {
      failed_ = failing_calls().stop();
      has_thrown = true;
      text = error.what();
      const bool is_announced = dynamic_cast<const Error*>(&error) != nullptr ||
                                dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
      EXPECT_TRUE(is_announced) << "a foreign exception: " << text;
      EXPECT_FALSE(text.empty());
      EXPECT_NE(failed_.name[0], '\0') << "throws without a failed call: " << text;
      if (failed_.name + std::string(GetParam().name) == "pthread_createCooperative") {
        EXPECT_THAT(text, testing::AllOf(testing::HasSubstr("the system refuses the threads"),
                                         testing::HasSubstr("ulimit -u")));
      }
    }
    set_compiler_standby(false);
    ++runs_;
    alarm(60);
    if (has_thrown || runs_ % 4 == 0) {
      forget_modules();
      check(GetParam().operation());  // the same again
    }
    // What could not be removed is removed by the next compilation.
    if (!files_in(temporary_.path(), "duet-work-").empty()) check(run_compiled());
    alarm(0);
    const std::multiset<std::string> open = open_files();
    for (const std::string& file : open)
      EXPECT_LE(open.count(file), may_be_open.count(file)) << file;
    EXPECT_THAT(files_in(temporary_.path(), "duet-work-"), testing::IsEmpty());
    EXPECT_THAT(files_in(cache_.path(), "tmp-"), testing::IsEmpty());
    EXPECT_FALSE(has_zombie());
    return failed_;
  }

  TemporaryFolder temporary_{};
  ScopedVariable variable_{"TMPDIR", temporary_.path().string()};
  CacheFolder cache_{};
  Values expected_{};
  duet_test::FailedCall failed_{};
  unsigned runs_ = 0;
};

TEST_P(SystemFaultTest, LeavesNothingBrokenBehind) {
  const SystemScenario& scenario = GetParam();
  scenario.prepare(cache_);
  (void)scenario.operation();
  scenario.prepare(cache_);
  expected_ = scenario.operation();
  const long step = tries_all_calls() || scenario.is_quick ? 1 : 23;
  const long calls = fail_calls(
      step, [&](long number, unsigned choice) { return run_with_failure(number, choice); });
  EXPECT_GT(runs_, 1u);
  std::cout << "  " << scenario.name << ": about " << calls << " system calls, " << runs_
            << " runs\n";
}

INSTANTIATE_TEST_SUITE_P(Scenarios, SystemFaultTest, testing::ValuesIn(scenarios()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace duet::test
