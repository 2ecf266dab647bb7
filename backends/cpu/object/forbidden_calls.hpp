#pragma once

#include <span>
#include <string>

#include <cstddef>

namespace duet::cpu {

/// The name of a function that an object file calls although it would end or leave the process's
/// thread: "exit". Empty if it calls none.
std::string forbidden_call(std::span<const std::byte> object);

/// Whether an object file may call functions of libm: whether it calls any besides those of libc
/// that compilers themselves call.
bool may_call_mathematics(std::span<const std::byte> object);

}  // namespace duet::cpu
