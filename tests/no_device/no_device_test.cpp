// Why a driver finds no device: the device files of a folder stand for those of a machine.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "cuda/driver_age.hpp"
#include "cuda/no_device.hpp"
#include "hip/no_device.hpp"
#include "support/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

class NoDeviceTest : public testing::Test {
 protected:
  NoDeviceTest() {
    for (const char* name : {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES"})
      unsetenv(name);
    fs::permissions(root_.path(), fs::perms::all);
    // For root, every file has rights.
    if (geteuid() == 0) {
      EXPECT_EQ(seteuid(65534), 0);
      was_root_ = true;
    }
  }
  ~NoDeviceTest() override {
    if (was_root_ && seteuid(0) != 0) ADD_FAILURE() << "cannot become root again";
    for (const char* name : {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES"})
      unsetenv(name);
  }

  void make(const std::string& file, unsigned mode = 0666) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << "";
    fs::permissions(root_ / file, static_cast<fs::perms>(mode));
  }
  std::string hip() const { return duet::hip::no_device_cause(root_.path()); }
  std::string cuda() const { return duet::cuda::no_device_cause(root_.path()); }

  duet::test::TemporaryFolder root_{};
  bool was_root_ = false;
};

TEST_F(NoDeviceTest, AMissingFileTellsWhetherTheModuleIsLoaded) {
  EXPECT_THAT(hip(), AllOf(HasSubstr("dev/kfd does not exist"), HasSubstr("modprobe amdgpu")));
  EXPECT_THAT(cuda(),
              AllOf(HasSubstr("dev/nvidiactl does not exist"), HasSubstr("modprobe nvidia")));
  make("sys/module/amdgpu/version");
  make("sys/module/nvidia/version");
  EXPECT_THAT(hip(), HasSubstr("--device=/dev/kfd"));
  EXPECT_THAT(cuda(), HasSubstr("--gpus all"));
}

TEST_F(NoDeviceTest, MissingRightsNameTheGroup) {
  make("dev/kfd", 0060);
  EXPECT_THAT(hip(), AllOf(HasSubstr("dev/kfd may be opened by group '"),
                           HasSubstr("usermod -a -G"), HasSubstr("log in again")));
  make("dev/nvidiactl", 0);
  EXPECT_THAT(cuda(), AllOf(HasSubstr("dev/nvidiactl (group '"), HasSubstr("mode 0)")));
}

TEST_F(NoDeviceTest, OneRenderNodeIsEnough) {
  make("dev/kfd");
  EXPECT_THAT(hip(), HasSubstr("dev/dri has no renderD file"));
  make("dev/dri/card0");
  make("dev/dri/renderD128", 0060);
  EXPECT_THAT(hip(), HasSubstr("renderD128 may be opened by group '"));
  make("dev/dri/renderD129");
  EXPECT_THAT(hip(), IsEmpty());
}

TEST_F(NoDeviceTest, AVariableHidesDevices) {
  make("dev/kfd");
  make("dev/dri/renderD128");
  make("dev/nvidiactl");
  EXPECT_THAT(cuda(), HasSubstr("nvidia-uvm does not exist"));
  make("dev/nvidia-uvm");
  EXPECT_THAT(cuda(), IsEmpty());
  setenv("CUDA_VISIBLE_DEVICES", "", 1);
  EXPECT_THAT(cuda(), HasSubstr("CUDA_VISIBLE_DEVICES is empty, which hides all devices"));
  setenv("CUDA_VISIBLE_DEVICES", "first", 1);
  EXPECT_THAT(cuda(), HasSubstr("CUDA_VISIBLE_DEVICES is 'first', which hides all devices"));
  setenv("HIP_VISIBLE_DEVICES", "-1", 1);
  EXPECT_THAT(hip(), HasSubstr("HIP_VISIBLE_DEVICES is '-1', which hides all devices"));
}

TEST(DriverAgeTest, ComparesTheDriverWithTheCompiler) {
  using duet::cuda::driver_age_warning;
  EXPECT_THAT(driver_age_warning(13000, 13, 0), IsEmpty());
  EXPECT_THAT(driver_age_warning(13010, 12, 9), IsEmpty());
  EXPECT_THAT(driver_age_warning(12040, 12, 9),
              AllOf(HasSubstr("supports CUDA 12.4 and is older than NVRTC 12.9"),
                    HasSubstr("may refuse its code")));
  EXPECT_THAT(driver_age_warning(12090, 13, 0),
              HasSubstr("update the driver, or install NVRTC 12.9"));
}

TEST_F(NoDeviceTest, OtherSystemsHaveOtherFiles) {
  make("dev/dxg");
  EXPECT_THAT(cuda(), IsEmpty());
}

}  // namespace
