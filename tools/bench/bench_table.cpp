#include "bench_table.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include <fmt/format.h>

#include "bench/sweep.hpp"
#include "support/colour.hpp"

namespace duet::tool {
namespace {

/// Units a microsecond, as thousand millions (giga) a second.
double giga_per_second(double units, double microseconds) { return units / microseconds / 1e3; }

std::string time_text(double microseconds) {
  if (microseconds >= 1e5) return fmt::format("{:.1f} ms", microseconds / 1e3);
  if (microseconds >= 1e3) return fmt::format("{:.3f} ms", microseconds / 1e3);
  return fmt::format("{:.2f} us", microseconds);
}

std::string rate_text(const std::optional<double>& units, double microseconds) {
  if (!units) return "";
  const double rate = giga_per_second(*units, microseconds);
  return rate < 100 ? fmt::format("{:.3g}", rate) : fmt::format("{:.0f}", rate);
}

using Cells = std::vector<std::string>;

Cells cells_of(const BenchRow& row, const Measurement& empty) {
  Cells cells{std::to_string(row.n), block_text(row.shape.block)};
  if (!row.time) return cells;
  const Measurement& time = *row.time;
  cells.insert(
      cells.end(),
      {time_text(time.median), time_text(time.least), fmt::format("{:.0f} %", time.spread() * 100),
       rate_text(row.bytes, time.median), rate_text(row.flops, time.median),
       row.occupancy ? fmt::format("{:.0f} %", *row.occupancy * 100) : "",
       row.is_best ? "best" : "", is_below_resolution(row, empty) ? "below the resolution" : ""});
  return cells;
}

/// Prints columns that have a cell in some row; numbers are aligned to the right.
void print_rows(const std::vector<BenchRow>& rows, const std::vector<Cells>& lines) {
  constexpr std::size_t numbers = 8;
  const Cells& head = lines.front();
  std::vector<std::size_t> widths(head.size(), 0);
  for (std::size_t i = 0; i < head.size(); ++i) {
    for (std::size_t line = 1; line < lines.size(); ++line) {
      if (i < lines[line].size() && !lines[line][i].empty())
        widths[i] = std::max({widths[i], lines[line][i].size(), head[i].size()});
    }
  }
  for (std::size_t line = 0; line < lines.size(); ++line) {
    std::string text;
    for (std::size_t i = 0; i < lines[line].size(); ++i) {
      if (widths[i] == 0) continue;
      if (i < numbers) {
        text += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", lines[line][i], widths[i]);
      } else if (!lines[line][i].empty()) {
        text += "  " + lines[line][i];
      }
    }
    const BenchRow* const row = line == 0 ? nullptr : &rows[line - 1];
    if (row != nullptr && !row->problem.empty())
      text += "  " + tinted(stdout, Tint::warning, "not run: " + row->problem);
    fmt::print("{}\n", row != nullptr && row->is_best ? tinted(stdout, Tint::good, text) : text);
  }
}

Json to_json(Dim3 extent) { return Json::array({extent.x, extent.y, extent.z}); }

Json to_json(const Measurement& time) {
  return {{"median_us", time.median},
          {"min_us", time.least},
          {"lower_quartile_us", time.lower_quartile},
          {"upper_quartile_us", time.upper_quartile},
          {"samples", time.samples},
          {"launches_per_sample", time.launches}};
}

template <typename T>
Json optional_json(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json to_json(const BenchRow& row, const Measurement& empty) {
  const auto rate = [&](const std::optional<double>& units) {
    return units && row.time ? Json(giga_per_second(*units, row.time->median)) : Json(nullptr);
  };
  Json json;
  json["n"] = row.n;
  json["block"] = to_json(row.shape.block);
  json["grid"] = to_json(row.shape.grid);
  json["shared_bytes"] = row.shape.shared_bytes;
  json["time"] = row.time ? to_json(*row.time) : Json(nullptr);
  json["gb_per_s"] = rate(row.bytes);
  json["gflop_per_s"] = rate(row.flops);
  json["occupancy"] = optional_json(row.occupancy);
  json["best"] = row.is_best;
  json["below_resolution"] = is_below_resolution(row, empty);
  json["problem"] = row.problem;
  return json;
}

}  // namespace

bool is_below_resolution(const BenchRow& row, const Measurement& empty) {
  return row.time && row.time->lower_quartile <= empty.upper_quartile;
}

void mark_best(std::vector<BenchRow>& rows) {
  for (BenchRow& row : rows) {
    row.is_best = row.time && std::ranges::none_of(rows, [&](const BenchRow& other) {
                    return other.n == row.n && other.time && &other != &row &&
                           (other.time->median < row.time->median ||
                            (other.time->median == row.time->median && &other < &row));
                  });
  }
}

void print(const BenchTable& table, const Device& device) {
  fmt::print("device {}: {} ({}), kernel {}\n", device.ordinal(), device.info().name,
             device.info().architecture, table.kernel);
  fmt::print("an empty kernel takes {}: shorter times are below the resolution\n",
             time_text(table.empty.median));
  std::vector<Cells> lines{
      {"n", "block", "median", "min", "spread", "GB/s", "GFLOP/s", "occupancy", "", ""}};
  for (const BenchRow& row : table.rows) lines.push_back(cells_of(row, table.empty));
  print_rows(table.rows, lines);
}

Json to_json(const BenchTable& table, const Device& device) {
  Json json;
  json["backend"] = backend_name();
  json["device"] = device.info().name;
  json["architecture"] = device.info().architecture;
  json["kernel"] = table.kernel;
  json["empty_kernel"] = to_json(table.empty);
  json["rows"] = Json::array();
  for (const BenchRow& row : table.rows) json["rows"].push_back(to_json(row, table.empty));
  return json;
}

}  // namespace duet::tool
