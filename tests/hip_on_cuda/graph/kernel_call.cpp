#include "kernel_call.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"

namespace hip_on_cuda {
namespace {

/// `func` is always a hipFunction_t. hipGraphKernelNode::getFunc of hip_graph_internal.hpp first
/// looks it up among the kernels that were registered with the runtime
/// (PlatformState::getStatFunc), but no program registers kernels with this library.
const Function& function_of(const hipKernelNodeParams& params) {
  require(params.func != nullptr);
  return *function_at(static_cast<hipFunction_t>(params.func));
}

LaunchShape shape_of(const hipKernelNodeParams& params) {
  return {params.gridDim, params.blockDim, params.sharedMemBytes};
}

/// As ihipValidateKernelParams of hip_graph.cpp, which does not check the dynamic shared memory.
void check_call(const Function& function, const hipKernelNodeParams& params) {
  check_shape(function, {params.gridDim, params.blockDim, 0});
  require(params.kernelParams == nullptr || params.extra == nullptr);
  (void)CudaExtra(params.extra);
}

/// Aborts on changes that make hipGraphKernelNode::SetParams of 5.2 access memory out of bounds.
void check_change(const Function& old, bool packed, const Function& function,
                  const hipKernelNodeParams& params) {
  if (function.parameters.empty()) return;
  if (params.kernelParams == nullptr && params.extra == nullptr) {
    die("a kernel node without arguments: HIP 5.2 reads them from address 0");
  }
  if (packed != (params.extra != nullptr)) {
    die("a kernel node changed from kernelParams to extra or back: HIP 5.2 writes to address 0");
  }
  const std::size_t kept = old.parameters.size();
  for (std::size_t i = kept; i < function.parameters.size() && !packed; ++i) {
    if (function.parameters[i].bytes > function.parameters[kept].bytes) {
      die("a kernel node changed to a function with more arguments: HIP 5.2 copies all new ones "
          "with the size of the first of them");
    }
  }
}

}  // namespace

KernelCall::KernelCall(const hipKernelNodeParams& params)
    : function_(&function_of(params)), shape_(shape_of(params)), packed_(params.extra != nullptr) {
  check_call(*function_, params);
  require(params.kernelParams != nullptr || params.extra != nullptr);
  copy_arguments(params);
}

void KernelCall::set(const hipKernelNodeParams& params) {
  const Function& function = function_of(params);
  check_call(function, params);
  check_change(*function_, packed_, function, params);
  KernelCall changed(*this);
  changed.function_ = &function;
  changed.shape_ = shape_of(params);
  changed.packed_ = params.extra != nullptr;
  changed.copy_arguments(params);
  *this = std::move(changed);
}

hipKernelNodeParams KernelCall::params() const {
  return {.blockDim = shape_.block,
          .extra = packed_ ? extra() : nullptr,
          .func = handle_of(const_cast<Function*>(function_)),
          .gridDim = shape_.grid,
          .kernelParams = packed_ ? nullptr : pointers(),
          .sharedMemBytes = shape_.shared_bytes};
}

CUDA_KERNEL_NODE_PARAMS KernelCall::cuda_params() const {
  check_shape(*function_, shape_);
  CUDA_KERNEL_NODE_PARAMS params{};
  params.func = function_->handle;
  params.gridDimX = shape_.grid.x;
  params.gridDimY = shape_.grid.y;
  params.gridDimZ = shape_.grid.z;
  params.blockDimX = shape_.block.x;
  params.blockDimY = shape_.block.y;
  params.blockDimZ = shape_.block.z;
  params.sharedMemBytes = shape_.shared_bytes;
  params.kernelParams = pointers();
  return params;
}

void KernelCall::copy_arguments(const hipKernelNodeParams& params) {
  std::size_t needed = 0;
  for (const Parameter& parameter : function_->parameters) {
    needed = std::max(needed, parameter.offset + parameter.bytes);
  }
  std::vector<std::byte> copy(needed);
  if (params.extra != nullptr) {
    const std::size_t given = *static_cast<const std::size_t*>(params.extra[3]);
    require(given >= needed);  // AMD's runtime reads past the end instead
    const auto* const first = static_cast<const std::byte*>(params.extra[1]);
    copy.assign(first, first + given);
  } else if (params.kernelParams != nullptr) {
    for (std::size_t i = 0; i < function_->parameters.size(); ++i) {
      const Parameter& parameter = function_->parameters[i];
      std::memcpy(copy.data() + parameter.offset, params.kernelParams[i], parameter.bytes);
    }
  }
  arguments_ = std::move(copy);
}

void** KernelCall::pointers() const {
  pointers_.clear();
  pointers_.reserve(function_->parameters.size() + 1);  // data() is not null without arguments
  for (const Parameter& parameter : function_->parameters) {
    pointers_.push_back(const_cast<std::byte*>(arguments_.data()) + parameter.offset);
  }
  return pointers_.data();
}

void** KernelCall::extra() const {
  argument_bytes_ = arguments_.size();
  extra_ = {HIP_LAUNCH_PARAM_BUFFER_POINTER, const_cast<std::byte*>(arguments_.data()),
            HIP_LAUNCH_PARAM_BUFFER_SIZE, &argument_bytes_, HIP_LAUNCH_PARAM_END};
  return extra_.data();
}

}  // namespace hip_on_cuda
