// RCCL's entry points over NCCL: the names are the same, and streams are HIP's.
#include <cstddef>
#include <cstdlib>
#include <type_traits>

#include "cuda/dynamic_library.hpp"
#include "graph/capture.hpp"
#include "nccl/library/nccl_types.hpp"
#include "objects/device.hpp"
#include "objects/entry.hpp"
#include "objects/stream.hpp"

namespace hip_on_cuda {
namespace {

using duet::detail::NcclHandle;
using duet::detail::NcclId;
using duet::detail::NcclOperation;
using duet::detail::NcclStatus;
using duet::detail::NcclType;

/// NCCL's functions, from DUET_TEST_NCCL_LIBRARY or where the loader searches.
struct Nccl {
#define DUET_NCCL_CALL(name, signature, function) std::add_pointer_t<signature> name;
#include "nccl/library/nccl.def"
};

template <typename R, typename... A>
void load(R (*&slot)(A...), void* library, const char* name) {
  slot = library == nullptr ? nullptr : reinterpret_cast<R (*)(A...)>(dlsym(library, name));
  if (slot == nullptr) slot = [](A...) { return R{}; };
}

const Nccl& nccl() {
  static const Nccl table = [] {
    void* const library =
        open_library({std::getenv("DUET_TEST_NCCL_LIBRARY"), "libnccl.so.2",
                      "/usr/local/cuda/lib64/libnccl.so.2", "/usr/local/cuda/lib/libnccl.so.2"});
    Nccl loaded{};
#define DUET_NCCL_CALL(name, signature, function) load(loaded.name, library, #function);
#include "nccl/library/nccl.def"
    return loaded;
  }();
  return table;
}

/// Calls a function with CUDA's stream, whose context is current. Captures are refused: graphs here
/// are not CUDA's.
template <typename F>
NcclStatus in_stream(void* stream, const F& function) {
  NcclStatus status = NcclStatus::unhandled_driver_error;
  (void)entry([&] {
    const auto handle = static_cast<hipStream_t>(stream);
    status = is_capturing(handle) ? NcclStatus::invalid_usage : function(activate(handle).handle);
  });
  return status;
}

/// Calls a function with the current device's context.
template <typename F>
NcclStatus on_device(const F& function) {
  NcclStatus status = NcclStatus::unhandled_driver_error;
  (void)entry([&] {
    activate(current_device());
    status = function();
  });
  return status;
}

}  // namespace
}  // namespace hip_on_cuda

using namespace hip_on_cuda;

#pragma GCC visibility push(default)
extern "C" {

NcclStatus ncclGetVersion(int* version) {
  *version = 0;
  return nccl().get_version(version);
}
const char* ncclGetErrorString(NcclStatus status) { return nccl().error_string(status); }
const char* ncclGetLastError(NcclHandle* comm) { return nccl().last_error(comm); }
NcclStatus ncclGetUniqueId(NcclId* id) {
  return on_device([&] { return nccl().get_unique_id(id); });
}
NcclStatus ncclCommInitRank(NcclHandle** comm, int size, NcclId id, int rank) {
  return on_device([&] { return nccl().comm_init_rank(comm, size, id, rank); });
}
NcclStatus ncclCommSplit(NcclHandle* comm, int color, int key, NcclHandle** made, void* config) {
  return on_device([&] { return nccl().comm_split(comm, color, key, made, config); });
}
NcclStatus ncclCommCount(NcclHandle* comm, int* count) { return nccl().comm_count(comm, count); }
NcclStatus ncclCommUserRank(NcclHandle* comm, int* rank) {
  return nccl().comm_user_rank(comm, rank);
}
NcclStatus ncclCommGetAsyncError(NcclHandle* comm, NcclStatus* error) {
  return nccl().comm_async_error(comm, error);
}
NcclStatus ncclCommDestroy(NcclHandle* comm) { return nccl().comm_destroy(comm); }
NcclStatus ncclCommAbort(NcclHandle* comm) { return nccl().comm_abort(comm); }
NcclStatus ncclGroupStart() { return nccl().group_start(); }
NcclStatus ncclGroupEnd() { return nccl().group_end(); }

NcclStatus ncclAllReduce(const void* send, void* receive, std::size_t count, NcclType type,
                         NcclOperation operation, NcclHandle* comm, void* stream) {
  return in_stream(stream, [&](void* own) {
    return nccl().all_reduce(send, receive, count, type, operation, comm, own);
  });
}
NcclStatus ncclReduce(const void* send, void* receive, std::size_t count, NcclType type,
                      NcclOperation operation, int root, NcclHandle* comm, void* stream) {
  return in_stream(stream, [&](void* own) {
    return nccl().reduce(send, receive, count, type, operation, root, comm, own);
  });
}
NcclStatus ncclBroadcast(const void* send, void* receive, std::size_t count, NcclType type,
                         int root, NcclHandle* comm, void* stream) {
  return in_stream(stream, [&](void* own) {
    return nccl().broadcast(send, receive, count, type, root, comm, own);
  });
}
NcclStatus ncclReduceScatter(const void* send, void* receive, std::size_t count, NcclType type,
                             NcclOperation operation, NcclHandle* comm, void* stream) {
  return in_stream(stream, [&](void* own) {
    return nccl().reduce_scatter(send, receive, count, type, operation, comm, own);
  });
}
NcclStatus ncclAllGather(const void* send, void* receive, std::size_t count, NcclType type,
                         NcclHandle* comm, void* stream) {
  return in_stream(
      stream, [&](void* own) { return nccl().all_gather(send, receive, count, type, comm, own); });
}
NcclStatus ncclSend(const void* data, std::size_t count, NcclType type, int peer, NcclHandle* comm,
                    void* stream) {
  return in_stream(stream,
                   [&](void* own) { return nccl().send(data, count, type, peer, comm, own); });
}
NcclStatus ncclRecv(void* data, std::size_t count, NcclType type, int peer, NcclHandle* comm,
                    void* stream) {
  return in_stream(stream,
                   [&](void* own) { return nccl().receive(data, count, type, peer, comm, own); });
}

}  // extern "C"
#pragma GCC visibility pop
