#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace duet::test {

/// A thread of a random kernel, as the host computes it.
struct KernelThread {
  std::uint32_t narrow[4] = {};
  std::uint64_t wide[2] = {};
  std::uint32_t counter[3] = {};  ///< of the loops around a statement
  std::uint32_t thread = 0;
};

/// A block with its shared memory, and counters in global memory.
struct KernelBlock {
  std::vector<KernelThread> threads{};
  std::vector<std::uint32_t> shared{};
  std::vector<std::uint32_t>* counters = nullptr;
  unsigned wave_size = 32;
};

/// A kernel's statements as text, and the same on the host, thread after thread between barriers.
/// It has divergent branches, loops that lanes leave one by one, shared memory with barriers,
/// atomic additions, shuffles and ballots. No operation has undefined behaviour.
class RandomKernel {
 public:
  RandomKernel(const std::string& name, std::uint64_t seed) : random_(seed) {
    source_ = "extern \"C\" __global__ void " + name +
              "(const unsigned* in, unsigned* out, unsigned* counters) {\n"
              "__shared__ unsigned cells[256];\n"
              "const unsigned t = threadIdx.x, n = blockDim.x, place = blockIdx.x * n + t;\n"
              "const unsigned lane = duet::lane(), first = t - lane, size = duet::wave_size;\n"
              "const unsigned lanes = n - first < size ? n - first : size;\n"
              "const unsigned zero = in[gridDim.x * n + t];\n"
              "unsigned v0 = in[place], v1 = t * 3u, v2 = v0 >> 7, v3 = 99u;\n"
              "unsigned long long w0 = v0, w1 = t;\n";
    for (int i = 0; i < 5; ++i) {
      Phase next = phase();
      source_ += next.text;
      phases_.push_back(std::move(next.run));
    }
    source_ +=
        "out[place] = v0 ^ v1 * 3u ^ v2 * 5u ^ v3 * 7u ^ unsigned(w0 >> 11) ^ unsigned(w1)"
        " ^ lanes;\n}\n";
  }

  static constexpr unsigned counters = 16;
  static constexpr unsigned most_threads = 256;

  /// extern "C" __global__ void NAME(const unsigned* in, unsigned* out, unsigned* counters)
  /// After the numbers for all threads, `in` has a zero for each thread of a block.
  const std::string& source() const { return source_; }

  /// Returns what each thread writes, for what it reads.
  /// @param counted  is added to
  std::vector<std::uint32_t> run(const std::vector<std::uint32_t>& in, unsigned block_threads,
                                 unsigned wave_size, std::vector<std::uint32_t>& counted) const {
    std::vector<std::uint32_t> out;
    for (std::size_t first = 0; first < in.size(); first += block_threads) {
      KernelBlock block{.threads = std::vector<KernelThread>(block_threads),
                        .shared = std::vector<std::uint32_t>(most_threads),
                        .counters = &counted,
                        .wave_size = wave_size};
      for (std::uint32_t t = 0; t < block_threads; ++t) {
        const std::uint32_t own = in[first + t];
        block.threads[t] = {.narrow = {own, t * 3, own >> 7, 99}, .wide = {own, t}, .thread = t};
      }
      for (const auto& phase : phases_) phase(block);
      for (const KernelThread& k : block.threads) {
        out.push_back(k.narrow[0] ^ k.narrow[1] * 3 ^ k.narrow[2] * 5 ^ k.narrow[3] * 7 ^
                      static_cast<U32>(k.wide[0] >> 11) ^ static_cast<U32>(k.wide[1]) ^
                      lanes_of_wave(block, k.thread));
      }
    }
    return out;
  }

 private:
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;

  // hiprtc 5.2.3 divides differences such as (t - 98u), and multiplies them to 64 bits, as signed
  // numbers of 24 bits. Operands without the uppermost bit are the same for both. It also uses the
  // counter of a loop that lanes leave one by one, where all of them have it, as a scalar after the
  // loop: counters start at a zero that it does not know.
  static constexpr U32 positive = 0x7fffffff;

