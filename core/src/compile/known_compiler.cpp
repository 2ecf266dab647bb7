#include "known_compiler.hpp"

#include "compiler.hpp"

namespace duet {

CompilerEnvironment::CompilerEnvironment(const CompilerChoice& choice) : settings(choice.settings) {
  for (const std::string& path : choice.paths) files.push_back(identity_or_path(path));
}

std::string CompilerEnvironment::key() const {
  Serializer record;
  record.text(vendor::backend_name).text(settings);
  for (const FileIdentity& file : files) write(record, file);
  return std::move(record).take();
}

std::vector<FileIdentity> KnownCompiler::dependencies() const {
  std::vector<FileIdentity> all = environment.files;
  all.insert(all.end(), info.files.begin(), info.files.end());
  return all;
}

}  // namespace duet
