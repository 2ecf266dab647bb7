#pragma once

#include <duet/code.hpp>

#include "base/record.hpp"

namespace duet {

/// Serializes code for files and messages.
void write(Serializer& record, const Code& code);
/// @throws LoadError if the record is damaged
Code read_code(Deserializer& record);

}  // namespace duet
