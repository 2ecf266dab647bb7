#include <duet/prebuilt.hpp>

#include <duet/jit.hpp>

#include "compile/compiler.hpp"

namespace duet {

const Prebuilt::Image* image_for(const Device& device, const Prebuilt& prebuilt) {
  const std::string& wanted = device.info().architecture;
  const Prebuilt::Image* found = nullptr;
  for (const Prebuilt::Image& image : prebuilt.images) {
    if (image.architecture == wanted) return &image;
    if (vendor::is_compatible(wanted, image.architecture)) found = &image;
  }
  return found;
}

Module load(const Device& device, const Prebuilt& prebuilt, const LoadOptions& options) {
  const Prebuilt::Image* const image = image_for(device, prebuilt);
  if (image == nullptr) return jit(device, prebuilt.program);
  return Module(device,
                {.bytes = {image->bytes.begin(), image->bytes.end()},
                 .format = image->format,
                 .architecture = image->architecture,
                 .lowered_names = image->lowered_names},
                options);
}

}  // namespace duet
