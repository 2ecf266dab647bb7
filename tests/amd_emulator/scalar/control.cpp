#include <chrono>

#include "execute/scalar.hpp"

// Source: AMD, "Vega 7nm Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture",
// chapters on SOPP and SOP1 instructions and on program control.

namespace amd_emulator {
namespace {

void jump(Wave& wave, const Instruction& instruction) {
  wave.next = branch_target(instruction, *wave.program);
}

template <typename F>
Semantics branch(F) {
  return {.run =
              [](Wave& wave, const Instruction& instruction) {
                if (F{}(wave)) jump(wave, instruction);
              },
          .prepare = nullptr};
}

void add_branches(Table& t) {
  t.add("s_branch", branch([](const Wave&) { return true; }));
  t.add("s_cbranch_scc0", branch([](const Wave& w) { return !w.scc; }));
  t.add("s_cbranch_scc1", branch([](const Wave& w) { return w.scc; }));
  t.add("s_cbranch_vccz", branch([](const Wave& w) { return w.vcc() == 0; }));
  t.add("s_cbranch_vccnz", branch([](const Wave& w) { return w.vcc() != 0; }));
  t.add("s_cbranch_execz", branch([](const Wave& w) { return w.exec() == 0; }));
  t.add("s_cbranch_execnz", branch([](const Wave& w) { return w.exec() != 0; }));
  t.add("s_getpc_b64", {.run = [](Wave& wave, const Instruction& i) {
          write_scalar<u64>(wave, i.operand[0], i.end());
        }});
  t.add("s_setpc_b64", {.run = [](Wave& wave, const Instruction& i) {
          wave.next = &wave.program->at(read_scalar<u64>(wave, i.operand[0]));
        }});
  t.add("s_swappc_b64", {.run = [](Wave& wave, const Instruction& i) {
          wave.next = &wave.program->at(read_scalar<u64>(wave, i.operand[1]));
          write_scalar<u64>(wave, i.operand[0], i.end());
        }});
  t.add("s_call_b64", {.run = [](Wave& wave, const Instruction& i) {
          write_scalar<u64>(wave, i.operand[0], i.end());
          jump(wave, i);
        }});
}

// s_getreg and s_setreg: registers by name, with an offset and a number of bits.

enum Hardware : unsigned { reg_mode = 1, reg_bases, reg_other, reg_clock, reg_clock_high };

struct HardwareField {
  unsigned which = reg_other;
  unsigned offset = 0;
  unsigned bits = 32;
};

HardwareField parse_field(const std::string& text) {
  HardwareField field;
  const auto names = [&text](const char* name) { return text.find(name) != std::string::npos; };
  if (names("HW_REG_MODE") || names("HW_REG_WAVE_MODE"))
    field.which = reg_mode;
  else if (names("HW_REG_SHADER_CYCLES_HI"))
    field.which = reg_clock_high;
  else if (names("HW_REG_SHADER_CYCLES"))
    field.which = reg_clock;
  else if (text.find("HW_REG_SH_MEM_BASES") != std::string::npos)
    field.which = reg_bases;
  else if (text.find("HW_REG_") == std::string::npos)
    throw Fault("the hardware register is not known");
  const std::size_t comma = text.find(',');
  if (comma != std::string::npos)
    std::sscanf(text.c_str() + comma, ", %u, %u", &field.offset, &field.bits);
  return field;
}

/// Stores the field in the instruction, for run time.
void prepare_field(Instruction& instruction, unsigned number) {
  const HardwareField field = parse_field(instruction.operand_text[number]);
  instruction.offset = static_cast<i32>(field.which);
  instruction.offset_1 = static_cast<i32>(field.offset | field.bits << 8);
}

u64 nanoseconds() {
  return static_cast<u64>(std::chrono::steady_clock::now().time_since_epoch().count());
}

void get_register(Wave& wave, const Instruction& instruction) {
  const auto place = static_cast<unsigned>(instruction.offset_1);
  u32 value = 0;
  if (instruction.offset == reg_mode) value = wave.mode.bits;
  if (instruction.offset == reg_bases)
    value = private_aperture >> 16 | (shared_aperture >> 16 << 16);
  if (instruction.offset == reg_clock) value = low_word(nanoseconds());
  if (instruction.offset == reg_clock_high) value = high_word(nanoseconds());
  value = value >> (place & 0xff) & static_cast<u32>(low_bits(place >> 8));
  write_scalar<u32>(wave, instruction.operand[0], value);
}

void set_register(Wave& wave, const Instruction& instruction) {
  if (instruction.offset != reg_mode) return;  // scratch addresses: the emulator needs none
  const auto place = static_cast<unsigned>(instruction.offset_1);
  const u32 mask = static_cast<u32>(low_bits(place >> 8)) << (place & 0xff);
  const u32 value = read_scalar<u32>(wave, instruction.operand[1]) << (place & 0xff);
  wave.mode.bits = (wave.mode.bits & ~mask) | (value & mask);
}

void add_registers(Table& t) {
  t.add("s_getreg_b32", {.run = get_register, .prepare = [](Instruction& i, const Preparation&) {
                           prepare_field(i, 1);
                         }});
  for (const char* name : {"s_setreg_b32", "s_setreg_imm32_b32"})
    t.add(name, {.run = set_register, .prepare = [](Instruction& i, const Preparation&) {
                   prepare_field(i, 0);
                   prepare_scalar<u32>(i, 1);
                 }});
  t.add("s_round_mode", {.run = [](Wave& w, const Instruction& i) {
          w.mode.bits = (w.mode.bits & ~0xfU) | (low_word(i.operand[0].bits) & 0xf);
        }});
  t.add("s_denorm_mode", {.run = [](Wave& w, const Instruction& i) {
          w.mode.bits = (w.mode.bits & ~0xf0U) | (low_word(i.operand[0].bits) & 0xf) << 4;
        }});
}

void trap(Wave& wave, const Instruction& instruction) {
  constexpr u64 debug_trap = 3;
  (void)wave;
  if (instruction.operand[0].bits != debug_trap)
    throw Fault("the kernel stopped itself (assert, abort or a trap)");
}

void no_operation(Wave&, const Instruction&) {}

/// Answers to messages: the clock, or 0.
void message(Wave& wave, const Instruction& i) {
  const bool is_clock = i.operand_text[1].find("REALTIME") != std::string::npos;
  const u64 value = is_clock ? nanoseconds() / 10 : 0;  // 100 MHz
  if (i.operand[0].words == 2)
    write_scalar<u64>(wave, i.operand[0], value);
  else
    write_scalar<u32>(wave, i.operand[0], low_word(value));
}

void signal_barrier(Wave& wave, const Instruction& i) {
  constexpr u32 whole_block = ~u32{0};
  if (i.operand[0].kind != OperandKind::constant || low_word(i.operand[0].bits) != whole_block)
    throw Fault("named barriers are not emulated");
  if (wave.has_signaled) throw Fault("a wave signals a barrier twice before it waits");
  wave.has_signaled = true;
  wave.barrier_phase = wave.block->barrier_phase;
  ++wave.block->barrier_signals;
}

/// Waits unless the barrier that this wave signalled is complete.
void wait_at_barrier(Wave& wave, const Instruction&) {
  if (!wave.has_signaled) throw Fault("a wave waits for a barrier that it did not signal");
  wave.has_signaled = false;
  if (wave.barrier_phase == wave.block->barrier_phase) wave.state = WaveState::at_barrier;
}

}  // namespace

void add_scalar_control(Table& t) {
  add_branches(t);
  add_registers(t);
  t.add("s_endpgm", {.run = [](Wave& wave, const Instruction&) { wave.state = WaveState::ended; }});
  t.add("s_barrier", {.run = [](Wave& wave, const Instruction&) {
          ++wave.block->barrier_signals;
          wave.state = WaveState::at_barrier;
        }});
  t.add("s_barrier_signal", {.run = signal_barrier});
  t.add("s_barrier_signal_isfirst", {.run = [](Wave& wave, const Instruction& i) {
          wave.scc = wave.block->barrier_signals == 0;
          signal_barrier(wave, i);
        }});
  t.add("s_barrier_wait", {.run = wait_at_barrier});
  for (const char* name : {"s_sendmsg_rtn_b32", "s_sendmsg_rtn_b64"}) t.add(name, {.run = message});
  t.add("s_trap", {.run = trap});
  t.add("s_memtime", {.run = [](Wave& wave, const Instruction& i) {
          write_scalar<u64>(wave, i.operand[0], nanoseconds());
        }});
  t.add("s_memrealtime", {.run = [](Wave& wave, const Instruction& i) {
          write_scalar<u64>(wave, i.operand[0], nanoseconds() / 10);  // 100 MHz
        }});
  // Memory is coherent and complete after each instruction, and so there is nothing to wait for.
  for (const char* name : {"s_nop",
                           "s_waitcnt",
                           "s_waitcnt_depctr",
                           "s_waitcnt_vscnt",
                           "s_waitcnt_vmcnt",
                           "s_waitcnt_expcnt",
                           "s_waitcnt_lgkmcnt",
                           "s_clause",
                           "s_sleep",
                           "s_setprio",
                           "s_inst_prefetch",
                           "s_icache_inv",
                           "s_dcache_inv",
                           "s_dcache_inv_vol",
                           "s_dcache_wb",
                           "s_dcache_wb_vol",
                           "s_gl1_inv",
                           "s_ttracedata",
                           "s_incperflevel",
                           "s_decperflevel",
                           "buffer_wbinvl1",
                           "buffer_wbinvl1_vol",
                           "buffer_gl0_inv",
                           "buffer_gl1_inv",
                           "buffer_invl2",
                           "buffer_wbl2",
                           "buffer_inv",
                           "v_nop",
                           "ds_nop",
                           "s_sethalt",
                           "s_delay_alu",
                           "s_set_inst_prefetch_distance",
                           "s_wait_loadcnt",
                           "s_wait_storecnt",
                           "s_wait_dscnt",
                           "s_wait_kmcnt",
                           "s_wait_bvhcnt",
                           "s_wait_samplecnt",
                           "s_wait_expcnt",
                           "s_wait_loadcnt_dscnt",
                           "s_wait_storecnt_dscnt",
                           "s_wait_alu",
                           "s_wait_event",
                           "s_wait_idle",
                           "s_sendmsg",
                           "s_code_end",
                           "s_sleep_var",
                           "s_prefetch_data",
                           "s_prefetch_data_pc_rel",
                           "s_prefetch_inst",
                           "s_prefetch_inst_pc_rel",
                           "s_buffer_prefetch_data",
                           "global_inv",
                           "global_wb",
                           "global_wbinv"})
    t.add(name, {.run = no_operation});
}

}  // namespace amd_emulator
