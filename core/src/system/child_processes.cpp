#include "child_processes.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

namespace duet {

namespace {

struct Children {
  std::mutex mutex{};  ///< guards ids
  std::vector<pid_t> ids{};
};

/// Never destroyed: threads may wait for children while the process ends.
Children& children() {
  static Children& list = *new Children;
  return list;
}

/// Appends a process and its descendants.
void add_tree(pid_t process, std::vector<pid_t>& tree) {
  tree.push_back(process);
  const std::string id = std::to_string(process);
  std::ifstream file("/proc/" + id + "/task/" + id + "/children");
  for (pid_t child = 0; file >> child;) add_tree(child, tree);
}

void signal_all(const std::vector<pid_t>& processes, int signal) noexcept {
  for (const pid_t process : processes) (void)kill(process, signal);
}

/// Whether a process runs and is no zombie of this process.
bool is_running(pid_t process) noexcept {
  siginfo_t state{};
  const int result = waitid(P_PID, static_cast<id_t>(process), &state, WEXITED | WNOHANG | WNOWAIT);
  return result == 0 ? state.si_pid == 0 : kill(process, 0) == 0;
}

void wait_for_end(const std::vector<pid_t>& processes) noexcept {
  constexpr useconds_t step = 5'000;
  for (useconds_t waited = 0; waited < 1'000'000; waited += step) {
    bool any = false;
    for (const pid_t process : processes) any = any || is_running(process);
    if (!any) return;
    (void)usleep(step);
  }
}

}  // namespace

pid_t start_child(const std::function<pid_t()>& start) {
  Children& list = children();
  const std::lock_guard lock(list.mutex);
  list.ids.reserve(list.ids.size() + 1);
  const pid_t child = start();
  list.ids.push_back(child);
  return child;
}

bool wait_for_child(pid_t child, int& status) noexcept {
  // Without reaping it: until its number is removed from the list, no other process must get it.
  siginfo_t end{};
  while (waitid(P_PID, static_cast<id_t>(child), &end, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  Children& list = children();
  const std::lock_guard lock(list.mutex);
  std::erase(list.ids, child);
  pid_t result = 0;
  do {
    result = waitpid(child, &status, 0);
  } while (result < 0 && errno == EINTR);
  return result == child;
}

void end_children() noexcept try {
  Children& list = children();
  list.mutex.lock();  // forever
  std::vector<pid_t> processes;
  for (const pid_t child : list.ids) add_tree(child, processes);
  signal_all(processes, SIGTERM);
  wait_for_end(processes);
  signal_all(processes, SIGKILL);
  for (const pid_t child : list.ids) (void)waitpid(child, nullptr, WNOHANG);
} catch (const std::exception&) {
  // Without memory or /proc some may stay.
}

}  // namespace duet
