#include "kept_module.hpp"

#include <cstdlib>
#include <mutex>
#include <string_view>
#include <unordered_map>

namespace duet {

namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != 0;
}

/// By the hash of the code.
struct RememberedPrograms {
  std::mutex mutex{};
  std::unordered_map<std::size_t, std::shared_ptr<const Program>> programs{};
};

RememberedPrograms& remembered() {
  static RememberedPrograms& instance = *new RememberedPrograms;
  return instance;
}

std::size_t hash_of(std::span<const std::byte> code) {
  return std::hash<std::string_view>()({reinterpret_cast<const char*>(code.data()), code.size()});
}

}  // namespace

const bool keeps_launches = is_set("DUET_KEEP_LAUNCHES");

void remember_program(const Program& program, std::span<const std::byte> code) {
  auto kept = std::make_shared<const Program>(program);
  const std::lock_guard lock(remembered().mutex);
  remembered().programs.insert_or_assign(hash_of(code), std::move(kept));
}

std::shared_ptr<const Program> remembered_program(std::span<const std::byte> code) {
  const std::lock_guard lock(remembered().mutex);
  const auto found = remembered().programs.find(hash_of(code));
  return found == remembered().programs.end() ? nullptr : found->second;
}

}  // namespace duet
