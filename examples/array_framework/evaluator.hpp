#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <duet/duet.hpp>

#include "kernels.hpp"
#include "memory_pool.hpp"
#include "node.hpp"
#include "product_library.hpp"

namespace arrays {

/// Computes nodes on a device: fuses elementwise operations, records kernels in an encoder.
/// Thread-safety: none.
class Evaluator {
 public:
  using Nodes = std::vector<std::shared_ptr<Node>>;

  /// The evaluator of the first device.
  static Evaluator& instance();

  /// Copies values to the device. They are kept until the copy has ended.
  Memory upload(std::vector<float> values);
  /// Evaluates a node, waits, and copies its values to the host.
  std::vector<float> download(const std::shared_ptr<Node>& node);
  /// Submits what computes the nodes. @param when_done  called when that has ended; may be empty
  void evaluate(const Nodes& nodes, std::function<void()> when_done = {});
  void synchronize() { encoder_.synchronize(); }

  /// Whether elementwise operations are fused; on unless switched off.
  void set_fusing(bool fuses) { fuses_ = fuses; }
  duet::EncoderCounters counters() const { return encoder_.counters(); }
  const duet::Device& device() const { return device_; }

 private:
  explicit Evaluator(const duet::Device& device) : device_(device) {}

  void compute(Node& node);
  void compute_fused(Node& node);
  void compute_rows(Node& node);
  void compute_random(Node& node);
  void compute_product(Node& node);

  duet::Device device_;
  duet::Stream stream_{device_};
  duet::CommandEncoder encoder_{stream_};
  MemoryPool pool_{device_};
  Kernels kernels_{device_};
  std::unique_ptr<ProductLibrary> library_{};
  bool fuses_ = true;
};

}  // namespace arrays
