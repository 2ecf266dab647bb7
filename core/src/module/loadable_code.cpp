#include "loadable_code.hpp"

#include <memory>
#include <utility>

#include "module_state.hpp"

namespace duet {

LoadableCode loadable_code(const Device& device, std::span<const std::byte> bytes,
                           CodeContents known) {
  (void)vendor::recognise(bytes);
  LoadableCode code{.bytes = vendor::loadable(bytes, device.info().architecture),
                    .contents = std::move(known)};
  code.image_size = code.bytes.size();
  add_contents(code.contents, code.bytes);
  return code;
}

LoadableCode loadable_code(const Device& device, const Code& code) {
  return loadable_code(device, code.bytes,
                       {.architecture = code.architecture,
                        .lowered_names = code.lowered_names,
                        .compile_log = code.log});
}

Module load(const Device& device, LoadableCode code, const LoadOptions& options) {
  return Module(std::make_shared<detail::ModuleState>(device, code.image(),
                                                      std::move(code.contents), options));
}

}  // namespace duet
