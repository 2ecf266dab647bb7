#include "tile_choice.hpp"

#include <algorithm>
#include <array>

#include "../driver/driver.hpp"
#include "operand.hpp"
#include "split.hpp"

namespace duet::detail {

namespace {

/// What blocks by warpgroups may compute. Stages fill the shared memory; narrow tiles leave room
/// for a second block, since they wait for memory.
constexpr std::array<ProductTileShape, 14> all_warpgroup_tiles{{
    {128, 256, 4, 1, 1},
    {128, 192, 5, 1, 1},
    {128, 128, 6, 1, 1},
    {128, 96, 7, 1, 1},
    {128, 64, 8, 1, 1},
    {128, 64, 8, 2, 1},
    {64, 64, 6, 1, 2},
    {64, 64, 6, 2, 2},
    {64, 32, 6, 1, 2},
    {64, 32, 6, 2, 2},
    {64, 16, 8, 1, 2},
    {64, 16, 8, 2, 2},
    {64, 8, 8, 1, 2},
    {64, 8, 8, 2, 2},
}};

/// What other blocks may compute, and at which part of the speed.
struct BlockTile {
  int rows, columns;
  int residents;
  double efficiency;
  /// If a multiprocessor has one block, and the copy engine brings the operands.
  double alone = efficiency;
};
constexpr std::array<BlockTile, 6> all_wave_tiles{{{128, 256, 1, 1.05},
                                                   {128, 128, 2, 1, 0.7},
                                                   {128, 128, 1, 0.95},
                                                   {128, 64, 2, 0.9, 0.6},
                                                   {64, 64, 2, 0.75, 0.45},
                                                   {64, 64, 1, 0.5, 0.6}}};
constexpr std::array<BlockTile, 3> all_arithmetic_tiles{
    {{256, 128, 1, 1}, {128, 128, 2, 0.95}, {64, 64, 1, 0.75}}};

/// A tile with the expected time.
struct TimedTile {
  double time;
  ProductTileShape tile;
};
std::vector<ProductTileShape> fastest_first(std::vector<TimedTile>& tiles) {
  std::ranges::stable_sort(tiles, {}, &TimedTile::time);
  std::vector<ProductTileShape> shapes;
  for (const TimedTile& timed : tiles) shapes.push_back(timed.tile);
  return shapes;
}

std::int64_t quotient_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The number of stages of the depth.
std::int64_t stage_count(const ProductProblem& problem) {
  const auto stage_depth = static_cast<std::int64_t>(box_line_bytes / size_of(problem.a.type));
  return quotient_up(problem.depth, stage_depth);
}

/// The expected time in cycles: waves of blocks that multiply at the rate of the matrix unit or of
/// the second-level cache, or the time to read the operands from memory, whichever is longer, and a
/// part of the other. The constants were fitted to times on an H100.
double warpgroup_time(const ProductProblem& problem, const ProductTileShape& tile,
                      int multiprocessors) {
  constexpr double cache_bytes = 80;     // a cycle and multiprocessor
  constexpr double memory_bytes = 1300;  // a cycle
  constexpr double narrowness = 0.03;    // narrow tiles read more
  constexpr double block_start = 800, split_start = 3500, split_element = 0.3;
  const std::int64_t blocks = tile_count(problem, tile) * tile.splits;
  const std::int64_t waves = quotient_up(blocks, std::int64_t{multiprocessors} * tile.residents);
  const auto shared_by = static_cast<double>(
      std::clamp<std::int64_t>(quotient_up(blocks, multiprocessors), 1, tile.residents));
  const double multiply = 2.0 * tile.columns * tile.rows / 64;
  const double copy = (tile.rows + tile.columns) * 128 / cache_bytes;
  const double stage = std::max(multiply, copy) * shared_by;
  const auto stages = static_cast<double>(stage_count(problem)) / tile.splits;
  const double extra = tile.splits > 1 ? split_start + split_element * tile.rows * tile.columns : 0;
  const double narrow = tile.columns > 64 ? 1 + narrowness * (256.0 / tile.columns - 1) : 1;
  const double compute =
      static_cast<double>(waves) * (stages * stage * narrow + block_start + extra);
  const std::int64_t a_lines = problem.rows * (problem.is_grouped() ? 1 : problem.batches);
  const double read = static_cast<double>(a_lines + problem.columns * problem.batches) *
                      static_cast<double>(problem.depth) *
                      static_cast<double>(size_of(problem.a.type)) / memory_bytes;
  return std::max(compute, read) + 0.15 * std::min(compute, read);
}

/// The expected time in cycles of blocks whose multiprocessors multiply at a rate, and of the
/// kernel that adds the parts of a split depth.
/// @param rate  products a cycle and multiprocessor
double block_time(const ProductProblem& problem, const ProductTileShape& tile, double rate,
                  int multiprocessors) {
  constexpr double block_start = 1500, split_start = 9000, memory_bytes = 1300;
  const std::int64_t blocks = tile_count(problem, tile) * tile.splits;
  const double products =
      static_cast<double>(problem.depth) / tile.splits * tile.rows * tile.columns;
  const double compute =
      static_cast<double>(quotient_up(blocks, multiprocessors)) * (products / rate + block_start);
  if (tile.splits == 1) return compute;
  const auto size = static_cast<double>(problem.rows * problem.columns);
  const double sums = 2 * size * tile.splits * static_cast<double>(size_of(problem.sum));
  return compute + split_start + sums / memory_bytes;
}

constexpr int most_wave_stages = 4;

/// The stages for which blocks by waves have shared memory.
int stages_that_fit(const ProductTileShape& tile, const ProductDevice& device) {
  constexpr std::size_t reserved = 1024;  // by a block
  const std::size_t of_block = device.shared_bytes / static_cast<std::size_t>(tile.residents);
  ProductTileShape one_stage = tile;
  one_stage.stages = 1;
  return static_cast<int>((std::max(of_block, reserved) - reserved) / wave_shared_bytes(one_stage));
}

/// Whether the copy engine can bring both operands to blocks by waves.
bool can_copy_boxes(const ProductProblem& problem, OperandOrder a, OperandOrder b,
                    const ProductDevice& device) {
  const auto is_copied = [&](OperandOrder order) {
    return order == OperandOrder::depth ||
           (order == OperandOrder::across && size_of(problem.a.type) == 2);
  };
  const bool is_small = size_of(problem.a.type) <= 2;  // TF32 would be rounded in another way
  return device.has_boxes && is_small && is_box_type(problem) && problem.depth > 0 &&
         is_copied(a) && is_copied(b);
}

/// Lets the copy engine bring the operands. @returns false if that is not possible
bool set_boxes(ProductTileShape& tile, bool are_possible, const ProductDevice& device) {
  constexpr int least_stages = 2, most_stages = 8;
  ProductTileShape changed = tile;
  changed.boxes = true;
  changed.line = static_cast<int>(box_line_bytes);
  changed.stages = std::min(stages_that_fit(changed, device),
                            tile.residents == 1 ? most_stages : most_wave_stages);
  if (!are_possible || changed.stages < least_stages) return false;
  tile = changed;
  return true;
}

/// Gives a large tile long lines, which are multiplied for longer, so that the waves of a block
/// wait less often for each other. @returns false if they are not possible
bool set_long_lines(ProductTileShape& tile, bool are_possible, const ProductDevice& device) {
  constexpr int least_stages = 3;
  if (!are_possible || tile.columns < 128) return false;
  ProductTileShape changed = tile;
  changed.line = 128;
  changed.stages = std::min(stages_that_fit(changed, device), most_wave_stages);
  if (changed.stages < least_stages) return false;
  tile = changed;
  return true;
}

/// Adds a tile with its time, with the depth split as wanted, or in all ways that may be useful.
/// @param splits  0: any
void add_split_tiles(std::vector<TimedTile>& tiles, const ProductProblem& problem,
                     ProductTileShape tile, double rate, int splits, const ProductDevice& device) {
  constexpr double doubt = 1.3;  // splitting needs more memory, and another kernel
  const auto add = [&](int count, double factor) {
    tile.splits = count;
    tiles.push_back({factor * block_time(problem, tile, rate, device.multiprocessors), tile});
  };
  add(std::max(splits, 1), 1);
  if (splits != 0) return;
  for (const int count : useful_splits(problem, tile, device)) add(count, doubt);
}

}  // namespace

std::int64_t tile_count(const ProductProblem& problem, const ProductTileShape& tile) {
  const std::int64_t column_tiles = quotient_up(problem.columns, tile.columns);
  if (problem.is_grouped()) {
    return (problem.rows / tile.rows + std::min(problem.rows, problem.batches)) * column_tiles;
  }
  return quotient_up(problem.rows, tile.rows) * column_tiles * problem.batches;
}

std::vector<ProductTileShape> warpgroup_tiles(const ProductProblem& problem, int multiprocessors) {
  // A thread holds the sums of 8-bit floating-point numbers twice.
  const bool has_two_sums = size_of(problem.a.type) == 1 && problem.sum == DataType::f32;
  std::vector<TimedTile> tiles;
  for (const ProductTileShape& tile : all_warpgroup_tiles) {
    if (has_two_sums && tile.columns > 128) continue;
    if (tile.splits > (problem.is_grouped() ? 1 : stage_count(problem))) continue;
    tiles.push_back({warpgroup_time(problem, tile, multiprocessors), tile});
  }
  return fastest_first(tiles);
}

std::vector<ProductTileShape> wave_tiles(const ProductProblem& problem, OperandOrder a,
                                         OperandOrder b, int splits, const ProductDevice& device) {
  // Bytes across the depth, and what has no aligned lines, pass through registers.
  const auto needs_registers = [&](OperandOrder order) {
    return order == OperandOrder::any ||
           (order == OperandOrder::across && size_of(problem.a.type) == 1);
  };
  // Without asynchronous copies, all operands do.
  constexpr std::size_t least_async = 64 << 10;
  const bool is_async = device.wave_size == 32 && device.shared_bytes > least_async;
  const bool is_double = size_of(problem.a.type) == 8;
  const bool is_largest_excluded = needs_registers(a) || needs_registers(b) ||
                                   (!is_async && (is_double || device.wave_size == 32));
  const bool has_long_lines =
      is_async && size_of(problem.a.type) <= 2 && has_matrix_instructions(problem, device);
  const bool has_boxes = is_async && can_copy_boxes(problem, a, b, device);
  const double rate = 1600 / static_cast<double>(size_of(problem.a.type));
  std::vector<TimedTile> tiles;
  for (const BlockTile& candidate : all_wave_tiles) {
    ProductTileShape tile{
        .rows = candidate.rows, .columns = candidate.columns, .residents = candidate.residents};
    if (is_largest_excluded && tile.columns > 64) continue;
    if (!has_boxes) {
      if (tile.columns <= 128 && tile.residents == 1) continue;
      if (wave_count(tile, problem.a.type) == 8) tile.residents = 1;
    }
    if (!set_boxes(tile, has_boxes, device) && !set_long_lines(tile, has_long_lines, device)) {
      if (tile.columns > 128) continue;
      tile.stages = std::clamp(stages_that_fit(tile, device), 2, most_wave_stages);
    }
    const bool is_alone = has_boxes && tile_count(problem, tile) <= device.multiprocessors;
    const double efficiency = is_alone ? candidate.alone : candidate.efficiency;
    add_split_tiles(tiles, problem, tile, rate * efficiency, splits, device);
  }
  return fastest_first(tiles);
}

std::vector<ProductTileShape> arithmetic_tiles(const ProductProblem& problem, int splits,
                                               const ProductDevice& device) {
  const int run = vendor::arithmetic_run();
  const bool is_gpu = run == 4;  // else large tiles take long to compile, and are slower
  const double rate = size_of(problem.sum) == 8 ? 50 : 100;
  std::vector<TimedTile> tiles;
  for (const BlockTile& candidate : all_arithmetic_tiles) {
    if (candidate.columns > 64 && size_of(problem.sum) != 4) continue;
    if (candidate.rows > 128 && !is_gpu) continue;
    const ProductTileShape tile{.rows = candidate.rows,
                                .columns = candidate.columns,
                                .residents = candidate.residents,
                                .run = run};
    const double efficiency = is_gpu || candidate.rows == 64 ? candidate.efficiency : 0.5;
    add_split_tiles(tiles, problem, tile, rate * efficiency, splits, device);
  }
  return fastest_first(tiles);
}

int wave_count(const ProductTileShape& tile, DataType type) {
  const bool is_wide = tile.columns > 128 ||
                       size_of(type) * static_cast<std::size_t>(tile.columns) >= 1024 ||
                       (tile.columns == 128 && tile.residents == 1);
  return is_wide ? 8 : 4;
}

std::size_t wave_shared_bytes(const ProductTileShape& tile) {
  const auto size = [](int value) { return static_cast<std::size_t>(value); };
  const std::size_t barriers = tile.boxes ? 16 : 0;
  return size(tile.stages) * (size(tile.line) * size(tile.rows + tile.columns) + barriers);
}

std::size_t warpgroup_shared_bytes(const ProductTileShape& tile, OperandOrder b) {
  const std::int64_t columns =
      b == OperandOrder::across ? quotient_up(tile.columns, 64) * 64 : tile.columns;
  constexpr std::int64_t row_bytes = 128, barriers = 16;
  return static_cast<std::size_t>(tile.stages * ((tile.rows + columns) * row_bytes + barriers));
}

}  // namespace duet::detail
