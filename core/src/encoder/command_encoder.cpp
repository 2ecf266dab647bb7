#include <duet/command_encoder.hpp>

#include <array>

#include "../graph/dot_writer.hpp"
#include "encoder/batch/batch_text.hpp"
#include "encoder_policy.hpp"
#include "encoder_state.hpp"
#include "graph/prepared_state.hpp"
#include "launch/argument_addresses.hpp"
#include "launch/launch_check.hpp"

namespace duet {

using detail::EncoderState;

CommandEncoder::CommandEncoder(StreamRef stream, const EncoderOptions& options)
    : state_(std::make_unique<EncoderState>(stream,
                                            detail::complete_options(options, stream.device()))) {}
CommandEncoder::CommandEncoder(CommandEncoder&& other) noexcept = default;
CommandEncoder& CommandEncoder::operator=(CommandEncoder&& other) noexcept = default;
CommandEncoder::~CommandEncoder() = default;

EncoderState& CommandEncoder::state() const {
  if (state_ == nullptr) {
    throw Error(ErrorCode::invalid_handle, "the CommandEncoder was moved from");
  }
  return *state_;
}

StreamRef CommandEncoder::stream() const { return state().stream; }
const EncoderOptions& CommandEncoder::options() const { return state().options; }

namespace {

/// The signature of a launch, on the stack; empty for one of many accesses.
class Signature {
 public:
  explicit Signature(const detail::LaunchRequest& launch) noexcept {
    if (launch.accesses.size() > most_accesses) return;
    size_ = detail::signature_head + detail::signature_access * launch.accesses.size();
    detail::write_signature(words_.data(), launch.kernel, launch.shape, launch.accesses,
                            launch.arguments);
  }
  std::span<const std::uint64_t> words() const noexcept { return {words_.data(), size_}; }

 private:
  static constexpr std::size_t most_accesses = 16;
  std::array<std::uint64_t, detail::signature_head + detail::signature_access * most_accesses>
      words_;
  std::size_t size_ = 0;
};

}  // namespace

std::byte* CommandEncoder::repeat(std::span<const std::uint64_t> signature,
                                  std::span<const detail::DeviceState* const> homes,
                                  std::span<const Access> more) noexcept {
  if (state_ == nullptr || !more.empty()) [[unlikely]] {
    return nullptr;
  }
  const Device& device = state_->stream.device();
  for (const detail::DeviceState* const home : homes) {
    if (detail::is_elsewhere(home, device)) return nullptr;
  }
  return state_->repeat(signature);
}

void CommandEncoder::launch_erased(const detail::LaunchRequest& request,
                                   std::span<const detail::DeviceState* const> homes,
                                   std::span<const Access> more) {
  EncoderState& encoder = state();
  detail::check_homes(encoder.stream.device(), request.kernel, homes, request.values);
  if (more.empty()) return encoder.launch(request);
  std::vector<Access> all(request.accesses.begin(), request.accesses.end());
  all.insert(all.end(), more.begin(), more.end());
  detail::LaunchRequest extended(request);
  extended.accesses = all;
  const Signature signature(extended);
  extended.signature = signature.words();
  encoder.launch(extended);
}

void CommandEncoder::launch(const Kernel& kernel, const LaunchShape& shape,
                            std::span<const Access> accesses, const Arguments& arguments) {
  detail::check_memory(kernel, arguments);
  detail::ArgumentAddresses values(arguments);
  state().launch({kernel, shape, accesses, values.span(), arguments.shapes()});
}

void CommandEncoder::launch(const Kernel& kernel, const LaunchShape& shape,
                            std::span<const Access> accesses, std::span<void* const> values) {
  const auto shapes = detail::shapes_from_code(kernel.state(), values);
  detail::LaunchRequest request{kernel, shape, accesses, values, shapes};
  const Signature signature(request);
  request.signature = signature.words();
  state().launch(request);
}

void CommandEncoder::launch(const PreparedLaunch& prepared, std::span<const Access> accesses) {
  const detail::PreparedState& launch = prepared.state();
  state().launch({launch.kernel(), launch.shape(), accesses, launch.values(), launch.arguments()});
}

void CommandEncoder::copy_erased(const detail::CopyRequest& request) { state().copy(request); }

void CommandEncoder::fill_erased(const detail::FillRequest& request) { state().fill(request); }

void CommandEncoder::launch_host_function(std::function<void()> function) {
  state().launch_host_function(std::move(function), nullptr);
}

void CommandEncoder::launch_host_function(std::function<void()> function,
                                          std::span<const Access> accesses) {
  state().launch_host_function(std::move(function), &accesses);
}

void CommandEncoder::graph(const Graph& graph) { state().graph(graph.state(), nullptr); }

void CommandEncoder::graph(const Graph& graph, std::span<const Access> accesses) {
  state().graph(graph.state(), &accesses);
}

void CommandEncoder::capture(const std::function<void(StreamRef)>& submit) {
  state().capture(submit, nullptr);
}

void CommandEncoder::capture(std::span<const Access> accesses,
                             const std::function<void(StreamRef)>& submit) {
  state().capture(submit, &accesses);
}

ConcurrentGroup CommandEncoder::concurrent() { return ConcurrentGroup(state()); }

void CommandEncoder::keep(std::shared_ptr<const void> object) { state().keep(std::move(object)); }

MemoryResource& CommandEncoder::temporaries() { return state().temporaries(); }

void CommandEncoder::on_complete(std::function<void()> handler) {
  state().on_complete(std::move(handler));
}

void CommandEncoder::record(EventRef event) { state().record(event); }
void CommandEncoder::wait(EventRef event) { state().wait(event); }
void CommandEncoder::commit() { state().commit(); }
void CommandEncoder::synchronize() { state().synchronize(); }
std::size_t CommandEncoder::pending() const { return state().batch().size(); }
std::size_t CommandEncoder::pending_bytes() const { return state().bytes(); }
bool CommandEncoder::needs_commit() const { return state().needs_commit(); }
std::vector<GraphNodeInfo> CommandEncoder::pending_nodes() const {
  return detail::describe(state().batch());
}
std::string CommandEncoder::dot(const std::string& name) const {
  detail::DotWriter writer(name);
  for (const GraphNodeInfo& node : pending_nodes()) writer.add(node);
  return std::move(writer).text();
}
EncoderCounters CommandEncoder::counters() const { return state().counters; }

ConcurrentGroup::ConcurrentGroup(EncoderState& encoder) : encoder_(encoder) {
  encoder_.begin_group();
}
ConcurrentGroup::~ConcurrentGroup() { encoder_.end_group(); }

}  // namespace duet
