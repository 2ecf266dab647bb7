// Programs by duet's functions. Each step that uses a buffer waits for the buffer's last use in
// another stream, so that the results are those of a sequential run.

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <thread>

#include <duet/duet.hpp>

#include "program.hpp"

namespace duet::soak {

namespace {

duet::Program source(unsigned variant) {
  return {.name = "soak.cu",
          .source =
              "__global__ void step(int* x, unsigned factor, unsigned summand) {\n"
              "  __shared__ int values[64];\n"
              "  values[63 - threadIdx.x] = x[threadIdx.x];\n"
              "  __syncthreads();\n"
              "  const unsigned own = values[63 - threadIdx.x];\n"
              "  x[threadIdx.x] = int(own * (factor % 7 + 1) + summand); }  // " +
              std::to_string(variant) + "\n",
          .kernels = {"step"}};
}

/// Loaded once for each device.
const Kernel& kernel(const Device& device) {
  static std::map<int, Kernel> kernels;
  Kernel& found = kernels[device.ordinal()];
  if (!found) found = Module(device, compile(source(0), device)).kernel("step");
  return found;
}

LaunchShape one_block(unsigned threads = cells) { return {.grid = {1}, .block = {threads}}; }

class Run {
 public:
  Run() {
    for (unsigned i = 0; i < streams; ++i) streams_[i] = Stream(device_of(i));
    for (unsigned i = 0; i < buffers; ++i) {
      memory_[i].resize(cells);
      std::iota(memory_[i].begin(), memory_[i].end(), 0);
      buffers_[i] = Buffer<int>(device_of(i), memory_[i]);
    }
    for (const Device& device : Device::all()) (void)kernel(device);
  }

  void step(const Step& step) {
    execute(step);
    run_here(step, memory_);
  }

  void finish() {
    for (unsigned i = 0; i < buffers; ++i) check(i);
    encoders_ = {};
    for (const Stream& stream : streams_) stream.synchronize();
    // They run in a thread of duet's.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (*completed_ != handlers_) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
      if (*completed_ > handlers_ || std::chrono::steady_clock::now() > end) {
        throw std::runtime_error(std::to_string(*completed_) + " of " + std::to_string(handlers_) +
                                 " completion handlers ran");
      }
    }
  }

 private:
  /// A graph of a fill and two launches, with its executable.
  struct KeptGraph {
    Graph graph;
    std::array<GraphNode, 3> nodes;
    GraphExec exec{};
  };

  static Device device_of(unsigned number) {
    return Device(static_cast<int>(number) % std::min(Device::count(), 2));
  }
  /// The step's stream, on its buffer's device.
  static unsigned stream_of(const Step& step) { return step.stream / 2 * 2 + step.buffer % 2; }

  /// Commits what an encoder has recorded for the stream.
  void flush(unsigned stream) {
    if (encoders_[stream]) encoders_[stream]->commit();
  }

  /// Makes a buffer usable in a stream. @param how  chooses the way to wait
  const Buffer<int>& use(unsigned buffer, unsigned stream, unsigned how) {
    std::optional<unsigned>& last = last_[buffer];
    if (last && *last != stream) {
      flush(*last);
      if (how % 3 == 0) {
        streams_[*last].synchronize();
      } else {
        const Event event(streams_[*last].device(), {.timing = how % 2 == 0});
        event.record(streams_[*last]);
        streams_[stream].wait(event);
      }
    }
    last = stream;
    return buffers_[buffer];
  }

  void launch(const Stream& stream, const Kernel& kernel, const Buffer<int>& x, unsigned factor,
              unsigned summand) {
    duet::launch(stream, kernel, one_block(), x, factor, summand);
  }

  void check(unsigned buffer) {
    const unsigned stream = last_[buffer].value_or(buffer % 2);
    flush(stream);
    const std::vector<int> found = buffers_[buffer].to_vector(streams_[stream]);
    for (unsigned i = 0; i < cells; ++i) {
      if (found[i] == memory_[buffer][i]) continue;
      throw std::runtime_error("element " + std::to_string(i) + " of buffer " +
                               std::to_string(buffer) + " is " + std::to_string(found[i]) +
                               ", not " + std::to_string(memory_[buffer][i]));
    }
  }

