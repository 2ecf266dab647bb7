#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cases/case.hpp"

namespace duet::tool {

/// Compiles cases, each program once for an architecture, and notes what cannot be compiled.
class CaseCompiler {
 public:
  /// Compiled for waves of the case's size, if it has one.
  /// @returns nothing if the compiler refuses
  std::optional<CaseCode> compile(const Case& what, const std::string& architecture);

  /// What was refused, for people: one text a reason.
  std::vector<std::string> notes() const;

 private:
  struct Compiled {
    std::string architecture;
    CodeFormat format;
    std::optional<int> wave_size;
    std::map<std::string, std::string> lowered_names;
    Stored<std::vector<std::byte>> bytes;
  };
  using Result = std::variant<Compiled, std::string>;  ///< Or why there is none.
  struct Entry {
    std::string architecture;
    Program program;
    Result result;
  };
  struct Refusals {
    std::size_t count = 0;
    std::string first{};
  };

  const Result& result_of(const Program& program, const std::string& architecture);

  std::vector<Entry> entries_{};
  std::map<std::pair<std::string, std::string>, Refusals> refused_{};  ///< By architecture, reason.
};

}  // namespace duet::tool
