// The component duet::distributed from a user's point of view: exits with 0 if the ranks have their
// sum.
#include <thread>
#include <vector>

#include <duet/distributed.hpp>
#include <duet/duet.hpp>

int main() {
  const std::vector<duet::Bootstrap> bootstraps = duet::Bootstrap::threads(3);
  std::vector<int> sums(3);
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
  return sums == std::vector<int>{6, 6, 6} ? 0 : 1;
}
