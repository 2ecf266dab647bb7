#!/usr/bin/env bash
# Proves that check_style.sh accepts a right file and finds each kind of fault, in a small project.
set -euo pipefail
shopt -s inherit_errexit

here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
tree="$(mktemp -d)"
trap 'rm -rf "$tree"' EXIT
wrong=0

# check STATUS TEXT: runs the check and compares its status; TEXT is a part of its output.
check() {
  local status=0 output
  git add -A
  output="$(ci/check_style.sh 2>&1)" || status=$?
  if [[ "$status" != "$1" || "$output" != *"$2"* ]]; then
    printf 'check_style_test: ended with %s instead of %s, or without "%s":\n%s\n' \
      "$status" "$1" "$2" "$output"
    wrong=1
  fi
}

mkdir "$tree/ci"
cp "$here"/ci/{check_style,common}.sh "$tree/ci"
cp "$here"/.clang-{format,tidy} "$tree"
cd "$tree"
git init -q
git config user.name test
git config user.email test@example.org
echo '/build/' >.gitignore
printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(small LANGUAGES CXX)' \
  'add_library(small OBJECT right.cpp)' >CMakeLists.txt
echo 'int* old() { return 0; }' >right.cpp
git add -A
git commit -qm first

# The old line has a fault, but did not change.
printf '%s\n' 'int* old() { return 0; }' 'int* added() { return nullptr; }' >right.cpp
check 0 'the style is kept'

echo 'int   twice(int x) {return 2*x;}' >badly_formatted.cpp
check 1 'clang-format-14 -i badly_formatted.cpp'
rm badly_formatted.cpp

echo 'int* added() { return 0; }' >>right.cpp
check 1 'modernize-use-nullptr'
echo 'int* old() { return 0; }' >right.cpp

printf '// %s knows.\n' Somebody >words.hpp
check 1 'words.hpp:1:'
rm words.hpp

printf '#!/bin/bash\nif true; then\n' >broken.sh
chmod +x broken.sh
check 1 'broken.sh: line 3'
rm broken.sh

check 0 'the style is kept'
if ((wrong == 0)); then echo "check_style_test: each kind of fault is found"; fi
exit "$wrong"
