#!/usr/bin/env bash
# check_amd_targets.sh [more|all]: compiles every kernel of the tests and examples, and every device
# header alone, for AMD targets, and compares the metadata of the code objects. No kernel runs.
# hiprtc compiles for the targets that it knows; a newer clang, with hiprtc's built-in header, for newer
# targets. There is one target for each compiler, two with `more`, and every target with `all`.
# check_amd_targets.sh --programs FOLDER [more|all]: the same for kept programs (see keep_programs.sh).
#
# Each program must give a code object for the target, whose waves have the width of the target or the
# one that the program asks for. Its kernels must be those of the reference, with equal limits of threads
# or of waves, and equal arguments at equal offsets. The reference is a target of hiprtc, for which duet
# has matched kernels with their name expressions.
#
# Without --programs it also compiles the gallery with clang for gfx1100 and gfx1201 (gfx942, too, with `more` and
# `all`), and prints what the products of product_kernels.cu become on targets with matrix
# instructions, and fails if there are other instructions than the work needs, or spills.
set -euo pipefail
shopt -s nullglob
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# One target with waves of 32 and one with waves of 64 lanes.
hiprtc_targets=(gfx1030)
clang_targets=(gfx942)
more_hiprtc_targets=(gfx90a)
more_clang_targets=(gfx1201)
# One target for each kind of matrix instructions.
hiprtc_matrix_targets=(gfx90a)
clang_matrix_targets=(gfx942 gfx1100 gfx1201)
# For the gallery, whose kernels are in CUDA's spelling. The emulator runs it on targets of hiprtc.
gallery_targets=(gfx1100 gfx1201)
more_gallery_targets=(gfx942)
# For these targets hiprtc 5.2.3 aborts the process on correct kernels with local arrays or without
# optimisation. The check reports each; for another target it is a fault.
crashing_targets=(gfx600 gfx601 gfx602)

faults=0
fault() {
  printf '%s\n' "$*"
  faults=$((faults + 1))
}

is_one_of() {
  local one
  for one in "${@:2}"; do
    if [[ "$1" == "$one" ]]; then return; fi
  done
  return 1
}

# hiprtc's own header is a section of a library. The last four bytes are its length.
extract_headers() {
  local library size
  library="$(hiprtc_builtins)"
  mkdir -p "$AMD_HEADERS"
  objcopy -O binary --only-section=.hipRTC_header "$library" "$work/section"
  size="$(tail -c 4 "$work/section" | od -An -tu4 | tr -d ' ')"
  ((size + 4 == $(stat -c %s "$work/section"))) || fail "$library has another form than expected"
  head -c "$size" "$work/section" >"$AMD_HEADERS/hiprtc.h"
}

