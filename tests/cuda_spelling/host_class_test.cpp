// Whole CUDA programs: classes that only their host code uses.

#include "spelling_program.hpp"

namespace duet::test {
namespace {

/// Kernels have parameters, variables and members with the names of such classes.
TEST(CudaSpellingHostClassTest, NamesOfVariablesAndMembersKeepNoClasses) {
  run_spelled<int>(R"(
    struct files { glob_t found; int count; };
    typedef struct { ncclComm_t comm; } context;
    template <typename T> class batch { DIR* folder; T* data; public: batch(Loader& l) { l.go(); } };
    class Engine {
     public:
      Engine(const Options& options);
      void run();
     private:
      unknown::Handle handle;
    } engine;
    void Engine::run() { k<<<1, 1>>>(0); }
    struct Sizes { int files, context; };
    struct node { int value; };
    __device__ int value_of(const node* node) { return node->value; }
    __device__ int sum(int engine, int batch) {
      for (int files = 0; files < batch; ++files) engine += files * 2;
      return engine;
    }
    __global__ void k(int* out) {
      Sizes sizes = {3, 4};
      node first = {5};
      const int context = sizes.context, batch = 2;
      out[0] = sum(sizes.files, context) + (batch * context) + value_of(&first);
    }
    int main() { files f; context c; batch<int> b(f); Engine e(c); e.run(); })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 28); });
}

/// Members without __device__ that code for devices cannot call, with types that only hosts have.
TEST(CudaSpellingHostClassTest, UnmarkedMembersGo) {
  run_spelled<int>(R"(
    struct Item {
      int count;
      static const unsigned limit = 7;
      Item() = default;
      Item(int n) : count(n) {}
      explicit Item(const Settings& s) : count(s.get("count")) {}
      void read(Registry& registry) { count = registry.find("count"); }
      Tensor to_tensor(const Shape& shape) const;
      __host__ __device__ int doubled() const { return 2 * size(); }
      __host__ __device__ int size() const { return count; }
      constexpr int next() const { return count + 1; }
    };
    Tensor Item::to_tensor(const Shape& shape) const { return make(shape, count); }
    template <typename T> struct has_size {
      template <typename U> static char test(decltype(&U::size)*);
      template <typename U> static int test(...);
      static constexpr bool value = sizeof(test<T>(nullptr)) == sizeof(char);
    };
    __global__ void k(int* out) {
      Item item;
      item.count = 3;
      out[0] = item.doubled() + int(Item::limit) + has_size<Item>::value;
    }
    int main() { Item item(3); item.read(Registry::get()); k<<<1, 1>>>(0); })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 14); });
}

/// A class that kernels name has handles of libraries and containers as members.
TEST(CudaSpellingHostClassTest, AttributesOfConstructorsMayBeConditional) {
  run_spelled<int>(R"(
    struct Tag {};
    class Failure {
     public:
      Failure() = default;
      Failure(Tag, int code, const char* format = nullptr, ...)
    #if __GNUC__
          __attribute__((format(printf, 4, 5)))
    #endif
          : code_(code) { Log::write(code, format); }
      void set(const char* text) { Log::append(text); }
      __host__ __device__ int code() const { return code_; }

     private:
      int code_ = 4;
    };
    __global__ void k(int* out) { *out = Failure().code(); })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 4); });
}

TEST(CudaSpellingHostClassTest, HandlesAndContainersAreTypes) {
  compile_for_all(spelled(R"(
    #include <cstdio>
    struct Worker { pthread_t id; sem_t ready; int index; };
    struct Network {
      static constexpr int layers = 3;
      cublasHandle_t blas; cudnnHandle_t dnn; ncclComm_t comm; cufftHandle plan;
      FILE* log; glob_t files; pthread_mutex_t lock; Worker workers[4];
      std::vector<std::string> names; std::list<int> free; std::mutex guard;
      std::function<int(int)> next; std::thread runner; std::shared_ptr<int> owner;
    };
    __device__ int index_of(const Network* network) { return network->workers[1].index; }
    __global__ void k(int* out, const Network* network) {
      *out = Network::layers + index_of(network);
    }
    int main() { Network network; cublasCreate(&network.blas); })",
                          {"k"}));
}

