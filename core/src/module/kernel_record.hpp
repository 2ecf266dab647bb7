#pragma once

#include <duet/kernel.hpp>

#include "base/record.hpp"

namespace duet {

/// Serializes a kernel's information.
void write(Serializer& record, const KernelInfo& kernel);
/// @throws LoadError if the record is damaged
KernelInfo read_kernel(Deserializer& record);

}  // namespace duet
