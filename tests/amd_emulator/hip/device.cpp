#include "hip/device.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "base/environment.hpp"
#include "base/fault.hpp"
#include "cpu/base/current_device.hpp"
#include "cpu/driver/live_memory.hpp"
#include "system/forked_process.hpp"

namespace amd_emulator {
namespace {

/// What a card with the processor reports. It has fewer multiprocessors than the card, so that
/// kernels which fill a device end soon.
struct Card {
  std::string_view processor;
  std::string_view features;
  int clock_khz;
  int l2_bytes;
  int registers;
  int waves;
  int register_granule;
  int major;
  int minor;
};

constexpr int multiprocessors = 8;
constexpr int mega = 1 << 20;

// Clocks and caches: AMD's data sheets of Radeon VII, MI100, MI210, MI300X, Radeon RX 6800, RX 7900
// XTX and RX 9070 XT. Registers and waves: LLVM's AMDGPUBaseInfo.cpp (getTotalNumVGPRs,
// getMaxWavesPerEU, getVGPRAllocGranule).
constexpr std::array<Card, 7> cards{{
    {"gfx906", ":sramecc+:xnack-", 1'801'000, 4 * mega, 256, 10, 4, 9, 0},
    {"gfx908", ":sramecc+:xnack-", 1'502'000, 8 * mega, 256, 10, 4, 9, 0},
    {"gfx90a", ":sramecc+:xnack-", 1'700'000, 8 * mega, 512, 8, 8, 9, 0},
    {"gfx942", ":sramecc+:xnack-", 2'100'000, 4 * mega, 512, 8, 8, 9, 4},
    {"gfx1030", "", 2'105'000, 4 * mega, 1024, 16, 16, 10, 3},
    {"gfx1100", "", 2'500'000, 6 * mega, 1536, 16, 24, 11, 0},
    {"gfx1201", "", 2'970'000, 8 * mega, 1536, 16, 24, 12, 0},
}};

/// What a device reports. Tests choose 64 where both are possible.
int wave_size_of(const Target& target) {
  const bool is_short =
      target.has_waves_of_32 && duet::environment_value("DUET_TEST_WAVE_SIZE") != "64";
  return is_short ? 32 : 64;
}

Device make_device(std::string_view name) {
  const Target target = target_named(std::string(name));
  const auto* const card = std::ranges::find(cards, target.processor, &Card::processor);
  if (card == cards.end()) throw Fault("the processor has no description of a device");
  return {.target = target,
          .architecture = target.processor + std::string(card->features),
          .wave_size = wave_size_of(target),
          .multiprocessors = multiprocessors,
          .clock_khz = card->clock_khz,
          .l2_bytes = card->l2_bytes,
          .registers = card->registers,
          .waves = card->waves,
          .register_granule = card->register_granule,
          .major = card->major,
          .minor = card->minor};
}

std::vector<Device> find_devices() {
  duet::watch_forks();
  std::string_view names = duet::accepted_value("DUET_AMD_EMULATOR_DEVICES");
  if (names.empty()) names = "gfx90a";
  std::vector<Device> found;
  try {
    while (!names.empty()) {
      const std::string_view name = names.substr(0, names.find(','));
      found.push_back(make_device(name));
      names.remove_prefix(std::min(names.size(), name.size() + 1));
    }
    return found;
  } catch (const Fault& fault) {
    std::fprintf(stderr, "duet_amd_emulator: DUET_AMD_EMULATOR_DEVICES: %s\n", fault.what());
    return {};
  }
}

/// An allocation of the CPU backend.
Range allocation_at(u64 address) {
  const auto found = duet::cpu::LiveMemory::instance().find(reinterpret_cast<const void*>(address));
  return found ? Range{reinterpret_cast<u64>(found->begin), found->bytes} : Range{};
}

}  // namespace

const std::vector<Device>& devices() {
  static const std::vector<Device>& found = *new std::vector<Device>(find_devices());
  return found;
}

bool is_device(int ordinal) {
  return ordinal >= 0 && static_cast<std::size_t>(ordinal) < devices().size();
}

const Device& current_device() {
  return devices()[static_cast<std::size_t>(duet::cpu::current_device())];
}

int resident_threads(const Device& device) { return 4 * device.waves * device.wave_size; }

Memory& device_memory() {
  static Memory& memory = *new Memory(&allocation_at);
  return memory;
}

}  // namespace amd_emulator
