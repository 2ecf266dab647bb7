// The component duet::distributed from a user's point of view: exits with 0 if the ranks have their
// sum, or if there is no device.
#include <algorithm>
#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

#include <duet/distributed.hpp>
#include <duet/duet.hpp>

int main() {
  if (const auto reason = duet::Device::unavailable_reason()) {
    std::puts(reason->what());
    return 0;
  }
  // Only the CPU's device takes several ranks.
  const bool is_cpu = std::string_view(duet::backend_name()) == "CPU";
  const int ranks = is_cpu ? 3 : std::min(3, duet::Device::count());
  const std::vector<duet::Bootstrap> bootstraps = duet::Bootstrap::threads(ranks);
  std::vector<int> sums(bootstraps.size());
  std::vector<std::thread> threads;
  for (const duet::Bootstrap& bootstrap : bootstraps) {
    threads.emplace_back([&] {
      duet::Communicator communicator(bootstrap);
      const duet::Stream stream(communicator.device());
      const duet::Buffer<int> data(stream, std::vector<int>{bootstrap.rank + 1});
      communicator.all_reduce(stream, data, duet::Reduction::sum);
      communicator.synchronize(stream);
      sums[static_cast<std::size_t>(bootstrap.rank)] = data.to_vector(stream).front();
    });
  }
  for (std::thread& thread : threads) thread.join();
  return std::ranges::count(sums, ranks * (ranks + 1) / 2) == ranks ? 0 : 1;
}
