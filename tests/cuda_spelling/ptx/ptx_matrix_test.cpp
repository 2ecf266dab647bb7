// Inline PTX on matrices: products of each shape and type, and transfers between shared memory and
// registers, against the definition of where elements lie.

#include <map>

#include "cuda_spelling/spelling_program.hpp"

namespace duet::test {
namespace {

/// A product `mma.sync.aligned.m<rows>n8k<depth>.row.col.<sum>.<left>.<right>.<sum>`.
struct Form {
  int rows, depth;
  std::string left, right, sum;
};

const std::vector<Form> forms{
    {16, 8, "f16", "f16", "f32"},   {16, 16, "f16", "f16", "f32"},  {16, 8, "f16", "f16", "f16"},
    {16, 16, "f16", "f16", "f16"},  {16, 8, "bf16", "bf16", "f32"}, {16, 16, "bf16", "bf16", "f32"},
    {16, 4, "tf32", "tf32", "f32"}, {16, 8, "tf32", "tf32", "f32"}, {8, 4, "f64", "f64", "f64"},
    {16, 4, "f64", "f64", "f64"},   {16, 8, "f64", "f64", "f64"},   {16, 16, "f64", "f64", "f64"},
    {8, 16, "s8", "s8", "s32"},     {16, 16, "u8", "s8", "s32"},    {16, 32, "s8", "u8", "s32"},
    {8, 32, "s4", "u4", "s32"},     {16, 32, "s4", "s4", "s32"},    {16, 64, "u4", "u4", "s32"}};

int elements_of_word(const std::string& type) {
  if (type == "f16" || type == "bf16") return 2;
  return type.ends_with('8') ? 4 : type.ends_with("s4") || type.ends_with("u4") ? 8 : 1;
}

/// Small integers, which all types hold, so that results do not depend on rounding.
int left_value(const Form& form, int row, int k) {
  return (row * 7 + k * 3) % 11 - (form.left[0] == 'u' ? 0 : 5);
}
int right_value(const Form& form, int k, int column) {
  return (k * 5 + column * 13) % 7 - (form.right[0] == 'u' ? 0 : 3);
}
int start_value(int row, int column) { return (row + 2 * column) % 17; }

std::string cpp_type(const std::string& type) {
  if (type == "f32") return "float";
  if (type == "f64") return "double";
  return type == "s32" ? "int" : "unsigned";
}

/// A text with values for "@name@".
std::string filled(std::string text, const std::map<std::string, std::string>& values) {
  for (const auto& [name, value] : values) {
    const std::string mark = "@" + name + "@";
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size())
      text.replace(at, mark.size(), value);
  }
  return text;
}
/// "{%4, %5}"
std::string registers(int first, int count) {
  std::string text = "{";
  for (int i = 0; i < count; ++i) text += (i == 0 ? "%" : ", %") + std::to_string(first + i);
  return text + "}";
}
/// ""r"(a[0]), "r"(a[1])"
std::string operands(const std::string& constraint, const std::string& array, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += (i == 0 ? "\"" : ", \"") + constraint + "\"(" + array + "[" + std::to_string(i) + "])";
  return text;
}

/// A function that fills the fragments of a warp, multiplies, and writes the sums.
std::string function_of(const Form& form, std::size_t number) {
  const int in_word = elements_of_word(form.left);
  const int b = form.depth / in_word / 4;
  const int a = b * form.rows / 8;
  const int d = form.rows / 4 / elements_of_word(form.sum);
  const auto constraint = [](const std::string& type) {
    return type == "f32" ? "f" : type == "f64" ? "d" : "r";
  };
  const std::string in = form.left == "f64" ? "double" : "unsigned";
  const std::string in_constraint = form.left == "f64" ? "d" : "r";
  return filled(R"(
__device__ void product_@number@(float* out, int warp, int lane) {
  constexpr int in_word = @in_word@, a_bias = @a_bias@, b_bias = @b_bias@;
  const int g = lane / 4, t = lane % 4;
  @in@ a[@a@], b[@b@];
  @sum_cpp@ c[@d@];
  @sum_cpp@ d[@d@];
  for (int i = 0; i < @a@; ++i) {
    const int row = g + i % @blocks@ * 8, k = (i / @blocks@ * 4 + t) * in_word;
    a[i] = 0;
    for (int e = 0; e < in_word; ++e)
      a[i] += put_@left@(((row * 7 + (k + e) * 3) % 11 - a_bias) * (warp == 2 ? 0 : 1), e);
  }
  for (int i = 0; i < @b@; ++i) {
    const int k = (i * 4 + t) * in_word;
    b[i] = 0;
    for (int e = 0; e < in_word; ++e) b[i] += put_@right@(((k + e) * 5 + g * 13) % 7 - b_bias, e);
  }
  for (int i = 0; i < @d@; ++i) c[i] = 0;
  for (int i = 0; i < @rows@ / 4; ++i)
    c[i / @in_sum@] += put_@sum@((g + i / 2 * 8 + 2 * (2 * t + i % 2)) % 17, i % @in_sum@);
  asm volatile("mma.sync.aligned.m@rows@n8k@depth@.row.col.@sum@.@left@.@right@.@sum@ "
               "@ds@, @as@, @bs@, @cs@;\n"
               : @d_operands@ : @a_operands@, @b_operands@, @c_operands@);
  for (int i = 0; i < @rows@ / 4; ++i)
    out[(g + i / 2 * 8) * 8 + 2 * t + i % 2] = get_@sum@(d[i / @in_sum@], i % @in_sum@);
}
)",
                {{"number", std::to_string(number)},
                 {"in_word", std::to_string(in_word)},
                 {"a_bias", std::to_string(form.left[0] == 'u' ? 0 : 5)},
                 {"b_bias", std::to_string(form.right[0] == 'u' ? 0 : 3)},
                 {"in", in},
                 {"a", std::to_string(a)},
                 {"b", std::to_string(b)},
                 {"d", std::to_string(d)},
                 {"sum_cpp", cpp_type(form.sum)},
                 {"blocks", std::to_string(form.rows / 8)},
                 {"left", form.left},
                 {"right", form.right},
                 {"sum", form.sum},
                 {"rows", std::to_string(form.rows)},
                 {"depth", std::to_string(form.depth)},
                 {"in_sum", std::to_string(elements_of_word(form.sum))},
                 {"ds", registers(0, d)},
                 {"as", registers(d, a)},
                 {"bs", registers(d + a, b)},
                 {"cs", registers(d + a + b, d)},
                 {"d_operands", operands(std::string("=") + constraint(form.sum), "d", d)},
                 {"a_operands", operands(in_constraint, "a", a)},
                 {"b_operands", operands(in_constraint, "b", b)},
                 {"c_operands", operands(constraint(form.sum), "c", d)}});
}

