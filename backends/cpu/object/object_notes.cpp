#include "object_notes.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include <duet/error.hpp>

#include "base/byte_reader.hpp"
#include "cpu/prelude/abi.hpp"
#include "object_references.hpp"
#include "shared_arrays.hpp"

namespace duet::cpu {

namespace {

constexpr std::string_view sync_symbol = "_ZN8duet_cpu13duet_cpu_syncE";
constexpr std::string_view guarded_mark = "duet_cpu_runs_alone";
constexpr std::string_view run_table = "duet_cpu_run";

class Notes {
 public:
  Notes(const ElfImage& elf, std::string_view remarks)
      : references_(elf),
        sync_(references_.find(sync_symbol)),
        table_(references_.find(run_table)),
        is_guarded_(references_.find(guarded_mark).has_value()) {
    has_pointers_ = references_.find("__tls_guard").has_value();
    find_waiting_sections();
    for (const std::string_view function : vectorised_functions(remarks)) {
      if (const auto symbol = references_.find(function)) {
        vectorised_.push_back(references_.section_of(*symbol));
      }
    }
  }

  struct Note {
    duet_cpu::Form form = duet_cpu::Form::unknown;
    unsigned shared_bytes = duet_cpu::no_size;
  };
  Note note_of(std::uint32_t kernel) const {
    if (!table_) return {};
    const auto run = references_.pointer_at(*table_, kernel * sizeof(duet_cpu::Run));
    if (!run) return {};
    const ObjectReferences::Reach reach = references_.reach(*run);
    Note note;
    if (is_waiting(*run) || waits_by_pointer_) {
      note.form = duet_cpu::Form::fibers;
    } else {
      const bool is_vectorised = std::ranges::any_of(
          vectorised_, [&](std::uint32_t section) { return reach.sections[section]; });
      note.form = is_vectorised ? duet_cpu::Form::vector_loop : duet_cpu::Form::loop;
    }
    if (is_guarded_) return note;  // shared variables are plain variables in guarded code
    note.shared_bytes = 0;
    for (const std::uint32_t symbol : reach.thread_variables) {
      if (is_shared(references_.symbol(symbol))) {
        note.shared_bytes += static_cast<unsigned>(references_.symbol(symbol).size);
      }
    }
    return note;
  }

 private:
  bool is_waiting(std::uint32_t section) const {
    return section < waiting_.size() && waiting_[section];
  }

  void find_waiting_sections() {
    if (!sync_) return;
    waiting_ = references_.users_of(references_.section_of(*sync_));
    // Any function may call a waiting function whose address is stored.
    waits_by_pointer_ =
        references_.any_address_taken(waiting_, table_ ? references_.section_of(*table_) : 0);
  }

  bool is_shared(const ElfSymbol& variable) const {
    if (is_own_thread_variable(variable.name)) return false;
    // The source rewriter made declarations of dynamic shared memory at namespace scope pointers.
    const bool is_pointer =
        has_pointers_ && variable.size == sizeof(void*) && !variable.name.starts_with("_ZZ");
    return !is_pointer;
  }

  ObjectReferences references_;
  std::optional<std::uint32_t> sync_;
  std::optional<std::uint32_t> table_;
  bool is_guarded_;  ///< by AddressSanitizer
  std::vector<bool> waiting_{};
  bool waits_by_pointer_ = false;
  bool has_pointers_ = false;
  std::vector<std::uint32_t> vectorised_{};  ///< sections
};

/// The value of a line "Key:   value" in a YAML document; empty if there is none.
std::string_view value_of(std::string_view document, std::string_view key) {
  const std::string line = fmt::format("\n{}:", key);
  const std::size_t begin = document.find(line);
  if (begin == std::string_view::npos) return {};
  std::string_view value = document.substr(begin + line.size());
  value = value.substr(0, value.find('\n'));
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  return value;
}

}  // namespace

std::vector<std::string_view> vectorised_functions(std::string_view remarks) {
  constexpr std::string_view passed = "--- !Passed";
  std::vector<std::string_view> functions;
  for (std::size_t at = remarks.find(passed); at != std::string_view::npos;) {
    const std::size_t next = remarks.find("\n---", at);
    const std::string_view document =
        remarks.substr(at, next == std::string_view::npos ? next : next - at);
    const bool of_threads =
        value_of(document, "DebugLoc").find("'duet/prelude/kernels.hpp'") != std::string_view::npos;
    if (value_of(document, "Name") == "Vectorized" && of_threads) {
      functions.push_back(value_of(document, "Function"));
    }
    at = remarks.find(passed, at + passed.size());
  }
  return functions;
}

void complete_records(std::string& object, std::string_view remarks) try {
  const std::span<const std::byte> image = std::as_bytes(std::span(object));
  const ElfImage elf(image);
  const ElfSection* section = elf.section("duet_kernels");
  if (section == nullptr) return;
  const Notes notes(elf, remarks);
  const auto start = static_cast<std::size_t>(section->data.data() - image.data());
  using Header = duet_cpu::KernelHeader;
  for (std::size_t at = 0; at + sizeof(Header) <= section->data.size();) {
    Header header;
    std::memcpy(&header, object.data() + start + at, sizeof(header));
    const Notes::Note note = notes.note_of(header.index);
    header.form = note.form;
    header.shared_bytes = note.shared_bytes;
    std::memcpy(object.data() + start + at, &header, sizeof(header));
    if (header.bytes < sizeof(header)) return;
    at += header.bytes;
  }
} catch (const Error&) {
  // An option of the user's made something other than machine code. The form stays unknown; the
  // module tells at load time whether any of its kernels waits.
}

}  // namespace duet::cpu
