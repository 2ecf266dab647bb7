// NCCL's entry points for ranks of one process on a driver whose devices have host memory
// (README.md).
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <duet/error.hpp>

#include "engine/color_members.hpp"
#include "local/local_group.hpp"
#include "nccl/library/nccl_types.hpp"

namespace duet::detail {

/// What NCCL releases at once: the ranks of a communicator.
struct RanksTogether {
  explicit RanksTogether(std::shared_ptr<LocalGroup> group_) : group(std::move(group_)) {}

  std::shared_ptr<LocalGroup> group;
  std::atomic<int> calls{0};  ///< in progress
  std::atomic<int> ended{0};
};

/// What the handle of a communicator points to.
struct NcclHandle {
  NcclHandle(std::shared_ptr<RanksTogether>&& ranks_, int rank_)
      : ranks(std::move(ranks_)), group(ranks->group), rank(rank_) {}

  std::shared_ptr<RanksTogether> ranks;
  std::shared_ptr<LocalGroup> group;
  int rank;
  std::atomic<NcclStatus> error{NcclStatus::success};
  std::atomic<NcclHandle*> unmade_part{nullptr};  ///< of a split that failed
  std::atomic<bool> has_ended{false};
};

namespace {

using Kind = CollectiveKind;
using HostFunction = void (*)(void*);

constexpr std::chrono::hours no_timeout{1};

/// Ends the process unless it uses a communicator in a way that NCCL survives.
void require(bool is_right, const char* rule) {
  if (is_right) return;
  (void)std::fprintf(stderr, "stub of NCCL: %s\n", rule);
  std::abort();
}

struct Work {
  NcclHandle* comm;
  Calls calls;
};

/// The calls of this thread since the group began, by communicator and stream.
struct Group {
  int depth = 0;
  std::map<std::pair<NcclHandle*, void*>, Calls> calls{};
};
thread_local Group open_group;

void run(void* data) {
  const Work& work = *static_cast<const Work*>(data);
  try {
    work.comm->group->run(work.comm->rank, work.calls);
  } catch (const Error&) {
    work.comm->error = NcclStatus::remote_error;
  }
}

/// The driver's function that calls a host function in a stream. Its type has pointers to the
/// driver's own types, which UndefinedBehaviorSanitizer compares.
#ifdef __clang__
__attribute__((no_sanitize("function")))
#endif
int launch_host_function(void* stream, HostFunction function, void* data) {
  using Launch = int (*)(void*, HostFunction, void*);
  static const Launch launch = [] {
    void* const driver = dlopen(std::getenv("DUET_DRIVER_LIBRARY"), RTLD_NOW | RTLD_NOLOAD);
    void* symbol = dlsym(driver, "cuLaunchHostFunc");
    if (symbol == nullptr) symbol = dlsym(driver, "hipLaunchHostFunc");
    return reinterpret_cast<Launch>(symbol);
  }();
  return launch(stream, function, data);
}

/// Graphs repeat the work: it is kept.
NcclStatus launch(NcclHandle* comm, void* stream, Calls calls) {
  static std::mutex mutex;
  static auto& all = *new std::deque<Work>;
  const std::unique_lock lock(mutex);
  Work& work = all.emplace_back(Work{comm, std::move(calls)});
  const int status = launch_host_function(stream, &run, &work);
  return status == 0 ? NcclStatus::success : NcclStatus::unhandled_driver_error;
}

NcclStatus submit(NcclHandle* comm, void* stream, const CollectiveCall& call) {
  require(comm != nullptr, "a collective has no communicator");
  if (open_group.depth == 0) return launch(comm, stream, {call});
  open_group.calls[{comm, stream}].push_back(call);
  return NcclStatus::success;
}

ElementType element_of(NcclType type) {
#define DUET_NCCL_TYPE(name, value, constant)                                     \
  if (type == NcclType::name) {                                                   \
    return {static_cast<std::uint32_t>(size_of(DataType::name)), DataType::name}; \
  }
#include "nccl/library/nccl.def"
  return {};
}

Reduction reduction_of(NcclOperation operation) {
#define DUET_NCCL_OPERATION(name, value, constant) \
  if (operation == NcclOperation::name) return Reduction::name;
#include "nccl/library/nccl.def"
  return Reduction::sum;
}

CollectiveCall call_of(Kind kind, const void* send, void* receive, std::size_t count, NcclType type,
                       int peer = -1, NcclOperation operation = NcclOperation::sum) {
  CollectiveCall call{kind, reduction_of(operation), element_of(type), peer};
  call.send = send;
  call.receive = receive;
  call.count = count;
  return call;
}

/// Communicators are never destroyed: submitted work refers to them.
NcclHandle* make_communicator(std::shared_ptr<RanksTogether> ranks, int rank) {
  static std::mutex mutex;
  static auto& all = *new std::deque<NcclHandle>;
  const std::lock_guard lock(mutex);
  return &all.emplace_back(std::move(ranks), rank);
}
NcclHandle* make_communicator(const std::shared_ptr<LocalGroup>& group, int rank) {
  static std::mutex mutex;
  static auto& known = *new std::map<LocalGroup*, std::shared_ptr<RanksTogether>>;
  const std::lock_guard lock(mutex);
  std::shared_ptr<RanksTogether>& ranks = known[group.get()];
  if (ranks == nullptr) ranks = std::make_shared<RanksTogether>(group);
  return make_communicator(ranks, rank);
}

/// A call in progress.
class Calling {
 public:
  explicit Calling(RanksTogether& ranks) : ranks_(ranks) { ++ranks_.calls; }
  Calling(const Calling&) = delete;
  Calling& operator=(const Calling&) = delete;
  ~Calling() { --ranks_.calls; }

