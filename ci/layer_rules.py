"""The lists that check_layers.py enforces. A name with a final slash is a folder."""

import re

# Headers of core that backends may include.
core_for_backends = [
    "core/src/base/",  # damaged bytes are load errors; code is ELF
    "core/src/system/",  # compilers work in folders and are child programs
    "core/src/source/",  # tokens and declarations of a text
    "core/src/program/",  # the text of a program
    "core/src/driver/driver.hpp",  # adapters call through the table of the driver
    "core/src/compile/compiler.hpp",  # and through the table of the compiler
]

# The only files of core that include the contract, and those that include a backend's own rows.
contract_users = ["core/src/driver/driver.hpp", "core/src/compile/compiler.hpp"]
own_rows = {
    "core/src/driver/driver.def": "own_driver_calls.def",
    "core/src/compile/compiler.def": "own_compiler_calls.def",
}

# Files that the build generates.
generated = ["source_digest.hpp"]

standard = set("""
    algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono
    cinttypes climits clocale cmath compare complex concepts condition_variable coroutine csetjmp
    csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype deque
    exception execution filesystem format forward_list fstream functional future initializer_list
    iomanip ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource
    mutex new numbers numeric optional ostream queue random ranges ratio regex scoped_allocator
    semaphore set shared_mutex source_location span sstream stack stdexcept stop_token streambuf
    string string_view syncstream system_error thread tuple type_traits typeindex typeinfo
    unordered_map unordered_set utility valarray variant vector version cxxabi.h
    """.split())
linux = set("""
    arpa/inet.h dirent.h dlfcn.h elf.h fcntl.h grp.h link.h malloc.h netdb.h netinet/in.h netinet/tcp.h poll.h pthread.h pty.h pwd.h sched.h signal.h spawn.h
    stdlib.h
    sys/auxv.h sys/file.h sys/ioctl.h sys/mman.h sys/mount.h sys/personality.h sys/resource.h sys/socket.h
    sys/stat.h sys/statvfs.h sys/syscall.h sys/types.h sys/uio.h sys/un.h sys/wait.h time.h ucontext.h unistd.h
    """.split())

# Headers outside the project by the folder that may include them, besides the standard library's
# and Linux's; those of enclosing folders are allowed too.
third_party = {
    "core/src": ["fmt/", "openssl/", "gelf.h", "libelf.h", "xxhash.h"],
    "backends": ["fmt/"],
    "backends/cpu": ["boost/context/", "oneapi/tbb/", "valgrind/"],
    "backends/cuda": ["cuda.h", "nvrtc.h", "nvtx3/nvToolsExt.h"],
    "backends/hip": ["hip/", "amd_comgr.h", "nlohmann/json.hpp"],
    "distributed": ["fmt/"],
    "distributed/src/mpi": ["mpi.h"],
    "tools": ["fmt/", "CLI/CLI.hpp", "nlohmann/"],
    "tools/bench": ["muParser.h"],
    "examples": ["fmt/", "CLI/CLI.hpp", "muParser.h"],
    "examples/array_framework/cuda": ["cublas_v2.h"],
    "bench": ["fmt/", "CLI/CLI.hpp", "block_duet_kernels.hpp", "block_cub_kernels.hpp"],
    "bench/raw": ["cuda.h", "cublas_v2.h", "cublasLt.h", "nvrtc.h", "cub/", "hip/"],
    "tests": ["gtest/gtest.h", "gmock/gmock.h"],
    "tests/compile/toolkit_test.cpp": ["cub/", "cuda_fp16.h", "mma.h", "hip/"],  # in kernels' text
    "tests/mistakes": ["nlohmann/json.hpp"],
    "tests/tools": ["nlohmann/json.hpp"],
    # duet's own headers without an extension
    "examples/gallery": ["cuda/"],
    "tests/cuda_spelling": ["cuda/", "sys/", "thrust/"],
    "tests/cuda": ["nvtx3/nvToolsExt.h"],
    "tests/cuda/host_stub": ["cuda_runtime_api.h", "driver_types.h"],
    "tests/amd_emulator": ["amd_comgr.h", "fmt/", "llvm-c/", "llvm/", "nlohmann/json.hpp", "CLI/CLI.hpp", "xmmintrin.h"],
    "tests/stub_driver": ["cuda.h"],
    "tests/hip_on_cuda": ["cuda.h", "nvrtc.h", "hip/", "amd_comgr.h", "nlohmann/json.hpp"],
}

# Where kernels include the headers in CUDA's spelling.
spelling_users = ["device/cuda_spelling/", "tests/cuda_spelling/", "examples/gallery/"]

# Where vendors are named.
vendor_places = [
    "backends/",
    "core/src/driver/driver.def",
    "core/src/compile/compiler.def",
    "core/src/program/spelling/",  # macros that programs set
    "core/src/compile/advice/missing_header.cpp",  # headers that sources name
    "core/include/duet/native.hpp",
    "device/include/duet/device/vendor/",
    "device/cuda_spelling/",
    "tests/cuda_spelling/",
    "examples/gallery/",
    "bench/raw/",
    "tests/cuda/",
    "tests/hip/",
    "tests/hip_on_cuda/",
    "tests/amd_emulator/hip/",
    "tests/amd_emulator/clang/",
    "tests/stub_driver/",
    "tests/stub_nccl/",
]
# What clients of the library may include besides public headers, and those that may include all.
clients = {
    "distributed": ["distributed/"],
    "tests": ["tests/", "tools/", "examples/"],
    "tools": ["tools/"],
    "examples": ["examples/", "tools/"],
    "bench": ["bench/"],
}
client_exceptions = ["tests/faults/", "tests/distributed/bootstrap_simulation_test.cpp", "tests/fuzz/", "tests/no_device/", "bench/raw/", "tests/hip_on_cuda/",
                     "tests/amd_emulator/", "tests/stub_driver/", "tests/stub_nccl/"]

cuda_name = r"\bcu[A-Z][A-Za-z0-9]*[a-z]|\bnvrtc([A-Z]|\.h)|__CUDA"
hip_name = r"\bhip[A-Z][A-Za-z0-9]*[a-z]|\bhiprtc([A-Z]|\.h)|__HIP"
vendor_name = re.compile(f"{cuda_name}|{hip_name}")
vendor_if = re.compile(
    r"^\s*#\s*(if|ifdef|ifndef|elif)\b[^/]*("
    r"(?<![A-Z])(CUDA|CUDACC|NVCC|NVRTC|NVIDIA|HIP|HIPCC|HIPRTC|HCC|AMD|AMDGCN|AMDGPU|ROCM)"
    r"(?![A-Z])"
    r"|BACKEND|DUET_(ONLY_)?CPU)")
# Products may be named in a backend's comments ("unlike CUDA"); calls, constants, libraries,
# headers, namespaces and folders of another backend may not.
backend_names = {
    "cuda": rf"{cuda_name}|\bCU(DA)?_[A-Z]|\bNVRTC_|libcuda|libnvrtc|\bcuda\.h|",
    "hip": rf"{hip_name}|\bHIP(RTC)?_[A-Z]|libamdhip|libhiprtc|\bhip/|",
    "cpu": "",
}
backends = {name: re.compile(rf'{words}\b{name}::|backends/{name}|"(\.\./)*{name}/')
            for name, words in backend_names.items()}
