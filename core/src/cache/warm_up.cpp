#include "warm_up.hpp"

#include "cache/disk/direct_entry.hpp"

namespace duet::cache {

namespace {

constexpr std::size_t source_bytes = 2048;
constexpr std::size_t code_bytes = 16384;

}  // namespace

void warm_up_lookup(Store& store, const KnownCompiler& compiler) {
  const Program program{
      .name = "warm-up", .source = std::string(source_bytes, '\n'), .kernels = {"kernel"}};
  const std::string key = direct_key(program, {}, "architecture", compiler.environment.settings);
  (void)store.find_direct(key);  // not found

  DirectEntry entry{.compiler = compiler.dependencies()};
  entry.code.bytes.resize(code_bytes);
  entry.code.image_size = code_bytes;
  entry.code.contents.lowered_names["kernel"] = "kernel";
  KernelInfo& kernel = entry.code.contents.kernels.emplace_back();
  kernel.name = "kernel";
  kernel.parameter_bytes = {8, 8, 4};
  const std::string file = entry.framed(key);
  const auto bytes = std::as_bytes(std::span(file));
  (void)DirectEntry::parse({bytes.begin(), bytes.end()}, key);
}

}  // namespace duet::cache
