#include "address_range.hpp"

#include <algorithm>
#include <functional>
#include <mutex>

#include "driver/device_state.hpp"

namespace duet::detail {

namespace {

/// All ranges, and the lock of their pieces. Never destroyed.
struct RangeList {
  static RangeList& instance() {
    static RangeList& list = *new RangeList;
    return list;
  }
  std::mutex mutex{};
  std::map<const std::byte*, AddressRange*, std::less<>> ranges{};  ///< by address
};

}  // namespace

AddressRange::AddressRange(const Device& device, std::byte* begin, std::size_t bytes)
    : device_(device), begin_(begin), bytes_(bytes) {
  access_.push_back(vendor::device_access(device.state().handle));
  for (int i = 0; i < Device::count(); ++i) {
    const Device other(i);
    if (other != device && other.can_access(device)) {
      access_.push_back(vendor::device_access(other.state().handle));
    }
  }
  RangeList& list = RangeList::instance();
  const std::lock_guard lock(list.mutex);
  list.ranges.emplace(begin, this);
}

std::unique_ptr<AddressRange> AddressRange::reserve(const Device& device, std::size_t bytes,
                                                    std::size_t unit) {
  const std::size_t whole = (bytes + unit - 1) / unit * unit;
  vendor::Address begin{};
  if (driver().address_reserve(&begin, whole, 0, vendor::Address{}, 0) != vendor::success) {
    vendor::clear_pending_error();
    return nullptr;
  }
  try {
    return std::unique_ptr<AddressRange>(
        new AddressRange(device, static_cast<std::byte*>(vendor::to_pointer(begin)), whole));
  } catch (...) {
    log_failed_call(driver_table().address_free(begin, whole), "giving addresses back");
    throw;
  }
}

AddressRange::~AddressRange() {
  {
    RangeList& list = RangeList::instance();
    const std::lock_guard lock(list.mutex);
    list.ranges.erase(begin_);
  }
  unmap_all(pieces_.begin(), pieces_.end());
  log_failed_call(driver_table().address_free(vendor::to_address(begin_), bytes_),
                  "giving addresses back");
}

bool AddressRange::map(std::byte* at, std::size_t bytes) {
  PieceList piece{{at, bytes}};
  const vendor::PhysicalProperties properties = vendor::physical_properties(device_.state().handle);
  const vendor::Address address = vendor::to_address(at);
  vendor::PhysicalMemory memory{};
  const vendor::Status created = driver().physical_create(&memory, bytes, &properties, 0);
  if (created != vendor::success) {
    vendor::clear_pending_error();
    if (vendor::classify(created) == ErrorCode::out_of_memory) return false;
    throw_failed_call(created, DUET_CALL_SITE(DriverNames, physical_create, "bytes"));
  }
  const vendor::Status mapped = driver_table().memory_map(address, bytes, 0, memory, 0);
  // From now on the mapping keeps the memory.
  log_failed_call(driver_table().physical_release(memory), "releasing memory");
  check(mapped, DUET_CALL_SITE(DriverNames, memory_map, "bytes"));
  const vendor::Status accessed =
      driver_table().memory_set_access(address, bytes, access_.data(), access_.size());
  if (accessed != vendor::success) {
    log_failed_call(driver_table().memory_unmap(address, bytes), "unmapping memory");
    check(accessed, DUET_CALL_SITE(DriverNames, memory_set_access, "bytes"));
  }
  const std::lock_guard lock(RangeList::instance().mutex);
  pieces_.merge(piece);
  return true;
}

AddressRange::Pieces AddressRange::whole_pieces(std::byte* begin, std::byte* end) const noexcept {
  Pieces result{begin, begin};
  for (auto piece = pieces_.lower_bound(begin); piece != pieces_.end(); ++piece) {
    const auto& [at, bytes] = *piece;
    if (at + bytes > end) break;
    if (result.begin == result.end) result.begin = at;
    result.end = at + bytes;
  }
  return result;
}

void AddressRange::unmap(const Pieces& pieces) noexcept {
  const auto first = pieces_.lower_bound(pieces.begin), last = pieces_.lower_bound(pieces.end);
  unmap_all(first, last);
  const std::lock_guard lock(RangeList::instance().mutex);
  pieces_.erase(first, last);
}

void AddressRange::unmap_all(PieceList::const_iterator first,
                             PieceList::const_iterator last) noexcept {
  for (auto piece = first; piece != last; ++piece) {
    const auto& [at, bytes] = *piece;
    log_failed_call(driver_table().memory_unmap(vendor::to_address(at), bytes), "unmapping memory");
  }
}

std::vector<AddressRange::Run> AddressRange::runs() const {
  std::vector<Run> result;
  for (const auto& [at, bytes] : pieces_) {
    if (!result.empty() && result.back().begin + result.back().bytes == at) {
      result.back().bytes += bytes;
    } else {
      result.push_back({at, bytes});
    }
  }
  return result;
}

std::size_t AddressRange::mapped_bytes() const noexcept {
  std::size_t sum = 0;
  for (const auto& [at, bytes] : pieces_) sum += bytes;
  return sum;
}

std::optional<AddressRange::Mapped> AddressRange::find(const void* address) noexcept {
  const auto* const wanted = static_cast<const std::byte*>(address);
  RangeList& list = RangeList::instance();
  const std::lock_guard lock(list.mutex);
  const auto next = list.ranges.upper_bound(wanted);
  if (next == list.ranges.begin()) return {};
  const AddressRange& range = *std::prev(next)->second;
  if (wanted >= range.begin_ + range.bytes_) return {};
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;
  for (const auto& [at, bytes] : range.pieces_) {
    if (at != end && end != nullptr && end > wanted) break;
    if (at != end) begin = at;
    end = at + bytes;
  }
  if (begin == nullptr || wanted < begin || wanted >= end) return {};
  return Mapped{range.device_, begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace duet::detail
