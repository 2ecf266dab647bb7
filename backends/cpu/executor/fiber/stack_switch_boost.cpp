// For the machines that duet has no switch of its own for.

#include <boost/context/detail/fcontext.hpp>
#include <cstdint>

#include "stack_switch.hpp"

namespace duet::cpu {

namespace {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::transfer_t;

/// What a Suspended points to, on the flow's stack.
struct Flow {
  fcontext_t context = nullptr;
  void (*entry)() = nullptr;
};

/// What the flow that is left tells the one that goes on.
struct Jump {
  Flow* from;  ///< null if it ended
  Flow* to;
};

const Jump& note_suspended(transfer_t arrival) noexcept {
  const Jump& jump = *static_cast<const Jump*>(arrival.data);
  if (jump.from != nullptr) jump.from->context = arrival.fctx;
  return jump;
}

void start(transfer_t arrival) { note_suspended(arrival).to->entry(); }

}  // namespace

const bool kernels_can_switch = false;

Suspended prepare_stack(void* top, const void* bottom, void (*entry)()) noexcept {
  const auto end = reinterpret_cast<std::uintptr_t>(top) - sizeof(Flow);
  auto* flow = reinterpret_cast<Flow*>(end / alignof(Flow) * alignof(Flow));
  const auto bytes = reinterpret_cast<const char*>(flow) - static_cast<const char*>(bottom);
  flow->context =
      boost::context::detail::make_fcontext(flow, static_cast<std::size_t>(bytes), &start);
  flow->entry = entry;
  return flow;
}

extern "C" void duet_cpu_switch(Suspended* from, Suspended to) noexcept {
  Flow own;
  *from = &own;
  Jump jump{&own, static_cast<Flow*>(to)};
  note_suspended(jump_fcontext(jump.to->context, &jump));
}

extern "C" void duet_cpu_resume(Suspended to) noexcept {
  Jump jump{nullptr, static_cast<Flow*>(to)};
  (void)jump_fcontext(jump.to->context, &jump);
}

}  // namespace duet::cpu
