#include "known_compiler.hpp"

#include "compiler.hpp"

namespace duet::cache {

CompilerEnvironment::CompilerEnvironment(const CompilerChoice& choice) : settings(choice.settings) {
  for (const std::string& path : choice.places) places.push_back(look_at(path));
}

std::string CompilerEnvironment::key() const {
  Serializer record;
  record.text(vendor::backend_name).text(settings);
  for (const FileIdentity& place : places) write(record, place);
  return std::move(record).take();
}

std::vector<FileIdentity> KnownCompiler::dependencies() const {
  std::vector<FileIdentity> all = origin.places;
  all.insert(all.end(), facts.files.begin(), facts.files.end());
  return all;
}

}  // namespace duet::cache
