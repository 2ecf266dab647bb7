#!/usr/bin/env bash
# matrix_instructions.sh DUET LIST_INSTRUCTIONS CLANG_LIBRARY: compiles products of 16 x 16 x 32 for AMD's processors
# and compares the matrix instructions in the code with matrix_instructions.tsv. Without clang-19, those that
# hiprtc does not know are left out.
set -euo pipefail
folder="$(dirname "$(realpath "${BASH_SOURCE[0]}")")"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# compile ARCH
compile() {
  case "$1" in
    gfx942 | gfx11* | gfx12*)
      DUET_COMPILER_LIBRARY="$library" DUET_COMGR_LIBRARY="$library" "$duet" compile --arch "$1" \
        -o "$work/$1" "$folder/matrix_products.cu" >"$work/log" ;;
    *) "$duet" compile --arch "$1" -o "$work/$1" "$folder/matrix_products.cu" >"$work/log" ;;
  esac || { cat "$work/log" && exit 1; }
}

# found ARCH: the matrix instructions of a processor with their number.
found() {
  "$list" "$work/$1"/*.hsaco | awk -v arch="$1" -v OFS='\t' '$2 ~ /^v_(mfma|wmma)/ { print arch, $1, $2 }'
}

duet="$1" list="$2" library="$3"
status=0
for arch in gfx908 gfx90a gfx942 gfx1100 gfx1201; do
  if [[ "$arch" =~ ^gfx(942|11|12) ]] && ! command -v clang-19 >/dev/null; then continue; fi
  compile "$arch"
  diff <(awk -F '\t' -v arch="$arch" '$1 == arch' "$folder/matrix_instructions.tsv") \
    <(found "$arch") || status=1
done
if ((status == 0)); then echo "matrix_instructions: as expected"; fi
exit "$status"
