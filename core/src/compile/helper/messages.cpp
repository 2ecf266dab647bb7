#include "messages.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "base/record.hpp"
#include "program/code_record.hpp"
#include "source_digest.hpp"

namespace duet::helper {

namespace {

void write(Serializer& record, const std::vector<std::string>& texts) {
  record.number(std::uint64_t{texts.size()});
  for (const std::string& text : texts) record.text(text);
}

std::vector<std::string> read_texts(Deserializer& record) {
  std::vector<std::string> texts;
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    texts.push_back(record.text());
  }
  return texts;
}

template <typename T>
void write(Serializer& record, const std::optional<T>& value) {
  record.number(std::uint32_t{value.has_value()});
  record.number(static_cast<std::uint32_t>(value.value_or(T())));
}

template <typename T>
std::optional<T> read_optional(Deserializer& record) {
  const bool has_value = record.number<std::uint32_t>() != 0;
  const auto value = static_cast<T>(record.number<std::uint32_t>());
  return has_value ? std::optional(value) : std::nullopt;
}

void write(Serializer& record, const CompileOptions& options) {
  // Fails to compile when CompileOptions gets a new member.
  // The architecture is in the request's target, and the toolkit's folders are include folders.
  const auto& [architecture, standard, fast_math, contract, debug, line_info, wave_size, defines,
               include_dirs, toolkit_headers, cuda_headers, toolkit_dir, extra] = options;
  record.number(static_cast<std::uint32_t>(standard)).number(std::uint32_t{fast_math});
  write(record, contract);
  record.number(std::uint32_t{debug}).number(std::uint32_t{line_info});
  write(record, wave_size);
  write(record, defines);
  write(record, include_dirs);
  record.number(std::uint32_t{toolkit_headers}).number(std::uint32_t{cuda_headers});
  write(record, extra);
}

CompileOptions read_options(Deserializer& record) {
  CompileOptions options;
  options.standard = static_cast<int>(record.number<std::uint32_t>());
  options.fast_math = record.number<std::uint32_t>() != 0;
  options.contract = read_optional<bool>(record);
  options.debug = record.number<std::uint32_t>() != 0;
  options.line_info = record.number<std::uint32_t>() != 0;
  options.wave_size = read_optional<int>(record);
  options.defines = read_texts(record);
  options.include_dirs = read_texts(record);
  options.toolkit_headers = record.number<std::uint32_t>() != 0;
  options.cuda_headers = record.number<std::uint32_t>() != 0;
  options.extra = read_texts(record);
  return options;
}

enum class Outcome : std::uint32_t { code, error, other };

}  // namespace

std::string greeting() {
  return fmt::format("duet-compile {} {}", vendor::backend_name, source_digest);
}

std::string serialised(const Request& request) {
  const Program& program = request.program;
  Serializer record;
  record.text(request.target.architecture)
      .number(static_cast<std::uint32_t>(request.target.format))
      .text(program.name)
      .text(program.source);
  write(record, program.kernels);
  record.number(std::uint64_t{program.headers.size()});
  for (const Header& header : program.headers) record.text(header.name).text(header.text);
  write(record, program.options);
  return std::move(record).take();
}

Request parse_request(std::span<const std::byte> bytes) {
  Deserializer record(bytes);
  Request request;
  request.target.architecture = record.text();
  request.target.format = static_cast<CodeFormat>(record.number<std::uint32_t>());
  request.program.name = record.text();
  request.program.source = record.text();
  request.program.kernels = read_texts(record);
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    std::string name = record.text();
    request.program.headers.push_back({std::move(name), record.text()});
  }
  request.program.options = read_options(record);
  return request;
}

std::string serialised(const Code& code) {
  Serializer record;
  record.number(static_cast<std::uint32_t>(Outcome::code));
  write(record, code);
  return std::move(record).take();
}

std::string serialised(const std::exception& failure) {
  Serializer record;
  if (const auto* error = dynamic_cast<const Error*>(&failure)) {
    record.number(static_cast<std::uint32_t>(Outcome::error))
        .number(static_cast<std::uint32_t>(error->code()))
        .text(error->what())
        .text(error->call())
        .text(error->vendor_name())
        .text(error->log());
  } else {
    record.number(static_cast<std::uint32_t>(Outcome::other)).text(failure.what());
  }
  return std::move(record).take();
}

Code parse_reply(std::span<const std::byte> bytes) {
  Deserializer record(bytes);
  const auto outcome = static_cast<Outcome>(record.number<std::uint32_t>());
  if (outcome == Outcome::code) return read_code(record);
  if (outcome == Outcome::other) throw Error(ErrorCode::internal, record.text());
  const auto code = static_cast<ErrorCode>(record.number<std::uint32_t>());
  const std::string message = record.text();
  ErrorDetails details{.call = record.text()};
  details.vendor_name = record.text();
  details.log = record.text();
  if (code == ErrorCode::compile_failed || code == ErrorCode::unknown_kernel) {
    throw CompileError(code, message, std::move(details));
  }
  throw Error(code, message, std::move(details));
}

}  // namespace duet::helper
