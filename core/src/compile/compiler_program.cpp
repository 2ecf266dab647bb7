#include "compiler_program.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <unordered_set>
#include <utility>

#include "compiler.hpp"
#include "program/header_folders.hpp"
#include "program/macros.hpp"
#include "system/standard_error_capture.hpp"

namespace duet {

namespace {

std::vector<const char*> pointers(const std::vector<std::string>& strings) {
  std::vector<const char*> result;
  for (const std::string& string : strings) result.push_back(string.c_str());
  return result;
}

}  // namespace

HeaderSet::HeaderSet(const Program& program,
                     const std::unordered_map<std::string_view, std::string>& lean) {
  std::unordered_set<std::string_view> known;  // equal headers are one
  for (const Header& header : program.headers) {
    if (known.insert(header.name).second) add(header.name, header.text);
  }
  own_ = names_;
  add_missing(embedded::device_headers(), lean);
  if (program.options.cuda_headers) add_missing(embedded::cuda_spelling_headers(), lean);
  if (vendor::keeps_headers_in_files) rename_those_like_folders();
}

void HeaderSet::add_missing(std::span<const embedded::File> files,
                            const std::unordered_map<std::string_view, std::string>& lean) {
  for (const embedded::File& file : files) {
    if (std::ranges::find(own_, file.name) != own_.end()) continue;
    const auto found = lean.find(file.name);
    add(file.name, found == lean.end() ? file.text : std::string_view(found->second));
  }
}

void HeaderSet::add(std::string_view name, std::string_view text) {
  names_.emplace_back(name);
  std::string& own = texts_.emplace_back();
  if (!vendor::keeps_file_names) own = line_directive(1, name);
  own.append(without_byte_order_mark(text)).append("\n");
}

void HeaderSet::rename_those_like_folders() {
  renamed_ = headers_like_folders(names_);
  if (renamed_.empty()) return;
  for (std::string& text : texts_) text = with_their_names(std::move(text));
  for (std::string& name : names_) {
    if (std::ranges::find(renamed_, name) != renamed_.end()) name = name_beside_folder(name);
  }
}

std::string HeaderSet::with_their_names(std::string source) const {
  for (const std::string& header : renamed_)
    source = with_name_beside_folder(std::move(source), header);
  return source;
}

CompilerProgram::CompilerProgram(const Program& program, const std::string& source,
                                 const HeaderSet& headers)
    : name_(program.name), kernels_(program.kernels) {
  std::vector<const char*> texts = pointers(headers.texts());
  std::vector<const char*> names = pointers(headers.names());
  const std::string text = headers.with_their_names(source);
  DUET_COMPILER(program_create, &handle_, text.c_str(), program.name.c_str(),
                static_cast<int>(texts.size()), texts.data(), names.data());
}

CompilerProgram::~CompilerProgram() { (void)compiler().program_destroy(&handle_); }

void CompilerProgram::compile(const std::vector<std::string>& options, StderrMode stderr_mode) {
  for (const std::string& kernel : kernels_) {
    DUET_COMPILER(program_add_name, handle_, kernel.c_str());
  }
  std::vector<const char*> flags = pointers(options);
  std::optional<StandardErrorCapture> capture;
  if (vendor::writes_to_standard_error && stderr_mode == StderrMode::capture) capture.emplace();
  const auto start = std::chrono::steady_clock::now();
  status_ = compiler().program_compile(handle_, static_cast<int>(flags.size()), flags.data());
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  milliseconds_ = elapsed.count();
  log_ = read_log(capture ? capture->take() : "");
}

/// @param stderr_text  captured from standard error
std::string CompilerProgram::read_log(const std::string& stderr_text) const {
  std::size_t size = 0;
  DUET_COMPILER(program_log_size, handle_, &size);
  std::string text(size, '\0');
  if (size != 0) DUET_COMPILER(program_log, handle_, text.data());
  text.resize(text.find_last_not_of(std::string("\0\n ", 3)) + 1);
  if (!text.empty() && !stderr_text.empty()) text += '\n';
  text += stderr_text.substr(0, stderr_text.find_last_not_of("\n ") + 1);
  return vendor::readable_log(std::move(text), name_);
}

std::string CompilerProgram::lowered_name(std::size_t index,
                                          std::span<const std::byte> code) const {
  const char* lowered = nullptr;
  const char* expression = kernels_[index].c_str();
  const auto status = compiler().program_lowered_name(handle_, expression, &lowered);
  if (status == vendor::compiler_success) return lowered;
  const std::vector<std::string> named = vendor::named_kernels(code);
  return named.size() == kernels_.size() ? named[index] : "";
}

}  // namespace duet