  /// Parts of a kernel: their text, and what they compute.
  struct Expression {
    std::string text{};
    std::function<U32(const KernelThread&)> value{};
  };
  struct Statement {
    std::string text{};
    std::function<void(KernelThread&, KernelBlock&)> run{};
  };
  struct Phase {
    std::string text{};
    std::function<void(KernelBlock&)> run{};
  };

  U32 below(U32 count) { return static_cast<U32>(random_() % count); }
  static std::string number(U32 value) { return std::to_string(value) + "u"; }
  static U32 lanes_of_wave(const KernelBlock& block, U32 thread) {
    const auto n = static_cast<U32>(block.threads.size());
    return std::min(n - thread / block.wave_size * block.wave_size, block.wave_size);
  }

  /// @param depth  of loops around it
  Expression leaf(unsigned depth) {
    const U32 which = below(4);
    switch (below(5)) {
      case 0: {
        const U32 constant = below(3) == 0 ? static_cast<U32>(random_()) : below(100);
        return {number(constant), [=](const KernelThread&) { return constant; }};
      }
      case 1: return {"t", [](const KernelThread& k) { return k.thread; }};
      case 2:
        if (depth > 0) {
          const U32 loop = below(depth);
          return {"i" + std::to_string(loop),
                  [=](const KernelThread& k) { return k.counter[loop]; }};
        }
        [[fallthrough]];
      default:
        return {"v" + std::to_string(which),
                [=](const KernelThread& k) { return k.narrow[which]; }};
    }
  }

  /// "A" and "B" in the text stand for the operands.
  static Expression combine(const Expression& a, const Expression& b, const std::string& form,
                            U32 (*function)(U32, U32)) {
    std::string text;
    for (const char c : form) text += c == 'A' ? a.text : c == 'B' ? b.text : std::string(1, c);
    return {text,
            [a, b, function](const KernelThread& k) { return function(a.value(k), b.value(k)); }};
  }

  Expression expression(unsigned depth, unsigned size) {
    if (size == 0) return leaf(depth);
    struct Operation {
      const char* form;
      U32 (*function)(U32, U32);
    };
    static constexpr Operation operations[] = {
        {"(A + B)", [](U32 x, U32 y) { return x + y; }},
        {"(A - B)", [](U32 x, U32 y) { return x - y; }},
        {"(A * B)", [](U32 x, U32 y) { return x * y; }},
        {"(A & B)", [](U32 x, U32 y) { return x & y; }},
        {"(A | B)", [](U32 x, U32 y) { return x | y; }},
        {"(A ^ B)", [](U32 x, U32 y) { return x ^ y; }},
        {"(A << (B & 31u))", [](U32 x, U32 y) { return x << (y & 31); }},
        {"(A >> (B & 31u))", [](U32 x, U32 y) { return x >> (y & 31); }},
        {"unsigned(int(A) >> (B & 31u))",
         [](U32 x, U32 y) { return static_cast<U32>(static_cast<std::int32_t>(x) >> (y & 31)); }},
        {"((A & 0x7fffffffu) / ((B & 0x7fffffffu) | 1u))",
         [](U32 x, U32 y) { return (x & positive) / ((y & positive) | 1); }},
        {"((A & 0x7fffffffu) % ((B & 0x7fffffffu) | 1u))",
         [](U32 x, U32 y) { return (x & positive) % ((y & positive) | 1); }},
        {"(A < B ? B : A)", [](U32 x, U32 y) { return x < y ? y : x; }},
        {"unsigned((unsigned long long)(A & 0x7fffffffu) * (B & 0x7fffffffu) >> 32)",
         [](U32 x, U32 y) { return static_cast<U32>(U64{x & positive} * (y & positive) >> 32); }}};
    const Operation& operation = operations[below(std::size(operations))];
    const Expression a = expression(depth, size - 1);
    return combine(a, expression(depth, below(size)), operation.form, operation.function);
  }

