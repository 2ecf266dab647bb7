#!/usr/bin/env bash
# Proves that check_amd_targets.sh accepts correct programs and finds each kind of fault, and that
# keep_programs.sh finds a kernel that no test compiled and fails if it finds no kernel.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tree="$(mktemp -d)"
trap 'rm -rf "$tree"' EXIT
wrong=0

# program FOLDER NAME SOURCE ARGUMENT...
program() {
  local place="$tree/$1/compiled/$2"
  mkdir -p "$place"
  printf '%s\n' "$3" >"$place/program.cu"
  printf '%s\0' --std=17 "${@:4}" >"$place/arguments"
}

# check FOLDER STATUS: checks a folder's programs and sets `output` to the output.
check() {
  local status=0
  output="$("$here/check_amd_targets.sh" --programs "$tree/$1" more)" || status=$?
  if [[ "$output" == *'left out:'* ]]; then
    printf 'check_amd_targets_test: %s\n' "$output"
    exit 0
  fi
  if [[ "$status" != "$2" ]]; then
    printf 'check_amd_targets_test: %s ended with %s instead of %s\n%s\n' "$1" "$status" "$2" "$output"
    wrong=1
  fi
}

# expect TEXT: fails unless TEXT is a part of the output.
expect() {
  if [[ "$output" != *"$1"* ]]; then
    printf 'check_amd_targets_test: expected "%s" in\n%s\n' "$1" "$output"
    wrong=1
  fi
}

scale='template <typename T> __global__ void scale(T* x, T by) { x[threadIdx.x] *= by * N; }'
program right scale "$scale" --define=N=2 '--kernel=scale<unsigned>' '--kernel=scale<double>'
program right none 'template <typename T> __global__ void none() {}'
program right narrow 'extern "C" __global__ void narrow(int* x) { x[0] = 1; }' --wave-size=32
program right wide 'extern "C" __global__ void wide(int* x) { x[0] = 1; }' --wave-size=64
program right waves '
extern "C" __global__ void __launch_bounds__(4 * __AMDGCN_WAVEFRONT_SIZE) waves(int* x) { x[0] = 1; }'
check right 0
expect '5 kernels of 5 programs x'
expect 'gfx90a: 4 kernels with'
expect 'gfx1030: 5 kernels with'

program empty none 'template <typename T> __global__ void none() {}'
check empty 1
expect 'no program has a kernel'

program wrong broken '#include <broken.hpp>' --header=broken.hpp=headers/broken.hpp
mkdir "$tree/wrong/compiled/broken/headers"
echo 'int x(;' >"$tree/wrong/compiled/broken/headers/broken.hpp"
program wrong warned 'extern "C" __global__ void warned() { int unused; }'
program wrong wide 'extern "C" __global__ void wide(int* x) { *x = 1; }' --extra=-mwavefrontsize64
# The remaining programs differ between hiprtc and a newer compiler.
program wrong broken-later '
#if __clang_major__ >= 17
this is wrong
#endif'
program wrong lost '
extern "C" __global__ void kept() {}
#if __clang_major__ < 17
extern "C" __global__ void lost() {}
#endif'
program wrong moved '
#if __clang_major__ >= 17
using T = long;
#else
using T = int;
#endif
extern "C" __global__ void moved(T* x, T y, T z) { *x = y + z; }'
program wrong bounded '
#if __clang_major__ >= 17
extern "C" __global__ void __launch_bounds__(256) bounded(int* x) { x[0] = 1; }
#else
extern "C" __global__ void __launch_bounds__(64) bounded(int* x) { x[0] = 1; }
#endif'
check wrong 1
expect 'broken does not compile with hiprtc for'
expect 'broken.hpp:1:7: error:'
expect 'broken-later does not compile with clang'
expect 'warned does not compile with hiprtc for'
expect "unused variable 'unused'"
expect $'< lost\tlost\t1024\t'
expect $'< moved\tmoved\t1024\t0:8 8:4 12:4'
expect $'> moved\tmoved\t1024\t0:8 8:8 16:8'
expect $'> bounded\tbounded\t256\t'
expect $'gfx1030: not for this target and waves of 32 threads\nwide'

# code INSTRUCTIONS SPILLS LDS: sets `output` to what product_code.awk prints of a tile of 64 x 64 halves.
code() {
  printf '0000 <product_f16_64x64>:\n' >"$tree/disassembly"
  yes '  v_mfma_f32_16x16x16f16 a[0:3], v[0:1], v[2:3], a[0:3]' | head -n "$1" >>"$tree/disassembly" || true
  printf '  - %s\n' '.args:' >"$tree/notes"
  printf '    %s\n' '.name:           product_f16_64x64' ".vgpr_spill_count: $2" \
    ".group_segment_fixed_size: $3" >>"$tree/notes"
  output="$(awk -v target=gfx90a -f "$here/product_code.awk" "$tree/disassembly" "$tree/notes")"
}

code 8 0 16384
expect 'gfx90a   product_f16_64x64                8       8'
if [[ "$output" == *wrong:* ]]; then
  printf 'check_amd_targets_test: correct code is wrong: %s\n' "$output"
  wrong=1
fi
code 0 0 16384
expect 'wrong: instructions'
code 8 2 8192
expect 'wrong: spills LDS'

mkdir -p "$tree/source/tests/device" "$tree/empty-source/tests/device"
cat >"$tree/source/tests/device/some_test.cpp" <<'SOURCE'
// __global__ in a comment is no kernel.
run(R"(
  __global__ void  there(int* x) {
    x[0] = 1;
  })", "there");
run("__global__ void also(int* x) { *x = " + number + "; }");
run(R"(
  template <int N> __global__ void absent(int* x) {
    x[1] = N;
  })", "absent<3>");
SOURCE
program kept there $'__global__ void there(int* x) {\n      x[0] = 1;\n }'
program kept also '__global__ void also(int* x) { *x = 3; }'
program kept absent $'template <int N> __global__ void absent(int* x) {\n  x[2] = N;\n }'
if output="$("$here/keep_programs.sh" --missing "$tree/kept" "$tree/source")"; then
  echo 'check_amd_targets_test: no kernel is missing'
  wrong=1
fi
expect 'tests/device/some_test.cpp:8:__global__ void absent(int* x) { x[1] = N;: no test compiled'
if [[ "$(wc -l <<<"$output")" != 1 ]]; then
  printf 'check_amd_targets_test: more kernels are missing than one:\n%s\n' "$output"
  wrong=1
fi

for source in empty-source source; do
  echo 'int main() {}' >"$tree/source/tests/device/some_test.cpp"
  if output="$("$here/keep_programs.sh" --missing "$tree/kept" "$tree/$source" 2>&1)"; then
    echo "check_amd_targets_test: a tree without kernels passes"
    wrong=1
  fi
  expect 'there are no '
done

if ((wrong == 0)); then echo "check_amd_targets_test: each kind of fault is found"; fi
exit "$wrong"
