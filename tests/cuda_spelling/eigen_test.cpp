// Kernels that use the Eigen of an include folder of theirs.

#include <filesystem>

#include "spelling_program.hpp"

namespace duet::test {
namespace {

constexpr const char* folder = "/usr/include/eigen3";

class CudaSpellingEigenTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(std::string(folder) + "/Eigen/Core"))
      GTEST_SKIP() << "there is no Eigen in " << folder << " (package libeigen3-dev)";
  }
  static Program with_eigen(const std::string& header, const std::string& source) {
    Program program = spelled(including({"Eigen/" + header}, source), {"k"});
    program.options.include_dirs = {folder};
    return program;
  }
  static void expect(const std::string& header, const std::string& source,
                     const std::vector<float>& expected) {
    run_spelled<float>(with_eigen(header, source), 1, 1, expected.size(),
                       [&](const std::vector<float>& out) {
                         EXPECT_THAT(out, testing::Pointwise(testing::FloatNear(1e-4f), expected));
                       });
  }
};

TEST_F(CudaSpellingEigenTest, MatricesAndVectors) {
  expect("Dense", R"(
    #include <iostream>
    using namespace Eigen;
    struct Camera {
      Matrix3f k;
      Vector3f t;
      EIGEN_MAKE_ALIGNED_OPERATOR_NEW
      EIGEN_DEVICE_FUNC Vector3f project(const Vector3f& p) const { return k * p + t; }
    };
    void show(const MatrixXf& m) { std::cout << m << std::endl; }
    __global__ void k(float* out) {
      Camera camera;
      camera.k << 1, 2, 3, 4, 5, 6, 7, 8, 10;
      camera.t = Vector3f(1, 2, 3);
      const Matrix3f& m = camera.k;
      const Vector3f r = m * camera.t;
      *out++ = camera.project(camera.t).z();
      *out++ = r.dot(camera.t);
      *out++ = r.cross(Vector3f::UnitX()).z();
      *out++ = m.determinant();
      *out++ = m.cwiseMin(Matrix3f::Constant(3)).sum();
      Matrix4f wide = Matrix4f::Identity();
      wide.block<3, 3>(0, 0) = m;
      wide.col(3).head<3>() = camera.t;
      *out++ = (wide.inverse() * wide).isIdentity(1e-3f);
      *out++ = wide.row(0).segment<2>(2).sum() + wide.transpose()(0, 1);
      Matrix2i numbers;
      numbers << 1, 2, 3, 4;
      *out++ = (numbers * numbers).trace();
      *out++ = camera.t.cast<double>().normalized().norm();
      *out++ = (m.array().square() - 1).sum();
      float data[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
      Map<Matrix<float, 3, 4, RowMajor>> map(data);
      map.row(2) *= 2;
      *out++ = map(1, 2) + data[11];
      *out++ = sizeof(Vector4f) + alignof(Vector4f) + alignof(Vector3f);
    }
    int main() { show(MatrixXf()); k<<<1, 1>>>(nullptr); })",
         {56, 237, -32, -3, 24, 1, 8, 29, 1, 295, 28, 36});
}

TEST_F(CudaSpellingEigenTest, RotationsAndPlacements) {
  expect("Geometry", R"(
    __global__ void k(float* out) {
      const Eigen::Quaternionf q(Eigen::AngleAxisf(float(M_PI) / 2, Eigen::Vector3f::UnitZ()));
      *out++ = (q * Eigen::Vector3f::UnitX()).y();
      *out++ = q.toRotationMatrix()(0, 1);
      Eigen::Isometry3f place = Eigen::Isometry3f::Identity();
      place.translate(Eigen::Vector3f(1, 2, 3));
      place.rotate(q);
      *out++ = (place * Eigen::Vector3f(1, 0, 0)).y();
      *out++ = (place.inverse() * place).matrix().isIdentity(1e-5f);
    })",
         {1, -1, 3, 1});
}

TEST_F(CudaSpellingEigenTest, AlignmentMayBeTurnedOff) {
  Program program =
      with_eigen("Core", "__global__ void k(float* out) { *out = alignof(Eigen::Vector4f); }");
  program.source.insert(0, "#define EIGEN_DONT_ALIGN\n");
  run_spelled<float>(program, 1, 1, 1,
                     [](const std::vector<float>& out) { EXPECT_EQ(out.front(), 4); });
}

/// Members are marked in the class only; the kernel is declared before it is defined.
TEST_F(CudaSpellingEigenTest, DefinitionsWithoutMarksAndKernelsThatAreDeclared) {
  const std::string members = R"(
    struct Camera {
      float focus = 2;
      __host__ __device__ float project(const Eigen::Vector3f& p) const;
    };
    inline float Camera::project(const Eigen::Vector3f& p) const { return focus * p.x() / p.z(); })";
  expect("Core", members + R"(
    __global__ void k(float* out) { *out = Camera().project(Eigen::Vector3f(3, 0, 2)); })",
         {3});
  expect("Core", R"(
    __global__ void k(float* out);
    __global__ void k(float* out) { *out = Eigen::Vector3f(3, 0, 2).sum(); })",
         {5});
}

/// They get empty headers, which compile fast.
TEST_F(CudaSpellingEigenTest, KernelsThatDoNotNameItDoNotReadIt) {
  expect("Core", R"(
    using namespace Eigen;
    Vector3f twice(const Vector3f& v) { return v * 2; }
    #ifdef EIGEN_CORE_H
    #error "the header is not empty"
    #endif
    __global__ void k(float* out) { *out = 3; }
    int main() { twice(Vector3f(1, 2, 3)); })",
         {3});
}

TEST(CudaSpellingWithoutEigenTest, TheErrorNamesTheHeaderAndWhatToDo) {
  const Program program = spelled(including({"Eigen/Dense"}, R"(
    __global__ void k(float* out) { Eigen::Vector3f v(1, 2, 3); *out = v(0); })"),
                                  {"k"});
  EXPECT_THAT([&] { (void)compile(program, spelled_architectures().front()); },
              testing::ThrowsMessage<Error>(testing::AllOf(
                  testing::HasSubstr("'Eigen/Dense' was not found"), testing::HasSubstr("-I"))));
}

}  // namespace
}  // namespace duet::test