# The device libraries, and for each target that is newer the file with the target's number.
collect_libraries() {
  local target digits version
  mkdir -p "$AMD_LIBRARIES"
  ln -sf "$(amd_device_libraries)"/*.bc "$AMD_LIBRARIES"
  for target in "${clang_targets[@]}" "${clang_matrix_targets[@]}"; do
    digits="${target#gfx}"
    if [[ -e "$AMD_LIBRARIES/oclc_isa_version_$digits.bc" ]]; then continue; fi
    version=$((${digits%??} * 1000 + 0x${digits: -2:1} * 100 + 0x${digits: -1}))
    printf '%s\n' 'target triple = "amdgcn-amd-amdhsa"' \
      "@__oclc_ISA_version = linkonce_odr hidden addrspace(4) constant i32 $version" |
      "$AMD_CLANG" --target=amdgcn-amd-amdhsa -nogpulib -x ir -c -emit-llvm - \
        -o "$AMD_LIBRARIES/oclc_isa_version_$digits.bc"
  done
}

# compile COMPILER TARGET...: compiles each program for the targets, several programs at a time.
compile() {
  local name
  for name in "${programs[@]}"; do printf '%s\0' "$name"; done |
    xargs -0 -P "$jobs" -I '{}' "$project/ci/compile_for_amd.sh" "$1" "$folder/compiled/{}" \
      "$work/{}" "${@:2}" >"$work/$1.log" || { cat "$work/$1.log" && fault "$1 failed"; }
}

# kernels TARGET: the output of code_object_kernels.awk for all code objects of a target.
kernels() {
  local objects=("$work"/*/program."$1".hsaco)
  if ((${#objects[@]} == 0)); then return; fi
  # Twice the first, because readelf prints no name for a single file.
  "$AMD_READELF" --notes "${objects[@]}" "${objects[0]}" |
    awk -f "$project/ci/code_object_kernels.awk" | LC_ALL=C sort -u
}

# Checks that the reference has a kernel for each name expression, and at least one kernel.
check_reference() {
  local name wanted found
  for name in "${programs[@]}"; do
    wanted="$(tr '\0' '\n' <"$folder/compiled/$name/arguments" |
      sed -n '/^--kernel=/p' | sort -u | wc -l)"
    found="$(awk '
      /"kernels": \[/ { ++objects }
      /^ *\]/ { inside = 0 }
      inside { ++expressions }
      /"expressions": \[$/ { inside = 1 }
      END { print objects == 0 ? 0 : expressions / objects }' "$work/$name/kernels.json")"
    [[ "$wanted" == "$found" ]] || fault "$name: $found kernels for $wanted names"
  done
  reference_kernels="$(awk -F '\t' '$2 != ""' "$work/reference" | wc -l)"
  ((reference_kernels > 0)) || fault "no program has a kernel"
}

# expected PROGRAM...: the reference without these programs.
expected() {
  printf '%s\n' "$@" |
    awk -F '\t' -v OFS='\t' 'NR == FNR { out[$1]; next } !($1 in out) { print $1, $2, $3, $4 }' - \
      "$work/reference"
}

# in_threads_of_reference FILE: a target's kernels. Where a kernel has as many waves as in the reference and
# those have twice the lanes, the limit is the reference's.
in_threads_of_reference() {
  awk -F '\t' -v OFS='\t' '
    NR == FNR { threads[$1, $2] = $3; wave[$1, $2] = $5; next }
    { key = $1 SUBSEP $2 }
    $5 == 2 * wave[key] && $3 == 2 * threads[key] { $3 = threads[key] }
    { print $1, $2, $3, $4 }' "$work/reference" "$1"
}

# report TITLE LINES: a fault, if there are lines.
report() {
  if [[ -z "$2" ]]; then return; fi
  fault "$1"
  printf '%s\n' "$2"
}

# programs_for_waves_of N
programs_for_waves_of() {
  (cd "$folder/compiled" && grep -lzxF -e "--wave-size=$1" -- ./*/arguments | xargs -r dirname | xargs -r basename -a)
}

# check_target TARGET COMPILER
check_target() {
  local found="$work/$1.kernels" wave=64 without=() crashed note='' count before="$faults"
  if [[ "$1" =~ $has_waves_of_32 ]]; then
    wave=32
  else
    mapfile -t without < <(programs_for_waves_of 32)
  fi
  kernels "$1" >"$found"
  mapfile -t crashed < <(grep -lxF "$1" -- "$work"/*/crashed | xargs -r dirname | xargs -r basename -a)
  if ((${#crashed[@]} > 0)); then
    note="; $2 crashes on ${#crashed[@]} of ${#programs[@]} programs"
    is_one_of "$1" "${crashing_targets[@]}" || fault "$1: $2 crashes on ${crashed[*]}"
  fi
  report "$1: other kernels than for $reference (<): program, kernel, most threads, arguments" \
    "$(diff <(expected "${crashed[@]}" "${without[@]}") <(in_threads_of_reference "$found") | grep '^[<>]' || true)"
  report "$1: not for this target and waves of $wave threads" \
    "$(awk -F '\t' -v target="$1" -v wave="$wave" -v wide=" $(programs_for_waves_of 64 | xargs) " '
      $6 != target || ($2 != "" && $5 != (index(wide, " " $1 " ") ? 64 : wave))' "$found")"
  if ((faults > before)); then return; fi
  count="$(awk -F '\t' '$2 != ""' "$found" | wc -l)"
  compiled=$((compiled + count))
  echo "$1: $count kernels with $2, waves of $wave threads$note"
}

# compile_products COMPILER TARGET...: compiles product_kernels.cu.
compile_products() {
  "$project/ci/compile_for_amd.sh" "$1" "$work/matrix/products" "$work/matrix/products" "${@:2}" ||
    fault "product_kernels.cu does not compile with $1"
}

# Compares the code of products with the work.
check_products() {
  local target object lines end
  mkdir -p "$work/matrix/products"  # deeper than those that are compared with the reference
  cp "$project/ci/product_kernels.cu" "$work/matrix/products/program.cu"
  printf '%s\0' --std=17 >"$work/matrix/products/arguments"
  compile_products hiprtc "${hiprtc_matrix_targets[@]}"
  compile_products clang "${clang_matrix_targets[@]}"
  printf '%-8s %-21s %12s %7s %6s %6s %6s %6s\n' target kernel instructions needed VGPRs SGPRs spills LDS
  for target in "${hiprtc_matrix_targets[@]}" "${clang_matrix_targets[@]}"; do
    object="$work/matrix/products/program.$target.hsaco"
    lines="$(awk -v target="$target" -f "$project/ci/product_code.awk" <("$AMD_OBJDUMP" -d "$object") \
      <("$AMD_READELF" --notes "$object"))"
    printf '%s\n' "$lines"
    [[ "$lines" != *wrong:* ]] || fault "$target: products have other code than the work needs"
    end='$'  # of the kernels for this size of waves
    if [[ "$target" =~ $has_waves_of_32 ]]; then end='/^#if/'; fi
    [[ "$(wc -l <<<"$lines")" == "$(sed "1,$end!d" "$project/ci/product_kernels.cu" | grep -c '^PRODUCT(')" ]] ||
      fault "$target: some of the products are missing"
  done
}

# Compiles the gallery for targets that hiprtc does not know, by the library that starts clang.
check_gallery() {
  local build="$project/build/ci-hip" target pids=() i
  local clang="$build/tests/amd_emulator/libduet_amd_clang.so"
  if ! has_target "$build" duet_amd_clang; then
    echo "gallery: left out, LLVM 19 was not found when build/ci-hip was configured"
    return
  fi
  cmake --build "$build" --parallel "$jobs" --target gallery --target duet_amd_clang --target duet_compile >"$work/build.log" ||
    { tail -n 40 "$work/build.log" && fail "the gallery does not build for HIP"; }
  for target in "${gallery_targets[@]}"; do
    DUET_CACHE=off DUET_COMPILER_LIBRARY="$clang" DUET_COMGR_LIBRARY="$clang" DUET_COMPILE_HELPER="$build/core/duet-compile" \
      "$build/examples/gallery" --compile "$target" >"$work/gallery.$target" 2>&1 &
    pids+=($!)
  done
  for i in "${!pids[@]}"; do
    target="${gallery_targets[i]}"
    wait "${pids[i]}" || { grep -v ' ok$' "$work/gallery.$target"; fault "$target: the gallery does not compile"; }
    echo "$target: gallery: $(tail -n 1 "$work/gallery.$target")"
  done
}

# leave_out REASON: ends the check without a fault, on a machine that lacks something it needs.
leave_out() {
  echo "check_amd_targets: left out: $*"
  exit 0
}

find_compilers() {
  local reason number
  reason="$(why_not HIP)"
  if [[ -n "$reason" ]]; then leave_out "$reason"; fi
  use_toolkit HIP
  hiprtc_builtins >/dev/null || leave_out "no libhiprtc-builtins.so"
  amd_device_libraries >/dev/null || leave_out "no device libraries (rocm-device-libs)"
  number="$(amd_clang)" || leave_out "no clang-N, ld.lld-N and llvm-readelf-N of version" \
    "$oldest_amd_clang or newer"
  AMD_CLANG="clang-$number"
  AMD_READELF="llvm-readelf-$number"
  AMD_OBJDUMP="llvm-objdump-$number"
  AMD_HEADERS="$work/headers"
  AMD_LIBRARIES="$work/libraries"
  DUET_COMMAND="$project/build/ci-hip/tools/duet"
  export AMD_CLANG AMD_HEADERS AMD_LIBRARIES DUET_COMMAND
}

# Fills `hiprtc` and `clang` with the targets that each can compile for, and chooses the reference.
choose_targets() {
  local supported target
  read -r -a supported < <("$DUET_COMMAND" info | sed -n 's/^architectures *//p')
  hiprtc=()
  clang=()
  reference=''
  if [[ "$what" != few ]]; then
    hiprtc_targets+=("${more_hiprtc_targets[@]}")
    clang_targets+=("${more_clang_targets[@]}")
    gallery_targets+=("${more_gallery_targets[@]}")
  fi
  if [[ "$what" == all ]]; then
    hiprtc_targets=("${supported[@]}")
    clang_targets+=(gfx1100)
  fi
  for target in "${hiprtc_targets[@]}"; do
    if is_one_of "$target" "${supported[@]}"; then
      hiprtc+=("$target")
      # Every program compiles for a target with waves of 32.
      if [[ -z "$reference" && "$target" =~ $has_waves_of_32 ]]; then reference="$target"; fi
    else
      echo "$target: left out, hiprtc does not know it"
    fi
  done
  [[ -n "$reference" ]] || fail "hiprtc knows no target with waves of 32 among ${hiprtc_targets[*]}"
  for target in "${clang_targets[@]}"; do
    if "$AMD_CLANG" --target=amdgcn-amd-amdhsa "-mcpu=$target" -nogpulib -x c -c /dev/null \
        -o "$work/empty.o" 2>/dev/null; then
      clang+=("$target")
    else
      echo "$target: left out, $AMD_CLANG does not know it"
    fi
  done
}

main() {
  folder=''
  what=few
  if [[ "${1:-}" == --programs ]]; then
    folder="$(realpath "$2")"
    shift 2
  fi
  if (($# > 0)); then
    [[ "$*" == more || "$*" == all ]] || fail "give nothing, more or all, not '$*'"
    what="$*"
  fi
  work="$(mktemp -d)"
  trap 'rm -rf "$work"' EXIT
  use_ccache
  find_compilers
  build_command HIP "$work/build.log"
  choose_targets
  extract_headers
  collect_libraries
  if [[ -z "$folder" ]]; then
    check_products
    check_gallery
    folder="$work/kept"
    "$project/ci/keep_programs.sh" "$folder" || fault "the programs are not complete"
  fi
  mapfile -t programs < <(cd "$folder/compiled" && printf '%s\n' *)

  local target
  compiled=0
  compile hiprtc "${hiprtc[@]}"
  compile clang "${clang[@]}"
  kernels "$reference" >"$work/reference"
  check_reference
  for target in "${hiprtc[@]}"; do check_target "$target" hiprtc; done
  for target in "${clang[@]}"; do check_target "$target" "$AMD_CLANG"; done
  if ((faults > 0)); then
    echo "check_amd_targets: $faults faults"
    exit 1
  fi
  echo "check_amd_targets: $reference_kernels kernels of ${#programs[@]} programs x" \
    "$((${#hiprtc[@]} + ${#clang[@]})) targets compiled: $compiled kernels"
}
main "$@"
