#include "tile_time.hpp"

#include <algorithm>
#include <cmath>

#include "../problem/operand.hpp"

namespace duet::detail {

namespace {

std::int64_t quotient_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The size of both operands.
double operand_bytes(const ProductProblem& problem) {
  const std::int64_t a_lines = problem.rows * (problem.is_grouped() ? 1 : problem.batches);
  return static_cast<double>(a_lines + problem.columns * problem.batches) *
         static_cast<double>(problem.depth) * static_cast<double>(size_of(problem.a.type));
}

/// The time of two things that happen at once, but for a part of the shorter one.
double overlapped(double a, double b, double part) {
  return std::max(a, b) + part * std::min(a, b);
}

/// The time to read the operands, by as many blocks at once as multiprocessors run.
/// @param at_once  how many
double read_time(const ProductProblem& problem, const ProductTileShape& tile, double blocks,
                 double at_once) {
  constexpr double memory_bytes = 1800;  // a cycle
  constexpr double latency = 5600;       // of memory, in cycles, with all that is on the way
  const double in_flight = tile.stages * (tile.rows + tile.columns) * double{box_line_bytes};
  const double of_block = operand_bytes(problem) / blocks;
  const auto time = [&](double count) {
    return count == 0 ? 0 : count * of_block / std::min(memory_bytes, count * in_flight / latency);
  };
  const double rounds = std::floor(blocks / at_once);
  return rounds * time(at_once) + time(blocks - rounds * at_once);
}

}  // namespace

std::int64_t tile_count(const ProductProblem& problem, const ProductTileShape& tile) {
  const std::int64_t column_tiles = quotient_up(problem.columns, tile.columns);
  if (problem.is_grouped()) {
    return (problem.rows / tile.rows + std::min(problem.rows, problem.batches)) * column_tiles;
  }
  return quotient_up(problem.rows, tile.rows) * column_tiles * problem.batches;
}

std::int64_t stage_count(const ProductProblem& problem) {
  const auto stage_depth = static_cast<std::int64_t>(box_line_bytes / size_of(problem.a.type));
  return quotient_up(problem.depth, stage_depth);
}

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
  return overlapped(compute, operand_bytes(problem) / memory_bytes, 0.15);
}

double box_time(const ProductProblem& problem, const ProductTileShape& tile, double rate,
                int multiprocessors) {
  constexpr double block_start = 4700, split_start = 900, split_element = 0.58;
  constexpr double cluster_places = 0.95;  // the blocks of a cluster need neighbouring ones
  const std::int64_t blocks = tile_count(problem, tile) * tile.splits;
  const double products =
      static_cast<double>(problem.depth) / tile.splits * tile.rows * tile.columns;
  double compute =
      static_cast<double>(quotient_up(blocks, multiprocessors)) * (products / rate + block_start);
  double at_once = 1.0 * multiprocessors * tile.residents;
  if (tile.splits > 1) {
    at_once *= cluster_places;
    const double size = 1.0 * tile.rows * tile.columns;
    compute +=
        std::ceil(static_cast<double>(blocks) / at_once) * (split_start + split_element * size);
  }
  return overlapped(compute, read_time(problem, tile, static_cast<double>(blocks), at_once), 0.08);
}

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

}  // namespace duet::detail
