// The code part of contract.hpp: shared objects made by the CPU backend.

#include "contract.hpp"
#include "cpu/object/code_image.hpp"

namespace duet::vendor {

namespace {

const char* form_name(duet_cpu::Form form) {
  switch (form) {
    case duet_cpu::Form::loop: return "loop";
    case duet_cpu::Form::vector_loop: return "vector loop";
    case duet_cpu::Form::fibers: return "fibers";
    case duet_cpu::Form::unknown: break;
  }
  return "";
}

}  // namespace

CodeFormat recognise(std::span<const std::byte> image) {
  (void)cpu::describe_code(image);
  return CodeFormat::shared_object;
}

std::vector<KernelInfo> read_kernels(std::span<const std::byte> image) {
  std::vector<KernelInfo> infos;
  cpu::CodeDescription code = cpu::describe_code(image);
  for (cpu::KernelDescription& kernel : code.kernels) {
    KernelInfo info{.name = std::move(kernel.name),
                    .parameter_bytes = std::move(kernel.parameter_bytes)};
    info.parameter_types = std::move(kernel.parameter_types);
    info.architecture = code.architecture;
    info.wave_size = static_cast<int>(code.wave_size);
    info.shared_bytes = kernel.shared_bytes;
    info.form = form_name(kernel.form);
    if (kernel.max_threads != 0) info.max_threads = static_cast<int>(kernel.max_threads);
    infos.push_back(std::move(info));
  }
  return infos;
}

std::vector<std::string> read_variables(std::span<const std::byte> image) {
  std::vector<std::string> names;
  for (cpu::VariableDescription& variable : cpu::describe_variables(image)) {
    names.push_back(std::move(variable.name));
  }
  return names;
}

std::vector<std::byte> loadable(std::span<const std::byte> image, std::string_view) {
  return {image.begin(), image.end()};
}

std::string explain(const RefusedCode&) { return {}; }  // the log explains it

}  // namespace duet::vendor
