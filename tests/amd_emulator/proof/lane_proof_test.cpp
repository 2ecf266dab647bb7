// Each instruction alone on thousands of random states, against formulas of its own.

#include <gtest/gtest.h>

#include <algorithm>

#include "decode/semantics.hpp"
#include "proof/state_proof.hpp"
#include "test/clang_compiler.hpp"

namespace amd_emulator::test {
namespace {

/// Memory is coherent and complete after each instruction.
constexpr const char* idle =
    "buffer_gl0_inv buffer_gl1_inv buffer_inv buffer_invl2 buffer_wbinvl1 "
    "buffer_wbinvl1_vol buffer_wbl2 ds_nop global_inv global_wb global_wbinv "
    "s_buffer_prefetch_data s_clause s_code_end s_dcache_inv s_dcache_inv_vol s_dcache_wb "
    "s_dcache_wb_vol s_decperflevel s_delay_alu s_gl1_inv s_icache_inv s_incperflevel "
    "s_inst_prefetch s_nop s_prefetch_data s_prefetch_data_pc_rel s_prefetch_inst "
    "s_prefetch_inst_pc_rel s_sendmsg s_set_inst_prefetch_distance s_sethalt s_setprio "
    "s_sleep s_sleep_var s_ttracedata s_wait_alu s_wait_bvhcnt s_wait_dscnt s_wait_event "
    "s_wait_expcnt s_wait_idle s_wait_kmcnt s_wait_loadcnt s_wait_loadcnt_dscnt "
    "s_wait_samplecnt s_wait_storecnt s_wait_storecnt_dscnt s_waitcnt s_waitcnt_depctr "
    "s_waitcnt_expcnt s_waitcnt_lgkmcnt s_waitcnt_vmcnt s_waitcnt_vscnt v_nop ";

class InstructionProof : public testing::TestWithParam<Machine> {
 protected:
  Bench& bench() {
    static std::map<std::string, std::unique_ptr<Bench>> made;
    auto& entry = made[name_of(GetParam())];
    if (!entry) entry = std::make_unique<Bench>(GetParam());
    return *entry;
  }
};

INSTANTIATE_TEST_SUITE_P(, InstructionProof,
                         testing::Values(Machine{"gfx90a", 64}, Machine{"gfx1030", 32}),
                         [](const auto& instance) { return name_of(instance.param); });

TEST_P(InstructionProof, WholeNumbers) { prove(bench(), integer_proofs()); }
TEST_P(InstructionProof, Bits) { prove(bench(), bit_proofs()); }
TEST_P(InstructionProof, FloatingPointNumbers) { prove(bench(), float_proofs()); }
TEST_P(InstructionProof, Conversions) { prove(bench(), conversion_proofs()); }
TEST_P(InstructionProof, Pairs) { prove(bench(), packed_proofs()); }

TEST_P(InstructionProof, PairsOfProducts) { prove(bench(), dot_proofs()); }
TEST_P(InstructionProof, SmallFloats) { prove(bench(), small_float_proofs(true)); }
TEST(SmallFloatProof, FormatsWithInfinitiesAreThoseOfGfx12) {
  if (!has_clang()) GTEST_SKIP() << "clang-19 is not installed";
  Bench bench({"gfx1201", 32});
  prove(bench, small_float_proofs(false));
}
TEST_P(InstructionProof, Comparisons) { prove_comparisons(bench()); }
TEST_P(InstructionProof, Carries) { prove_carries(bench()); }
TEST_P(InstructionProof, Scalars) { prove_scalars(bench(), scalar_proofs()); }
TEST_P(InstructionProof, LoadsAndStores) { prove_transfers(bench()); }
TEST_P(InstructionProof, Functions) { prove_functions(bench()); }
TEST_P(InstructionProof, EndsOfRanges) { prove_ends_of_ranges(bench()); }
TEST_P(InstructionProof, ScalarFloats) { prove_scalar_floats(bench()); }
TEST_P(InstructionProof, WideProducts) { prove_wide_products(bench()); }
TEST_P(InstructionProof, LaneMoves) { prove_lane_moves(bench()); }
TEST_P(InstructionProof, ScalarLoads) { prove_scalar_loads(bench()); }
TEST_P(InstructionProof, RareInstructions) { prove_rare(bench()); }
TEST_P(InstructionProof, WaitsAndHints) { prove_idle(bench(), words_of_list(idle)); }
TEST_P(InstructionProof, Atomics) { prove_atomics(bench()); }

/// The last test: which entries of the table have no proof. Each name in `elsewhere` stands with
/// the test that runs it.
TEST_P(InstructionProof, NoneIsMissing) {
  if (Proven::names().size() < 500) GTEST_SKIP() << "the proofs did not run in this process";
  for (const std::string& name : emulated_mnemonics()) {
    const bool is_elsewhere = proven_elsewhere().contains(name);
    EXPECT_TRUE(Proven::names().contains(name) || is_elsewhere) << name << " has no proof";
    EXPECT_FALSE(Proven::names().contains(name) && is_elsewhere)
        << name << " has a proof; take it from the list of others";
  }
}

}  // namespace
}  // namespace amd_emulator::test
