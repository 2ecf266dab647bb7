#include "bench/collective_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <duet/version.hpp>

namespace duet::tool {
namespace {

/// The place of a value on a logarithmic axis in a picture.
class Axis {
 public:
  /// @param base   the axis begins and ends at powers of it
  /// @param begin  place of the smallest value in the picture
  Axis(const std::vector<double>& values, double base, double begin, double end)
      : base_(base), begin_(begin), end_(end) {
    const auto [least, most] = std::ranges::minmax_element(values);
    first_ = std::floor(exponent(*least));
    last_ = std::max(std::ceil(exponent(*most)), first_ + 1);
  }

  double place(double value) const {
    return begin_ + (end_ - begin_) * (exponent(value) - first_) / (last_ - first_);
  }
  /// The powers of the base on the axis.
  std::vector<double> ticks() const {
    std::vector<double> all;
    for (double e = first_; e <= last_; ++e) all.push_back(std::pow(base_, e));
    return all;
  }

 private:
  double exponent(double value) const { return std::log(value) / std::log(base_); }

  double base_, begin_, end_;
  double first_ = 0, last_ = 1;
};

std::string size_text(double bytes) {
  constexpr std::array units{"B", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < units.size(); ++unit) bytes /= 1024;
  return fmt::format("{:g} {}", bytes, units[unit]);
}

constexpr int left = 70, right = 640, top = 30, bottom = 360;
constexpr std::array colours{"#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd"};

std::string grid(const Axis& sizes, const Axis& rates) {
  std::string svg;
  for (const double size : sizes.ticks()) {
    const double x = sizes.place(size);
    svg += fmt::format(
        "<path d='M{0:.1f} {1}V{2}' stroke='#ddd'/><text x='{0:.1f}' y='{3}' "
        "text-anchor='middle'>{4}</text>\n",
        x, top, bottom, bottom + 16, size_text(size));
  }
  for (const double rate : rates.ticks()) {
    const double y = rates.place(rate);
    svg += fmt::format(
        "<path d='M{0} {1:.1f}H{2}' stroke='#ddd'/><text x='{3}' y='{4:.1f}' "
        "text-anchor='end'>{5:g}</text>\n",
        left, y, right, left - 6, y + 4, rate);
  }
  return svg;
}

/// The line of one collective with its name.
std::string line(const std::string& name, std::size_t number, const CollectiveTable& table,
                 const Axis& sizes, const Axis& rates) {
  std::string points;
  for (const CollectiveTime& time : table.times) {
    if (time.collective != name || time.bus_bandwidth() <= 0) continue;
    points += fmt::format("{:.1f},{:.1f} ", sizes.place(static_cast<double>(time.bytes)),
                          rates.place(time.bus_bandwidth()));
  }
  const char* const colour = colours[number % colours.size()];
  return fmt::format(
      "<polyline points='{}' fill='none' stroke='{}' stroke-width='2'/>"
      "<text x='{}' y='{}' fill='{}'>{}</text>\n",
      points, colour, right + 10, top + 16 * (number + 1), colour, name);
}

std::vector<std::string> names_of(const CollectiveTable& table) {
  std::vector<std::string> names;
  for (const CollectiveTime& time : table.times) {
    if (names.empty() || names.back() != time.collective) names.push_back(time.collective);
  }
  return names;
}

}  // namespace

void print(const CollectiveTable& table) {
  fmt::print("{} ranks by the engine {}, device {}\n", table.ranks, table.engine, table.device);
  fmt::print("{:<15} {:>12} {:>12} {:>14} {:>10}\n", "collective", "bytes", "us", "algorithm GB/s",
             "bus GB/s");
  for (const CollectiveTime& time : table.times) {
    fmt::print("{:<15} {:>12} {:>12.2f} {:>14.3f} {:>10.3f}\n", time.collective, time.bytes,
               time.microseconds, time.algorithm_bandwidth(), time.bus_bandwidth());
  }
}

Json to_json(const CollectiveTable& table) {
  Json json;
  json["backend"] = backend_name();
  json["device"] = table.device;
  json["engine"] = table.engine;
  json["ranks"] = table.ranks;
  json["rows"] = Json::array();
  for (const CollectiveTime& time : table.times) {
    json["rows"].push_back({{"collective", time.collective},
                            {"bytes", time.bytes},
                            {"median_us", time.microseconds},
                            {"algorithm_gb_per_s", time.algorithm_bandwidth()},
                            {"bus_gb_per_s", time.bus_bandwidth()}});
  }
  return json;
}

std::string to_svg(const CollectiveTable& table) {
  std::vector<double> bytes, bandwidths;
  for (const CollectiveTime& time : table.times) {
    if (time.bus_bandwidth() <= 0) continue;  // of one rank
    bytes.push_back(static_cast<double>(time.bytes));
    bandwidths.push_back(time.bus_bandwidth());
  }
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='780' height='390' font-family='sans-serif' "
      "font-size='12'>\n<text x='{}' y='18'>bus bandwidth in GB/s, {} ranks by {}</text>\n",
      left, table.ranks, table.engine);
  if (bytes.empty()) return svg + "</svg>\n";
  const Axis sizes(bytes, 8, left, right), rates(bandwidths, 10, bottom, top);
  svg += grid(sizes, rates);
  const std::vector<std::string> names = names_of(table);
  for (std::size_t i = 0; i < names.size(); ++i) svg += line(names[i], i, table, sizes, rates);
  return svg + "</svg>\n";
}

}  // namespace duet::tool
