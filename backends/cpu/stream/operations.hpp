#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "cpu/base/driver_calls.hpp"
#include "stream.hpp"

namespace duet::cpu {

struct Grid;

// What streams and graphs do in their turn. Each may run any number of times. They throw
// std::bad_alloc.

/// @param grid        whose list of arguments is left out
/// @param parameters  their addresses; the values are copied
/// @param operation   gets it, if the launch is possible
Status make_launch(const Grid& grid, void* const* parameters,
                   std::unique_ptr<Operation>& operation);
std::unique_ptr<Operation> make_copy(void* to, const void* from, std::size_t bytes);
/// @param word_bytes  1, 2 or 4
std::unique_ptr<Operation> make_fill(void* to, std::uint32_t word, std::size_t word_bytes,
                                     std::size_t words);
std::unique_ptr<Operation> make_host(void (*function)(void*), void* data);

}  // namespace duet::cpu
