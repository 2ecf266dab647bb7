#include "tuning.hpp"

#include <algorithm>
#include <limits>

#include <duet/timer.hpp>

#include "../base/record.hpp"
#include "../cache/disk/direct_entry.hpp"
#include "../cache/kernel_cache.hpp"
#include "../driver/driver.hpp"
#include "../fusion/array_reach.hpp"

namespace duet::detail {

float launch_time(StreamRef stream, const std::function<void()>& launch, float best) {
  constexpr int rounds = 3, most = 20;
  constexpr float round_time = 1;   // in milliseconds
  constexpr float hopeless = 1.5F;  // times the best
  launch();
  Timer timer(stream);
  launch();
  const float once = timer.elapsed().count();
  if (once > hopeless * best) return once;
  const int count =
      static_cast<int>(std::clamp(round_time / std::max(once, 1e-4F), 1.0F, float{most}));
  float least = once;
  for (int round = 0; round < rounds; ++round) {
    timer.restart();
    for (int i = 0; i < count; ++i) launch();
    least = std::min(least, timer.elapsed().count() / static_cast<float>(count));
  }
  return least;
}

ScratchResult::ScratchResult(StreamRef stream, const ProductProblem& problem) {
  const ProductMatrix& d = problem.d;
  const Reach reach = reach_of({problem.batches, problem.rows, problem.columns},
                               {d.batch_stride, d.row_stride, d.column_stride});
  const auto bytes = static_cast<std::int64_t>(size_of(d.type));
  constexpr std::int64_t alignment = 16;
  const auto first = reinterpret_cast<std::intptr_t>(d.data) + reach.first * bytes;
  const std::int64_t size = (reach.last - reach.first + 1) * bytes + alignment;
  buffer_ = Buffer<std::byte>(stream, static_cast<std::size_t>(size));
  data_ = buffer_.data() + first % alignment - reach.first * bytes;
}

KeptChoice::KeptChoice(const Device& device, const Program& program, const ProductProblem& problem,
                       const MatrixProductOptions& options) {
  const DeviceInfo& info = device.info();
  int driver_version = 0;
  DUET_DRIVER(driver_version, &driver_version);
  Serializer record;
  record.text(cache::direct_key(program, {}, info.architecture, "matrix product"));
  record.text(info.name).number(static_cast<std::uint32_t>(info.multiprocessors));
  record.number(static_cast<std::uint32_t>(driver_version));
  record.number(static_cast<std::uint8_t>(options.method));
  record.number(static_cast<std::uint32_t>(options.splits));
  for (const std::int64_t extent :
       {problem.rows, problem.columns, problem.depth, problem.batches}) {
    record.number(static_cast<std::uint64_t>(extent));
  }
  key_ = std::move(record).take();
}

std::optional<std::size_t> KeptChoice::find(std::size_t plans) const {
  return cache::KernelCache::instance().store()->find_choice(key_, plans);
}

void KeptChoice::insert(std::size_t index) const {
  cache::KernelCache::instance().store()->insert_choice(key_, index);
}

}  // namespace duet::detail
