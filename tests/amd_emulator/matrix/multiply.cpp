#include <map>
#include <mutex>

#include "base/fault.hpp"
#include "execute/float_mode.hpp"
#include "matrix/product.hpp"

// Products of matrices whose elements are spread over the lanes of a wave. Source: see layout.hpp.

namespace amd_emulator {
namespace {

/// Elements of D, which are written after all are computed: D may lie where A, B or C do.
struct Results {
  struct Element {
    Place place;
    u64 bits;
  };
  std::vector<Element> elements{};

  void store(Wave& wave, const Operand& to, unsigned bits) const {
    u32* const registers = wave.vector_register(to.index);
    for (const auto& [place, value] : elements) {
      const unsigned first = place.element * bits;
      u32* const word = registers + std::size_t{first / 32} * max_lanes + place.lane;
      if (bits == 64) {
        word[0] = low_word(value);
        word[max_lanes] = high_word(value);
      } else {
        const auto mask = static_cast<u32>(low_bits(bits)) << first % 32;
        *word = (*word & ~mask) | (low_word(value) << first % 32 & mask);
      }
    }
  }
};

/// The two places of the elements of four that a sparse matrix stores.
unsigned stored_place(const u32* index, unsigned lane, unsigned element, unsigned set_bits,
                      unsigned set) {
  return index[lane] >> (set * set_bits + 2 * element) & 3;
}

/// The lane of B that is read instead of another one.
unsigned permuted_lane(unsigned lane, unsigned pattern) {
  switch (pattern) {
    case 1: return lane % 32;
    case 2: return 32 + lane % 32;
    case 3: return (lane + 16) % 64;
    case 4:
    case 5:
    case 6:
    case 7: return 16 * (pattern - 4) + lane % 16;
    default: return lane;
  }
}

/// MFMA and SMFMAC: operands D, A, B, C, or the places of A's elements. EXEC is ignored.
class Multiplication9 {
 public:
  Multiplication9(Wave& wave, const Instruction& instruction)
      : wave_(wave),
        i_(instruction),
        shape_(*instruction.matrix),
        a_(wave, instruction.operand[1]),
        b_(wave, instruction.operand[2]),
        c_(wave, instruction.operand[shape_.is_sparse ? 0 : 3]),
        stored_depth_(shape_.is_sparse ? shape_.depth / 2 : shape_.depth),
        elements_(a_.elements(bits_of(shape_.a))) {}

  void run() {
    const unsigned blocks = max_lanes * elements_ / (shape_.rows * stored_depth_);
    MatrixProduct product(shape_, true, i_.clamp);
    Results results;
    const bool is_wide = shape_.result == NumberType::f64;
    const ResultLayout9 layout{shape_.rows, shape_.columns, is_wide};
    for (unsigned block = 0; block < blocks; ++block) {
      set_factors(product, block);
      for (unsigned row = 0; row < shape_.rows; ++row)
        for (unsigned column = 0; column < shape_.columns; ++column) {
          const Place place = layout.at(row, column, block);
          u64 c = c_.bits(place, bits_of(shape_.result));
          if (flips(2)) c ^= u64{1} << (bits_of(shape_.result) - 1);
          results.elements.push_back({place, product.element(row, column, c)});
        }
    }
    results.store(wave_, i_.operand[0], bits_of(shape_.result));
  }

 private:
  /// The sign of a factor of double, which has modifiers instead of permuted lanes.
  bool flips(unsigned source) const {
    return shape_.a == NumberType::f64 && (i_.lane_broadcast[2] >> source & 1) != 0;
  }

  void set_factors(MatrixProduct& product, unsigned block) const {
    const unsigned bits = bits_of(shape_.a);
    const InputLayout9 layout_a(shape_.rows, stored_depth_, elements_);
    const unsigned shared = i_.lane_broadcast[0];  // cbsz: 2^n blocks read that of abid
    const unsigned block_a = shape_.is_sparse || shared == 0
                                 ? block
                                 : (block >> shared << shared) + i_.lane_broadcast[1];
    const unsigned set = shared == 0 ? i_.lane_broadcast[1] : 0;
    if (shape_.is_sparse) product.clear_a();
    for (unsigned row = 0; row < shape_.rows; ++row)
      for (unsigned k = 0; k < stored_depth_; ++k) {
        const Place place = layout_a.at(row, k, block_a);
        unsigned column = k;
        if (shape_.is_sparse)
          column = k / 2 * 4 + stored_place(wave_.vector_register(i_.operand[3].index), place.lane,
                                            place.element, 2 * elements_, set);
        product.set_a(row, column, a_.bits(place, bits), flips(0));
      }
    const InputLayout9 layout_b(shape_.columns, shape_.depth, b_.elements(bits));
    const unsigned pattern = shape_.a == NumberType::f64 ? 0 : i_.lane_broadcast[2];
    for (unsigned column = 0; column < shape_.columns; ++column)
      for (unsigned k = 0; k < shape_.depth; ++k) {
        Place place = layout_b.at(column, k, block);
        place.lane = permuted_lane(place.lane, pattern);
        product.set_b(k, column, b_.bits(place, bits), flips(1));
      }
  }

  Wave& wave_;
  const Instruction& i_;
  const MatrixShape& shape_;
  MatrixSource a_;
  MatrixSource b_;
  MatrixSource c_;
  unsigned stored_depth_;
  unsigned elements_;
};

/// WMMA and SWMMAC.
class Multiplication11 {
 public:
  Multiplication11(Wave& wave, const Instruction& instruction)
      : wave_(wave),
        i_(instruction),
        shape_(signed_shape(instruction)),
        is_gfx11_(wave.target->generation == 11),
        a_(wave, instruction.operand[1]),
        b_(wave, instruction.operand[2]),
        c_(wave, instruction.operand[shape_.is_sparse ? 0 : 3]) {}

