#!/usr/bin/env bash
# page_test.sh PAGE FOLDER TOOL: runs the commands of a page that are marked "<!-- run: TOOL -->" in a
# copy of FOLDER. The output of a command must contain the lines of the block after it, in that order.
# A command marked "<!-- run: TOOL, fails -->" must fail; all others must succeed.
# Exits with 77 if the tool is missing. Programs are found along $PATH.
set -euo pipefail

page="$1"
folder="$2"
tool="$3"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
export TMPDIR="$work/tmp" DUET_CACHE=off
mkdir "$TMPDIR"

skip() {
  echo "skipped: $*"
  exit 77
}

# has_runtime NAME: succeeds if gcc's runtime of a sanitizer can be preloaded.
has_runtime() {
  local library
  library="$(g++ -print-file-name="$1" 2>/dev/null)" || return 1
  [[ "$library" == */* ]] && LD_PRELOAD="$library" true 2>/dev/null
}

case "$tool" in
  gdb | valgrind) command -v "$tool" >/dev/null || skip "$tool is not installed" ;;
  address) has_runtime libasan.so || skip "no libasan.so that can be preloaded" ;;
  thread) has_runtime libtsan.so || skip "no libtsan.so that can be preloaded" ;;
esac
if [[ "$tool" == gdb ]] && ! gdb -batch -ex run --args true >/dev/null 2>&1; then
  skip "gdb cannot run programs here"
fi

# Splits the page into N.sh, N.expected and, for commands that must fail, N.fails.
awk -v tool="$tool" -v work="$work" '
  $1 == "<!--" && $2 == "run:" {
    name = $3
    sub(",", "", name)
    wanted = name == tool
    fails = $4 == "fails"
  }
  /^```/ {
    if (file != "") {
      if (file ~ /expected$/) wanted = 0
      close(file)
      file = ""
    } else if (wanted) {
      if ($0 == "```sh") {
        file = work "/" ++count ".sh"
        if (fails) print "" > (work "/" count ".fails")
      } else {
        file = work "/" count ".expected"
      }
    }
    next
  }
  file != "" { print > file }
' "$page"

cp -r "$folder" "$work/folder"
cd "$work/folder"
number=1
status=0
while [[ -f "$work/$number.sh" ]]; do
  echo "== $(cat "$work/$number.sh")"
  result=0
  bash -euo pipefail "$work/$number.sh" >"$work/output" 2>&1 </dev/null || result=$?
  fault=""
  if [[ -f "$work/$number.fails" ]] && ((result == 0)); then
    fault="it succeeded, but must fail"
  elif [[ ! -f "$work/$number.fails" ]] && ((result != 0)); then
    fault="it failed with status $result"
  elif ! missing="$(awk '
      NR == FNR { expected[++lines] = $0; next }
      next_line < lines && index($0, expected[next_line + 1]) { ++next_line }
      END { if (next_line < lines) { print expected[next_line + 1]; exit 1 } }
    ' "$work/$number.expected" "$work/output")"; then
    fault="this expected line is missing or in the wrong place: $missing"
  fi
  if [[ -n "$fault" ]]; then
    echo "-- $fault; its output:"
    cat "$work/output"
    status=1
  fi
  number=$((number + 1))
done
((number > 1)) || {
  echo "the page has no command for $tool"
  exit 1
}
exit "$status"
