#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

std::vector<double> attention_row(const AttentionShape& shape, const std::vector<float>& q,
                                  const std::vector<float>& k, const std::vector<float>& v,
                                  int head, int row) {
  const auto size = static_cast<std::size_t>(shape.size);
  const float* const query = &q[(static_cast<std::size_t>(head) * shape.queries + row) * size];
  const float* const keys = &k[static_cast<std::size_t>(head) * shape.keys * size];
  const float* const values = &v[static_cast<std::size_t>(head) * shape.keys * size];
  const int seen =
      shape.is_causal ? std::min(shape.keys, row + 1 + shape.keys - shape.queries) : shape.keys;
  std::vector<double> result(size);
  if (seen <= 0) return result;
  std::vector<double> weights;
  for (int key = 0; key < seen; ++key) {
    double product = 0;
    for (std::size_t i = 0; i < size; ++i) product += double{query[i]} * keys[key * size + i];
    weights.push_back(product / std::sqrt(double(shape.size)));
  }
  const double greatest = *std::max_element(weights.begin(), weights.end());
  double sum = 0;
  for (double& weight : weights) sum += weight = std::exp(weight - greatest);
  for (int key = 0; key < seen; ++key) {
    for (std::size_t i = 0; i < size; ++i) {
      result[i] += weights[key] / sum * values[key * size + i];
    }
  }
  return result;
}
