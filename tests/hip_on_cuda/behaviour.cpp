#include "behaviour.hpp"

namespace hip_on_cuda {

// As 6.2, the latest that was read.
const Behaviour behaviour{.records_module_launches = true,
                          .compares_child_graphs = true,
                          .ends_after_join = true,
                          .invalidates_captures = true,
                          .fills_rows = true};

}  // namespace hip_on_cuda
