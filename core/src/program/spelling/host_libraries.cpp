#include "host_libraries.hpp"

#include <algorithm>
#include <array>

namespace duet {

namespace {

constexpr std::array<std::string_view, 82> library_folders{"CL",
                                                           "CLI",
                                                           "CoreFoundation",
                                                           "EGL",
                                                           "GL",
                                                           "GLES2",
                                                           "GLES3",
                                                           "GLFW",
                                                           "GLUT",
                                                           "OpenGL",
                                                           "OpenEXR",
                                                           "Python",
                                                           "SDL",
                                                           "SDL2",
                                                           "SFML",
                                                           "X11",
                                                           "absl",
                                                           "alsa",
                                                           "argparse",
                                                           "asm",
                                                           "backtrace",
                                                           "benchmark",
                                                           "boost",
                                                           "catch2",
                                                           "cereal",
                                                           "cnpy",
                                                           "curl",
                                                           "cxxopts",
                                                           "doctest",
                                                           "dispatch",
                                                           "experimental",
                                                           "ext",
                                                           "fftw3",
                                                           "fmt",
                                                           "folly",
                                                           "freetype2",
                                                           "gdal",
                                                           "gflags",
                                                           "glad",
                                                           "glog",
                                                           "gmock",
                                                           "google",
                                                           "gperftools",
                                                           "grpc",
                                                           "gsl",
                                                           "gtest",
                                                           "hdf5",
                                                           "hwloc",
                                                           "imgui",
                                                           "jsoncpp",
                                                           "json",
                                                           "level_zero",
                                                           "leveldb",
                                                           "linux",
                                                           "lz4",
                                                           "mach",
                                                           "mkl",
                                                           "mpi",
                                                           "net",
                                                           "netcdf",
                                                           "nlohmann",
                                                           "numpy",
                                                           "opencv",
                                                           "opencv2",
                                                           "openssl",
                                                           "proj",
                                                           "range",
                                                           "rapidjson",
                                                           "sanitizer",
                                                           "scn",
                                                           "sentencepiece",
                                                           "sndfile",
                                                           "spdlog",
                                                           "tbb",
                                                           "tclap",
                                                           "tiff",
                                                           "tr1",
                                                           "va",
                                                           "valgrind",
                                                           "vulkan",
                                                           "yaml-cpp",
                                                           "zmq"};

constexpr std::array<std::string_view, 44> library_headers{"Catch.hpp",
                                                           "H5Cpp.h",
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

/// Headers with code for devices in library_folders of the host.
constexpr std::array<std::string_view, 2> library_headers_of_devices{"opencv2/core/cuda",
                                                                     "opencv2/cudev"};

/// Libraries of library_folders that programs bring along.
constexpr std::array<std::string_view, 17> bundled_libraries{
    "CLI",  "absl",     "boost", "catch2", "cereal",    "cxxopts", "doctest", "fmt",     "gflags",
    "glog", "nlohmann", "gmock", "gtest",  "rapidjson", "spdlog",  "tclap",   "yaml-cpp"};

std::string_view top_folder(std::string_view header) {
  const std::size_t slash = header.find('/');
  return slash == std::string_view::npos ? std::string_view() : header.substr(0, slash);
}

}  // namespace

bool is_host_library(std::string_view header) {
  if (std::ranges::any_of(library_headers_of_devices,
                          [&](std::string_view one) { return header.starts_with(one); }))
    return false;
  return std::ranges::find(library_folders, top_folder(header)) != library_folders.end() ||
         std::ranges::find(library_headers, header) != library_headers.end();
}

bool is_bundled_library(std::string_view header, std::string_view text) {
  if (text.find("__device__") != std::string_view::npos) return false;
  if (header == "json.hpp" || header.ends_with("/json.hpp")) return true;
  std::string_view rest = header;
  for (std::string_view folder = top_folder(rest); !folder.empty(); folder = top_folder(rest)) {
    if (std::ranges::find(bundled_libraries, folder) != bundled_libraries.end()) return true;
    rest.remove_prefix(folder.size() + 1);
  }
  return false;
}

bool is_torch_header(std::string_view header) {
  constexpr std::array<std::string_view, 5> parts{"ATen", "THC", "TH", "c10", "torch"};
  return std::ranges::find(parts, top_folder(header)) != parts.end();
}

}  // namespace duet
