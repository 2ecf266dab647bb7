#pragma once

#include <optional>
#include <string>
#include <vector>

namespace duet::cpu {

/// This machine's C++ compiler.
struct HostCompiler {
  std::string path;
  bool is_clang;
};

/// Finds $DUET_CPU_COMPILER if set, else clang++, the newest clang++-N or g++ along $PATH.
/// @param error  receives the error message with the places tried if there is none
std::optional<HostCompiler> find_host_compiler(std::string& error);

/// The known files of a compiler: its executable; for clang the libraries beside it, for g++ the
/// compiler proper and the assembler.
/// @throws std::exception  if they cannot be found now
std::vector<std::string> parts_of(const HostCompiler& compiler);

/// The path of a program along $PATH. A name with a slash is a path already. Empty if there is
/// none.
std::string find_program(const std::string& name);

/// The first line of a program's output for --version; empty if it fails.
/// @throws std::exception  if it cannot be started
std::string version_line(const std::string& program);

}  // namespace duet::cpu
