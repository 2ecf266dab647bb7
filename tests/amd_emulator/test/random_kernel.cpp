#include "test/random_kernel.hpp"

namespace amd_emulator::test {
namespace {

/// A part of a kernel: its text, and what it computes.
struct Expression {
  std::string text{};
  std::function<u64(const KernelThread&)> value{};
};

enum class Flow { next, leaves_loop };

struct Statement {
  std::string text{};
  std::function<Flow(KernelThread&, KernelBlock&)> run{};
};

struct Phase {
  std::string text{};
  std::function<void(KernelBlock&)> run{};
};

constexpr unsigned shared_cells = 256;

class Generator {
 public:
  explicit Generator(u64 seed) : random_(seed) {}

  Phase phase() {
    switch (below(4)) {
      case 0: return exchange();
      case 1: return count_shared();
      default: return straight();
    }
  }

 private:
  u32 below(u32 count) { return static_cast<u32>(random_() % count); }

  /// @param depth  of loops around it
  Expression leaf(unsigned depth) {
    const u32 which = below(4);
    switch (below(5)) {
      case 0: {
        const u32 constant = below(3) == 0 ? static_cast<u32>(random_()) : below(100);
        return {std::to_string(constant) + "u", [=](const KernelThread&) { return u64{constant}; }};
      }
      case 1: return {"t", [](const KernelThread& k) { return u64{k.thread}; }};
      case 2:
        if (depth > 0) {
          const u32 loop = below(depth);
          return {"i" + std::to_string(loop),
                  [=](const KernelThread& k) { return u64{k.counter[loop]}; }};
        }
        [[fallthrough]];
      default:
        return {"v" + std::to_string(which),
                [=](const KernelThread& k) { return u64{k.narrow[which]}; }};
    }
  }

  /// A number of 32 bits.
  Expression expression(unsigned depth, unsigned size) {
    if (size == 0) return leaf(depth);
    const Expression a = expression(depth, size - 1);
    const Expression b = expression(depth, below(size));
    const auto made = [&](const std::string& text, u32 (*function)(u32, u32)) -> Expression {
      return {text, [a, b, function](const KernelThread& k) {
                return u64{function(static_cast<u32>(a.value(k)), static_cast<u32>(b.value(k)))};
              }};
    };
    const auto infix = [&](const char* op) { return "(" + a.text + " " + op + " " + b.text + ")"; };
    switch (below(13)) {
      case 0: return made(infix("+"), [](u32 x, u32 y) { return x + y; });
      case 1: return made(infix("-"), [](u32 x, u32 y) { return x - y; });
      case 2: return made(infix("*"), [](u32 x, u32 y) { return x * y; });
      case 3: return made(infix("&"), [](u32 x, u32 y) { return x & y; });
      case 4: return made(infix("|"), [](u32 x, u32 y) { return x | y; });
      case 5: return made(infix("^"), [](u32 x, u32 y) { return x ^ y; });
      case 6:
        return made("(" + a.text + " << (" + b.text + " & 31u))",
                    [](u32 x, u32 y) { return x << (y & 31); });
      case 7:
        return made("(" + a.text + " >> (" + b.text + " & 31u))",
                    [](u32 x, u32 y) { return x >> (y & 31); });
      case 8:
        return made("unsigned(int(" + a.text + ") >> (" + b.text + " & 31u))",
                    [](u32 x, u32 y) { return static_cast<u32>(static_cast<i32>(x) >> (y & 31)); });
      case 9:
        return made("(" + a.text + " / (" + b.text + " | 1u))",
                    [](u32 x, u32 y) { return x / (y | 1); });
      case 10:
        return made("(" + a.text + " % (" + b.text + " | 1u))",
                    [](u32 x, u32 y) { return x % (y | 1); });
      case 11:
        return made("(" + a.text + " < " + b.text + " ? " + b.text + " : " + a.text + ")",
                    [](u32 x, u32 y) { return x < y ? y : x; });
      default:
        return made("unsigned((unsigned long long)(" + a.text + ") * (" + b.text + ") >> 32)",
                    [](u32 x, u32 y) { return high_word(u64{x} * y); });
    }
  }

