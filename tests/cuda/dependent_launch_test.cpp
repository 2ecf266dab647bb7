// The instructions of duet/device/dependent_launch.hpp in the code for NVIDIA GPUs.

#include <string>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string ptx_of(const std::string& architecture) {
  const Code code = compile({.source = R"(
                               #include <duet/device/dependent_launch.hpp>
                               __global__ void next(int* x) {
                                 duet::launch_dependents();
                                 duet::wait_for_dependencies();
                                 *x += 1;
                               })",
                             .kernels = {"next"}},
                            architecture);
  return {reinterpret_cast<const char*>(code.bytes.data()), code.bytes.size()};
}

TEST(DependentLaunchTest, HasInstructionsFromHopperOn) {
  const std::string text = ptx_of("compute_90");
  EXPECT_THAT(text, HasSubstr("griddepcontrol.launch_dependents;"));
  EXPECT_THAT(text, HasSubstr("griddepcontrol.wait;"));
  EXPECT_LT(text.find("griddepcontrol.wait;"), text.find("ld.global"))
      << "the wait comes before the memory is read";
  EXPECT_THAT(ptx_of("compute_80"), Not(HasSubstr("griddepcontrol")));
}

}  // namespace
}  // namespace duet::test
