#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "cpu/base/driver_calls.hpp"
#include "stream.hpp"

namespace duet::cpu {

// Makes the operations of streams and graphs. An operation may run any number of times. All
// functions throw std::bad_alloc.

/// @param node       the values are copied
/// @param operation  receives the operation on success
/// @returns invalid_value if the launch is not possible
Status make_launch(const KernelNodeParameters& node, std::unique_ptr<Operation>& operation);
std::unique_ptr<Operation> make_copy(void* to, const void* from, std::size_t bytes);
/// @param word_bytes  1, 2 or 4
std::unique_ptr<Operation> make_fill(void* to, std::uint32_t word, std::size_t word_bytes,
                                     std::size_t words);
std::unique_ptr<Operation> make_host(void (*function)(void*), void* data);

}  // namespace duet::cpu
