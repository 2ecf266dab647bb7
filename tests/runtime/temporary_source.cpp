// Copies that run later refuse temporary objects that own host memory: a test compiles each CASE. 0
// is what is allowed.

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include <duet/duet.hpp>

namespace {

std::vector<float> values() { return std::vector<float>(8); }

/// A view of a program's own.
struct View {
  explicit View(std::vector<float>& all) : first(all.data()), count(all.size()) {}
  float* begin() const { return first; }
  float* end() const { return first + count; }
  float* first;
  std::size_t count;
};

}  // namespace

void copies(duet::StreamRef stream, const duet::Buffer<float>& x, duet::CommandEncoder& encoder,
            duet::Graph& graph, duet::GraphExec& exec) {
  std::vector<float> host = values();
#if CASE == 0
  const std::vector<float> constant = values();
  float plain[8] = {};
  copy(stream, x, host);
  copy(stream, x, constant);
  copy(stream, x, plain);
  copy(stream, plain, x);
  copy(stream, x, std::span(host));
  copy(stream, std::span(host).subspan(1), x.subspan(1, 7));
  copy(stream, x, View(host));
  copy(stream, x.span(), duet::Buffer<float>(x.device(), 8));
  copy(x.device(), x, values());  // waits
  encoder.copy(x, std::span(host));
  exec.set_copy(graph.copy({}, x, host), host, x);
#elif CASE == 1
  copy(stream, x, values());
#elif CASE == 2
  copy(stream, x, std::array<float, 8>{});
#elif CASE == 3
  copy(stream, values(), x);
#elif CASE == 4
  copy(stream, x, duet::HostBuffer<float>::pinned(x.device(), 8));
#elif CASE == 5
  copy_box(stream, x, {}, values(), {}, {8});
#elif CASE == 6
  encoder.copy(x, values());
#elif CASE == 7
  graph.copy({}, x, values());
#elif CASE == 8
  exec.set_copy({}, x, std::move(host));
#endif
}
