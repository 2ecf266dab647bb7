// The calls for memory. Device memory is host memory.

#include <algorithm>
#include <cstring>

#include <duet/strict.hpp>

#include <fmt/format.h>

#include "base/log.hpp"
#include "cpu/base/current_device.hpp"
#include "cpu/base/failure_note.hpp"
#include "cpu/base/guarded.hpp"
#include "cpu/base/limits.hpp"
#include "cpu/base/sanitizer/thread_sanitizer.hpp"
#include "cpu/executor/fault/guarded_access.hpp"
#include "cpu/stream/capture.hpp"
#include "cpu/stream/operations.hpp"
#include "cpu/stream/stream_list.hpp"
#include "cpu/stream/submit.hpp"
#include "device_block.hpp"
#include "live_memory.hpp"

namespace duet::cpu {

namespace {

/// Runs an operation on memory, which may have been freed.
/// @param what    names the operation for the error
/// @param action  reads and writes memory and does nothing else
template <typename Action>
Outcome access_memory(const char* what, Action action) noexcept {
  GuardedAccess access;
  if (access.run(action)) return Status::success;
  try {
    return {Status::launch_failed,
            fmt::format("{}: illegal address {:#x}: the memory was freed before the stream came to "
                        "the {}, or is read-only; keep it until the stream has been waited for",
                        what, access.address(), what)};
  } catch (...) {
    return Status::launch_failed;
  }
}

/// Copies, and tells ThreadSanitizer, which does not see accesses of a library built without it.
void move(void* to, const void* from, std::size_t bytes) noexcept {
  if (const ThreadSanitizer* sanitizer = thread_sanitizer()) {
    sanitizer->note_read(const_cast<void*>(from), bytes);
    sanitizer->note_write(to, bytes);
  }
  std::memmove(to, from, bytes);
}

class CopyOperation final : public Operation {
 public:
  CopyOperation(void* to, const void* from, std::size_t bytes) noexcept
      : to_(to), from_(from), bytes_(bytes) {}
  Outcome run() noexcept override {
    return access_memory("copy", [this] { move(to_, from_, bytes_); });
  }
  GraphNodeType type() const noexcept override { return GraphNodeType::copy; }

 private:
  void* to_;
  const void* from_;
  std::size_t bytes_;
};

class BoxOperation final : public Operation {
 public:
  explicit BoxOperation(const BoxCopy& box) noexcept : box_(box) {}
  Outcome run() noexcept override {
    return access_memory("copy", [this] { copy_rows(); });
  }
  GraphNodeType type() const noexcept override { return GraphNodeType::copy; }

 private:
  void copy_rows() const noexcept {
    for (std::size_t slice = 0; slice < box_.depth; ++slice) {
      for (std::size_t row = 0; row < box_.height; ++row) {
        move(static_cast<std::byte*>(box_.to) + slice * box_.to_slice + row * box_.to_row,
             static_cast<const std::byte*>(box_.from) + slice * box_.from_slice +
                 row * box_.from_row,
             box_.width);
      }
    }
  }

  BoxCopy box_;
};

template <typename Word>
class FillOperation final : public Operation {
 public:
  FillOperation(void* to, Word value, std::size_t count) noexcept
      : to_(static_cast<Word*>(to)), value_(value), count_(count) {}
  Outcome run() noexcept override {
    if (const ThreadSanitizer* sanitizer = thread_sanitizer()) {
      sanitizer->note_write(to_, count_ * sizeof(Word));
    }
    return access_memory("fill", [this] { std::fill_n(to_, count_, value_); });
  }
  GraphNodeType type() const noexcept override { return GraphNodeType::fill; }

 private:
  Word* to_;
  Word value_;
  std::size_t count_;
};

/// @returns invalid_value if no memory begins there, as after it was freed
Status release(void* address) noexcept {
  const LiveMemory::Removed removed = LiveMemory::instance().remove(address);
  if (!removed.allocation) return Status::invalid_value;
  if (removed.is_shared) return Status::success;
  const DeviceBlock block{address, removed.allocation->is_guarded};
  const std::size_t bytes = removed.allocation->bytes;
  if (const auto damage = block.take_damage(bytes)) {
    log(LogLevel::error,
        "strict mode: memory of {} bytes at {} was written outside of them, at byte {}", bytes,
        address, *damage);
  }
  block.free(bytes);
  return Status::success;
}

class FreeOperation final : public Operation {
 public:
  explicit FreeOperation(void* address) noexcept : address_(address) {}
  Outcome run() noexcept override {
    if (release(address_) != Status::success) {
      log(LogLevel::error, "memory at {} was freed twice in the order of a stream", address_);
    }
    return Status::success;
  }