  Expression condition(unsigned depth) {
    const Expression a = expression(depth, 1 + below(2));
    const Expression b = expression(depth, 1);
    switch (below(3)) {
      case 0: return combine(a, b, "(A < B)", [](U32 x, U32 y) { return U32{x < y}; });
      case 1:
        return combine(a, b, "((A & 3u) == (B & 3u))",
                       [](U32 x, U32 y) { return U32{(x & 3) == (y & 3)}; });
      default:
        return combine(a, b, "(int(A) > int(B))", [](U32 x, U32 y) {
          return U32{static_cast<std::int32_t>(x) > static_cast<std::int32_t>(y)};
        });
    }
  }

  Statement assignment(unsigned depth) {
    const Expression value = expression(depth, 1 + below(3));
    if (below(4) != 0) {
      const U32 which = below(4);
      return {"v" + std::to_string(which) + " = " + value.text + ";\n",
              [=](KernelThread& k, KernelBlock&) { k.narrow[which] = value.value(k); }};
    }
    const U32 which = below(2);
    const U32 shift = below(64);
    const std::string name = "w" + std::to_string(which);
    return {name + " = " + name + " * 6364136223846793005ull + ((unsigned long long)(" +
                value.text + " & 0x7fffffffu) << " + number(shift) + "); v" +
                std::to_string(which) + " ^= unsigned(" + name + " >> 32);\n",
            [=](KernelThread& k, KernelBlock&) {
              k.wide[which] =
                  k.wide[which] * 6364136223846793005U + (U64{value.value(k) & positive} << shift);
              k.narrow[which] ^= static_cast<U32>(k.wide[which] >> 32);
            }};
  }

  Statement count_global(unsigned depth) {
    const Expression place = leaf(depth);
    const Expression value = expression(depth, 1);
    return {"atomicAdd(&counters[" + place.text + " & 15u], " + value.text + ");\n",
            [=](KernelThread& k, KernelBlock& block) {
              (*block.counters)[place.value(k) & 15] += value.value(k);
            }};
  }

  Statement branch(unsigned depth, unsigned size) {
    const Expression holds = condition(depth);
    const Statement yes = list(depth, size - 1);
    const Statement no = below(2) == 0 ? list(depth, size - 1) : Statement{};
    return {"if (" + holds.text + ") {\n" + yes.text + "}" +
                (no.run ? " else {\n" + no.text + "}\n" : "\n"),
            [=](KernelThread& k, KernelBlock& block) {
              const Statement& chosen = holds.value(k) != 0 ? yes : no;
              if (chosen.run) chosen.run(k, block);
            }};
  }

  Statement loop(unsigned depth, unsigned size) {
    const Expression count = expression(depth, 1);
    const Statement body = list(depth + 1, size - 1);
    const Expression leaves = condition(depth + 1);
    const bool can_leave = below(2) == 0;
    const std::string name = "i" + std::to_string(depth);
    return {"for (unsigned " + name + " = zero, end" + name + " = " + count.text + " & 7u; " +
                name + " < end" + name + "; ++" + name + ") {\n" + body.text +
                (can_leave ? "if (" + leaves.text + ") break;\n" : "") + "}\n",
            [=](KernelThread& k, KernelBlock& block) {
              const U32 end = count.value(k) & 7;
              for (k.counter[depth] = 0; k.counter[depth] < end; ++k.counter[depth]) {
                body.run(k, block);
                if (can_leave && leaves.value(k) != 0) break;
              }
            }};
  }

  Statement statement(unsigned depth, unsigned size) {
    const U32 kind = below(8);
    if (size > 0 && kind < 2) return branch(depth, size);
    if (size > 0 && kind < 4 && depth < 3) return loop(depth, size);
    return kind == 4 ? count_global(depth) : assignment(depth);
  }

  Statement list(unsigned depth, unsigned size) {
    std::vector<Statement> all;
    std::string text;
    for (U32 i = 0, count = 1 + below(3); i < count; ++i) {
      all.push_back(statement(depth, size));
      text += all.back().text;
    }
    return {text, [all](KernelThread& k, KernelBlock& block) {
              for (const Statement& one : all) one.run(k, block);
            }};
  }

