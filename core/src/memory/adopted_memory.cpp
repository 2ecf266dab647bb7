#include <duet/adopted_memory.hpp>

#include <exception>
#include <memory>
#include <utility>

#include "base/log.hpp"
#include "driver/destruction.hpp"

namespace duet {

namespace {

using Deleter = std::function<void(void*, StreamRef)>;

/// The resource of one piece of memory. It ends with that.
class AdoptedResource final : public MemoryResource {
 public:
  AdoptedResource(StreamRef stream, void* data, MemoryKind kind, Deleter deleter)
      : MemoryResource(stream.device(), kind),
        stream_(stream),
        data_(data),
        deleter_(std::move(deleter)) {}

  /// From now on, freeing the memory calls the deleter and ends the resource.
  void take_over(std::shared_ptr<AdoptedResource> self) noexcept { self_ = std::move(self); }

 private:
  Allocation do_allocate(StreamRef, std::size_t bytes) override { return {data_, bytes, nullptr}; }
  void do_free(const Allocation& memory, const StreamRef* stream) noexcept override {
    const std::shared_ptr<AdoptedResource> self = std::move(self_);
    if (self == nullptr || !deleter_) return;
    if (kind() == MemoryKind::stream_ordered) {
      return call_deleter(memory.data, stream != nullptr ? *stream : stream_);
    }
    const auto destroy = [self, data = memory.data] {
      self->wait();
      self->call_deleter(data, self->stream_);
      return true;
    };
    // The deleter runs now, whatever fails, unless it would wait for itself.
    if (!detail::HostFunctionScope::is_running()) return void(destroy());
    detail::destroy_on(device().state(), destroy, destroy);
  }
  void call_deleter(void* data, const StreamRef& stream) const noexcept {
    try {
      deleter_(data, stream);
    } catch (const std::exception& error) {
      log(LogLevel::error, "the deleter of adopted memory failed: {}", error.what());
    } catch (...) {
      log_text(LogLevel::error, "the deleter of adopted memory failed");
    }
  }
  void wait() const noexcept {
    try {
      device().synchronize();
    } catch (const std::exception& error) {
      log(LogLevel::warning, "waiting before adopted memory is released failed: {}", error.what());
    }
  }

  StreamRef stream_;
  void* data_;
  Deleter deleter_;
  std::shared_ptr<AdoptedResource> self_{};
};

Memory adopt(StreamRef stream, void* data, std::size_t bytes, MemoryKind kind, Deleter deleter) {
  if (data == nullptr || bytes == 0) {
    throw Error(ErrorCode::invalid_argument, data == nullptr ? "adopt_memory: the address is null"
                                                             : "adopt_memory: the size is 0 bytes");
  }
  auto resource = std::make_shared<AdoptedResource>(stream, data, kind, std::move(deleter));
  Memory memory = Memory::from(*resource, stream, bytes);
  resource->take_over(resource);
  return memory;
}

}  // namespace

Memory adopt_memory(const Device& device, void* data, std::size_t bytes, MemoryKind kind,
                    std::function<void(void*)> deleter) {
  if (kind == MemoryKind::stream_ordered) {
    throw Error(
        ErrorCode::invalid_argument,
        "adopt_memory: stream-ordered memory needs a stream: give it instead of the device");
  }
  Deleter with_stream;
  if (deleter) {
    with_stream = [deleter = std::move(deleter)](void* address, StreamRef) { deleter(address); };
  }
  return adopt(StreamRef(device, nullptr), data, bytes, kind, std::move(with_stream));
}

Memory adopt_memory(StreamRef stream, void* data, std::size_t bytes,
                    std::function<void(void*, StreamRef)> deleter) {
  return adopt(stream, data, bytes, MemoryKind::stream_ordered, std::move(deleter));
}

}  // namespace duet
