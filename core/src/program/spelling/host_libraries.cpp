#include "host_libraries.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "eigen.hpp"
#include "program/embedded.hpp"

namespace duet {

namespace {

constexpr std::array<std::string_view, 107> library_folders{"absl",       "alsa",
                                                            "argparse",   "arrow",
                                                            "asm",        "backtrace",
                                                            "benchmark",  "boost",
                                                            "catch2",     "cereal",
                                                            "CL",         "CLI",
                                                            "cnpy",       "CoreFoundation",
                                                            "cufft",      "cupti",
                                                            "curl",       "cxxopts",
                                                            "dispatch",   "dlpack",
                                                            "doctest",    "EGL",
                                                            "Eigen",      "experimental",
                                                            "ext",        "fftw3",
                                                            "fmt",        "folly",
                                                            "freetype2",  "gdal",
                                                            "gflags",     "GL",
                                                            "glad",       "GLES2",
                                                            "GLES3",      "GLFW",
                                                            "glog",       "GLUT",
                                                            "gmock",      "google",
                                                            "gperftools", "grpc",
                                                            "gsl",        "gtest",
                                                            "hdf5",       "hipblas",
                                                            "hipfft",     "hiprand",
                                                            "hipsolver",  "hipsparse",
                                                            "hwloc",      "imgui",
                                                            "infiniband", "json",
                                                            "jsoncpp",    "level_zero",
                                                            "leveldb",    "linux",
                                                            "llvm",       "lz4",
                                                            "mach",       "mkl",
                                                            "mlir",       "mpi",
                                                            "net",        "netcdf",
                                                            "nlohmann",   "numpy",
                                                            "nvtx3",      "opencv",
                                                            "opencv2",    "OpenEXR",
                                                            "OpenGL",     "openssl",
                                                            "proj",       "protobuf",
                                                            "Python",     "range",
                                                            "rapidjson",  "rdma",
                                                            "rocblas",    "rocfft",
                                                            "rocprim",    "rocsparse",
                                                            "rocthrust",  "sanitizer",
                                                            "scn",        "SDL",
                                                            "SDL2",       "sentencepiece",
                                                            "SFML",       "sndfile",
                                                            "spdlog",     "tbb",
                                                            "tclap",      "thrust",
                                                            "tiff",       "tr1",
                                                            "tvm",        "ucp",
                                                            "uct",        "va",
                                                            "valgrind",   "vulkan",
                                                            "X11",        "yaml-cpp",
                                                            "zmq"};

constexpr std::array<std::string_view, 54> library_headers{"Catch.hpp",
                                                           "H5Cpp.h",
                                                           "NvCaffeParser.h",
                                                           "NvInfer.h",
                                                           "NvInferPlugin.h",
                                                           "NvInferPluginUtils.h",
                                                           "NvInferRuntime.h",
                                                           "NvInferRuntimeCommon.h",
                                                           "NvInferVersion.h",
                                                           "NvOnnxParser.h",
                                                           "NvUffParser.h",
                                                           "Python.h",
                                                           "TargetConditionals.h",
                                                           "VersionHelpers.h",
                                                           "aclapi.h",
                                                           "armadillo",
                                                           "catch.hpp",
                                                           "clapack.h",
                                                           "cnpy.h",
                                                           "crtdbg.h",
                                                           "cxxabi.h",
                                                           "cxxopts.hpp",
                                                           "execinfo.h",
                                                           "fftw3.h",
                                                           "fftw3-mpi.h",
                                                           "fnmatch.h",
                                                           "freeglut.h",
                                                           "glut.h",
                                                           "gmp.h",
                                                           "grp.h",
                                                           "hdf5.h",
                                                           "ifaddrs.h",
                                                           "jpeglib.h",
                                                           "json.hpp",
                                                           "lapacke.h",
                                                           "lz4.h",
                                                           "mex.h",
                                                           "mkl.h",
                                                           "mm3dnow.h",
                                                           "netcdf.h",
                                                           "numa.h",
                                                           "openacc.h",
                                                           "papi.h",
                                                           "png.h",
                                                           "semaphore.h",
                                                           "spawn.h",
                                                           "sys/epoll.h",
                                                           "sys/queue.h",
                                                           "sys/sysctl.h",
                                                           "tiffio.h",
                                                           "ucontext.h",
                                                           "ws2tcpip.h",
                                                           "zlib.h",
                                                           "zstd.h"};

/// What precedes the names of CUB's headers for the host.
constexpr std::array<std::string_view, 7> cub_parts_of_host{
    "cub/agent/", "cub/detail/",   "cub/device/", "cub/grid/",
    "cub/host/",  "cub/iterator/", "cub/util_"};

/// Headers with code for devices in library_folders of the host.
constexpr std::array<std::string_view, 2> library_headers_of_devices{"opencv2/core/cuda",
                                                                     "opencv2/cudev"};

/// Libraries of library_folders that programs bring along.
constexpr std::array<std::string_view, 29> bundled_libraries{
    "CLI",      "EGL",       "Eigen",  "GL",    "GLES2",   "GLES3",  "GLFW",   "GLUT",
    "OpenGL",   "SDL",       "SDL2",   "absl",  "boost",   "catch2", "cereal", "cxxopts",
    "doctest",  "fmt",       "gflags", "glad",  "glog",    "gmock",  "gtest",  "imgui",
    "nlohmann", "rapidjson", "spdlog", "tclap", "yaml-cpp"};

std::string_view top_folder(std::string_view header) {
  const std::size_t slash = header.find('/');
  return slash == std::string_view::npos ? std::string_view() : header.substr(0, slash);
}

/// cuDNN's interface of headers, which programs bring along.
bool is_cudnn_frontend(std::string_view header) {
  return top_folder(header) == "cudnn_frontend" ||
         header.substr(header.rfind('/') + 1).starts_with("cudnn_frontend");
}

}  // namespace

bool is_host_library(std::string_view header) {
  if (std::ranges::any_of(library_headers_of_devices,
                          [&](std::string_view one) { return header.starts_with(one); }))
    return false;
  if (std::ranges::any_of(cub_parts_of_host,
                          [&](std::string_view one) { return header.starts_with(one); }))
    return true;
  return is_eigen_header(header) || is_cudnn_frontend(header) ||
         std::ranges::find(library_folders, top_folder(header)) != library_folders.end() ||
         std::ranges::find(library_headers, header) != library_headers.end();
}

bool is_bundled_library(std::string_view header, std::string_view text) {
  if (text.find("__device__") != std::string_view::npos) return false;
  if (header == "json.hpp" || header.ends_with("/json.hpp") || is_cudnn_frontend(header))
    return true;
  std::string_view rest = header;
  for (std::string_view folder = top_folder(rest); !folder.empty(); folder = top_folder(rest)) {
    if (std::ranges::find(bundled_libraries, folder) != bundled_libraries.end()) return true;
    rest.remove_prefix(folder.size() + 1);
  }
  return false;
}

std::string library_macros(std::string_view header) {
  std::string_view text = "\n";
  if (is_eigen_header(header)) {
    text =
        "namespace Eigen {}\n"
        "#define EIGEN_DEVICE_FUNC __host__ __device__\n"
        "#define EIGEN_STRONG_INLINE inline\n"
        "#define EIGEN_VERSION_AT_LEAST(world, major, minor) 1\n"
        "#define EIGEN_MAKE_ALIGNED_OPERATOR_NEW\n";
  } else if (header == "glog/logging.h" || header.ends_with("/glog/logging.h")) {
    text = "#include <duet/spelling/glog.hpp>\n";
  } else if (top_folder(header).starts_with("opencv")) {
    text =
        "#define CV_PI 3.1415926535897932384626433832795\n"
        "#define CV_2PI 6.283185307179586476925286766559\n"
        "#define CV_LOG2 0.69314718055994530941723212145818\n";
  }
  return std::string(text);
}

bool is_torch_header(std::string_view header) {
  constexpr std::array<std::string_view, 5> parts{"ATen", "THC", "TH", "c10", "torch"};
  return std::ranges::find(parts, top_folder(header)) != parts.end();
}

bool is_libcu_part(std::string_view header) {
  return header.starts_with("cuda/std/__") || header.starts_with("cuda/__") ||
         header.starts_with("cuda/std/detail/");
}

std::string public_libcu_include(std::string_view header) {
  const auto files = embedded::cuda_spelling_headers();
  const std::size_t mark = header.find("/__");
  std::string_view folder = mark == std::string_view::npos ? "" : header.substr(mark + 3);
  folder = folder.substr(0, folder.find('/'));
  std::string_view file = header.substr(header.rfind('/') + 1);
  file = file.substr(0, file.find('.'));
  std::array<const char*, 2> places{"cuda/std/", "cuda/"};
  if (!header.starts_with(places[0])) std::swap(places[0], places[1]);
  for (const char* place : places) {
    for (const std::string_view name : {file, folder}) {
      const std::string known = std::string(place).append(name);
      if (!name.empty() && std::ranges::find(files, known, &embedded::File::name) != files.end())
        return "#include <" + known + ">\n";
    }
  }
  return "\n";
}

bool is_copy_of_cub(std::string_view text) {
  return text.find("CUB_NS_PREFIX") != std::string_view::npos ||
         text.find("CUB_NAMESPACE_BEGIN") != std::string_view::npos;
}

}  // namespace duet
