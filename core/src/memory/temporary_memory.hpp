#pragma once

#include <duet/memory_resource.hpp>

namespace duet::detail {

/// The device's default resource if `set_default_resource` or DUET_POOL has chosen it, else duet's
/// pool.
MemoryResource& resource_of_temporaries(const Device& device);

}  // namespace duet::detail
