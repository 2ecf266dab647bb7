#include "number.hpp"

#include "number_kernels.hpp"

const duet::Program& PART::number_program() { return number_kernels().program; }

duet::Module PART::number_by_key(const duet::Device& device) {
  return duet::jit(device, "number", [] { return PART::number_program(); });
}
