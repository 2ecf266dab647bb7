#include "request.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "source_digest.hpp"

namespace duet::cache {

void write_request(Serializer& record, const Program& program, const ToolkitState& toolkit,
                   const vendor::Target& target) {
  record.text(vendor::backend_name).text(source_digest);
  record.text(target.architecture).number(static_cast<std::uint32_t>(target.format));
  CompileOptions options = program.options;
  options.include_dirs.clear();
  const std::vector<std::string> flags = vendor::to_compiler_flags(options, target);
  record.number(std::uint64_t{flags.size()});
  for (const std::string& flag : flags) record.text(flag);
  record.number(std::uint32_t{options.cuda_headers});
  record.number(std::uint64_t{options.defines.size()});
  for (const std::string& macro : options.defines) record.text(macro);
  for (const char* variable : vendor::compiler_variables()) {
    const char* const value = secure_getenv(variable);
    record.text(value == nullptr ? "" : value);
  }
  record.text(program.name).text(program.source);
  record.number(std::uint64_t{program.kernels.size()});
  for (const std::string& kernel : program.kernels) record.text(kernel);
  record.text(toolkit.digest);
}

std::vector<std::string> include_folders(const Program& program) {
  std::vector<std::string> paths;
  for (const std::string& folder : program.options.include_dirs) {
    std::error_code error;
    const std::filesystem::path path = std::filesystem::absolute(folder, error);
    paths.push_back(error ? folder : path.lexically_normal().string());
  }
  return paths;
}

}  // namespace duet::cache
