// The library libduet_mpi.so: calls of MPI behind the table of mpi_calls.hpp.
#include <mpi.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "mpi/mpi_calls.hpp"
#include "reduce/host_reduction.hpp"

namespace duet::detail {

struct MpiGroup {
  MPI_Comm handle = MPI_COMM_NULL;
  int rank = 0;
};

struct MpiRequest {
  MPI_Request handle = MPI_REQUEST_NULL;
  std::size_t received_bytes = 0;  ///< of a receive: what must come
  bool is_receive = false;
  std::vector<std::byte> result{};  ///< for `result_to`, where the result overlaps the input
  void* result_to = nullptr;
};

namespace {

using Kind = CollectiveKind;

constexpr std::size_t data_types = static_cast<std::size_t>(DataType::c128) + 1;
constexpr std::size_t reductions = static_cast<std::size_t>(Reduction::max) + 1;

/// MPI's thread level "serialized" allows one call at a time.
std::mutex mutex;
std::atomic<bool> has_given_up{false};

std::string text_of(int status) {
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  if (MPI_Error_string(status, text.data(), &length) != MPI_SUCCESS) return "unknown MPI error";
  return std::string(text.data(), static_cast<std::size_t>(length));
}

void finish_at_exit() {
  int is_finalized = 0;
  (void)MPI_Finalized(&is_finalized);
  if (is_finalized == 0 && !has_given_up) (void)MPI_Finalize();
}

std::string start() {
  const std::lock_guard lock(mutex);
  int is_finalized = 0, is_initialized = 0, level = 0;
  (void)MPI_Finalized(&is_finalized);
  if (is_finalized != 0) return "MPI_Finalize has been called";
  (void)MPI_Initialized(&is_initialized);
  if (is_initialized == 0) {
    const int status = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
    if (status != MPI_SUCCESS) return text_of(status);
    (void)MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    (void)std::atexit(finish_at_exit);
  } else {
    (void)MPI_Query_thread(&level);
  }
  if (level >= MPI_THREAD_SERIALIZED) return {};
  return "MPI was initialized without MPI_THREAD_SERIALIZED";
}

void world(int& rank, int& size, int& local_rank) {
  const std::lock_guard lock(mutex);
  (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  (void)MPI_Comm_size(MPI_COMM_WORLD, &size);
  static const int own_local_rank = [] {
    MPI_Comm machine = MPI_COMM_NULL;
    int number = 0;
    (void)MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    (void)MPI_Comm_rank(machine, &number);
    (void)MPI_Comm_free(&machine);
    return number;
  }();
  local_rank = own_local_rank;
}

MpiGroup* make_group(MpiGroup* parent, const std::vector<int>& members, std::string& error) {
  const std::lock_guard lock(mutex);
  const MPI_Comm from = parent == nullptr ? MPI_COMM_WORLD : parent->handle;
  MPI_Group all = MPI_GROUP_NULL, chosen = MPI_GROUP_NULL;
  MpiGroup made;
  int status = MPI_Comm_group(from, &all);
  if (status == MPI_SUCCESS) {
    status = MPI_Group_incl(all, static_cast<int>(members.size()), members.data(), &chosen);
    (void)MPI_Group_free(&all);
  }
  if (status == MPI_SUCCESS) {
    status = MPI_Comm_create_group(from, chosen, 0, &made.handle);
    (void)MPI_Group_free(&chosen);
  }
  if (status != MPI_SUCCESS) {
    error = text_of(status);
    return nullptr;
  }
  (void)MPI_Comm_set_errhandler(made.handle, MPI_ERRORS_RETURN);
  (void)MPI_Comm_rank(made.handle, &made.rank);
  return new MpiGroup(made);
}

void release_group(MpiGroup* group) {
  const std::lock_guard lock(mutex);
  int is_finalized = 0;
  (void)MPI_Finalized(&is_finalized);
  if (is_finalized == 0 && !has_given_up) (void)MPI_Comm_free(&group->handle);
  delete group;
}

MpiGroup* world_group() {
  static MpiGroup group{MPI_COMM_WORLD, 0};
  return &group;
}

/// The program may have messages of its own among all processes.
int tag_of(const MpiGroup& group) { return group.handle == MPI_COMM_WORLD ? 31'415 : 0; }

/// The type of elements of so many bytes.
MPI_Datatype type_of(std::size_t bytes) {
  static std::map<std::size_t, MPI_Datatype> types;
  const auto known = types.find(bytes);
  if (known != types.end()) return known->second;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  (void)MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &type);
  (void)MPI_Type_commit(&type);
  return types.emplace(bytes, type).first->second;
}

/// An operation knows nothing but its function: one for each type and reduction.
template <std::size_t number>
void combine(void* from, void* into, int* count, MPI_Datatype*) {
  host_reduction(static_cast<DataType>(number / reductions),
                 static_cast<Reduction>(number % reductions))
      .combine(into, from, static_cast<std::size_t>(*count));
}

template <std::size_t... numbers>
constexpr std::array<MPI_User_function*, sizeof...(numbers)> functions(
    std::index_sequence<numbers...>) {
  return {combine<numbers>...};
}

MPI_Op operation_of(const CollectiveCall& call) {
  constexpr auto all = functions(std::make_index_sequence<data_types * reductions>());
  static std::map<std::size_t, MPI_Op> operations;
  const Reduction reduction =
      call.reduction == Reduction::average ? Reduction::sum : call.reduction;
  const std::size_t number = static_cast<std::size_t>(*call.element.number) * reductions +
                             static_cast<std::size_t>(reduction);
  const auto known = operations.find(number);
  if (known != operations.end()) return known->second;
  MPI_Op operation = MPI_OP_NULL;
  (void)MPI_Op_create(all[number], 1, &operation);
  return operations.emplace(number, operation).first->second;
}

const std::byte* byte_of(const void* data, std::size_t offset = 0) {
  return static_cast<const std::byte*>(data) + offset;
}

/// A place that is not null, also for no elements.
void* place(void* data) {
  static std::byte nothing{};
  return data == nullptr ? &nothing : data;
}

int begin_reduction(MpiGroup& group, const CollectiveCall& call, MpiRequest& request) {
  const int count = static_cast<int>(call.count);
  const MPI_Datatype type = type_of(call.element.bytes);
  const MPI_Op operation = operation_of(call);
  void* const send = place(const_cast<void*>(call.send));
  void* receive = place(call.receive);
  const bool is_in_place = call.send == call.receive && call.receive != nullptr;
  if (call.kind == Kind::all_reduce) {
    return MPI_Iallreduce(is_in_place ? MPI_IN_PLACE : send, receive, count, type, operation,
                          group.handle, &request.handle);
  }
  if (call.kind == Kind::reduce) {
    const bool is_root = group.rank == call.peer;
    return MPI_Ireduce(is_root && is_in_place ? MPI_IN_PLACE : send, receive, count, type,
                       operation, call.peer, group.handle, &request.handle);
  }
  const std::size_t bytes = call.count * call.element.bytes;
  if (byte_of(call.receive) == byte_of(call.send, static_cast<std::size_t>(group.rank) * bytes)) {
    request.result.resize(bytes);
    request.result_to = call.receive;
    receive = place(request.result.data());
  }
  return MPI_Ireduce_scatter_block(send, receive, count, type, operation, group.handle,
                                   &request.handle);
}

int begin_move(MpiGroup& group, const CollectiveCall& call, MpiRequest& request) {
  const int count = static_cast<int>(call.count);
  const MPI_Datatype type = type_of(call.element.bytes);
  const std::size_t own = static_cast<std::size_t>(group.rank) * call.count * call.element.bytes;
  const bool is_root = group.rank == call.peer;
  void* const send = place(const_cast<void*>(call.send));
  void* const receive = place(call.receive);
  const bool has_part = byte_of(send) == byte_of(receive, own);
  const bool gets_part = byte_of(receive) == byte_of(send, own);
  switch (call.kind) {
    case Kind::broadcast:
      return MPI_Ibcast(is_root ? send : receive, count, type, call.peer, group.handle,
                        &request.handle);
    case Kind::all_gather:
      return MPI_Iallgather(has_part ? MPI_IN_PLACE : send, count, type, receive, count, type,
                            group.handle, &request.handle);
    case Kind::gather:
      return MPI_Igather(is_root && has_part ? MPI_IN_PLACE : send, count, type, receive, count,
                         type, call.peer, group.handle, &request.handle);
    case Kind::scatter:
      return MPI_Iscatter(send, count, type, is_root && gets_part ? MPI_IN_PLACE : receive, count,
                          type, call.peer, group.handle, &request.handle);
    case Kind::all_to_all:
      return MPI_Ialltoall(send, count, type, receive, count, type, group.handle, &request.handle);
    case Kind::send:
      return MPI_Isend(send, count, type, call.peer, tag_of(group), group.handle, &request.handle);
    case Kind::receive:
      request.is_receive = true;
      request.received_bytes = call.count * call.element.bytes;
      return MPI_Irecv(receive, count, type, call.peer, tag_of(group), group.handle,
                       &request.handle);
    default: return MPI_Ibarrier(group.handle, &request.handle);
  }
}

MpiRequest* begin(MpiGroup* group, const CollectiveCall& call, std::string& error) {
  if (call.count > INT_MAX || call.element.bytes > INT_MAX) {
    error = "MPI moves at most 2147483647 elements at once";
    return nullptr;
  }
  const std::lock_guard lock(mutex);
  MpiRequest request;
  const int status = is_reduction(call.kind) ? begin_reduction(*group, call, request)
                                             : begin_move(*group, call, request);
  if (status == MPI_SUCCESS) return new MpiRequest(std::move(request));
  error = text_of(status);
  return nullptr;
}

MpiProgress progress(MpiRequest* request, std::string& error) {
  const std::lock_guard lock(mutex);
  int is_done = 0, bytes = 0;
  MPI_Status state;
  const int status = MPI_Test(&request->handle, &is_done, &state);
  if (status == MPI_SUCCESS && is_done == 0) return MpiProgress::pending;
  if (status != MPI_SUCCESS) error = text_of(status);
  if (error.empty() && request->is_receive) {
    (void)MPI_Get_count(&state, MPI_BYTE, &bytes);
    if (static_cast<std::size_t>(bytes) != request->received_bytes) {
      error = std::to_string(bytes) + " bytes came";
    }
  }
  if (!request->result.empty()) {
    std::memcpy(request->result_to, request->result.data(), request->result.size());
  }
  delete request;
  return error.empty() ? MpiProgress::done : MpiProgress::failed;
}

void give_up() { has_given_up = true; }

constexpr MpiCalls calls{MpiCalls::current_version,
                         start,
                         world,
                         make_group,
                         release_group,
                         world_group,
                         begin,
                         progress,
                         give_up};

}  // namespace

}  // namespace duet::detail

/// What the library exports.
extern "C" __attribute__((visibility("default"))) const duet::detail::MpiCalls* duet_mpi_calls() {
  return &duet::detail::calls;
}
