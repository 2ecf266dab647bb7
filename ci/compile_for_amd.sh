#!/usr/bin/env bash
# compile_for_amd.sh hiprtc|clang PROGRAM OUTPUT TARGET...: compiles a kept program (see
# keep_programs.sh) for AMD targets, with warnings as errors, to OUTPUT/program.TARGET.hsaco.
# check_amd_targets.sh calls it and exports:
#   DUET_COMMAND                           the duet command of the HIP build
#   AMD_CLANG, AMD_HEADERS, AMD_LIBRARIES  clang-N, the folder of hiprtc's built-in header, and the
#                                          folder of device libraries
# A program for waves of 32 threads (--wave-size=32) is left out for targets without such waves.
# OUTPUT/crashed lists the targets on which the compiler crashes.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Some programs have a #warning to test that it is reported, or parameters of which only the types matter.
# That a target cannot have as many blocks at once as a kernel wishes is no fault.
warnings=(-Wall -Wextra -Werror '-Wno-#warnings' -Wno-unused-parameter -Wno-error=pass-failed)

# with_hiprtc ARGUMENT...: also writes duet's description of the kernels to OUTPUT/kernels.json.
with_hiprtc() {
  local target status=0
  local command=("$DUET_COMMAND" compile program.cu "${warnings[@]/#/--extra=}" "$@" --json -o "$output")
  # The braces redirect the shell's own message about a crash.
  { "${command[@]}" "${targets[@]/#/--arch=}" >"$output/kernels.json"; } 2>"$output/log" || status=$?
  if ((status < 128)); then return "$status"; fi
  # hiprtc aborted instead of returning an error. Compile for each target alone.
  status=0
  for target in "${targets[@]}"; do
    local one=0
    { "${command[@]}" "--arch=$target" >"$output/one.json"; } 2>"$output/one.log" || one=$?
    if ((one >= 128)); then
      echo "$target" >>"$output/crashed"
    elif ((one > 0)); then
      cat "$output/one.log" >>"$output/log"
      status=1
    else
      mv "$output/one.json" "$output/kernels.json"
    fi
  done
  return "$status"
}

# clang_options ARGUMENT...: sets `options`, `macros` and `kernels` from arguments of `duet compile`.
clang_options() {
  local argument value
  options=()
  macros=()
  kernels=()
  for argument in "$@"; do
    value="${argument#*=}"
    case "$argument" in
      --std=*) options+=("-std=c++$value") ;;
      --fast-math) options+=(-ffast-math) ;;
      --contract=on) options+=(-ffp-contract=fast) ;;
      --contract=off) options+=(-ffp-contract=off) ;;
      --debug) options+=(-g -O0) ;;
      --line-info) options+=(-gline-tables-only) ;;
      # In the source, so that hiprtc's header does not see them.
      --define=*=*) macros+=("#define ${value%%=*} ${value#*=}") ;;
      --define=*) macros+=("#define $value 1") ;;
      --header=*) ;;  # all are in the folder headers
      --include=*) options+=("-I$value") ;;
      --extra=*) options+=("$value") ;;
      --kernel=*) kernels+=("$value") ;;
      *) echo "no option of clang is known for $argument" >"$output/log" && return 1 ;;
    esac
  done
}

# name_kernel EXPRESSION NUMBER: prints a declaration that takes a kernel's address, which instantiates a
# template, as hiprtc does. A name with parameters chooses among overloads; clang-19 does so in
# constants only.
name_kernel() {
  local address="&${1#&}"
  case "$1" in
    static_cast* | '('*) address="$1" ;;
    *')') address="(void (*)(${1#*(})${1%%(*}" ;;
  esac
  if [[ "$address" != '&'* ]]; then
    printf 'constexpr auto duet_address_%d = %s;\n' "$2" "$address"
    address="duet_address_$2"
  fi
  printf '__device__ auto duet_kernel_%d __attribute__((used)) = %s;\n' "$2" "$address"
}

with_clang() {
  local options macros kernels kernel target number=0 source="$output/program.hip"
  clang_options "$@" || return 1
  {
    printf '%s\n' "${macros[@]}" '# 1 "program.cu"'
    cat program.cu
    printf '\n# 1 "kernels"\n'
    for kernel in "${kernels[@]}"; do
      name_kernel "$kernel" "$number"
      number=$((number + 1))
    done
  } >"$source"
  : >"$output/log"
  # The header counts cycles with an instruction that newer targets lack.
  local cycles=-D__builtin_amdgcn_s_memtime=__builtin_readcyclecounter
  for target in "${targets[@]}"; do
    "$AMD_CLANG" -x hip --cuda-device-only --no-gpu-bundle-output "--offload-arch=$target" \
      --gpu-max-threads-per-block=1024 \
      -nogpuinc -isystem "$AMD_HEADERS" -include hiprtc.h "--rocm-device-lib-path=$AMD_LIBRARIES" \
      -D__HIPCC_RTC__=1 -O2 "$cycles" "${warnings[@]}" -Iheaders -I. "-I$project/device/include" "${options[@]}" \
      "$source" -o "$output/program.$target.hsaco" 2>>"$output/log" || return 1
  done
}

compiler="$1"
program="$2"
output="$3"
targets=("${@:4}")
mkdir -p "$output"
cd "$program"
mapfile -d '' -t arguments < <(sed -z '/^--wave-size=/d' arguments)
case "$(sed -z -n 's/^--wave-size=//p' arguments | tr -d '\0')" in
  32) mapfile -t targets < <(printf '%s\n' "${targets[@]}" | grep -E "$has_waves_of_32" || true) ;;
  64) arguments+=(--extra=-mwavefrontsize64) ;;
esac
if ((${#targets[@]} == 0)); then exit; fi
if ! "with_$compiler" "${arguments[@]}"; then
  echo "$(basename "$program") does not compile with $compiler for ${targets[*]}:"
  cat "$output/log"
  exit 1
fi