TEST(CudaSpellingPtxMatrixTest, Products) {
  std::string source = R"(
#include <cuda_fp16.h>
__device__ float put_f32(int x, int) { return float(x); }
__device__ double put_f64(int x, int) { return double(x); }
__device__ int put_s32(int x, int) { return x; }
__device__ unsigned put_f16(int x, int e) { return unsigned(__half_as_ushort(__float2half(float(x)))) << 16 * e; }
__device__ unsigned put_bf16(int x, int e) { return __float_as_uint(float(x)) >> 16 << 16 * e; }
// Bits that the instruction ignores are set.
__device__ unsigned put_tf32(int x, int) { return __float_as_uint(float(x)) | 0xfffu; }
__device__ unsigned put_s8(int x, int e) { return unsigned(x & 255) << 8 * e; }
__device__ unsigned put_u8(int x, int e) { return put_s8(x, e); }
__device__ unsigned put_s4(int x, int e) { return unsigned(x & 15) << 4 * e; }
__device__ unsigned put_u4(int x, int e) { return put_s4(x, e); }
__device__ float get_f32(float x, int) { return x; }
__device__ float get_f64(double x, int) { return float(x); }
__device__ float get_s32(int x, int) { return float(x); }
__device__ float get_f16(unsigned x, int e) { return __half2float(__ushort_as_half((unsigned short)(x >> 16 * e))); }
)";
  std::string calls;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    source += function_of(forms[i], i);
    calls += filled("    product_@i@(out + (warp * @count@ + @i@) * 128, warp, lane);\n",
                    {{"i", std::to_string(i)}, {"count", std::to_string(forms.size())}});
  }
  // In a divergent branch: warps that share a wave do not wait for each other.
  source +=
      "__global__ void k(float* out) {\n"
      "  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;\n"
      "  if (warp != 1) {\n" +
      calls + "  }\n}\n";
  run_spelled<float>(source, 1, 96, 3 * forms.size() * 128, [](const std::vector<float>& out) {
    for (std::size_t i = 0; i < 3 * forms.size(); ++i) {
      const std::size_t warp = i / forms.size();
      const Form& form = forms[i % forms.size()];
      SCOPED_TRACE(function_of(form, i % forms.size()) + "warp " + std::to_string(warp));
      for (int row = 0; row < form.rows && warp != 1; ++row) {
        for (int column = 0; column < 8; ++column) {
          int sum = start_value(row, column);
          for (int k = 0; k < form.depth && warp == 0; ++k)
            sum += left_value(form, row, k) * right_value(form, k, column);
          ASSERT_EQ(out[i * 128 + std::size_t(row * 8 + column)], float(sum))
              << row << ", " << column;
        }
      }
    }
  });
}