  void execute(const Step& step) {
    if (uses_buffer(step.kind)) {
      const unsigned number = stream_of(step);
      const Buffer<int>& x = use(step.buffer, number, step.value);
      if (step.kind == Kind::encode) return encode(step, number, x);
      flush(number);
      return execute_in(step, number, x);
    }
    switch (step.kind) {
      case Kind::check: return check(step.buffer);
      case Kind::threads: return run_threads(step);
      case Kind::fork: return fork_copy(step);
      case Kind::renew: return renew(step);
      case Kind::refused: return refuse(step);
      case Kind::wait: return wait(step);
      default: return forget_modules();
    }
  }

  static bool uses_buffer(Kind kind) {
    return kind <= Kind::in_thread && kind != Kind::check && kind != Kind::threads;
  }

  void execute_in(const Step& step, unsigned number, const Buffer<int>& x) {
    const Stream& stream = streams_[number];
    const Device device = stream.device();
    switch (step.kind) {
      case Kind::launch: return launch(stream, kernel(device), x, step.count, step.value);
      case Kind::fill: return fill(stream, x, static_cast<int>(step.value));
      case Kind::copy: return copy_buffer(step, number, x);
      case Kind::upload: {
        std::vector<int>& values = staging_.emplace_back(cells);
        std::iota(values.begin(), values.end(), static_cast<int>(step.value));
        return copy(stream, x, values);
      }
      case Kind::graph: return make_graph(step, stream, x);
      case Kind::graph_update: return update_graph(step, stream, x);
      case Kind::capture: {
        StreamCapture capture(stream);
        for (unsigned i = 0; i < step.count; ++i) {
          launch(stream, kernel(device), x, i, step.value);
        }
        return GraphExec(capture.finish()).launch(stream);
      }
      case Kind::prepared: {
        PreparedLaunch& prepared = prepared_[step.buffer];
        if (!prepared) prepared = PreparedLaunch(kernel(device), one_block(), x, 0u, 0u);
        return prepared.launch(stream, x, step.count, step.value);
      }
      case Kind::jit:
        return launch(stream, duet::jit(device, source(1 + step.value % 3)).kernel("step"), x,
                      step.count, step.value);
      case Kind::host_function: return call_host_function(step, stream, x);
      default: {
        std::exception_ptr failure;
        std::thread([&] {
          try {
            launch(stream, kernel(device), x, step.count, step.value);
          } catch (...) {
            failure = std::current_exception();
          }
        }).join();
        if (failure) std::rethrow_exception(failure);
      }
    }
  }

  void copy_buffer(const Step& step, unsigned number, const Buffer<int>& x) {
    if (step.other == step.buffer) return;
    const Buffer<int>& from = buffers_[step.other];
    if (device_of(step.other) == device_of(step.buffer)) {
      return copy(streams_[number], x, use(step.other, number, step.value));
    }
    // Through the host.
    const unsigned other = last_[step.other].value_or(step.other % 2);
    flush(other);
    copy(streams_[number], x, staging_.emplace_back(from.to_vector(streams_[other])));
  }

  void make_graph(const Step& step, const Stream& stream, const Buffer<int>& x) {
    KeptGraph& kept = graphs_[step.buffer].emplace(build_graph(step, stream.device(), x));
    kept.exec = GraphExec(kept.graph);
    kept.exec.launch(stream);
  }

  static KeptGraph build_graph(const Step& step, const Device& device, const Buffer<int>& x) {
    KeptGraph made{Graph(device), {}};
    made.nodes[0] = made.graph.fill({}, x, static_cast<int>(step.value));
    for (unsigned i = 0; i < 2; ++i) {
      made.nodes[i + 1] = made.graph.launch({made.nodes[i]}, kernel(device), one_block(), x,
                                            i + step.value, step.value);
    }
    return made;
  }

  void update_graph(const Step& step, const Stream& stream, const Buffer<int>& x) {
    std::optional<KeptGraph>& kept = graphs_[step.buffer];
    if (!kept) return make_graph(step, stream, x);
    if (step.count % 2 == 0) {
      kept->graph = build_graph(step, stream.device(), x).graph;
      (void)kept->exec.update(kept->graph);
    } else {
      (void)kept->exec.set_fill(kept->nodes[0], x, static_cast<int>(step.value));
      for (unsigned i = 0; i < 2; ++i) {
        (void)kept->exec.set_arguments(kept->nodes[i + 1], x, i + step.value, step.value);
      }
    }
    kept->exec.launch(stream);
  }

