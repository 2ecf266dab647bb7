#include "launch_dump.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include <duet/launch_dump.hpp>

#include "base/environment.hpp"
#include "driver/open_capture.hpp"
#include "launch_dump_text.hpp"
#include "module/module_state.hpp"
#include "program/program_dump.hpp"
#include "system/file_descriptor.hpp"
#include "system/file_size_signal.hpp"
#include "system/staged_directory.hpp"

namespace duet {

namespace {

namespace fs = std::filesystem;
using detail::KernelState;

constexpr std::size_t max_bytes = std::size_t{64} << 20;

thread_local fs::path last_dump;

std::string variable(const char* name, const std::string& otherwise = {}) {
  const std::string value = environment_value(name);
  return value.empty() ? otherwise : value;
}

fs::path all_launches() { return variable("DUET_KEEP_LAUNCHES", "."); }

/// Thrown with the reason why a launch cannot be dumped.
struct LeftOut {
  std::string reason;
};

/// Checks everything that does not depend on memory. @throws LeftOut
void check_kind(const CheckedLaunch& launch, const ModuleOrigin& module) {
  if (const std::string reason = variable("DUET_KEEP_SKIP"); !reason.empty()) throw LeftOut{reason};
  if (module.program == nullptr) {
    throw LeftOut{"the code was not compiled by this process (with DUET_CACHE=off it is)"};
  }
  if (launch.shape.cluster) throw LeftOut{"the blocks are launched in clusters"};
  if (launch.shape.cooperative) throw LeftOut{"the grid is cooperative"};
  if (detail::is_captured(launch.stream)) throw LeftOut{"the stream is being captured"};
  if (module.gave_symbol) throw LeftOut{"variables of the module may have been set"};
  if (module.has_variables) {
    throw LeftOut{"the module has variables, whose content is not kept"};
  }
}

std::string name_of(const ArgumentType& type) {
  if (type.bytes == 0) return {};
  switch (type.kind) {
    case ArgumentType::Kind::unknown: return {};
    case ArgumentType::Kind::integer: return fmt::format("i{}", type.bytes * 8);
    case ArgumentType::Kind::real: return fmt::format("f{}", type.bytes * 8);
    case ArgumentType::Kind::bfloat16: return "bf16";
  }
  return {};
}

/// An argument's type as declared by the caller and by the kernel.
struct ArgumentTypes {
  ArgumentType argument{};
  ArgumentType parameter{};
  std::string text{};  ///< the parameter's type in C++

  bool is_pointer() const { return argument.is_pointer || parameter.is_pointer; }
  /// Whether it is certainly a number, so that a value that is also an address is a coincidence.
  bool is_number() const {
    return !is_pointer() && parameter.kind != ArgumentType::Kind::unknown && parameter.bytes != 0;
  }
  /// The type of the value or of its target; empty if unknown.
  std::string type() const {
    if (text.find("complex<float>") != std::string::npos) return "c64";
    if (text.find("complex<double>") != std::string::npos) return "c128";
    const std::string name = name_of(argument);
    return name.empty() ? name_of(parameter) : name;
  }
};

ArgumentTypes types_of(const KernelState& kernel, std::span<const ArgumentShape> arguments,
                       std::size_t index) {
  ArgumentTypes types{.argument = arguments[index].type};
  const detail::KernelProperties& properties = kernel.properties();
  if (properties.parameter_types.size() == arguments.size()) {
    types.parameter = properties.parameter_types[index];
  }
  const auto& texts = properties.info.parameter_types;
  if (texts && texts->size() == arguments.size()) types.text = (*texts)[index];
  return types;
}

/// Collects the arguments of a launch and the memory they point to.
class Collector {
 public:
  explicit Collector(LaunchDump& launch) : launch_(launch) {}

  void add(const void* value, std::size_t bytes, const ArgumentTypes& types) {
    DumpedArgument argument{.type = types.type(), .value = {}};
    const void* pointer = nullptr;
    if (bytes == sizeof(pointer)) std::memcpy(&pointer, value, sizeof(pointer));
    const auto range = pointer == nullptr || types.is_number() ? std::nullopt : range_of(pointer);
    if (range) {
      argument.value = add_memory(*range, pointer);
    } else if (types.is_pointer() && pointer != nullptr) {
      throw LeftOut{
          fmt::format("argument {} points to memory that the driver does not know", index())};
    } else if (bytes > sizeof(pointer) && holds_address(value, bytes)) {
      throw LeftOut{fmt::format("argument {} is a structure with a pointer", index())};
    } else {
      argument.value = std::string(static_cast<const char*>(value), bytes);
    }
    launch_.arguments.push_back(std::move(argument));
  }

 private:
  std::size_t index() const { return launch_.arguments.size(); }

