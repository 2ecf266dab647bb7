// The calls for devices. All devices stand for this machine and share its memory and cores.

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

#include "base/environment.hpp"
#include "cpu/base/current_device.hpp"
#include "cpu/base/driver_calls.hpp"
#include "cpu/base/failure_note.hpp"
#include "cpu/base/limits.hpp"
#include "cpu/base/sanitizer/kernel_sanitizer.hpp"
#include "cpu/base/wave_size.hpp"
#include "system/forked_process.hpp"

namespace duet::cpu {

namespace {

constexpr int version = 1000;

/// Whether blocks can run at the same time: not under AddressSanitizer, where all blocks use the
/// same shared variables.
bool runs_blocks_at_once() noexcept {
  const char* sanitizer = kernel_sanitizer();
  return sanitizer == nullptr || std::strcmp(sanitizer, "-fsanitize=address") != 0;
}

int number_of_devices() noexcept {
  static const int count = [] {
    const std::string_view text = accepted_value("DUET_CPU_DEVICES");
    int number = 1;
    (void)std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  }();
  return count;
}

bool exists(int device) noexcept { return device >= 0 && device < number_of_devices(); }

/// The value of "key : value" in a file of /proc; empty if there is none.
std::string proc_value(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t begin = line.find_first_not_of(" \t:", key.size());
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return {};
}

int hardware_threads() noexcept {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

int clock_khz() {
  std::ifstream file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
  int khz = 0;
  if (file >> khz) return khz;
  return static_cast<int>(std::atof(proc_value("/proc/cpuinfo", "cpu MHz").c_str()) * 1000);
}

int last_cache_bytes() noexcept {
  for (const int name : {_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE}) {
    const long bytes = sysconf(name);
    if (bytes > 0) {
      return static_cast<int>(std::min<long>(bytes, std::numeric_limits<int>::max()));
    }
  }
  return 0;
}

int value_of(DeviceAttribute attribute) {
  switch (attribute) {
    case DeviceAttribute::wave_size: return default_wave_size();
    case DeviceAttribute::multiprocessors: return hardware_threads();
    case DeviceAttribute::clock_khz: return clock_khz();
    case DeviceAttribute::l2_bytes: return last_cache_bytes();
    case DeviceAttribute::shared_per_block:
    case DeviceAttribute::max_shared_per_block: return static_cast<int>(limits::shared_bytes);
    case DeviceAttribute::registers_per_block:
    case DeviceAttribute::pageable_memory_access: return 0;  // as on most GPUs
    case DeviceAttribute::max_threads_per_multiprocessor:
      return static_cast<int>(limits::core_threads);
    case DeviceAttribute::max_threads_per_block:
    case DeviceAttribute::max_block_x:
    case DeviceAttribute::max_block_y: return static_cast<int>(limits::threads);
    case DeviceAttribute::max_block_z: return static_cast<int>(limits::block_z);
    case DeviceAttribute::max_grid_x: return static_cast<int>(limits::grid_x);
    case DeviceAttribute::max_grid_y:
    case DeviceAttribute::max_grid_z: return static_cast<int>(limits::grid_yz);
    case DeviceAttribute::managed_memory:
    case DeviceAttribute::concurrent_managed_access:
    case DeviceAttribute::memory_pools:
    case DeviceAttribute::integrated: return 1;
    case DeviceAttribute::cooperative_launch: return runs_blocks_at_once() ? 1 : 0;
  }
  return -1;
}

}  // namespace

Status init(unsigned flags) noexcept {
  if (flags != 0) return Status::invalid_value;
  if (default_wave_size() != 0) return Status::success;
  try {
    return note_failure({Status::invalid_value, wave_size_error()});
  } catch (...) {
    return Status::out_of_memory;
  }
}

Status driver_version(int* value) noexcept {
  if (value == nullptr) return Status::invalid_value;
  *value = version;
  return Status::success;
}

Status device_count(int* count) noexcept {
  if (count == nullptr) return Status::invalid_value;
  *count = number_of_devices();
  return Status::success;
}

Status device_get(int* device, int ordinal) noexcept {
  if (device == nullptr) return Status::invalid_value;
  if (!exists(ordinal)) return Status::invalid_device;
  *device = ordinal;
  return Status::success;
}

Status device_name(char* name, int capacity, int device) noexcept {
  if (name == nullptr || capacity <= 0) return Status::invalid_value;
  if (!exists(device)) return Status::invalid_device;
  try {
    std::string text = proc_value("/proc/cpuinfo", "model name");
    if (text.empty()) text = "CPU";
    const std::size_t length = std::min(text.size(), static_cast<std::size_t>(capacity) - 1);
    std::memcpy(name, text.data(), length);
    name[length] = '\0';
    return Status::success;
  } catch (...) {
    return Status::out_of_memory;
  }
}

Status device_total_memory(std::size_t* bytes, int device) noexcept {
  if (bytes == nullptr) return Status::invalid_value;
  if (!exists(device)) return Status::invalid_device;
  static const auto total = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                            static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  *bytes = total;
  return Status::success;
}

Status device_attribute(int* value, DeviceAttribute attribute, int device) noexcept {
  if (value == nullptr) return Status::invalid_value;
  if (!exists(device)) return Status::invalid_device;
  try {
    *value = value_of(attribute);
    return *value >= 0 ? Status::success : Status::invalid_value;
  } catch (...) {
    return Status::out_of_memory;
  }
}

Status device_pci_bus_id(char*, int, int) noexcept { return Status::not_supported; }

Status device_free_memory(std::size_t* free, std::size_t* total) noexcept {
  if (free == nullptr || total == nullptr) return Status::invalid_value;
  try {
    const std::string text = proc_value("/proc/meminfo", "MemAvailable");
    *free = std::strtoull(text.c_str(), nullptr, 10) * 1024;
    return device_total_memory(total, current_device());
  } catch (...) {
    return Status::out_of_memory;
  }
}

Status context_current(int* device) noexcept {
  if (device == nullptr) return Status::invalid_value;
  if (is_forked_copy()) [[unlikely]] {
    return note_failure(
        {Status::not_supported,
         "this process is a fork of one that uses duet, without its threads: it may "
         "only call exec or end; start another program instead"});
  }
  *device = current_device();
  return Status::success;
}

Status context_make_current(int device) noexcept {
  if (!exists(device)) return Status::invalid_device;
  set_current_device(device);
  return Status::success;
}

Status device_limit(std::size_t* bytes, Limit limit) noexcept {
  if (bytes == nullptr || limit != Limit::stack) return Status::invalid_value;
  *bytes = thread_stack_bytes;
  return Status::success;
}

Status device_set_limit(Limit, std::size_t) noexcept { return Status::not_supported; }

}  // namespace duet::cpu
