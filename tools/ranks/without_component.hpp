#pragma once

#include "support/usage_error.hpp"

namespace duet::tool {

/// For what needs ranks, in a command that was built without them. @throws UsageError
[[noreturn]] inline void throw_without_component() {
  throw UsageError(
      "this duet was built without the component duet::distributed, so it has no ranks; build it "
      "with -DDUET_DISTRIBUTED=ON");
}

}  // namespace duet::tool