/// Specialisations for classes of the host go with them.
TEST(CudaSpellingHostClassTest, SpecialisationsForClassesOfTheHostGo) {
  run_spelled<int>(R"(
    #include <vector>
    template <typename T> struct Owned { std::vector<T> all; };
    template <typename T> struct is_owned { static constexpr int value = 1; };
    template <typename T> struct is_owned<Owned<T>> { static constexpr int value = 2; };
    template <> struct is_owned<float> { static constexpr int value = 3; };
    __global__ void k(int* out) { *out = is_owned<int>::value + is_owned<float>::value; }
    int main() { Owned<int> owned; })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 4); });
}

/// Members whose data only hosts have, although other classes have marked ones of these names.
TEST(CudaSpellingHostClassTest, MembersThatUseDataOfTheHostGo) {
  run_spelled<int>(R"(
    #include <vector>
    class Shape {
     public:
      int size() const { return sizes_.size(); }
      int* begin() { return sizes_.data(); }
      int rank = 2;
     private:
      std::vector<int> sizes_;
    };
    struct View {
      __host__ __device__ int size() const { return 3; }
      __host__ __device__ int* begin() { return nullptr; }
    };
    __device__ int rank_of(const Shape* shape) { return shape ? shape->rank : 1; }
    __global__ void k(int* out) { *out = View().size() + rank_of(nullptr); }
    int main() { Shape shape; })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 4); });
}

/// A template of kernels calls a member with the name of a function of the host.
TEST(CudaSpellingHostClassTest, KernelTemplatesThatCallNamesakesStay) {
  Program program = spelled(R"(
    template <typename T> struct Sum {
      __device__ static T reduce(T x, T y) { return x + y; }
    };
    template <typename Op, typename T> __global__ void rows(T* out) {
      out[0] = Op::reduce(out[0], 41);
    }
    template <typename T> void reduce(T* out, cudaStream_t stream) {
      rows<Sum<T>><<<1, 1, 0, stream>>>(out);
    }
    int main() { reduce<int>(nullptr, 0); })",
                            {"rows<Sum<int>, int>"});
  compile_for_all(program);
}

/// Macros that register functions of the host, where an #if names headers that are not there.
TEST(CudaSpellingHostClassTest, RegistrationsOfHostFunctionsGo) {
  compile_for_all(spelled(R"(
    #include <ctime>
    #ifdef OTHER_VENDOR
    #include "other/vendor.h"
    #endif
    template <typename F, F f> class Registry {
     public:
    #ifdef WITHOUT_pragma_once
      int missing() { return limit; }
    #endif
      static const int limit = int(framework::Type::last);
      static Registry& get();
      void add(framework::Type type, F function) { functions[type] = function; }
      F functions[limit];
    };
    #define REGISTER(key, device, value)                                              \
      struct key##_##device {                                                         \
        key##_##device() { Registry<decltype(&(key)), key>::get().add(device, value); } \
      };                                                                              \
      static key##_##device _##key##_##device
    std::vector<int> scale_impl(int n);
    std::vector<int> scale(int n) { k<<<1, 1>>>(0); }
    REGISTER(scale_impl, CUDA, scale);
    __global__ void k(double* out) { *out = double(clock()) / CLOCKS_PER_SEC; })",
                          {"k"}));
}

/// Helpers around PTX that nothing names, in programs whose macros put other names together and
/// name headers that are not there.
TEST(CudaSpellingHostClassTest, UnnamedHelpersOfPtxGoBesideMacrosThatPaste) {
  run_spelled<int>(R"(
    #ifdef NEVER_DEFINED
    #include "missing/header.cuh"
    #endif
    #define MAKE(name, bits) __device__ int name##_##bits(int x) { return x + bits; }
    MAKE(add, 32)
    __device__ inline void wait_for_named_barrier(int name, int threads) {
      asm volatile("bar.sync %0, %1;" ::"r"(name), "r"(threads) : "memory");
    }
    __global__ void k(int* out) { *out = add_32(1); })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 33); });
}

