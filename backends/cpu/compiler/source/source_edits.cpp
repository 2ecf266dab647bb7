#include "source_edits.hpp"

#include <algorithm>

namespace duet::cpu {

std::string SourceEdits::apply(std::string_view source) {
  std::ranges::stable_sort(edits_, {}, &Edit::offset);
  std::string text;
  std::size_t done = 0;
  for (const Edit& edit : edits_) {
    if (edit.offset < done) continue;
    text.append(source, done, edit.offset - done).append(edit.text);
    done = edit.offset + edit.length;
  }
  return text.append(source.substr(done));
}

}  // namespace duet::cpu
