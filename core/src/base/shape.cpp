#include <duet/error.hpp>
#include <duet/shape.hpp>
#include <duet/span.hpp>

#include <fmt/format.h>

#include <limits>

#include "extent_text.hpp"

namespace duet {

namespace {
unsigned blocks(unsigned extent, unsigned block) {
  return extent == 0 ? 1 : (extent - 1) / block + 1;
}
}  // namespace

LaunchShape cover(std::size_t count, unsigned block) {
  if (block == 0)
    throw Error(ErrorCode::invalid_argument,
                "cover: the block has 0 threads; it must have at least 1");
  const std::size_t grid = count == 0 ? 1 : (count - 1) / block + 1;
  if (grid > std::numeric_limits<unsigned>::max()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("cover: {} elements in blocks of {} need {} blocks, more than the "
                            "limit of a grid's dimension; process several elements per thread",
                            count, block, grid));
  }
  return {.grid = {static_cast<unsigned>(grid)}, .block = {block}};
}

LaunchShape cover(Dim3 extent, Dim3 block) {
  if (block.volume() == 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("cover: the block is {}x{}x{}; no dimension may be 0", block.x, block.y,
                            block.z));
  }
  return {.grid = {blocks(extent.x, block.x), blocks(extent.y, block.y), blocks(extent.z, block.z)},
          .block = block};
}

void detail::throw_bad_range(std::size_t offset, std::size_t count, std::size_t size) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("subspan: {} elements{} at element {}{} are not inside a span of {}",
                          count, negative_hint(count), offset, negative_hint(offset), size));
}

}  // namespace duet
