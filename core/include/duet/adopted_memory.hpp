#pragma once

#include <cstddef>
#include <functional>

#include <duet/export.hpp>
#include <duet/memory.hpp>

DUET_API_BEGIN
namespace duet {

/// Takes over memory that other code allocated. `Buffer::from` makes it typed.
/// Thread-safety: any thread.
/// @param device   that addresses the memory
/// @param data     not null
/// @param bytes    size, not 0
/// @param kind     device, pinned or managed
/// @param deleter  called once, with `data`, on the thread that destroys the memory (on another one
///                 if that runs a host function of a stream), when the work of the device has
///                 ended. May be empty. Exceptions are logged
/// @throws Error  invalid_argument for another kind, a null address or a size of 0; then, as after
///                std::bad_alloc, the memory still belongs to the caller
Memory adopt_memory(const Device& device, void* data, std::size_t bytes, MemoryKind kind,
                    std::function<void(void*)> deleter);
/// Takes over device memory that is freed in a stream's order. The host waits for nothing.
/// @param stream   must outlive the memory
/// @param data     not null
/// @param bytes    size, not 0
/// @param deleter  called once, with `data` and the stream after whose present work the memory is
///                 free: that of `Memory::free_on`, else `stream`. May be empty. Exceptions are
///                 logged
/// @throws Error  invalid_argument for a null address or a size of 0; then, as after
///                std::bad_alloc, the memory still belongs to the caller
Memory adopt_memory(StreamRef stream, void* data, std::size_t bytes,
                    std::function<void(void*, StreamRef)> deleter);

}  // namespace duet
DUET_API_END
