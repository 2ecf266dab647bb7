#pragma once

#include <duet/duet.hpp>

// Two libraries of one program have kernels in files of the same name, and use the same key for
// `jit`.

namespace first {
const duet::Program& number_program();
duet::Module number_by_key(const duet::Device& device);
}  // namespace first

namespace second {
const duet::Program& number_program();
duet::Module number_by_key(const duet::Device& device);
}  // namespace second