  Phase phase() {
    switch (below(8)) {
      case 0: return exchange();
      case 1: return count_shared();
      case 2: return shuffle();
      case 3: return ballot();
      default: {
        const Statement body = list(0, 3);
        return {body.text, [body](KernelBlock& block) {
                  for (KernelThread& k : block.threads) body.run(k, block);
                }};
      }
    }
  }

  /// Each thread adds the value that `source` names: a number for a thread, of the block before.
  template <typename Source>
  static void add_from(KernelBlock& block, U32 from, U32 to, Source source) {
    const std::vector<KernelThread> before = block.threads;
    for (KernelThread& k : block.threads) k.narrow[to] += before[source(k)].narrow[from];
  }

  /// Each thread reads what another one has written to shared memory.
  Phase exchange() {
    const U32 from = below(4);
    const U32 to = below(4);
    const U32 distance = 1 + below(200);
    return {"cells[t] = v" + std::to_string(from) + ";\n__syncthreads();\nv" + std::to_string(to) +
                " += cells[(t + " + number(distance) + ") % n];\n__syncthreads();\n",
            [=](KernelBlock& block) {
              const std::size_t n = block.threads.size();
              add_from(block, from, to,
                       [=](const KernelThread& k) { return (k.thread + distance) % n; });
            }};
  }

  /// Each lane reads from another one of its wave.
  Phase shuffle() {
    const U32 from = below(4);
    const U32 to = below(4);
    const U32 distance = 1 + below(70);
    return {"v" + std::to_string(to) + " += duet::shuffle(v" + std::to_string(from) +
                ", int((lane + " + number(distance) + ") % lanes));\n",
            [=](KernelBlock& block) {
              add_from(block, from, to, [&](const KernelThread& k) {
                const U32 lane = k.thread % block.wave_size;
                return k.thread - lane + (lane + distance) % lanes_of_wave(block, k.thread);
              });
            }};
  }

  /// Each lane gets 32 bits of the mask of the lanes for which a condition holds.
  Phase ballot() {
    const Expression holds = condition(0);
    const U32 to = below(4);
    const U32 shift = below(32);
    return {"v" + std::to_string(to) + " ^= unsigned((unsigned long long)(duet::ballot(" +
                holds.text + ")) >> " + number(shift) + ");\n",
            [=](KernelBlock& block) {
              std::vector<U64> masks(block.threads.size() / block.wave_size + 1);
              for (const KernelThread& k : block.threads) {
                masks[k.thread / block.wave_size] |= U64{holds.value(k)}
                                                     << k.thread % block.wave_size;
              }
              for (KernelThread& k : block.threads) {
                k.narrow[to] ^= static_cast<U32>(masks[k.thread / block.wave_size] >> shift);
              }
            }};
  }

  /// Some threads add to cells of shared memory.
  Phase count_shared() {
    const Expression holds = condition(0);
    const Expression place = leaf(0);
    const U32 from = below(4);
    const U32 to = below(4);
    return {"if (t < 8u) cells[t] = t;\n__syncthreads();\nif (" + holds.text +
                ") atomicAdd(&cells[" + place.text + " % 8u % n], v" + std::to_string(from) +
                ");\n__syncthreads();\nv" + std::to_string(to) +
                " ^= cells[t % 8u % n];\n__syncthreads();\n",
            [=](KernelBlock& block) {
              const auto n = static_cast<U32>(block.threads.size());
              for (U32 i = 0; i < 8 && i < n; ++i) block.shared[i] = i;
              for (const KernelThread& k : block.threads) {
                if (holds.value(k) != 0) block.shared[place.value(k) % 8 % n] += k.narrow[from];
              }
              for (KernelThread& k : block.threads) k.narrow[to] ^= block.shared[k.thread % 8 % n];
            }};
  }

  std::mt19937_64 random_;
  std::string source_{};
  std::vector<std::function<void(KernelBlock&)>> phases_{};
};

}  // namespace duet::test
