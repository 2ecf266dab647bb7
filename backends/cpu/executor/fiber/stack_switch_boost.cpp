// The switch by Boost.Context, for machines other than x86-64.

#include <boost/context/detail/fcontext.hpp>
#include <cstdint>

#include "stack_switch.hpp"

namespace duet::cpu {

namespace {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::transfer_t;

/// A fiber's state, on its stack; a Suspended points to it.
struct State {
  fcontext_t context = nullptr;
  void (*entry)() = nullptr;
};

/// The message from the suspended fiber to the continued one.
struct Jump {
  State* from;  ///< null if it was discarded
  State* to;
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
  const auto end = reinterpret_cast<std::uintptr_t>(top) - sizeof(State);
  auto* state = reinterpret_cast<State*>(end / alignof(State) * alignof(State));
  const auto bytes = reinterpret_cast<const char*>(state) - static_cast<const char*>(bottom);
  state->context =
      boost::context::detail::make_fcontext(state, static_cast<std::size_t>(bytes), &start);
  state->entry = entry;
  return state;
}

extern "C" void duet_cpu_switch(Suspended* from, Suspended to) noexcept {
  State own;
  *from = &own;
  Jump jump{&own, static_cast<State*>(to)};
  note_suspended(jump_fcontext(jump.to->context, &jump));
}

extern "C" void duet_cpu_resume(Suspended to) noexcept {
  Jump jump{nullptr, static_cast<State*>(to)};
  (void)jump_fcontext(jump.to->context, &jump);
}

}  // namespace duet::cpu