 private:
  void* address_;
};

Status copy(void* to, const void* from, std::size_t bytes, Stream* stream) noexcept {
  if (bytes == 0) return Status::success;
  if (to == nullptr || from == nullptr) return Status::invalid_value;
  return submit_new<CopyOperation>(stream, to, from, bytes);
}

/// Does the same as a copy in the default stream that the caller waits for.
Status copy_now(void* to, const void* from, std::size_t bytes) noexcept {
  if (bytes == 0) return Status::success;
  if (to == nullptr || from == nullptr) return Status::invalid_value;
  try {
    const Status status =
        finish_all(StreamList::instance().of_device(current_device(), StreamList::Which::blocking));
    if (status != Status::success) return status;
  } catch (...) {
    return Status::out_of_memory;
  }
  return note_failure(access_memory("copy", [&] { move(to, from, bytes); }));
}

template <typename Word>
Status fill(void* to, Word value, std::size_t count, Stream* stream) noexcept {
  if (count == 0) return Status::success;
  if (to == nullptr) return Status::invalid_value;
  return submit_new<FillOperation<Word>>(stream, to, value, count);
}

}  // namespace

std::unique_ptr<Operation> make_copy(void* to, const void* from, std::size_t bytes) {
  return std::make_unique<CopyOperation>(to, from, bytes);
}

std::unique_ptr<Operation> make_fill(void* to, std::uint32_t word, std::size_t word_bytes,
                                     std::size_t words) {
  if (word_bytes == 4) return std::make_unique<FillOperation<std::uint32_t>>(to, word, words);
  if (word_bytes == 2) {
    return std::make_unique<FillOperation<std::uint16_t>>(to, static_cast<std::uint16_t>(word),
                                                          words);
  }
  return std::make_unique<FillOperation<std::uint8_t>>(to, static_cast<std::uint8_t>(word), words);
}

namespace {

constexpr const char* exhausted =
    "the system gives no more: its limit of memory mappings (vm.max_map_count) or of address space "
    "(ulimit -v) may be reached";

Status allocate(void** address, std::size_t bytes, int device) noexcept {
  if (address == nullptr || bytes == 0) return Status::invalid_value;
  std::size_t total = 0;
  // The system would promise more than it has.
  const Status status = device_total_memory(&total, current_device());
  if (status != Status::success) return status;
  if (bytes > total) return Status::out_of_memory;
  const DeviceBlock block = DeviceBlock::allocate(bytes, strict_mode());
  if (block.begin == nullptr) {
    return note_failure({Status::out_of_memory, exhausted});
  }
  const Status added = guarded([&] {
    LiveMemory::instance().add(
        {.begin = block.begin, .bytes = bytes, .device = device, .is_guarded = block.is_guarded});
    return Status::success;
  });
  if (added != Status::success) {
    block.free(bytes);
  } else {
    *address = block.begin;
  }
  return added;
}

}  // namespace

Status memory_allocate(void** address, std::size_t bytes) noexcept {
  return allocate(address, bytes, current_device());
}

namespace {

/// @param pages  null if there is no memory for them
Status add_shared(void** address, std::shared_ptr<SharedPages> pages) noexcept {
  if (pages == nullptr) return note_failure({Status::out_of_memory, exhausted});
  return guarded([&] {
    const LiveMemory::Allocation allocation{pages->begin(), pages->bytes(), current_device()};
    LiveMemory::instance().add(allocation, std::move(pages));
    *address = allocation.begin;
    return Status::success;
  });
}

}  // namespace

Status memory_allocate_exportable(void** address, std::size_t bytes) noexcept {
  if (address == nullptr || bytes == 0) return Status::invalid_value;
  return add_shared(address, SharedPages::create(bytes));
}

Status ipc_export_memory(IpcHandle* handle, void* begin) noexcept {
  const std::shared_ptr<SharedPages> pages = LiveMemory::instance().pages_at(begin);
  if (handle == nullptr || pages == nullptr) return Status::invalid_value;
  *handle = pages->handle();
  return Status::success;
}

Status ipc_open_memory(void** begin, IpcHandle handle, unsigned flags) noexcept {
  if (begin == nullptr || flags != 0) return Status::invalid_value;
  std::shared_ptr<SharedPages> pages = SharedPages::open(handle);
  if (pages == nullptr) return Status::invalid_value;
  return add_shared(begin, std::move(pages));
}

Status ipc_close_memory(void* begin) noexcept { return memory_free(begin); }

Status memory_free(void* address) noexcept {
  if (address == nullptr) return Status::success;
  try {
    for (const auto& stream : StreamList::instance().all()) stream->finish();
  } catch (...) {
    // No memory for the list.
    while (const auto stream = StreamList::instance().unfinished()) stream->finish();
  }
  return release(address);
}

Status memory_allocate_async(void** address, std::size_t bytes, Stream* stream) noexcept {
  return guarded([&] {
    const Status allowed = refuse_if_captured(*resolve(stream), "allocating memory in a stream");
    return allowed != Status::success ? allowed : memory_allocate(address, bytes);
  });
}

Status memory_free_async(void* address, Stream* stream) noexcept {
  if (address == nullptr) return Status::success;
  const Status status = guarded([&] {
    const std::shared_ptr<Stream> freed_in =
        stream == nullptr ? resolve(stream) : StreamList::instance().find(stream);
    if (freed_in == nullptr) {
      log(LogLevel::warning,
          "stream-ordered memory was freed after its stream was destroyed, which GPUs leave "
          "undefined: destroy it before the stream, or take it from a MemoryPool");
      return memory_free(address);
    }
    const auto found = LiveMemory::instance().find(address);
    if (!found || found->begin != address) return Status::invalid_value;
    const Status allowed = refuse_if_captured(*freed_in, "freeing memory in a stream");
    if (allowed == Status::success) submit(freed_in, std::make_unique<FreeOperation>(address));
    return allowed;
  });
  return status == Status::out_of_memory ? memory_free(address) : status;
}

Status memory_allocate_pinned(void** address, std::size_t bytes, unsigned) noexcept {
  return allocate(address, bytes, LiveMemory::shared);
}

Status memory_free_pinned(void* address) noexcept { return memory_free(address); }

Status stream_value_allocate(void** number, std::size_t bytes, unsigned flags) noexcept {
  return memory_allocate_pinned(number, bytes, flags);
}

Status stream_value_free(void* number) noexcept { return memory_free_pinned(number); }

Status memory_allocate_managed(void** address, std::size_t bytes, unsigned) noexcept {
  return allocate(address, bytes, LiveMemory::shared);
}

Status copy_to_device(void* to, const void* from, std::size_t bytes, Stream* stream) noexcept {
  return copy(to, from, bytes, stream);
}
Status copy_to_host(void* to, void* from, std::size_t bytes, Stream* stream) noexcept {
  return copy(to, from, bytes, stream);
}
Status copy_on_device(void* to, void* from, std::size_t bytes, Stream* stream) noexcept {
  return copy(to, from, bytes, stream);
}

Status copy_box(const BoxCopy* box, Stream* stream) noexcept {
  if (box == nullptr || box->to == nullptr || box->from == nullptr) return Status::invalid_value;
  return submit_new<BoxOperation>(stream, *box);
}

Status copy_to_device_now(void* to, const void* from, std::size_t bytes) noexcept {
  return copy_now(to, from, bytes);
}
Status copy_to_host_now(void* to, void* from, std::size_t bytes) noexcept {
  return copy_now(to, from, bytes);
}
Status copy_on_device_now(void* to, void* from, std::size_t bytes) noexcept {
  return copy_now(to, from, bytes);
}

Status fill_8(void* to, unsigned char value, std::size_t count, Stream* stream) noexcept {
  return fill(to, value, count, stream);
}
Status fill_16(void* to, unsigned short value, std::size_t count, Stream* stream) noexcept {
  return fill(to, value, count, stream);
}
Status fill_32(void* to, unsigned int value, std::size_t count, Stream* stream) noexcept {
  return fill(to, value, count, stream);
}

}  // namespace duet::cpu