  void encode(const Step& step, unsigned number, const Buffer<int>& x) {
    std::unique_ptr<CommandEncoder>& encoder = encoders_[number];
    const Buffer<int>& other = use(partner(step), number, step.value);
    if (!encoder) {
      encoder = std::make_unique<CommandEncoder>(
          streams_[number], EncoderOptions{.graphs = step.value % 2 == 0, .max_executables = 4});
    }
    const Kernel& step_kernel = kernel(streams_[number].device());
    for (unsigned i = 0; i < step.count; ++i) {
      encoder->launch(step_kernel, one_block(), inout(x), i, step.value);
      if (partner(step) != step.buffer) encoder->copy(other, x);
      encoder->launch(step_kernel, one_block(), inout(other), i, 1u);
    }
    encoder->on_complete([completed = completed_] { ++*completed; });
    ++handlers_;
    if (step.value % 3 == 0) encoder->commit();
  }

  void call_host_function(const Step& step, const Stream& stream, const Buffer<int>& x) {
    HostBuffer<int>& values = pinned_.emplace_back(HostBuffer<int>::pinned(x.device(), cells));
    copy(stream, values, x);
    stream.launch_host_function([&values, summand = step.value] {
      for (int& value : values) value = stepped(value, 0, summand);
    });
    copy(stream, x, values);
  }

  void settle() {
    for (unsigned i = 0; i < streams; ++i) {
      flush(i);
      streams_[i].synchronize();
    }
  }

  /// Each thread has streams of its own and every third buffer.
  void run_threads(const Step& step) {
    settle();
    constexpr unsigned count = 3;
    std::array<std::exception_ptr, count> failures{};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < count; ++t) {
      threads.emplace_back([&, t] {
        try {
          for (unsigned b = t; b < buffers; b += count) {
            const Stream stream(device_of(b));
            for (unsigned i = 0; i < step.count; ++i) {
              launch(stream, kernel(stream.device()), buffers_[b], i, step.value);
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

  static void fork_copy(const Step& step) {
    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) {
      alarm(20);
      if (step.value % 2 == 0) _exit(0);
      std::exit(0);
    }
    int status = 0;
    (void)waitpid(child, &status, 0);
    if (status != 0) {
      throw std::runtime_error("a forked copy ended with status " + std::to_string(status));
    }
  }

  void renew(const Step& step) {
    const unsigned number = stream_of(step);
    switch (step.value % 4) {
      case 0: {  // pending work still runs
        flush(number);
        encoders_[number].reset();
        const Event event(streams_[number].device());
        event.record(streams_[number]);
        streams_[number] = Stream(device_of(number));
        return streams_[number].wait(event);
      }
      case 1: {
        check(step.buffer);
        graphs_[step.buffer].reset();
        prepared_[step.buffer] = PreparedLaunch();
        settle();
        const Device device = device_of(step.buffer);
        buffers_[step.buffer] = Buffer<int>(device, memory_[step.buffer]);
        last_[step.buffer].reset();
        return;
      }
      case 2: {
        flush(number);
        encoders_[number].reset();
        return;
      }
      default: graphs_[step.buffer].reset(); prepared_[step.buffer] = PreparedLaunch();
    }
  }

  void refuse(const Step& step) {
    const Stream& stream = streams_[stream_of(step)];
    try {
      duet::launch(stream, kernel(stream.device()), one_block(1u << 20), buffers_[step.buffer], 1u,
                   1u);
    } catch (const Error&) {
      return;
    }
    throw std::runtime_error("a launch of 1048576 threads in a block was accepted");
  }

  void wait(const Step& step) {
    const Stream& stream = streams_[step.stream];
    flush(step.stream);
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

  Memory memory_{};  ///< what the buffers should hold
  std::deque<std::vector<int>> staging_{};
  std::deque<HostBuffer<int>> pinned_{};
  std::shared_ptr<std::atomic<unsigned>> completed_ = std::make_shared<std::atomic<unsigned>>(0);
  unsigned handlers_ = 0;
  std::array<Stream, streams> streams_{};
  std::array<Buffer<int>, buffers> buffers_{};
  std::array<std::optional<unsigned>, buffers> last_{};  ///< the stream that used a buffer last
  std::array<std::optional<KeptGraph>, buffers> graphs_{};
  std::array<PreparedLaunch, buffers> prepared_{};
  std::array<std::unique_ptr<CommandEncoder>, streams> encoders_{};
};

}  // namespace

void run(const Program& program) {
  const auto run = std::make_unique<Run>();
  for (std::size_t i = 0; i < program.size(); ++i) {
    try {
      run->step(program[i]);
    } catch (const std::exception& error) {
      throw std::runtime_error("step " + std::to_string(i) + ", " + text_of(program[i]) + ": " +
                               error.what());
    }
  }
  run->finish();
}

}  // namespace duet::soak
