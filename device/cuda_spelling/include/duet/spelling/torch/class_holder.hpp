#pragma once

namespace torch {

/// The base of classes that PyTorch's scripts know: a table of virtual functions and a count of
/// references.
class CustomClassHolder {
 public:
  __host__ __device__ virtual ~CustomClassHolder() {}

 private:
  uint64_t references_ = 0;
};

}  // namespace torch
