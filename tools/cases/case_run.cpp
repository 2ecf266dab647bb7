#include "cases/case_run.hpp"

#include <duet/duet.hpp>

#include "argument_spec.hpp"

namespace duet::tool {

std::vector<std::optional<NpyArray>> run_case(const Kernel& kernel, const Case& what) {
  const Stream stream(kernel.device());
  std::vector<std::optional<NpyArray>> results(what.arguments.size());
  std::vector<Buffer<std::byte>> buffers(what.arguments.size());
  Arguments arguments;
  for (std::size_t i = 0; i < what.arguments.size(); ++i) {
    if (const auto* scalar = std::get_if<std::string>(&what.arguments[i])) {
      const auto bytes = std::get<ScalarArgument>(parse_argument(*scalar)).bytes;
      arguments.add_bytes(bytes.data(), bytes.size(), bytes.size());
      continue;
    }
    results[i] = std::get<NpyArray>(what.arguments[i]);
    buffers[i] = Buffer<std::byte>(kernel.device(), results[i]->bytes.size());
    copy(stream, buffers[i], results[i]->bytes);
    arguments.add(buffers[i]);
  }
  launch(stream, kernel, what.shape, arguments);
  stream.synchronize();  // the copies read what the results are written to
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i]) copy(stream, results[i]->bytes, buffers[i]);
  stream.synchronize();
  return results;
}

}  // namespace duet::tool
