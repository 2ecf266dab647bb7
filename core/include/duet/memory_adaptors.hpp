#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <duet/export.hpp>
#include <duet/memory_resource.hpp>

DUET_API_BEGIN
namespace duet {

/// A resource whose memory comes from another one, which must outlive it.
class AdaptedResource : public MemoryResource {
 public:
  /// The resource that the memory comes from.
  MemoryResource& upstream() const noexcept { return upstream_; }

 protected:
  /// Takes the device and the kind of `upstream`.
  explicit AdaptedResource(MemoryResource& upstream)
      : MemoryResource(upstream.device(), upstream.kind()), upstream_(upstream) {}
  /// Frees with `upstream`, in the order of `stream` unless it is null.
  void free_upstream(const Allocation& allocation, const StreamRef* stream) noexcept;

 private:
  MemoryResource& upstream_;
};

/// Refuses what would bring the memory in use over a limit.
class LimitingResource final : public AdaptedResource {
 public:
  /// @param upstream   where the memory comes from; must outlive this
  /// @param max_bytes  most bytes in use at once, as asked for; 0 refuses every allocation
  LimitingResource(MemoryResource& upstream, std::size_t max_bytes)
      : AdaptedResource(upstream), max_bytes_(max_bytes) {}

  /// Bytes in use.
  std::size_t used_bytes() const noexcept { return used_bytes_; }
  /// The limit in bytes.
  std::size_t max_bytes() const noexcept { return max_bytes_; }

 private:
  Allocation do_allocate(StreamRef stream, std::size_t bytes) override;
  void do_free(const Allocation& allocation, const StreamRef* stream) noexcept override;

  std::size_t max_bytes_;
  std::atomic<std::size_t> used_bytes_{0};
};

/// An allocation or its release.
struct MemoryEvent {
  bool is_release;               ///< whether the memory is being freed
  const Allocation& allocation;  ///< the memory
};

/// Remembers what is in use, and calls a function at each allocation and release. For finding
/// leaks and for tools; each call takes a lock.
class TrackingResource final : public AdaptedResource {
 public:
  /// Called after an allocation and before a release, by the thread that makes it.
  using Hook = std::function<void(const MemoryEvent&)>;

  /// @param upstream  where the memory comes from; must outlive this
  /// @param hook  may be empty; an exception of it is logged and goes no further. It must not use
  ///              this resource
  explicit TrackingResource(MemoryResource& upstream, Hook hook = {});
  ~TrackingResource() override;

  /// What is in use, oldest first. The tokens are the upstream's.
  std::vector<Allocation> outstanding() const;
  /// Bytes in use.
  std::size_t used_bytes() const;
  /// The most bytes that were in use at once.
  std::size_t peak_used_bytes() const;

 private:
  class State;

  Allocation do_allocate(StreamRef stream, std::size_t bytes) override;
  void do_free(const Allocation& allocation, const StreamRef* stream) noexcept override;
  void call_hook(const MemoryEvent& event) const noexcept;

  Hook hook_;
  std::unique_ptr<State> state_;
};

/// For tests of programs: one allocation fails as if memory had run out.
class FailingResource final : public AdaptedResource {
 public:
  /// No allocation fails until `fail` is called.
  explicit FailingResource(MemoryResource& upstream) : AdaptedResource(upstream) {}

  /// Makes the allocation after `count` further ones fail: `fail(0)` the next one.
  void fail(std::int64_t count) noexcept { left_ = count + 1; }
  /// Whether the allocation that `fail` asked for has failed.
  bool has_failed() const noexcept { return left_ <= 0; }

 private:
  Allocation do_allocate(StreamRef stream, std::size_t bytes) override;
  void do_free(const Allocation& allocation, const StreamRef* stream) noexcept override;

  std::atomic<std::int64_t> left_{INT64_MAX};
};

}  // namespace duet
DUET_API_END
