#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

#include "steps.hpp"

namespace duet::soak {

/// Each thread has streams of its own and every third buffer.
void run_threads(State& state, const Step& step) {
  state.settle();
  constexpr unsigned count = 3;
  std::array<std::exception_ptr, count> failures{};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      try {
        for (unsigned b = t; b < buffers; b += count) {
          const Stream stream(device_of(b));
          for (unsigned i = 0; i < step.count; ++i) {
            launch(stream, state.arrays[b], i, step.value);
          }
          stream.synchronize();
        }
      } catch (...) {
        failures[t] = std::current_exception();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

void fork_copy(State&, const Step& step) {
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    alarm(20);
    if (step.value % 2 == 0 || uses_nccl()) _exit(0);
    std::exit(0);
  }
  int status = 0;
  (void)waitpid(child, &status, 0);
  if (status != 0) {
    throw std::runtime_error("a forked copy ended with status " + std::to_string(status));
  }
}

void renew(State& state, const Step& step) {
  const unsigned number = stream_of(step);
  switch (step.value % 4) {
    case 0: {  // pending work still runs
      state.flush(number);
      state.encoders[number].reset();
      const Event event(state.queues[number].device());
      event.record(state.queues[number]);
      state.queues[number] = Stream(device_of(number));
      return state.queues[number].wait(event);
    }
    case 1: {
      state.check(step.buffer);
      state.graphs[step.buffer].reset();
      state.prepared[step.buffer] = PreparedLaunch();
      state.settle();
      const Device device = device_of(step.buffer);
      state.arrays[step.buffer] = Buffer<int>(device, state.expected[step.buffer]);
      state.last[step.buffer].reset();
      return;
    }
    case 2: {
      state.flush(number);
      state.encoders[number].reset();
      return;
    }
    default: state.graphs[step.buffer].reset(); state.prepared[step.buffer] = PreparedLaunch();
  }
}

void refuse(State& state, const Step& step) {
  const Stream& stream = state.queues[stream_of(step)];
  try {
    duet::launch(stream, kernel(stream.device()), one_block(1u << 20), state.arrays[step.buffer],
                 1u, 1u);
  } catch (const Error&) {
    return;
  }
  throw std::runtime_error("a launch of 1048576 threads in a block was accepted");
}

void wait(State& state, const Step& step) {
  const Stream& stream = state.queues[step.stream];
  state.flush(step.stream);
  switch (step.value % 4) {
    case 0: return stream.synchronize();
    case 1: return stream.device().synchronize();
    case 2: {
      const Event event(stream.device());
      event.record(stream);
      while (!event.query()) std::this_thread::yield();
      return;
    }
    default:
      while (!stream.wait_for(std::chrono::milliseconds(1))) {
      }
  }
}

void forget(State&, const Step&) { forget_modules(); }

}  // namespace duet::soak
