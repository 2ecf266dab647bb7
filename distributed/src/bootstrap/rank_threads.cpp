#include <duet/rank_threads.hpp>

#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include <duet/error.hpp>

namespace duet {

namespace {

/// Calls a function and returns what it throws.
std::optional<Error> failure_of(const std::function<void(const Bootstrap&)>& function,
                                const Bootstrap& bootstrap) {
  try {
    function(bootstrap);
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  } catch (const std::exception& error) {
    return Error(ErrorCode::invalid_argument, error.what());
  }
}

}  // namespace

void run_rank_threads(int size, const std::function<void(const Bootstrap&)>& function) {
  const std::vector<Bootstrap> bootstraps = Bootstrap::threads(size);
  std::vector<std::optional<Error>> failures(bootstraps.size());
  std::vector<std::thread> threads;
  for (std::size_t rank = 0; rank < bootstraps.size(); ++rank) {
    threads.emplace_back([&, rank] { failures[rank] = failure_of(function, bootstraps[rank]); });
  }
  for (std::thread& thread : threads) thread.join();
  std::string text;
  std::optional<ErrorCode> code;
  for (std::size_t rank = 0; rank < failures.size(); ++rank) {
    if (!failures[rank]) continue;
    if (!code) code = failures[rank]->code();
    text += fmt::format("{}rank {}: {}", text.empty() ? "" : "\n", rank, failures[rank]->what());
  }
  if (code) throw Error(*code, text);
}

}  // namespace duet
