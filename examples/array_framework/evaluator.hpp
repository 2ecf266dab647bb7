#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <duet/duet.hpp>

#include "array.hpp"
#include "node.hpp"

namespace arrays {

/// Computes arrays on a device: decides which operations become one kernel, and records kernels in
/// an encoder. Thread-safety: none.
class Evaluator {
 public:
  /// The evaluator of the first device.
  static Evaluator& instance();

  /// Copies values to the device. They are kept until the copy has ended.
  Memory upload(std::vector<float> values);
  /// Evaluates an array, waits, and copies its values to the host.
  std::vector<float> download(const Array& array);
  /// Submits what computes the arrays. @param when_done  called when that has ended; may be empty
  void evaluate(std::initializer_list<Array> arrays, std::function<void()> when_done = {});
  /// Whether elementwise operations are fused; on unless switched off.
  void set_fusing(bool fuses) { fuses_ = fuses; }
  duet::CommandEncoder& encoder() { return encoder_; }
  const duet::Device& device() const { return device_; }

 private:
  /// What a node adds to the kernel that reads it.
  struct Part {
    int operations = 0;
    int reads = 0;  ///< of arrays; one that is read twice counts twice
  };

  explicit Evaluator(const duet::Device& device) : device_(device) {}

  Part visit(const std::shared_ptr<Node>& node);
  Part compute(Node& node);
  void fuse(const Node& node, const Memory& result);

  duet::Device device_;
  duet::Stream stream_{device_};
  duet::CommandEncoder encoder_{stream_};
  std::map<std::string, duet::FusedKernel> fused_{};  ///< by the keys of their groups
  bool fuses_ = true;
};

}  // namespace arrays