/// Functions that a program defines for PyTorch's numbers; an addition to a pair in PTX; and macros
/// of the host's system.
TEST(CudaSpellingHostClassTest, AtomicAdditionsOfHalves) {
  run_spelled<int>(R"(
    #include <unistd.h>
    #include <ATen/ATen.h>
    #include <cuda_fp16.h>
    #if _POSIX_TIMERS <= 0
    #error the system has no timers
    #endif
    __device__ inline at::Half atomicAdd(at::Half* address, at::Half value) {
      *address = *address + value;
      return *address;
    }
    __device__ inline void add(half2* address, half2 value) {
      const int bits = *reinterpret_cast<int*>(&value);
      asm("red.relaxed.gpu.global.add.noftz.f16x2 [%0], %1;" ::"l"(address), "r"(bits));
    }
    __global__ void k(int* out) {
      half2* sums = reinterpret_cast<half2*>(out + 1);
      add(sums, __floats2half2_rn(1.0f, 2.0f));
      atomicAdd(reinterpret_cast<__half*>(sums), __float2half(4.0f));
      *out = int(__low2float(*sums) + 10 * __high2float(*sums));
      if (!isfinite(sums->x) || isnan(sums->y) || isinf(sums->x)) *out = 0;
    })",
                   1, 1, 2, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 25); });
}

/// A constructor of the host goes, the one for devices, whose definition stands elsewhere, stays.
TEST(CudaSpellingHostClassTest, OneOfSeveralMembersOfANameStays) {
  run_spelled<int>(R"(
    #include <cstdio>
    #define BOTH __host__ __device__
    template <typename T> class View {
     public:
      BOTH
      explicit View(T* data);
      View(const View& other) = default;
      BOTH T& operator[](int i) { return data_[i]; }
     private:
      T* data_;
    };
    template <typename T>
    BOTH View<T>::View(T* data) : data_(data) {}
    void show() { View<int> view(nullptr); printf("%p", &view[0]); }
    __global__ void k(int* out) {
      View<int> view(out);
      view[0] = 6;
    })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 6); });
}

/// Classes whose copy constructor takes a variable: those of kernels' parameters copy arguments.
TEST(CudaSpellingHostClassTest, ParametersThatAreCopiedFromVariables) {
  run_spelled<int>(R"(
    template <typename T> struct View {
      View(T* p) : data(p) {}
      __host__ __device__ View(View& other) : data(other.data) {}
      __host__ __device__ View(View&& other) : data(other.data) {}
      T* data;
    };
    template <typename T> __global__ void set(View<T> view) { view.data[0] = 1; }
    __global__ void k(int* out) { *out = 7; }
    int main() { set<<<1, 1>>>(View<int>(nullptr)); })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 7); });
  compile_for_all(spelled(R"(
    struct View {
      __host__ __device__ View(View& other) : data(other.data) {}
      int* data;
    };
    __global__ void set(View view) { view.data[0] = 1; })",
                          {"set"}));
}

/// Constructors need not initialise them.
TEST(CudaSpellingHostClassTest, ConstantMembersOfTypesOfTheHost) {
  compile_for_all(spelled(R"(
    #include <map>
    #include <string>
    #include <vector>
    struct Failure {
      __host__ __device__ Failure(int number) : number(number) {}
      const std::string text;
      const std::vector<int> path;
      const std::map<int, int> counts;
      int number;
    };
    __global__ void k(int* out) { *out = Failure(3).number; })",
                          {"k"}));
}

/// Some compilers keep headers in files.
TEST(CudaSpellingHostClassTest, FoldersMayHaveTheNamesOfHeaders) {
  Program program = spelled(R"(
    #include <string>
    # include "map/map.h"
    #include <vector>
    #if !__has_include(<string>)
    #error "no string"
    #endif
    std::string* text;
    __global__ void k(int* out) { *out = size_of_map(); })",
                            {"k"});
  program.headers = Headers(
      {{"map/map.h", "#include <map>\n#include \"string/in/text.h\"\nstd::map<int, int>* pairs;\n"},
       {"string/in/text.h", "__device__ int size_of_map() { return __LINE__; }\n"}});
  compile_for_all(program);
}

