#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <duet/device.hpp>

#include "driver/driver.hpp"

namespace duet::detail {

/// Addresses of a device to which memory is mapped piece by piece, and taken away again.
/// Thread-safety: none, but `find` may be called from any thread.
class AddressRange {
 public:
  /// Reserves addresses. Takes no memory. The device is current and has virtual memory.
  /// @param bytes  rounded up to whole units
  /// @param unit   the device's virtual_memory_unit, not 0
  /// @returns null if there are not enough addresses
  static std::unique_ptr<AddressRange> reserve(const Device& device, std::size_t bytes,
                                               std::size_t unit);
  AddressRange(const AddressRange&) = delete;
  AddressRange& operator=(const AddressRange&) = delete;
  /// Unmaps all memory. The device is current, and no work uses the memory.
  ~AddressRange();

  std::byte* begin() const noexcept { return begin_; }
  std::size_t bytes() const noexcept { return bytes_; }

  /// Maps new memory as one piece. All devices that can reach this one may access it.
  /// @param at, bytes  whole units of this range to which nothing is mapped
  /// @returns false if the driver has too little memory
  /// @throws Error  reported by the driver; std::bad_alloc. Nothing is mapped then
  bool map(std::byte* at, std::size_t bytes);
  /// The memory of the whole pieces between two addresses, in bytes.
  struct Pieces {
    std::byte* begin;
    std::byte* end;
  };
  Pieces whole_pieces(std::byte* begin, std::byte* end) const noexcept;
  /// Unmaps whole pieces, which no work uses.
  void unmap(const Pieces& pieces) noexcept;

  /// The mapped memory, in ascending parts with gaps between them. @throws std::bad_alloc
  struct Run {
    std::byte* begin;
    std::size_t bytes;
  };
  std::vector<Run> runs() const;
  /// All mapped bytes.
  std::size_t mapped_bytes() const noexcept;

  /// The mapped memory without gaps that contains an address of any range; empty if there is none.
  struct Mapped {
    Device device;
    const std::byte* begin;
    std::size_t bytes;
  };
  static std::optional<Mapped> find(const void* address) noexcept;

 private:
  using PieceList = std::map<std::byte*, std::size_t>;  ///< bytes by address

  AddressRange(const Device& device, std::byte* begin, std::size_t bytes);
  static void unmap_all(PieceList::const_iterator first, PieceList::const_iterator last) noexcept;

  Device device_;
  std::byte* begin_;
  std::size_t bytes_;
  std::vector<vendor::MemoryAccess> access_{};
  PieceList pieces_{};
};

}  // namespace duet::detail