TEST(CudaSpellingPtxMatrixTest, IntegersSaturateIfAskedAndSumsOfHalfAreRoundedOnce) {
  constexpr const char* source = R"(
    __global__ void k(int* out) {
      const int most = 2147483647;
      int x[4], y[4];
      asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%5,%5}, {%6,%6,%6,%6};"
          : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(0x01010101), "r"(0x02020202), "r"(most - 5));
      asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%5,%5}, {%6,%6,%6,%6};"
          : "=r"(y[0]), "=r"(y[1]), "=r"(y[2]), "=r"(y[3]) : "r"(0x01010101), "r"(0x02020202), "r"(most - 5));
      unsigned low, high;  // 2048 + 16 · 0.25, halfway between two numbers if it were rounded before
      asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%2,%2,%2}, {%3,%3}, {%4,%4};"
          : "=r"(low), "=r"(high) : "r"(0x3c003c00), "r"(0x34003400), "r"(0x68006800));
      out[threadIdx.x] = x[0] == most && x[3] == most;
      out[32 + threadIdx.x] = y[1] == int(unsigned(most - 5) + 64u);
      out[64 + threadIdx.x] = low == 0x68026802 && high == low;
    })";
  run_spelled<int>(source, 1, 32, 96,
                   [](const std::vector<int>& out) { EXPECT_EQ(out, std::vector<int>(96, 1)); });
}

