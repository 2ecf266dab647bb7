#include "code/source_lines.hpp"

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>

#include <filesystem>
#include <vector>

#include "base/elf_image.hpp"

namespace amd_emulator {

struct SourceLines::Table {
  std::vector<char> file;
  std::unique_ptr<llvm::object::ObjectFile> object{};
  std::unique_ptr<llvm::DWARFContext> context{};
};

SourceLines::SourceLines(std::span<const std::byte> elf) {
  if (duet::ElfImage(elf).section(".debug_line") == nullptr) return;
  const auto* const begin = reinterpret_cast<const char*>(elf.data());
  auto table = std::make_unique<Table>(Table{.file = {begin, begin + elf.size()}});
  auto object = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef({table->file.data(), table->file.size()}, ""));
  if (!object) {
    llvm::consumeError(object.takeError());
    return;
  }
  table->object = std::move(*object);
  table->context = llvm::DWARFContext::create(*table->object);
  table_ = std::move(table);
}

SourceLines::~SourceLines() = default;

std::string SourceLines::at(u64 address) const {
  if (table_ == nullptr) return {};
  const llvm::DILineInfo line = table_->context->getLineInfoForAddress({address});
  if (!line || line.Line == 0) return {};
  const std::string file = std::filesystem::path(line.FileName).filename().string();
  // hiprtc's name for every program.
  return (file == "CompileSource" ? "" : file + ":") + std::to_string(line.Line);
}

}  // namespace amd_emulator
