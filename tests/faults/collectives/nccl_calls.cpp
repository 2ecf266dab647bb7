#include "call_replacement.hpp"
#include "handles.hpp"
#include "nccl/connection/nccl_connection.hpp"
#include "nccl/library/nccl_library.hpp"

namespace duet::test {

template <>
constexpr bool is_status<detail::NcclStatus> = true;

void replace_collectives(std::vector<CallFaults::Row*>& rows) try {
  // Where the library is searched counts for its first user: DUET_NCCL_LIBRARY, or the loader.
  auto& calls = const_cast<detail::NcclCalls&>(detail::nccl_calls(
      {"NCCL", std::string(backend_name()) == "HIP" ? "librccl.so.1" : "libnccl.so.2",
       [] { return std::vector<std::string>(); }, ""}));
#define DUET_NCCL_CALL(name, signature, function) \
  rows.push_back(replace<&detail::NcclCalls::name>(calls, #name, CallFaults::Table::collectives));
#include "nccl/library/nccl.def"
} catch (const Error&) {
  // There is no library.
}

int threads_in_nccl() noexcept { return detail::connecting_threads(); }

}  // namespace duet::test