 private:
  RanksTogether& ranks_;
};

void end(NcclHandle& comm) {
  require(!comm.has_ended.exchange(true), "a communicator ends twice");
  if (++comm.ranks->ended < comm.group->size()) return;
  require(comm.ranks->calls == 0, "the last rank ends while one is in a call");
}

/// The group of an identifier, while a rank joins or has it.
std::shared_ptr<LocalGroup> group_of(const NcclId& id, int size) {
  static std::mutex mutex;
  static auto& groups = *new std::map<std::array<char, 128>, std::shared_ptr<LocalGroup>>;
  const std::lock_guard lock(mutex);
  std::shared_ptr<LocalGroup>& group = groups[id.bytes];
  if (group == nullptr) group = std::make_shared<LocalGroup>(size, no_timeout);
  return group;
}

}  // namespace

}  // namespace duet::detail

using namespace duet::detail;

#pragma GCC visibility push(default)
extern "C" {

NcclStatus ncclGetVersion(int* version) {
  const char* const wanted = std::getenv("DUET_TEST_NCCL_VERSION");
  *version = wanted == nullptr ? 22809 : std::atoi(wanted);
  return NcclStatus::success;
}
const char* ncclGetErrorString(NcclStatus status) {
  return status == NcclStatus::remote_error ? "remote error" : "error of the stub";
}
const char* ncclGetLastError(NcclHandle* /*comm*/) { return ""; }

NcclStatus ncclGetUniqueId(NcclId* id) {
  static std::atomic<int> last{0};
  const std::string text = std::to_string(++last);
  *id = {};
  std::copy(text.begin(), text.end(), id->bytes.begin());
  return NcclStatus::success;
}
/// Like NCCL, these make a communicator even where they fail.
NcclStatus ncclCommInitRank(NcclHandle** comm, int size, NcclId id, int rank) {
  auto group = group_of(id, size);
  *comm = make_communicator(group, rank);
  try {
    (void)group->choices(rank, {});  // waits for all
  } catch (const duet::Error&) {
    return NcclStatus::remote_error;
  }
  return NcclStatus::success;
}
NcclStatus ncclCommSplit(NcclHandle* comm, int color, int key, NcclHandle** made, void*) {
  *made = nullptr;
  const Calling calling(*comm->ranks);
  LocalGroup& parent = *comm->group;
  std::vector<ColorChoice> choices;
  try {
    choices = parent.choices(comm->rank, {color, key});
  } catch (const duet::Error&) {
    *made = make_communicator(std::make_shared<RanksTogether>(comm->group), comm->rank);
    comm->unmade_part = *made;
    return NcclStatus::remote_error;
  }
  if (color < 0) {
    (void)parent.share(comm->rank, -1, nullptr);
    return NcclStatus::success;
  }
  const std::vector<int> members = members_of(choices, color);
  const auto place = std::find(members.begin(), members.end(), comm->rank);
  std::shared_ptr<LocalGroup> group;
  if (place == members.begin()) {
    group = std::make_shared<LocalGroup>(static_cast<int>(members.size()), no_timeout);
  }
  group = parent.share(comm->rank, members.front(), std::move(group));
  *made = make_communicator(group, static_cast<int>(place - members.begin()));
  return NcclStatus::success;
}
NcclStatus ncclCommCount(NcclHandle* comm, int* count) {
  *count = comm->group->size();
  return NcclStatus::success;
}
NcclStatus ncclCommUserRank(NcclHandle* comm, int* rank) {
  *rank = comm->rank;
  return NcclStatus::success;
}
NcclStatus ncclCommGetAsyncError(NcclHandle* comm, NcclStatus* error) {
  *error = comm->error;
  return NcclStatus::success;
}
NcclStatus ncclCommDestroy(NcclHandle* comm) {
  end(*comm);
  return NcclStatus::success;
}
NcclStatus ncclCommAbort(NcclHandle* comm) {
  const NcclHandle* const part = comm->unmade_part;
  require(part == nullptr || !part->has_ended,
          "a communicator is aborted after a part of it that was not made: NCCL writes to that");
  end(*comm);
  comm->group->fail(duet::ErrorCode::launch_failed, "aborted");
  return NcclStatus::success;
}

NcclStatus ncclGroupStart() {
  ++open_group.depth;
  return NcclStatus::success;
}
NcclStatus ncclGroupEnd() {
  if (--open_group.depth > 0) return NcclStatus::success;
  NcclStatus first = NcclStatus::success;
  for (auto& entry : std::exchange(open_group.calls, {})) {
    const NcclStatus status =
        launch(entry.first.first, entry.first.second, std::move(entry.second));
    if (first == NcclStatus::success) first = status;
  }
  return first;
}

NcclStatus ncclAllReduce(const void* send, void* receive, std::size_t count, NcclType type,
                         NcclOperation operation, NcclHandle* comm, void* stream) {
  return submit(comm, stream, call_of(Kind::all_reduce, send, receive, count, type, -1, operation));
}
NcclStatus ncclReduce(const void* send, void* receive, std::size_t count, NcclType type,
                      NcclOperation operation, int root, NcclHandle* comm, void* stream) {
  return submit(comm, stream, call_of(Kind::reduce, send, receive, count, type, root, operation));
}
NcclStatus ncclBroadcast(const void* send, void* receive, std::size_t count, NcclType type,
                         int root, NcclHandle* comm, void* stream) {
  return submit(comm, stream, call_of(Kind::broadcast, send, receive, count, type, root));
}
NcclStatus ncclReduceScatter(const void* send, void* receive, std::size_t count, NcclType type,
                             NcclOperation operation, NcclHandle* comm, void* stream) {
  return submit(comm, stream,
                call_of(Kind::reduce_scatter, send, receive, count, type, -1, operation));
}
NcclStatus ncclAllGather(const void* send, void* receive, std::size_t count, NcclType type,
                         NcclHandle* comm, void* stream) {
  return submit(comm, stream, call_of(Kind::all_gather, send, receive, count, type));
}
NcclStatus ncclSend(const void* data, std::size_t count, NcclType type, int peer, NcclHandle* comm,
                    void* stream) {
  return submit(comm, stream, call_of(Kind::send, data, nullptr, count, type, peer));
}
NcclStatus ncclRecv(void* data, std::size_t count, NcclType type, int peer, NcclHandle* comm,
                    void* stream) {
  return submit(comm, stream, call_of(Kind::receive, nullptr, data, count, type, peer));
}

}  // extern "C"
#pragma GCC visibility pop
