#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cases/case.hpp"

namespace duet::tool {

/// Compiles cases, each program once per architecture, and records compile errors.
class CaseCompiler {
 public:
  /// Compiles for the case's wave size, if it has one.
  /// @returns nullopt after a compile error
  std::optional<CaseCode> compile(const Case& what, const std::string& architecture);

  /// The compile errors as messages, one for each reason.
  std::vector<std::string> notes() const;

 private:
  struct Compiled {
    std::string architecture;
    CodeFormat format;
    std::optional<int> wave_size;
    std::map<std::string, std::string> lowered_names;
    Stored<std::vector<std::byte>> bytes;
  };
  using Result = std::variant<Compiled, std::string>;  ///< Code or the reason of the failure.
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
  std::map<std::pair<std::string, std::string>, Refusals>
      refused_{};  ///< By architecture and reason.
};

}  // namespace duet::tool
