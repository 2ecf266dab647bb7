#include "cases/case_run.hpp"

#include <algorithm>
#include <bit>

#include <duet/duet.hpp>

namespace duet::tool {

std::vector<std::optional<NpyArray>> run_case(const Kernel& kernel, const Case& what) {
  const Stream stream(kernel.device());
  std::vector<std::optional<NpyArray>> results(what.arguments.size());
  std::vector<Buffer<std::byte>> buffers(what.arguments.size());
  Arguments arguments;
  for (std::size_t i = 0; i < what.arguments.size(); ++i) {
    if (const auto* scalar = std::get_if<CaseScalar>(&what.arguments[i])) {
      const std::size_t alignment = std::size_t{1}
                                    << std::min<int>(4, std::countr_zero(scalar->bytes.size()));
      arguments.add_bytes(scalar->bytes.data(), scalar->bytes.size(), alignment);
    } else if (const auto* same = std::get_if<CaseSameArray>(&what.arguments[i])) {
      arguments.add(buffers.at(same->argument).data() + same->offset);
    } else {
      const auto& array = std::get<CaseArray>(what.arguments[i]);
      results[i] = array.array.get();
      buffers[i] = Buffer<std::byte>(kernel.device(), results[i]->bytes.size());
      copy(stream, buffers[i], results[i]->bytes);
      arguments.add(buffers[i].data() + array.offset);
    }
  }
  launch(stream, kernel, what.shape, arguments);
  stream.synchronize();  // before `results`, the source of the copies, is overwritten
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i]) copy(stream, results[i]->bytes, buffers[i]);
  stream.synchronize();
  return results;
}

}  // namespace duet::tool
