#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duet::cpu {

/// The bytes before and behind each variable in static shared memory that belong to nothing else,
/// so that a kernel that overruns the variable damages no other memory.
constexpr std::size_t shared_guard_bytes = 4096;

/// A variable in static shared memory.
struct SharedArray {
  std::string name;      ///< as in the source
  std::uint64_t offset;  ///< in each OS thread's copy of the code's thread-local memory
  std::size_t bytes;
};

/// Whether a thread-local variable belongs to the prelude or the compiler: it is no shared memory.
bool is_own_thread_variable(std::string_view name) noexcept;

/// Surrounds the variables in static shared memory of an object file with guards: their sections
/// grow. @param object  compiled with one section for each variable
void add_shared_guards(std::string& object);

/// The variables in the static shared memory of a linked image, whose object had guards. Empty if
/// the image was stripped.
std::vector<SharedArray> describe_shared_arrays(std::span<const std::byte> image);

}  // namespace duet::cpu
