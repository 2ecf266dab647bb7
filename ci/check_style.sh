#!/usr/bin/env bash
# check_style.sh [BASE]: checks format, scripts and words of all tracked files, and lints the lines that
# changed since the commit BASE (default: where this branch left main or, on main, the last commit).
# check_style.sh format|scripts|words [FILE…]: one of these checks, of all tracked files by default.
# check_style.sh lint [BASE]: only lints.
#
# format: clang-format-14 changes nothing.   scripts: bash can parse them.   words: no comment or text has
# one of the words below.   lint: clang-tidy-14 finds no fault, by the checks in .clang-tidy.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# One version: another one formats otherwise and has other checks.
formatter=clang-format-14
linter=clang-tidy-14
# A run lints the first files of a larger change, since each takes 5 to 10 seconds.
most_linted_files=20
# Words that hide what is meant: name the caller, the process or the thread instead.
riddles='\b(nobody|somebody|whoever|everybody)\b'

faults=0
fault() {
  printf '%s\n' "$*"
  faults=$((faults + 1))
}

need() { command -v "$1" >/dev/null || fail "$1 is missing; ci/install_packages.sh all installs it"; }

# choose PATTERN FILE…: sets `files` to the given files or, if there are none, to all tracked files, as
# far as they match the pattern and are there.
choose() {
  local pattern="$1" file
  local -a all=("${@:2}")
  if ((${#all[@]} == 0)); then mapfile -t all < <(git ls-files); fi
  files=()
  for file in "${all[@]}"; do
    if [[ "$file" =~ $pattern && -f "$file" ]]; then files+=("$file"); fi
  done
}

check_format() {
  local log
  choose '\.(cpp|hpp)$' "$@"
  if ((${#files[@]} == 0)); then return; fi
  need "$formatter"
  log="$(printf '%s\0' "${files[@]}" |
    xargs -0 -P "$jobs" -n 50 "$formatter" --dry-run 2>&1 | sed -nE 's/^([^:]+):.*clang-format-violations.*/\1/p' |
    sort -u)"
  if [[ -n "$log" ]]; then
    fault "Not formatted by $formatter; mend it with: $formatter -i" $log
  fi
}

check_scripts() {
  local file log
  choose '(\.sh|^\.ci/run)$' "$@"
  for file in "${files[@]}"; do
    log="$(bash -n "$file" 2>&1)" || fault "$log"
    [[ -x "$file" || "$file" == */common.sh ]] || fault "$file: not executable (chmod +x)"
  done
}

check_words() {
  local log
  choose '\.(cpp|hpp|def|cu|sh|cmake|txt|md|py|awk)$' "$@"
  log="$(printf '%s\0' "${files[@]}" | grep -zvE '^(ci/check_style(_test)?\.sh|CONTRIBUTING\.md)$' |
    xargs -0 grep -HniE "$riddles" || true)"
  if [[ -n "$log" ]]; then fault "Say what is meant instead of one of $riddles:"$'\n'"$log"; fi
}

default_base() {
  local main base
  for main in main origin/main; do
    base="$(git merge-base HEAD "$main" 2>/dev/null || true)"
    if [[ -n "$base" && "$base" != "$(git rev-parse HEAD)" ]]; then
      echo "$base"
      return
    fi
  done
  git rev-parse -q --verify HEAD~1 || git rev-parse HEAD
}

# changed_lines BASE: prints clang-tidy's filter of the lines that differ from BASE.
changed_lines() {
  git diff -U0 --no-color --diff-filter=d "$1" -- '*.cpp' '*.hpp' | awk '
    function finish() { if (ranges != "") { print separator "{\"name\":\"" name "\",\"lines\":[" ranges "]}"; separator = "," } ranges = "" }
    BEGIN { print "[" }
    /^\+\+\+ / { finish(); name = substr($2, 3) }
    /^@@ / {
      split(substr($3, 2), part, ",")
      count = part[2] == "" ? 1 : part[2]
      if (count > 0) ranges = ranges (ranges == "" ? "" : ",") "[" part[1] "," part[1] + count - 1 "]"
    }
    END { finish(); print "]" }'
}

# backend_of FILE: the backend whose build compiles a file.
backend_of() {
  case "$1" in
    backends/cuda/* | tests/cuda/* | tests/stub_driver/* | bench/raw/cuda*) echo CUDA ;;
    backends/hip/* | tests/hip/* | tests/hip_on_cuda/* | bench/raw/hip*) echo HIP ;;
    *) echo CPU ;;
  esac
}

# lint_with BACKEND FILE…: the file's commands are those of a configured build without precompiled
# headers, which clang-tidy could not read. Files that no build compiles are left out.
lint_with() {
  local build="build/lint-${1,,}" reason file
  local -a known=()
  reason="$(why_not "$1")"
  if [[ -n "$reason" ]]; then
    echo "check_style: $1's files are not linted: $reason"
    return
  fi
  use_toolkit "$1"
  if ! cmake -S . -B "$build" -G Ninja "-DBACKEND=$1" -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
      -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >"$build.log" 2>&1; then
    cat "$build.log"
    fault "the backend $1 cannot be configured"
    return
  fi
  for file in "${@:2}"; do
    if grep -qF "\"file\": \"$PWD/$file\"" "$build/compile_commands.json"; then known+=("$file"); fi
  done
  if ((${#known[@]} == 0)); then return; fi
  if ninja -C "$build" -t targets all | grep '^core/generated/source_digest.hpp:' >/dev/null; then
    ninja -C "$build" core/generated/source_digest.hpp >"$build.log"
  fi
  printf '%s\0' "${known[@]}" | xargs -0 -P "$jobs" -n 1 "$linter" -p "$build" --quiet --warnings-as-errors='*' \
    --header-filter='.*' "--line-filter=$lines" >"$build.log" 2>/dev/null || {
    cat "$build.log"
    fault "$linter finds faults in changed lines"
  }
}

# For a changed header, the source of the same name is linted.
check_lint() {
  local base="${1:-$(default_base)}" lines backend file
  local -a changed=() files=()
  mapfile -t changed < <(git diff --name-only --diff-filter=d "$base" -- '*.cpp' '*.hpp' |
    sed 's/\.hpp$/.cpp/' | sort -u)
  if ((${#changed[@]} > most_linted_files)); then
    echo "check_style: $linter lints the first $most_linted_files of ${#changed[@]} changed files"
    changed=("${changed[@]:0:most_linted_files}")
  fi
  lines="$(changed_lines "$base" | tr -d '\n')"
  # Without a line, as after a move, clang-tidy would report all lines.
  if [[ "$lines" == '[]' ]]; then return; fi
  need "$linter"
  mkdir -p build
  for backend in "${backends[@]}"; do
    files=()
    for file in "${changed[@]}"; do
      if [[ -f "$file" && "$(backend_of "$file")" == "$backend" ]]; then files+=("$file"); fi
    done
    if ((${#files[@]} > 0)); then lint_with "$backend" "${files[@]}"; fi
  done
}

main() {
  cd "$project"
  case "${1:-}" in
    format | scripts | words | lint) "check_$1" "${@:2}" ;;
    *)
      check_format
      check_scripts
      check_words
      check_lint "$@"
      ;;
  esac
  if ((faults > 0)); then
    echo "check_style: $faults faults"
    exit 1
  fi
  echo "check_style: the style is kept"
}
main "$@"
