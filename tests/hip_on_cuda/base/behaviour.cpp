#include "behaviour.hpp"

#include "hip_api.hpp"

namespace hip_on_cuda {

// As 6.2, the latest that was read; but the library's version has to be one of the headers' major.
const Behaviour behaviour{.version = HIP_VERSION_MAJOR * 10'000'000 + 99 * 100'000,
                          .records_module_launches = true,
                          .compares_child_graphs = true,
                          .ends_after_join = true,
                          .invalidates_captures = true,
                          .fills_rows = true};

}  // namespace hip_on_cuda
