#include "proof/bench.hpp"

namespace amd_emulator::test {

Bench::Bench(const Machine& machine)
    : kernel_(machine, "extern \"C\" __global__ void nothing() {}"),
      registers_(std::size_t{512} * max_lanes + 16) {
  const u64 begin = reinterpret_cast<u64>(registers_.data());
  wave_.vector = reinterpret_cast<u32*>((begin + 63) / 64 * 64);
  wave_.program = &kernel_.program();
  wave_.target = &kernel_.program().code().target();
  wave_.lanes = machine.lanes;
  wave_.all_lanes = low_bits(machine.lanes);
  wave_.scratch = scratch_.data();
  wave_.scratch_bytes = static_cast<u32>(scratch_.size() / max_lanes);
  wave_.block = &block_;
  block_ = {
      .lds = lds_.data(), .lds_bytes = static_cast<u32>(lds_.size()), .memory = &kernel_.memory()};
  (void)kernel_.address(array_);
}

u32 Bench::interesting() {
  constexpr u32 special[] = {0,          1,          0x80000000, 0xffffffff, 0x7fffffff,
                             0x7f800000, 0xff800000, 0x7fc00000, 0x807fffff, 0x00800000,
                             0x7f7fffff, 0x3f800000, 0xbf000000, 0x4f000000, 0xcf000000};
  const u32 kind = random() % 8;
  if (kind == 0) return special[random() % std::size(special)];
  if (kind == 1) return random() & 0x0f0f1f1f;
  if (kind == 2) return std::bit_cast<u32>(static_cast<float>(random() % 4099) * 0.125F);
  if (kind == 3) return interesting_half() | interesting_half() << 16;
  if (kind == 4) return interesting_double_high();
  if (kind == 5) return std::bit_cast<u32>(static_cast<float>(random() % 99) - 50.0F);
  return random();
}

u32 Bench::interesting_half() {
  constexpr u32 special[] = {0,      0x8000, 1,      0x03ff, 0x0400, 0x7bff,
                             0x7c00, 0xfc00, 0x7e00, 0x3c00, 0xb800, 0x7fff};
  return random() % 3 == 0 ? special[random() % std::size(special)] : random() & 0xffff;
}

u32 Bench::interesting_double_high() {
  constexpr u32 special[] = {0,          0x80000000, 0x7ff00000, 0xfff00000, 0x7ff80000,
                             0x3ff00000, 0xbff00000, 0x41e00000, 0xc1e00000, 0x00100000};
  return random() % 3 == 0 ? special[random() % std::size(special)]
                           : (0x3c000000 + random() % 0x08000000) | (random() & 0x80000000);
}

void Bench::randomise() {
  for (unsigned index = 0; index < 20; ++index)
    for (unsigned lane = 0; lane < max_lanes; ++lane)
      wave_.vector_register(index)[lane] = interesting();
  for (u32& word : wave_.scalar) word = interesting();
  wave_.set_pair(null_register, 0);
  wave_.scc = (random() & 1) != 0;
  u64 exec = join(random() | random(), random());
  if (random() % 4 == 0) exec = ~u64{0};
  wave_.set_pair(exec_register, exec & wave_.all_lanes);
  wave_.mode.bits = 0xf0;
  wave_.state = WaveState::running;
  wave_.has_signaled = false;
  wave_.next = nullptr;
}

void Bench::randomise_memory() {
  for (auto* const bytes : {&lds_, &array_, &scratch_})
    for (u8& byte : *bytes) byte = static_cast<u8>(random());
}

void Bench::run(const std::string& text) {
  const Instruction*& instruction = decoded_[text];
  if (instruction == nullptr) instruction = &kernel_.program().from_text(text);
  instruction->run(wave_, *instruction);
}

}  // namespace amd_emulator::test