/// Namespaces of libraries whose headers are empty, and libraries that a program brings along.
TEST(CudaSpellingHostClassTest, LibrariesThatProgramsBringAlong) {
  std::string source;
  for (const char* header : {"third_party/fmt/core.h", "json/json.hpp", "spdlog/spdlog.h"})
    source += std::string("#include <") + header + ">\n";
  Program program = spelled(source + R"(
    #include <cooperative_groups.h>
    using namespace fmt::literals;
    using namespace std::placeholders;
    namespace own { namespace inner { __device__ int one() { return 1; } } }
    using namespace own::inner;
    namespace cg = cooperative_groups;
    using namespace cg;
    __global__ void k(int* out) { *out = one() + this_thread_block().thread_rank(); }
    int main() { fmt::print("{}", nlohmann::json::parse("1").dump()); })",
                            {"k"});
  program.headers =
      Headers({{"third_party/fmt/core.h", "namespace fmt { Unknown x = broken(; }\n"},
               {"json/json.hpp", "#if NEVER(\"pragma\")\n#endif\nclass json : X {\n"}});
  compile_for_all(program);
}

/// A macro behind a class is no function that the class begins, also where errors tell what goes.
TEST(CudaSpellingHostClassTest, MacrosForAttributesBehindClasses) {
  run_spelled<int>(R"(
    #define PREFIX(bytes)
    #define SUFFIX(bytes) __attribute__((aligned(bytes)))
    PREFIX(16)
    class Quaternion {
     public:
      __host__ __device__ explicit Quaternion(int w) : w(w) {}
      int w;
    }
    SUFFIX(16);
    class Transform {
     public:
      Quaternion q;
      __host__ __device__ explicit Transform(const Quaternion& o) : q(o) {}
    };
    union Registers { __m128 all; float one[4]; };
    __host__ __device__ inline Registers load() { return _mm_setzero_ps(); }
    __global__ void k(int* out) { out[0] = Transform(Quaternion(5)).q.w; out[1] = sizeof(Transform); })",
                   1, 1, 2, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{5, 16}));
                   });
}

/// They look like functions, which would go where errors tell what goes.
TEST(CudaSpellingHostClassTest, MacrosForAttributesBehindMembers) {
  run_spelled<int>(including({"vector"}, R"(
    #define ALIGNED(bytes) __align__(bytes)
    template <int n>
    struct Parameters {
      int weights[n] ALIGNED(sizeof(float4)) = {3};
      int count ALIGNED(16) = 4;
      int last[2][n] ALIGNED(16);
      void copy() { std::vector<int> all = host_values(last); }
    };
    __global__ void k(int* out) {
      Parameters<2> p;
      p.last[1][0] = 5;
      out[0] = p.weights[0] + 10 * p.count + 100 * p.last[1][0];
      out[1] = sizeof(p);
    }
    int main() {
      int* out;
      std::vector<int> all = unknown();
      cudaMalloc(&out, 4);
      k<<<1, 1>>>(out);
    })"),
                   1, 1, 2, [](const std::vector<int>& out) {
                     EXPECT_EQ(out, (std::vector<int>{543, 48}));
                   });
}

/// A class of the host stays as a parameter's type. Members and friends that it names go.
TEST(CudaSpellingHostClassTest, FriendsOfClassesThatGo) {
  run_spelled<int>(including({"string", "typeindex"}, R"(
    class Registry {
     public:
      class Entry;
      Entry at(const std::string& name) const;
      std::type_index type = std::type_index(typeid(int));
    };
    class View {
      friend Registry::Entry Registry::at(const std::string& name) const;
      friend class Registry;
     public:
      int size;
    };
    __global__ void k(int* out) { View view{5}; *out = view.size; })"),
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 5); });
}

TEST(CudaSpellingHostClassTest, MembersAreMarkedWhereTheyAreDefined) {
  run_spelled<int>(R"(
    class Lock {
     public:
      Lock(int* p);
      void acquire();
      void release();
      int value() const;
     private:
      int* p_;
    };
    inline __device__ Lock::Lock(int* p) { p_ = p; }
    inline __device__ void Lock::acquire() { while (atomicCAS(p_, 0, 1)); }
    inline __device__ void Lock::release() { atomicExch(p_, 0); }
    inline __host__ __device__ int Lock::value() const { return *p_ + 7; }
    __global__ void k(int* out) {
      Lock lock(out);
      lock.acquire();
      lock.release();
      *out = lock.value();
    }
    int main() { int* out; cudaMalloc(&out, 4); k<<<1, 1>>>(out); })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_EQ(out.front(), 7); });
}

}  // namespace
}  // namespace duet::test
