#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "source/tokens.hpp"

namespace duet::cpu {

/// Changes of a source. They are noted in any order and applied together.
class SourceEdits {
 public:
  void replace(const Token& token, std::string text) {
    edits_.push_back({token.offset, token.text.size(), std::move(text)});
  }
  void insert(std::size_t offset, std::string text) {
    edits_.push_back({offset, 0, std::move(text)});
  }
  /// Of changes that overlap, the one that begins first is made.
  std::string apply(std::string_view source);

 private:
  struct Edit {
    std::size_t offset;
    std::size_t length;
    std::string text;
  };
  std::vector<Edit> edits_{};
};

}  // namespace duet::cpu
