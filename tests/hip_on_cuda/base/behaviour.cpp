#include "behaviour.hpp"

#include "hip_api.hpp"

namespace hip_on_cuda {

// Behaves as HIP 6.2, the latest version whose sources were read. The version number keeps the
// major version of the headers, which duet requires.
const Behaviour behaviour{.version = HIP_VERSION_MAJOR * 10'000'000 + 99 * 100'000,
                          .records_module_launches = true,
                          .compares_child_graphs = true,
                          .ends_after_join = true,
                          .invalidates_captures = true,
                          .fills_rows = true};

}  // namespace hip_on_cuda