  DumpedPointer add_memory(const MemoryRange& range, const void* pointer) {
    const auto offset = static_cast<std::size_t>(
        static_cast<const char*>(pointer) - static_cast<char*>(vendor::to_pointer(range.begin)));
    for (std::size_t i = 0; i < launch_.memory.size(); ++i) {
      if (launch_.memory[i].begin == range.begin) return {i, offset};
    }
    total_ += range.bytes;
    if (total_ > max_bytes) {
      throw LeftOut{fmt::format("its memory exceeds {} MiB", max_bytes >> 20)};
    }
    std::string before = read_memory(range);
    if (holds_address(before.data(), before.size())) {
      throw LeftOut{fmt::format("the memory of argument {} holds pointers", index())};
    }
    launch_.memory.push_back({.begin = range.begin, .before = std::move(before), .after = {}});
    return {launch_.memory.size() - 1, offset};
  }

  LaunchDump& launch_;
  std::size_t total_ = 0;
};

/// Describes a launch with its memory before it. @throws LeftOut
LaunchDump collect_launch(const CheckedLaunch& checked, const Program& program) {
  const KernelState& kernel = checked.kernel;
  const DeviceInfo& device = kernel.device.info();
  LaunchDump launch{.label = variable("DUET_KEEP_LABEL", kernel.name),
                    .program = program.name,
                    .kernel = kernel.name,
                    .shape = checked.shape,
                    .wave_size = kernel.properties().info.wave_size,
                    .device = device.name,
                    .architecture = device.architecture,
                    .tolerance = {},
                    .arguments = {},
                    .memory = {}};
  if (auto text = variable("DUET_KEEP_TOLERANCE"); !text.empty()) launch.tolerance = text;
  Collector collector(launch);
  const auto arguments = checked.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    collector.add(checked.values[i], arguments[i].bytes, types_of(kernel, arguments, i));
  }
  return launch;
}

std::string fingerprint_of(const LaunchDump& launch, const Program& program) {
  LaunchDump before = launch;
  for (DumpedMemory& memory : before.memory) memory.after = memory.before;
  std::string content = fingerprint_of(program) + text_of(before, "");
  for (const DumpedMemory& memory : before.memory) {
    content += fmt::format("{:016x}", std::hash<std::string>()(memory.before));
  }
  return fmt::format("{:016x}", std::hash<std::string>()(content));
}

std::string read_fingerprint(const fs::path& folder) {
  std::ifstream file(folder / "launch.json", std::ios::binary);
  return fingerprint_in({std::istreambuf_iterator<char>(file), {}});
}

/// @returns the folder of the launch, new or existing with the same content
fs::path write_launch(const LaunchDump& launch, const Program& program) {
  const fs::path parent = all_launches();
  const std::string fingerprint = fingerprint_of(launch, program);
  std::optional<StagedDirectory> folder;
  for (std::size_t number = 0;; ++number) {
    fs::path target = parent / fmt::format("{}.{}", safe_file_name(launch.label), number);
    if (fs::exists(target)) {
      if (read_fingerprint(target) == fingerprint) return target;
      continue;
    }
    if (!folder) {
      folder.emplace(parent);
      write_program(program, folder->path());
      write_file_with_parents(folder->path() / "launch.json", text_of(launch, fingerprint));
      for (std::size_t i = 0; i < launch.memory.size(); ++i) {
        const DumpedMemory& memory = launch.memory[i];
        write_file_with_parents(folder->path() / before_file(i), memory.before);
        if (memory.after != memory.before)
          write_file_with_parents(folder->path() / after_file(i), memory.after);
      }
    }
    if (folder->move_to(target)) return target;
  }
}

void write_reason(const KernelState& kernel, const std::string& reason) {
  const fs::path path = all_launches() / "left_out.txt";
  fs::create_directories(path.parent_path());
  const std::string line =
      fmt::format("{}\t{}\t{}\n", kernel.name, variable("DUET_KEEP_LABEL", "-"), reason);
  const FileSizeSignalBlock block;
  const FileDescriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file || ::write(file.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    throw fs::filesystem_error("cannot write", path,
                               std::error_code(errno, std::generic_category()));
  }
}

/// Runs a function that writes files. @throws Error (io) that names the environment variable
template <typename Write>
void write_or_throw(const KernelState& kernel, Write write) {
  try {
    write();
  } catch (const fs::filesystem_error& error) {
    throw Error(ErrorCode::io,
                fmt::format("a launch of {} cannot be written to $DUET_KEEP_LAUNCHES: {}",
                            kernel.name, error.what()));
  }
}

}  // namespace

fs::path last_launch_dump() { return last_dump; }

void dump_launch(const CheckedLaunch& checked, const ModuleOrigin& origin,
                 const std::function<void()>& start) {
  const KernelState& kernel = checked.kernel;
  last_dump.clear();
  try {
    check_kind(checked, origin);
    DUET_DRIVER(device_synchronize);
    LaunchDump launch = collect_launch(checked, *origin.program);
    start();
    DUET_DRIVER(stream_synchronize, static_cast<vendor::StreamHandle>(checked.stream.handle()));
    for (DumpedMemory& memory : launch.memory) {
      memory.after = read_memory({memory.begin, memory.before.size()});
    }
    write_or_throw(kernel, [&] { last_dump = write_launch(launch, *origin.program); });
  } catch (const LeftOut& left_out) {
    write_or_throw(kernel, [&] { write_reason(kernel, left_out.reason); });
    start();
  }
}

}  // namespace duet
