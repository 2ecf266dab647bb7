#include <duet/buffer.hpp>
#include <duet/memory.hpp>

#include <fmt/format.h>

#include <utility>

#include "base/extent_text.hpp"
#include "base/launch_observer.hpp"
#include "base/log.hpp"
#include "driver/memory/memory_check.hpp"

namespace duet {

Memory::Memory(MemoryResource& resource, StreamRef stream, std::size_t bytes)
    : resource_(&resource),
      allocation_(resource.allocate(stream, bytes)),  // no copy: it would wait for its stores
      life_(resource.life()) {
  const MemoryKind kind = resource.kind();
  if (kind == MemoryKind::device || kind == MemoryKind::stream_ordered) {
    home_ = &resource.device().state();
  }
  detail::note_allocated(allocation_.data);
}

Memory::Memory(Memory&& other) noexcept
    : resource_(std::exchange(other.resource_, nullptr)),
      home_(std::exchange(other.home_, nullptr)),
      allocation_(std::exchange(other.allocation_, {})),
      life_(other.life_) {}

Memory& Memory::operator=(Memory&& other) noexcept {
  Memory moved(std::move(other));
  std::swap(resource_, moved.resource_);
  std::swap(home_, moved.home_);
  std::swap(allocation_, moved.allocation_);
  std::swap(life_, moved.life_);
  return *this;
}

[[gnu::hot]] Memory::~Memory() {
  if (allocation_.data == nullptr) return;
  if (life_.is_over()) [[unlikely]] {
    log_text(LogLevel::error,
             "memory outlived the resource that it is from, and is lost: destroy buffers before "
             "their MemoryPool or other MemoryResource");
    return;
  }
  detail::note_freed(allocation_.data, allocation_.bytes);
  resource_->free(allocation_);
}

[[gnu::hot]] Memory Memory::from(MemoryResource& resource, StreamRef stream, std::size_t bytes) {
  Memory memory(resource, stream, bytes);
  if (launch_observer != nullptr && bytes != 0 && memory.home() != nullptr) {
    const bool is_ordered = resource.kind() == MemoryKind::stream_ordered;
    launch_observer->allocated(memory.data(), bytes, is_ordered ? stream.handle() : nullptr);
  }
  return memory;
}

Memory Memory::device(const Device& device, std::size_t bytes) {
  return from(device_resource(device), StreamRef(device, nullptr), bytes);
}

Memory Memory::on_stream(StreamRef stream, std::size_t bytes) {
  return from(default_resource(stream.device()), stream, bytes);
}

Memory Memory::pinned(const Device& device, std::size_t bytes) {
  return from(pinned_resource(device), StreamRef(device, nullptr), bytes);
}

Memory Memory::managed(const Device& device, std::size_t bytes) {
  return from(managed_resource(device), StreamRef(device, nullptr), bytes);
}

MemoryResource& Memory::require_resource() const {
  detail::require_owned(*this, "Memory");
  if (!life_.is_over()) return *resource_;
  throw Error(ErrorCode::invalid_handle,
              "the memory outlived the resource that it is from, and is lost: destroy buffers "
              "before their MemoryPool or other MemoryResource");
}

Device Memory::device() const { return require_resource().device(); }

void Memory::free_on(StreamRef stream) {
  MemoryResource& resource = require_resource();
  if (resource.kind() != MemoryKind::stream_ordered) {
    throw Error(ErrorCode::invalid_argument,
                "free_on: the memory is not stream-ordered; allocate it with Memory::on_stream");
  }
  resource.free(allocation_, stream);
  detail::note_freed(allocation_.data, allocation_.bytes);
  allocation_ = {};
  *this = Memory();
}

namespace detail {

std::size_t checked_count(std::size_t bytes, std::size_t size) {
  if (bytes % size == 0) return bytes / size;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("memory of {} bytes holds no whole number of elements of {} bytes", bytes, size));
}

void throw_too_many(std::size_t count, std::size_t size) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{} elements of {} bytes exceed the address space{}", count, size,
                          negative_hint(count)));
}

void refuse_empty(const char* type) {
  throw Error(ErrorCode::invalid_handle,
              fmt::format("the {} is empty: default-constructed or moved from", type));
}

}  // namespace detail

}  // namespace duet
