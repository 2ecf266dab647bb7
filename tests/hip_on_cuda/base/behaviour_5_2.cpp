#include "behaviour.hpp"

#include "hip_api.hpp"

namespace hip_on_cuda {

const Behaviour behaviour{.version = HIP_VERSION,
                          .records_module_launches = false,
                          .compares_child_graphs = false,
                          .ends_after_join = false,
                          .invalidates_captures = false,
                          .fills_rows = false};

}  // namespace hip_on_cuda
