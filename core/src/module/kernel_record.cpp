#include "kernel_record.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace duet {

namespace {

void write_item(Serializer& record, const std::string& text) { record.text(text); }
template <std::integral T>
void write_item(Serializer& record, T number) {
  record.number(static_cast<std::uint64_t>(number));
}
template <typename T>
void write_item(Serializer& record, const std::vector<T>& items) {
  record.number(std::uint64_t{items.size()});
  for (const T& item : items) write_item(record, item);
}
template <typename T>
void write_item(Serializer& record, const std::optional<T>& item) {
  record.number(std::uint8_t{item.has_value()});
  if (item) write_item(record, *item);
}

void read_item(Deserializer& record, std::string& text) { text = record.text(); }
template <std::integral T>
void read_item(Deserializer& record, T& number) {
  number = static_cast<T>(record.number<std::uint64_t>());
}
template <typename T>
void read_item(Deserializer& record, std::vector<T>& items) {
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    read_item(record, items.emplace_back());
  }
}
template <typename T>
void read_item(Deserializer& record, std::optional<T>& item) {
  if (record.number<std::uint8_t>() != 0) read_item(record, item.emplace());
}

/// Calls `action` with every member in order. Used for writing and for reading.
template <typename Kernel, typename Action>
void for_each_member(Kernel& kernel, Action&& action) {
  action(kernel.name);
  action(kernel.architecture);
  action(kernel.wave_size);
  action(kernel.registers);
  action(kernel.shared_bytes);
  action(kernel.local_bytes);
  action(kernel.constant_bytes);
  action(kernel.max_threads);
  action(kernel.parameter_bytes);
  action(kernel.parameter_types);
  action(kernel.form);
}

}  // namespace

void write(Serializer& record, const KernelInfo& kernel) {
  for_each_member(kernel, [&](const auto& member) { write_item(record, member); });
}

KernelInfo read_kernel(Deserializer& record) {
  KernelInfo kernel;
  for_each_member(kernel, [&](auto& member) { read_item(record, member); });
  return kernel;
}

}  // namespace duet
