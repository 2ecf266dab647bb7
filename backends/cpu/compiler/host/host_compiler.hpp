#pragma once

#include <optional>
#include <string>
#include <vector>

namespace duet::cpu {

/// The C++ compiler of this machine.
struct HostCompiler {
  std::string path;
  bool is_clang;
};

/// $DUET_CPU_COMPILER if set, else clang++, clang++-N from the newest down, and g++ along $PATH.
/// @param places  if there is none, a text for people that lists the places tried
std::optional<HostCompiler> find_host_compiler(std::string& places);

/// The files that the compiler consists of, as far as they are known: its own and, for clang, the
/// libraries beside it, for g++ the compiler proper.
std::vector<std::string> parts_of(const HostCompiler& compiler);

/// A program along $PATH; a name with a slash is taken as it is. Empty if there is none.
std::string find_program(const std::string& name);

/// The first line that a program prints for --version; empty if it does not run.
std::string version_line(const std::string& program);

}  // namespace duet::cpu
