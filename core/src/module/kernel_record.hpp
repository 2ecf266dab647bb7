#pragma once

#include <duet/kernel.hpp>

#include "base/record.hpp"

namespace duet {

/// What code says of a kernel, as files keep it.
void write(Serializer& record, const KernelInfo& kernel);
/// @throws LoadError if the record is damaged
KernelInfo read_kernel(Deserializer& record);

}  // namespace duet