  Expression condition(unsigned depth) {
    const Expression a = expression(depth, 1 + below(2));
    const Expression b = expression(depth, 1);
    switch (below(3)) {
      case 0:
        return {"(" + a.text + " < " + b.text + ")",
                [=](const KernelThread& k) { return u64{a.value(k) < b.value(k)}; }};
      case 1:
        return {"((" + a.text + " & 3u) == (" + b.text + " & 3u))",
                [=](const KernelThread& k) { return u64{(a.value(k) & 3) == (b.value(k) & 3)}; }};
      default:
        return {"(int(" + a.text + ") > int(" + b.text + "))", [=](const KernelThread& k) {
                  return u64{static_cast<i32>(a.value(k)) > static_cast<i32>(b.value(k))};
                }};
    }
  }

  Statement assignment(unsigned depth) {
    const Expression value = expression(depth, 1 + below(3));
    if (below(4) == 0) {
      const u32 which = below(2);
      const std::string name = "w" + std::to_string(which);
      const u32 shift = below(64);
      return {name + " = " + name + " * 6364136223846793005ull + ((unsigned long long)(" +
                  value.text + ") << " + std::to_string(shift) + "); v" + std::to_string(which) +
                  " ^= unsigned(" + name + " >> 32);\n",
              [=](KernelThread& k, KernelBlock&) {
                k.wide[which] = k.wide[which] * 6364136223846793005U + (value.value(k) << shift);
                k.narrow[which] ^= high_word(k.wide[which]);
                return Flow::next;
              }};
    }
    const u32 which = below(4);
    return {"v" + std::to_string(which) + " = " + value.text + ";\n",
            [=](KernelThread& k, KernelBlock&) {
              k.narrow[which] = static_cast<u32>(value.value(k));
              return Flow::next;
            }};
  }

  Statement count_global(unsigned depth) {
    const Expression place = leaf(depth);
    const Expression value = expression(depth, 1);
    return {"atomicAdd(&counters[(" + place.text + ") & 15u], " + value.text + ");\n",
            [=](KernelThread& k, KernelBlock& block) {
              (*block.counters)[place.value(k) & 15] += static_cast<u32>(value.value(k));
              return Flow::next;
            }};
  }

  Statement branch(unsigned depth, unsigned size) {
    const Expression holds = condition(depth);
    const Statement yes = list(depth, size - 1);
    const Statement no = below(2) == 0 ? list(depth, size - 1) : Statement{};
    return {"if (" + holds.text + ") {\n" + yes.text + "}" +
                (no.run ? " else {\n" + no.text + "}\n" : "\n"),
            [=](KernelThread& k, KernelBlock& block) {
              if (holds.value(k) != 0) return yes.run(k, block);
              return no.run ? no.run(k, block) : Flow::next;
            }};
  }

  Statement loop(unsigned depth, unsigned size) {
    const Expression count = expression(depth, 1);
    const Statement body = list(depth + 1, size - 1);
    const std::string name = "i" + std::to_string(depth);
    const Expression leaves = condition(depth + 1);
    const bool can_leave = below(2) == 0;
    return {"for (unsigned " + name + " = 0, end" + name + " = (" + count.text + ") & 7u; " + name +
                " < end" + name + "; ++" + name + ") {\n" + body.text +
                (can_leave ? "if (" + leaves.text + ") break;\n" : "") + "}\n",
            [=](KernelThread& k, KernelBlock& block) {
              const auto end = static_cast<u32>(count.value(k) & 7);
              for (k.counter[depth] = 0; k.counter[depth] < end; ++k.counter[depth]) {
                (void)body.run(k, block);
                if (can_leave && leaves.value(k) != 0) break;
              }
              return Flow::next;
            }};
  }

  Statement statement(unsigned depth, unsigned size) {
    const u32 kind = below(8);
    if (size > 0 && kind < 2) return branch(depth, size);
    if (size > 0 && kind < 4 && depth < 3) return loop(depth, size);
    return kind == 4 ? count_global(depth) : assignment(depth);
  }

  Statement list(unsigned depth, unsigned size) {
    std::vector<Statement> all;
    for (u32 i = 0, count = 1 + below(3); i < count; ++i) all.push_back(statement(depth, size));
    std::string text;
    for (const Statement& one : all) text += one.text;
    return {text, [all](KernelThread& k, KernelBlock& block) {
              for (const Statement& one : all) (void)one.run(k, block);
              return Flow::next;
            }};
  }

