#!/usr/bin/env bash
# sanitize_test.sh FOLDER SANITIZER: `duet run --sanitize SANITIZER` must report each kernel of
# FOLDER/wrong.cu that is marked for the sanitizer, with file and line, and no kernel of
# FOLDER/right.cu. Exits with 77 if the sanitizer's runtime is missing. Finds the command along $PATH.
set -euo pipefail

folder="$1"
sanitizer="$2"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
export TMPDIR="$work" DUET_CACHE=off
status=0

# run FILE KERNEL NUMBERS: runs a kernel on an array of so many numbers; output to $work/output.
run() {
  duet run "$folder/$1" -k "$2" --sanitize "$sanitizer" --grid 2 --block 64 --shared 256 \
    "out:$work/x.npy:i32:$3" "${@:4}" >"$work/output" 2>&1 </dev/null
}

fault() {
  echo "-- $*; the output:"
  cat "$work/output"
  status=1
}

library="$(g++ -print-file-name="lib${sanitizer:0:1}san.so" 2>/dev/null || true)"
if [[ "$library" != */* ]] || ! LD_PRELOAD="$library" true 2>/dev/null; then
  echo "skipped: no lib${sanitizer:0:1}san.so that can be preloaded"
  exit 77
fi

while read -r kernel; do
  echo "right: $kernel"
  run right.cu "$kernel" 128 --repeat 2 || fault "$kernel was reported"
done < <(sed -nE 's/^__global__ void ([a-z_]+)\(.*/\1/p' "$folder/right.cu")

# For each kernel marked for the sanitizer: its name, its report and its line.
count=0
while IFS=$'\t' read -r kernel report line; do
  echo "wrong: $kernel, line $line"
  count=$((count + 1))
  if run wrong.cu "$kernel" 127; then
    fault "nothing was reported"
  elif ! grep -qF "$report" "$work/output" || ! grep -qE "wrong\.cu:$line\b" "$work/output"; then
    fault "no '$report' at wrong.cu:$line"
  fi
done < <(awk -v tool="$sanitizer:" '
  $1 == "//" && $2 ~ /:$/ { is_wanted = $2 == tool; report = $0; sub(/^[^:]*: /, "", report) }
  /^__global__ void / { kernel = $3; sub(/\(.*/, "", kernel); in_function = 0 }
  /\/\/ here$/ { line = NR }
  /^__global__ void .*}$/ || /^}/ {
    if (kernel != "" && is_wanted) print kernel "\t" report "\t" line
    kernel = ""
  }
' "$folder/wrong.cu")
((count > 0)) || {
  echo "no kernel is marked for $sanitizer"
  exit 1
}
exit "$status"
