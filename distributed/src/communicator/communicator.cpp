#include <duet/communicator.hpp>

#include <utility>

#include <duet/error.hpp>

#include "communicator/communicator_state.hpp"
#include "communicator/joining.hpp"

namespace duet {

using detail::CommunicatorState;

Communicator::Communicator(const Device& device, const Bootstrap& bootstrap,
                           const CommunicatorOptions& options)
    : state_(detail::join(device, bootstrap, options)) {}

Communicator::Communicator(const Bootstrap& bootstrap, const CommunicatorOptions& options)
    : Communicator(detail::device_of(bootstrap), bootstrap, options) {}

Communicator::Communicator(std::shared_ptr<CommunicatorState> state) noexcept
    : state_(std::move(state)) {}

Communicator::~Communicator() = default;

const std::shared_ptr<CommunicatorState>& Communicator::state() const {
  if (state_ != nullptr) return state_;
  throw Error(ErrorCode::invalid_handle,
              "the Communicator is empty: default-constructed, moved from, or of a rank that split "
              "left out");
}

int Communicator::rank() const { return state()->rank(); }
int Communicator::size() const { return state()->size(); }
Device Communicator::device() const { return state()->device(); }
CollectiveEngine Communicator::engine() const { return state()->engine().kind(); }
bool Communicator::reduces(DataType type, Reduction reduction) const {
  return state()->engine().reduces(type, reduction);
}

Communicator Communicator::split(int color, int key) const {
  CommunicatorState& own = *state();
  own.engine().check();
  int rank = 0;
  int size = 0;
  std::unique_ptr<detail::Engine> engine = own.engine().split(color, key, rank, size);
  if (engine == nullptr) return {};
  return Communicator(
      std::make_shared<CommunicatorState>(own.device(), std::move(engine), rank, size));
}

CollectiveGroup Communicator::group() {
  state()->begin_group();
  return CollectiveGroup(state());
}

void Communicator::synchronize(StreamRef stream) const { state()->engine().synchronize(stream); }
void Communicator::check() const { state()->engine().check(); }
void Communicator::abort(const std::string& reason) const { state()->engine().abort(reason); }

void Communicator::submit(const WorkQueue& queue, const detail::CollectiveCall& call) {
  state()->submit(queue, call);
}

CollectiveGroup::CollectiveGroup(std::shared_ptr<CommunicatorState> state)
    : state_(std::move(state)) {}

CollectiveGroup::~CollectiveGroup() {
  if (state_ != nullptr) state_->drop_group();
}

void CollectiveGroup::submit() {
  if (state_ == nullptr) {
    throw Error(ErrorCode::invalid_argument, "the group has been submitted already");
  }
  std::exchange(state_, nullptr)->submit_group();
}

}  // namespace duet
