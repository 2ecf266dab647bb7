#pragma once

#include <vector>

/// Sizes of an attention: `heads` matrices one after the other.
struct AttentionShape {
  int heads;
  int queries;
  int keys;
  int size;  ///< of a head
  bool is_causal;
};

/// The attention of one row in double precision.
/// @param q, k, v  as the kernel gets them, row by row
std::vector<double> attention_row(const AttentionShape& shape, const std::vector<float>& q,
                                  const std::vector<float>& k, const std::vector<float>& v,
                                  int head, int row);
