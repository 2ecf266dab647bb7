#include "proof/memory_space.hpp"

namespace amd_emulator::test {
namespace {

constexpr unsigned stride = 32;
constexpr unsigned offset = 8;

void set_lane_offsets(Bench& bench) {
  for (unsigned lane = 0; lane < max_lanes; ++lane)
    bench.wave().vector_register(8)[lane] = (max_lanes - 1 - lane) * stride;
}

void set_addresses(Bench& bench) {
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    const u64 address =
        reinterpret_cast<u64>(bench.array().data()) + u64{(max_lanes - 1 - lane) * stride};
    bench.wave().vector_register(8)[lane] = low_word(address);
    bench.wave().vector_register(9)[lane] = high_word(address);
  }
}

u8* in_array(Bench& bench, unsigned lane) {
  return bench.array().data() + (max_lanes - 1 - lane) * stride + offset;
}

}  // namespace

std::string registers(unsigned first, unsigned words) {
  if (words == 1) return "v" + std::to_string(first);
  return "v[" + std::to_string(first) + ":" + std::to_string(first + words - 1) + "]";
}

std::vector<Space> memory_spaces() {
  std::vector<Space> all;
  all.push_back({"global_", "v[8:9], off", " offset:8", false, set_addresses, in_array});
  all.push_back({"flat_", "v[8:9]", " offset:8", false, set_addresses, in_array});
  all.push_back({"scratch_", "v8, off", " offset:8", false,
                 [](Bench& bench) {
                   for (unsigned lane = 0; lane < max_lanes; ++lane)
                     bench.wave().vector_register(8)[lane] = lane % 8 * 16;
                 },
                 [](Bench& bench, unsigned lane) {
                   return bench.scratch().data() + std::size_t{lane} * bench.wave().scratch_bytes +
                          lane % 8 * 16 + offset;
                 }});
  all.push_back({"buffer_", "v8, s[4:7], 0", " offen offset:8", true,
                 [](Bench& bench) {
                   set_lane_offsets(bench);
                   bench.wave().set_pair(4, reinterpret_cast<u64>(bench.array().data()));
                   bench.wave().scalar[6] = static_cast<u32>(bench.array().size());
                   bench.wave().scalar[7] = 0;
                 },
                 in_array});
  return all;
}

Space shared_space() {
  return {"ds_", "v8", " offset:8", false, set_lane_offsets, [](Bench& bench, unsigned lane) {
            return bench.lds().data() + (max_lanes - 1 - lane) * stride + offset;
          }};
}

}  // namespace amd_emulator::test