  void run() {
    if (wave_.exec() != wave_.all_lanes) throw Fault("a matrix instruction with inactive lanes");
    MatrixProduct product(shape_, false, i_.clamp);
    set_a(product);
    set_b(product);
    const unsigned bits = bits_of(shape_.result);
    Results results;
    const ResultLayout11 layout{is_gfx11_, wave_.lanes};
    for (unsigned row = 0; row < shape_.rows; ++row)
      for (unsigned column = 0; column < shape_.columns; ++column) {
        Place place = layout.at(row, column);
        // On gfx11 results of 16 bits fill one half of each register.
        if (is_gfx11_ && bits == 16) place.element = 2 * place.element + (i_.select >> 2 & 1);
        u64 c = c_.bits(place, bits);
        if (!is_integer(shape_.result)) c = with_modifiers(c, u64{1} << (bits - 1));
        results.elements.push_back({place, product.element(row, column, c)});
      }
    results.store(wave_, i_.operand[0], bits);
  }

 private:
  /// neg_lo of integers says that a factor is signed.
  static MatrixShape signed_shape(const Instruction& i) {
    MatrixShape shape = *i.matrix;
    const auto signed_type = [](NumberType type) {
      return type == NumberType::uint8 ? NumberType::int8 : NumberType::int4;
    };
    if (shape.has_modifiers && (i.negate_low & 1) != 0) shape.a = signed_type(shape.a);
    if (shape.has_modifiers && (i.negate_low & 2) != 0) shape.b = signed_type(shape.b);
    return shape;
  }

  u64 with_modifiers(u64 c, u64 sign) const {
    if (shape_.is_sparse) return c;
    if ((i_.negate_high & 4) != 0) c &= ~sign;
    return (i_.negate_low & 4) != 0 ? c ^ sign : c;
  }

  /// The signs of the elements at even and odd places.
  bool flips(unsigned source, unsigned element) const {
    if (shape_.has_modifiers) return false;
    return ((element % 2 == 0 ? i_.negate_low : i_.negate_high) >> source & 1) != 0;
  }

  InputLayout11 layout(unsigned depth, unsigned elements) const {
    return {is_gfx11_, wave_.lanes, bits_of(shape_.a), depth, elements};
  }

  u64 read(const MatrixSource& source, const Place& place) const {
    const unsigned bits = bits_of(shape_.a);
    const u64 value = source.bits(place, bits);
    // gfx11 wants a copy in each group of 16 lanes.
    for (unsigned lane = place.lane + 16; is_gfx11_ && lane < wave_.lanes; lane += 16)
      if (source.bits({lane, place.element}, bits) != value)
        throw Fault("the groups of 16 lanes hold different factors");
    return value;
  }

  void set_a(MatrixProduct& product) const {
    const unsigned elements = a_.elements(bits_of(shape_.a));
    const unsigned depth = shape_.is_sparse ? shape_.depth / 2 : shape_.depth;
    const InputLayout11 places = layout(depth, elements);
    for (unsigned row = 0; row < shape_.rows; ++row)
      for (unsigned k = 0; k < depth; ++k) {
        const Place place = places.at(row, k);
        unsigned column = k;
        if (shape_.is_sparse)
          column = k / 2 * 4 + stored_place(wave_.vector_register(i_.operand[3].index), place.lane,
                                            place.element, 2 * elements, i_.index_key);
        product.set_a(row, column, read(a_, place), flips(0, place.element));
      }
  }

  void set_b(MatrixProduct& product) const {
    const InputLayout11 places = layout(shape_.depth, b_.elements(bits_of(shape_.b)));
    for (unsigned column = 0; column < shape_.columns; ++column)
      for (unsigned k = 0; k < shape_.depth; ++k) {
        const Place place = places.at(column, k);
        product.set_b(k, column, read(b_, place), flips(1, place.element));
      }
  }

  Wave& wave_;
  const Instruction& i_;
  MatrixShape shape_;
  bool is_gfx11_;
  MatrixSource a_;
  MatrixSource b_;
  MatrixSource c_;
};

template <typename Multiplication>
void multiply(Wave& wave, const Instruction& instruction) {
  Multiplication(wave, instruction).run();
}

/// Returns the shape of an instruction, which stays.
const MatrixShape& shape_of(const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, MatrixShape> shapes;
  const std::scoped_lock lock(mutex);
  return shapes.try_emplace(name, parse_matrix_shape(name)).first->second;
}

void prepare_multiplication(Instruction& instruction, const Preparation&) {
  if (instruction.operands != 4) throw Fault("a matrix instruction has four operands");
  const MatrixShape& shape =
      shape_of(instruction.text.substr(0, instruction.text.find_first_of(" \t")));
  instruction.matrix = &shape;
  Operand& addend = instruction.operand[3];
  if (addend.kind != OperandKind::constant) return;
  switch (shape.result) {
    case NumberType::f64: addend.bits = constant_bits<double>(addend); break;
    case NumberType::f16: addend.bits = constant_bits<half>(addend); break;
    case NumberType::bf16: addend.bits = constant_bits<float>(addend) >> 16; break;
    default: addend.bits = constant_bits<float>(addend); break;
  }
}

}  // namespace

void add_multiplications(Table& t) {
  for (const std::string& name : multiply_names_of_gfx9())
    t.add(name, {.run = multiply<Multiplication9>, .prepare = prepare_multiplication});
  for (const std::string& name : multiply_names_of_gfx11())
    t.add(name, {.run = multiply<Multiplication11>, .prepare = prepare_multiplication});
}

}  // namespace amd_emulator
