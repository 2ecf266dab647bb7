#include "proof/state_proof.hpp"

namespace amd_emulator::test {

const std::set<std::string>& proven_elsewhere() {
  static const auto words = words_of_list(
      // MatrixTest multiplies with these.
      "v_mfma_f32_16x16x16_bf16 v_mfma_f32_16x16x16_f16 v_mfma_f32_16x16x16bf16_1k "
      "v_mfma_f32_16x16x16f16 v_mfma_f32_16x16x1_4b_f32 v_mfma_f32_16x16x1f32 "
      "v_mfma_f32_16x16x2bf16 v_mfma_f32_16x16x32_bf8_bf8 v_mfma_f32_16x16x32_bf8_fp8 "
      "v_mfma_f32_16x16x32_fp8_bf8 v_mfma_f32_16x16x32_fp8_fp8 v_mfma_f32_16x16x4_4b_bf16 "
      "v_mfma_f32_16x16x4_4b_f16 v_mfma_f32_16x16x4_f32 v_mfma_f32_16x16x4bf16_1k "
      "v_mfma_f32_16x16x4f16 v_mfma_f32_16x16x4f32 v_mfma_f32_16x16x8_xf32 "
      "v_mfma_f32_16x16x8bf16 v_mfma_f32_32x32x16_bf8_bf8 v_mfma_f32_32x32x16_bf8_fp8 "
      "v_mfma_f32_32x32x16_fp8_bf8 v_mfma_f32_32x32x16_fp8_fp8 v_mfma_f32_32x32x1_2b_f32 "
      "v_mfma_f32_32x32x1f32 v_mfma_f32_32x32x2_f32 v_mfma_f32_32x32x2bf16 "
      "v_mfma_f32_32x32x2f32 v_mfma_f32_32x32x4_2b_bf16 v_mfma_f32_32x32x4_2b_f16 "
      "v_mfma_f32_32x32x4_xf32 v_mfma_f32_32x32x4bf16 v_mfma_f32_32x32x4bf16_1k "
      "v_mfma_f32_32x32x4f16 v_mfma_f32_32x32x8_bf16 v_mfma_f32_32x32x8_f16 "
      "v_mfma_f32_32x32x8bf16_1k v_mfma_f32_32x32x8f16 v_mfma_f32_4x4x1_16b_f32 "
      "v_mfma_f32_4x4x1f32 v_mfma_f32_4x4x2bf16 v_mfma_f32_4x4x4_16b_bf16 "
      "v_mfma_f32_4x4x4_16b_f16 v_mfma_f32_4x4x4bf16_1k v_mfma_f32_4x4x4f16 "
      "v_mfma_f64_16x16x4_f64 v_mfma_f64_16x16x4f64 v_mfma_f64_4x4x4_4b_f64 v_mfma_f64_4x4x4f64 "
      "v_mfma_i32_16x16x16i8 v_mfma_i32_16x16x32_i8 v_mfma_i32_16x16x4_4b_i8 "
      "v_mfma_i32_16x16x4i8 v_mfma_i32_32x32x16_i8 v_mfma_i32_32x32x4_2b_i8 "
      "v_mfma_i32_32x32x4i8 v_mfma_i32_32x32x8i8 v_mfma_i32_4x4x4_16b_i8 v_mfma_i32_4x4x4i8 "
      "v_wmma_bf16_16x16x16_bf16 v_wmma_f16_16x16x16_f16 v_wmma_f32_16x16x16_bf16 "
      "v_wmma_f32_16x16x16_bf8_bf8 v_wmma_f32_16x16x16_bf8_fp8 v_wmma_f32_16x16x16_f16 "
      "v_wmma_f32_16x16x16_fp8_bf8 v_wmma_f32_16x16x16_fp8_fp8 v_wmma_i32_16x16x16_iu4 "
      "v_wmma_i32_16x16x16_iu8 v_wmma_i32_16x16x32_iu4 "
      // SparseMatrixTest multiplies halves; the other types differ from them as MatrixTest's do.
      "v_smfmac_f32_16x16x32_bf16 v_smfmac_f32_16x16x32_f16 v_smfmac_f32_16x16x64_bf8_bf8 "
      "v_smfmac_f32_16x16x64_bf8_fp8 v_smfmac_f32_16x16x64_fp8_bf8 "
      "v_smfmac_f32_16x16x64_fp8_fp8 v_smfmac_f32_32x32x16_bf16 v_smfmac_f32_32x32x16_f16 "
      "v_smfmac_f32_32x32x32_bf8_bf8 v_smfmac_f32_32x32x32_bf8_fp8 "
      "v_smfmac_f32_32x32x32_fp8_bf8 v_smfmac_f32_32x32x32_fp8_fp8 v_smfmac_i32_16x16x64_i8 "
      "v_smfmac_i32_32x32x32_i8 v_swmmac_bf16_16x16x32_bf16 v_swmmac_f16_16x16x32_f16 "
      "v_swmmac_f32_16x16x32_bf16 v_swmmac_f32_16x16x32_bf8_bf8 v_swmmac_f32_16x16x32_bf8_fp8 "
      "v_swmmac_f32_16x16x32_f16 v_swmmac_f32_16x16x32_fp8_bf8 v_swmmac_f32_16x16x32_fp8_fp8 "
      "v_swmmac_i32_16x16x32_iu4 v_swmmac_i32_16x16x32_iu8 v_swmmac_i32_16x16x64_iu4 "
      // KernelTest: control flow, barriers, traps, calls, clocks.
      "s_barrier s_barrier_signal s_barrier_signal_isfirst s_barrier_wait s_branch s_call_b64 "
      "s_cbranch_execnz s_cbranch_execz s_cbranch_scc0 s_cbranch_scc1 s_cbranch_vccnz "
      "s_cbranch_vccz s_denorm_mode s_endpgm s_getpc_b64 s_getreg_b32 s_memrealtime s_memtime "
      "s_round_mode s_sendmsg_rtn_b32 s_sendmsg_rtn_b64 s_set_gpr_idx_off s_set_gpr_idx_on "
      "s_setpc_b64 s_setreg_b32 s_setreg_imm32_b32 s_swappc_b64 s_trap v_dual "
      // DeviceHeaderTest: divisions and reductions of arguments.
      "v_div_fixup_f16 v_div_fixup_f32 v_div_fixup_f64 v_div_fixup_legacy_f16 v_div_fmas_f32 "
      "v_div_fmas_f64 v_div_scale_f32 v_div_scale_f64 v_trig_preop_f64 ");
  static const std::set<std::string> names(words.begin(), words.end());
  return names;
}

}  // namespace amd_emulator::test
