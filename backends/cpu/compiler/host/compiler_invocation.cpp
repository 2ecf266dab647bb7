#include "compiler_invocation.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "cpu/base/child_program.hpp"

namespace duet::cpu {

namespace {

bool is_folder_variable(std::string_view variable) {
  return variable.starts_with("CPATH=") || variable.starts_with("C_INCLUDE_PATH=") ||
         variable.starts_with("CPLUS_INCLUDE_PATH=");
}

}  // namespace

bool brings_files(std::string_view option) {
  return option == "-I" || option.starts_with("-i") || option.starts_with("--include") ||
         option.starts_with("@");
}

CompilerInvocation CompilerInvocation::now(const HostCompiler& compiler,
                                           std::vector<std::string> arguments) {
  std::error_code error;
  CompilerInvocation invocation{.arguments = std::move(arguments),
                                .environment = child_environment(),
                                .working_folder = std::filesystem::current_path(error).string()};
  for (const std::string& part : parts_of(compiler))
    invocation.files.push_back(identity_or_path(part));
  for (const std::string& argument : invocation.arguments) {
    if (argument.starts_with("-I")) {
      invocation.folder_inodes.push_back(identity_or_path(argument.substr(2)).inode);
    }
  }
  return invocation;
}

bool CompilerInvocation::is_complete() const {
  return std::ranges::none_of(arguments, brings_files) &&
         std::ranges::none_of(environment, is_folder_variable);
}

}  // namespace duet::cpu
