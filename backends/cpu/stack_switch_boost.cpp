// For the machines that duet has no switch of its own for.

#include <boost/context/detail/fcontext.hpp>

#include "stack_switch.hpp"

namespace duet::cpu {

namespace {

using boost::context::detail::transfer_t;

/// After a switch: tells the flow that was suspended where it is.
void note_suspended(transfer_t from) noexcept { *static_cast<Suspended*>(from.data) = from.fctx; }

thread_local void (*starting)() = nullptr;

void start(transfer_t from) {
  void (*const entry)() = starting;
  note_suspended(from);
  entry();
}

}  // namespace

Suspended prepare_stack(void* top, void* bottom, void (*entry)()) noexcept {
  starting = entry;
  const auto bytes = static_cast<std::size_t>(static_cast<char*>(top) - static_cast<char*>(bottom));
  return boost::context::detail::make_fcontext(top, bytes, &start);
}

extern "C" void duet_cpu_switch(Suspended* from, Suspended to) noexcept {
  note_suspended(boost::context::detail::jump_fcontext(to, from));
}

}  // namespace duet::cpu
