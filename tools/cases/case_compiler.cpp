#include "cases/case_compiler.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <duet/error.hpp>
#include <duet/kernel.hpp>

namespace duet::tool {
namespace {

/// The first line with an error in a compiler's message.
std::string reason_of(const Error& error) {
  const std::string text = error.what();
  const std::size_t found = text.find("error:");
  const std::size_t begin = found == std::string::npos ? 0 : found;
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

const CaseCompiler::Result& CaseCompiler::result_of(const Program& program,
                                                    const std::string& architecture) {
  const auto known = std::ranges::find_if(entries_, [&](const Entry& entry) {
    return entry.architecture == architecture && entry.program == program;
  });
  if (known != entries_.end()) return known->result;
  Entry entry{architecture, program, std::string()};
  try {
    Code code = duet::compile(program, architecture);
    const std::vector<KernelInfo> kernels = read_kernels(code.bytes);
    entry.result = Compiled{std::move(code.architecture), code.format,
                            kernels.empty() ? std::nullopt : kernels.front().wave_size,
                            std::move(code.lowered_names), std::move(code.bytes)};
  } catch (const Error& error) {
    // These errors concern all cases.
    if (error.code() == ErrorCode::no_compiler ||
        error.code() == ErrorCode::unsupported_architecture)
      throw;
    entry.result = reason_of(error);
  }
  entries_.push_back(std::move(entry));
  return entries_.back().result;
}

std::optional<CaseCode> CaseCompiler::compile(const Case& what, const std::string& architecture) {
  Program program = what.program;
  if (what.wave_size) program.options.wave_size = what.wave_size;
  const Result& result = result_of(program, architecture);
  if (const auto* reason = std::get_if<std::string>(&result)) {
    Refusals& refusals = refused_[{architecture, *reason}];
    if (refusals.count++ == 0) refusals.first = what.name;
    return std::nullopt;
  }
  const auto& compiled = std::get<Compiled>(result);
  const auto lowered = compiled.lowered_names.find(what.kernel);
  return CaseCode{
      .architecture = compiled.architecture,
      .format = compiled.format,
      .wave_size = compiled.wave_size,
      .lowered_name = lowered == compiled.lowered_names.end() ? what.kernel : lowered->second,
      .bytes = compiled.bytes};
}

std::vector<std::string> CaseCompiler::notes() const {
  std::vector<std::string> notes;
  for (const auto& [key, refusals] : refused_)
    notes.push_back(fmt::format("{} cases have no code for {} (the first is {}): {}",
                                refusals.count, key.first, refusals.first, key.second));
  return notes;
}

}  // namespace duet::tool
