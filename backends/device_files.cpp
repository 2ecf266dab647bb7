#include "device_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace duet::device_files {
namespace {

std::string group_name(gid_t group) {
  std::vector<char> buffer(16384);
  struct group entry {};
  struct group* found = nullptr;
  getgrgid_r(group, &entry, buffer.data(), buffer.size(), &found);
  return found != nullptr ? found->gr_name : std::to_string(group);
}

std::string user_name() {
  std::vector<char> buffer(16384);
  passwd entry{};
  passwd* found = nullptr;
  getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found);
  return found != nullptr ? found->pw_name : std::to_string(geteuid());
}

std::string missing_rights(const std::filesystem::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return fmt::format("{} cannot be opened", file.string());
  const std::string group = group_name(status.st_gid);
  const std::string user = user_name();
  constexpr mode_t needed = S_IRGRP | S_IWGRP;
  if ((status.st_mode & needed) != needed) {
    return fmt::format("{} (group '{}', mode {:o}) may not be read and written by user '{}'",
                       file.string(), group, status.st_mode & 07777u, user);
  }
  return fmt::format(
      "{} may be opened by group '{}' only, which this process of user '{}' is not in; run 'sudo "
      "usermod -a -G {} {}' and log in again",
      file.string(), group, user, group, user);
}

}  // namespace

std::string problem(const std::filesystem::path& file, const std::string& advice) {
  const int descriptor = open(file.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor >= 0) {
    close(descriptor);
    return {};
  }
  switch (const int error = errno; error) {
    case ENOENT: return fmt::format("{} does not exist: {}", file.string(), advice);
    case EACCES: return missing_rights(file);
    case EPERM:
      return fmt::format("{} may not be opened: the container was started without this device",
                         file.string());
    default:
      return fmt::format("{} cannot be opened: {}", file.string(),
                         std::strerror(error));  // NOLINT(concurrency-mt-unsafe)
  }
}

std::string hiding_variable(std::initializer_list<const char*> variables) {
  for (const char* variable : variables) {
    const char* const value = secure_getenv(variable);
    if (value == nullptr) continue;
    if (*value == '\0') {
      return fmt::format("{} is empty, which hides all devices; unset it", variable);
    }
    return fmt::format(
        "{} is '{}', which hides all devices; unset it or list devices that exist, such as 0",
        variable, value);
  }
  return {};
}

}  // namespace duet::device_files
