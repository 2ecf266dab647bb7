#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "source/template_keywords.hpp"

namespace duet {

/// What a compiler reported about a program without its host code.
struct HostCodeHints {
  /// Names whose declarations stay, since code that stays uses them.
  std::set<std::string, std::less<>> needed{};
  /// Names of the host's functions that code for devices calls. They become functions for both.
  std::set<std::string, std::less<>> called{};
  /// Atomic operations of the program that the target has, too. CUDA has none of uint64_t.
  std::set<std::string, std::less<>> redefined_atomics{};
  /// Lines that declare a function of the headers once more, with other marks.
  std::set<std::pair<std::size_t, std::size_t>> repeated{};
  /// Lines that do not compile: the index of the text, and the line from 1. Declarations on them go
  /// if they may be the host's and no kernel needs them.
  std::set<std::pair<std::size_t, std::size_t>> failing{};
  /// Those of these lines that failed once more, without the bodies of functions on them.
  std::set<std::pair<std::size_t, std::size_t>> failing_again{};
  /// The first words of types that a compiler takes only after `typename`, and members that it
  /// takes only after `template`.
  NamesOnLines dependent{};
  /// Lines with static assertions that are false. Those of namespaces stay.
  std::set<std::pair<std::size_t, std::size_t>> false_assertions{};
  /// Lines with shared variables whose constructors the compiler refuses.
  std::set<std::pair<std::size_t, std::size_t>> constructed_shared{};
  /// Functions without marks are those of both sides: members of classes in kernels, say.
  bool has_both_sides = false;
  /// Functions of both sides are those of devices alone.
  bool has_devices_alone = false;
  /// Lines that do not compile in functions for devices, which are therefore errors only where a
  /// kernel reaches them.
  std::set<std::pair<std::size_t, std::size_t>> unreached{};
  /// Kernels are declared before they are defined, which the compiler refuses where functions
  /// without marks are those of both sides.
  bool declares_kernels_twice = false;
  /// Instructions of PTX that are not known are errors only where a kernel reaches them.
  bool permits_unreached_ptx = false;
  /// The program is compiled as by nvcc, without the macro of compilers at run time.
  bool is_ahead_of_time = false;
};

}  // namespace duet
