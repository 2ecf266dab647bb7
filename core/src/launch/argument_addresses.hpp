#pragma once

#include <array>
#include <span>
#include <vector>

#include <duet/arguments.hpp>

namespace duet::detail {

/// The addresses of a list's values, as drivers take them. It refers to the list.
class ArgumentAddresses {
 public:
  explicit ArgumentAddresses(const Arguments& arguments) : size_(arguments.size()) {
    if (size_ > few_.size()) many_.resize(size_);
    arguments.write_addresses(data());
  }
  ArgumentAddresses(const ArgumentAddresses&) = delete;
  ArgumentAddresses& operator=(const ArgumentAddresses&) = delete;
  ~ArgumentAddresses() = default;

  /// Never null, even without arguments.
  void** data() noexcept { return many_.empty() ? few_.data() : many_.data(); }
  std::span<void*> span() noexcept { return {data(), size_}; }

 private:
  std::size_t size_;
  std::array<void*, 16> few_;  // not initialised, which would take longer than the rest
  std::vector<void*> many_{};
};

}  // namespace duet::detail
