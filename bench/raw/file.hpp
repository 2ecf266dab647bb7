#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace duet::bench {

/// Reads a file and appends a null byte.
inline std::vector<char> read_file(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error("cannot open " + path);
  (void)std::fseek(file, 0, SEEK_END);
  std::vector<char> bytes(static_cast<std::size_t>(std::ftell(file)) + 1);
  std::rewind(file);
  const std::size_t count = std::fread(bytes.data(), 1, bytes.size() - 1, file);
  (void)std::fclose(file);
  if (count + 1 != bytes.size()) throw std::runtime_error("cannot read " + path);
  return bytes;
}

}  // namespace duet::bench
