#include "tile_choice.hpp"

#include <algorithm>
#include <array>

#include "../../driver/driver.hpp"
#include "../problem/operand.hpp"
#include "split.hpp"
#include "tile_time.hpp"

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
};
constexpr std::array<BlockTile, 4> all_wave_tiles{
    {{128, 256, 1, 1.05}, {128, 128, 2, 1}, {128, 64, 2, 0.9}, {64, 64, 2, 0.75}}};
constexpr std::array<BlockTile, 3> all_arithmetic_tiles{
    {{256, 128, 1, 1}, {128, 128, 2, 0.95}, {64, 64, 1, 0.75}}};

/// The same for waves whose operands the copy engine brings.
struct BoxTile : BlockTile {
  double alone;  ///< the part of the speed if a multiprocessor has one block
};
constexpr std::array<BoxTile, 8> all_box_tiles{{{{128, 256, 1, 1.27}, 1.27},
                                                {{128, 128, 2, 1.05}, 0.98},
                                                {{128, 128, 1, 0.98}, 1.01},
                                                {{128, 64, 2, 0.69}, 0.50},
                                                {{64, 64, 2, 0.71}, 0.44},
                                                {{64, 64, 1, 0.49}, 0.64},
                                                {{64, 32, 2, 0.31}, 0.25},
                                                {{64, 16, 2, 0.26}, 0.14}}};

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

constexpr int most_wave_stages = 4;

/// The stages for which blocks have shared memory.
/// @param bytes  of one
int stages_that_fit(const ProductTileShape& tile, std::size_t bytes, const ProductDevice& device) {
  constexpr std::size_t reserved = 1024;  // by a block
  const std::size_t of_block = device.shared_bytes / static_cast<std::size_t>(tile.residents);
  return static_cast<int>((std::max(of_block, reserved) - reserved) / bytes);
}
int wave_stages(ProductTileShape tile, const ProductDevice& device) {
  tile.stages = 1;
  return stages_that_fit(tile, wave_shared_bytes(tile), device);
}

/// A tile whose operands the copy engine brings, with the stages for which there is memory.
ProductTileShape box_tile(const BoxTile& candidate, OperandOrder b, const ProductDevice& device) {
  constexpr int most_stages = 8;
  ProductTileShape tile{.rows = candidate.rows,
                        .columns = candidate.columns,
                        .stages = 1,
                        .residents = candidate.residents,
                        .line = static_cast<int>(box_line_bytes),
                        .boxes = true};
  const bool needs_many = tile.residents == 1 || tile.columns < 64;
  tile.stages = std::min(stages_that_fit(tile, box_shared_bytes(tile, b), device),
                         needs_many ? most_stages : most_wave_stages);
  return tile;
}

/// Gives a large tile long lines, which are multiplied for longer, so that the waves of a block
/// wait less often for each other. @returns false if the tile is small or the shared memory too
/// little
bool set_long_lines(ProductTileShape& tile, const ProductDevice& device) {
  constexpr int least_stages = 3;
  if (tile.columns < 128) return false;
  ProductTileShape changed = tile;
  changed.line = 128;
  changed.stages = std::min(wave_stages(changed, device), most_wave_stages);
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

/// Which splits of the depth the blocks of a cluster may have.
constexpr std::array<int, 4> cluster_splits{1, 2, 4, 8};
std::int64_t most_in_cluster(const ProductProblem& problem) {
  return problem.is_grouped() ? 1 : stage_count(problem);
}
/// Whether the blocks of a cluster may have these splits.
/// @param splits  0: any
bool can_be_clusters(const ProductProblem& problem, int splits) {
  return splits <= most_in_cluster(problem) &&
         (splits == 0 || std::ranges::find(cluster_splits, splits) != cluster_splits.end());
}

/// The products a cycle and multiprocessor by waves, of a tile with the efficiency 1.
double wave_rate(const ProductProblem& problem) {
  return 1600 / static_cast<double>(size_of(problem.a.type));
}

/// The tiles of waves whose operands the copy engine brings.
std::vector<TimedTile> box_tiles(const ProductProblem& problem, OperandOrder b, int splits,
                                 const ProductDevice& device) {
  std::vector<TimedTile> tiles;
  for (const BoxTile& candidate : all_box_tiles) {
    ProductTileShape tile = box_tile(candidate, b, device);
    if (tile.stages < 2) continue;
    for (const int count : cluster_splits) {
      if (count > most_in_cluster(problem) || (splits != 0 && splits != count)) continue;
      tile.splits = count;
      tile.clusters = count > 1;
      const bool is_alone = tile_count(problem, tile) * count <= device.multiprocessors;
      const double rate = wave_rate(problem) * (is_alone ? candidate.alone : candidate.efficiency);
      tiles.push_back({box_time(problem, tile, rate, device.multiprocessors), tile});
    }
  }
  return tiles;
}

}  // namespace

bool can_copy_boxes(const ProductProblem& problem, const ProductDevice& device) {
  const auto is_copied = [&](const ProductOperandView& operand) {
    const OperandOrder order = order_of_aligned(operand);
    return order == OperandOrder::depth ||
           (order == OperandOrder::across && size_of(problem.a.type) == 2);
  };
  const bool is_small = size_of(problem.a.type) <= 2;  // TF32 would be rounded in another way
  return device.has_boxes && device.wave_size == 32 && is_small && is_box_type(problem) &&
         problem.depth > 0 && is_copied(operand_a(problem)) && is_copied(operand_b(problem)) &&
         !(problem.is_grouped() && order_of(operand_a(problem)) == OperandOrder::across);
}

std::vector<ProductTileShape> warpgroup_tiles(const ProductProblem& problem, int multiprocessors) {
  // A thread holds the sums of 8-bit floating-point numbers twice.
  const bool has_two_sums = size_of(problem.a.type) == 1 && problem.sum == DataType::f32;
  std::vector<TimedTile> tiles;
  for (ProductTileShape tile : all_warpgroup_tiles) {
    tile.clusters = tile.splits > 1;
    if (has_two_sums && tile.columns > 128) continue;
    if (tile.splits > most_in_cluster(problem)) continue;
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
  std::vector<TimedTile> tiles;
  if (can_copy_boxes(problem, device) && can_be_clusters(problem, splits)) {
    tiles = box_tiles(problem, b, splits, device);
    if (!tiles.empty()) return fastest_first(tiles);
  }
  for (const BlockTile& candidate : all_wave_tiles) {
    ProductTileShape tile{
        .rows = candidate.rows, .columns = candidate.columns, .residents = candidate.residents};
    if (is_largest_excluded && tile.columns > 64) continue;
    if (wave_count(tile, problem.a.type) == 8) tile.residents = 1;
    if (!has_long_lines || !set_long_lines(tile, device)) {
      if (tile.columns > 128) continue;
      tile.stages = std::clamp(wave_stages(tile, device), 2, most_wave_stages);
    }
    add_split_tiles(tiles, problem, tile, wave_rate(problem) * candidate.efficiency, splits,
                    device);
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
  return size(tile.stages) * size(tile.line) * size(tile.rows + tile.columns);
}

std::size_t box_shared_bytes(const ProductTileShape& tile, OperandOrder b) {
  const std::int64_t columns =
      b == OperandOrder::across ? (tile.columns + 63) / 64 * 64 : tile.columns;
  constexpr std::int64_t row_bytes = 128, barriers = 16;
  return static_cast<std::size_t>(tile.stages * ((tile.rows + columns) * row_bytes + barriers));
}

}  // namespace duet::detail