/// Warp w of the block transfers its own matrices: element (r, c) of matrix i is
/// 1000 w + 100 i + 10 r + c.
TEST(CudaSpellingPtxMatrixTest, TransfersOfSharedMemory) {
  constexpr const char* source = R"(
    #define LDMATRIX_X4(R0, R1, R2, R3, addr) \
      asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n" \
                   : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3) : "r"(addr))
    __global__ void k(unsigned* out) {
      __shared__ alignas(16) unsigned short in[3][4][8][8], back[3][4][8][8];
      const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
      for (unsigned i = lane; i < 256; i += 32)
        in[warp][i / 64][i / 8 % 8][i % 8] = 1000 * warp + 100 * (i / 64) + 10 * (i / 8 % 8) + i % 8;
      __syncthreads();
      if (warp == 1) return;
      const unsigned row = __cvta_generic_to_shared(&in[warp][lane / 8][lane % 8][0]);
      unsigned r[10];
      LDMATRIX_X4(r[0], r[1], r[2], r[3], row);
      asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2+128];" : "=r"(r[4]), "=r"(r[5]) : "r"(row));
      asm volatile("ldmatrix.sync.aligned.m8n8.x1.b16 {%0}, [%1];" : "=r"(r[6]) : "l"(&in[warp][3][lane % 8][0]));
      asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r[7]) : "r"(r[6]));
      const unsigned to = __cvta_generic_to_shared(&back[warp][lane / 8][lane % 8][0]);
      asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" :: "r"(to), "r"(r[1]), "r"(r[3]));
      asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0+256], {%1};" :: "r"(to), "r"(r[2]));
      __syncwarp();
      r[8] = back[warp][1][lane / 8][lane % 8];
      r[9] = back[warp][2][lane / 8][lane % 8];
      for (int i = 0; i < 10; ++i) out[threadIdx.x * 10 + i] = r[i];
    })";
  run_spelled<unsigned>(source, 1, 96, 960, [](const std::vector<unsigned>& out) {
    for (unsigned thread = 0; thread < 96; thread += thread == 31 ? 33 : 1) {
      const unsigned warp = thread / 32;
      const unsigned row = thread % 32 / 4;
      const unsigned column = thread % 4 * 2;
      const auto element = [=](unsigned i, unsigned r, unsigned c) {
        return 1000 * warp + 100 * i + 10 * r + c;
      };
      const auto plain = [=](unsigned i) {
        return element(i, row, column) | element(i, row, column + 1) << 16;
      };
      const auto across = [=](unsigned i) {
        return element(i, column, row) | element(i, column + 1, row) << 16;
      };
      const std::vector<unsigned> expected{plain(0),
                                           plain(1),
                                           plain(2),
                                           plain(3),
                                           across(1),
                                           across(2),
                                           plain(3),
                                           across(3),
                                           element(3, thread % 32 / 8, thread % 8),
                                           element(2, thread % 8, thread % 32 / 8)};
      const auto first = out.begin() + 10 * std::ptrdiff_t(thread);
      EXPECT_EQ(std::vector<unsigned>(first, first + 10), expected) << thread;
    }
  });
}

TEST(CudaSpellingPtxMatrixTest, CopiesWithConditionsAndHints) {
  constexpr const char* source = R"(
    __global__ void k(unsigned* out) {
      __shared__ alignas(16) unsigned tile[64][4];
      const unsigned t = threadIdx.x;
      for (int i = 0; i < 4; ++i) {
        out[4 * t + i] = 4 * t + i;
        tile[t][i] = tile[32 + t][i] = 7;
      }
      __syncthreads();
      unsigned to;
      asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(to) : "l"(&tile[t][0]));
      asm volatile("{ .reg .pred p;\n"
                   "  setp.ne.b32 p, %0, 0;\n"
                   "  @p cp.async.cg.shared.global.L2::128B [%1], [%2], %3;\n"
                   "  @!p st.shared.v4.u32 [%1], {0, 0, 0, 0};\n}"
                   :: "r"(int(t % 3)), "r"(to), "l"(out + 4 * t), "n"(16));
      asm volatile("{ .reg .b64 policy;\n"
                   "  createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n"
                   "  cp.async.ca.shared.global.L2::cache_hint [%0 + 512], [%1], 16, %2, policy;\n}"
                   :: "r"(to), "l"(out + 4 * t), "r"(8));
      asm volatile("cp.async.commit_group;\n" ::);
      asm volatile("cp.async.wait_all;\n" ::: "memory");
      __syncthreads();
      for (int i = 0; i < 8; ++i) out[128 + 8 * t + i] = tile[t + i / 4 * 32][i % 4];
    })";
  run_spelled<unsigned>(source, 1, 32, 384, [](const std::vector<unsigned>& out) {
    for (unsigned t = 0; t < 32; ++t) {
      const unsigned x = 4 * t;
      const std::vector<unsigned> copied = t % 3 == 0
                                               ? std::vector<unsigned>{0, 0, 0, 0}
                                               : std::vector<unsigned>{x, x + 1, x + 2, x + 3};
      std::vector<unsigned> expected = copied;
      expected.insert(expected.end(), {x, x + 1, 0, 0});
      const auto first = out.begin() + 128 + 8 * std::ptrdiff_t(t);
      EXPECT_EQ(std::vector<unsigned>(first, first + 8), expected) << t;
    }
  });
}

}  // namespace
}  // namespace duet::test