  Phase straight() {
    const Statement body = list(0, 3);
    return {body.text, [body](KernelBlock& block) {
              for (KernelThread& k : block.threads) (void)body.run(k, block);
            }};
  }

  /// Each thread reads what another one has written to shared memory.
  Phase exchange() {
    const u32 from = below(4);
    const u32 to = below(4);
    const u32 distance = 1 + below(200);
    return {"cells[t] = v" + std::to_string(from) + ";\n__syncthreads();\nv" + std::to_string(to) +
                " += cells[(t + " + std::to_string(distance) + "u) % n];\n__syncthreads();\n",
            [=](KernelBlock& block) {
              const std::size_t n = block.threads.size();
              for (const KernelThread& k : block.threads) block.shared[k.thread] = k.narrow[from];
              for (KernelThread& k : block.threads)
                k.narrow[to] += block.shared[(k.thread + distance) % n];
            }};
  }

  /// Some threads add to cells of shared memory.
  Phase count_shared() {
    const Expression holds = condition(0);
    const Expression place = leaf(0);
    const u32 from = below(4);
    const u32 to = below(4);
    const std::string value = "v" + std::to_string(from);
    return {"if (t < 8u) cells[t] = t;\n__syncthreads();\nif (" + holds.text +
                ") atomicAdd(&cells[(" + place.text + ") % 8u % n], " + value +
                ");\n__syncthreads();\nv" + std::to_string(to) +
                " ^= cells[t % 8u % n];\n__syncthreads();\n",
            [=](KernelBlock& block) {
              const auto n = static_cast<u32>(block.threads.size());
              for (u32 i = 0; i < 8 && i < n; ++i) block.shared[i] = i;
              for (const KernelThread& k : block.threads)
                if (holds.value(k) != 0) block.shared[place.value(k) % 8 % n] += k.narrow[from];
              for (KernelThread& k : block.threads) k.narrow[to] ^= block.shared[k.thread % 8 % n];
            }};
  }

  std::mt19937_64 random_;
};

}  // namespace

RandomKernel::RandomKernel(std::string name, u64 seed) {
  Generator generator(seed);
  source_ = "extern \"C\" __global__ void " + name +
            "(const unsigned* in, unsigned* out, unsigned* counters) {\n"
            "__shared__ unsigned cells[" +
            std::to_string(shared_cells) +
            "];\nconst unsigned t = threadIdx.x, n = blockDim.x, place = blockIdx.x * n + t;\n"
            "unsigned v0 = in[place], v1 = t * 3u, v2 = v0 >> 7, v3 = 99u;\n"
            "unsigned long long w0 = v0, w1 = t;\n";
  for (int i = 0; i < 5; ++i) {
    Phase phase = generator.phase();
    source_ += phase.text;
    phases_.push_back(std::move(phase.run));
  }
  source_ +=
      "out[place] = v0 ^ v1 * 3u ^ v2 * 5u ^ v3 * 7u ^ unsigned(w0 >> 11) ^ unsigned(w1);\n}\n";
}

std::vector<u32> RandomKernel::run(const std::vector<u32>& in, unsigned block_threads,
                                   std::vector<u32>& counted) const {
  std::vector<u32> out;
  for (std::size_t first = 0; first < in.size(); first += block_threads) {
    KernelBlock block{.threads = std::vector<KernelThread>(block_threads),
                      .shared = std::vector<u32>(shared_cells),
                      .counters = &counted};
    for (u32 t = 0; t < block_threads; ++t) {
      const u32 own = in[first + t];
      block.threads[t] = {.narrow = {own, t * 3, own >> 7, 99}, .wide = {own, t}, .thread = t};
    }
    for (const auto& phase : phases_) phase(block);
    for (const KernelThread& k : block.threads)
      out.push_back(k.narrow[0] ^ k.narrow[1] * 3 ^ k.narrow[2] * 5 ^ k.narrow[3] * 7 ^
                    static_cast<u32>(k.wide[0] >> 11) ^ static_cast<u32>(k.wide[1]));
  }
  return out;
}

}  // namespace amd_emulator::test
