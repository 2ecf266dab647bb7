#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <duet/compile.hpp>
#include <duet/device.hpp>
#include <duet/error.hpp>
#include <duet/memory_pool.hpp>
#include <duet/memory_resource.hpp>

#include "commands.hpp"
#include "support/colour.hpp"
#include "support/exit_status.hpp"
#include "support/json_output.hpp"

namespace duet::tool {
namespace {

/// Compiler and devices of this machine. A missing one is reported and is not an error.
struct Inventory {
  std::string compiler{};
  std::string compiler_error{};
  std::string driver_warning{};
  std::vector<std::string> architectures{};
  std::vector<Device> devices{};
  std::string device_error{};
};

Inventory take_inventory() {
  Inventory inventory;
  try {
    inventory.compiler = compiler_description();
    inventory.architectures = supported_architectures();
  } catch (const Error& error) {
    inventory.compiler_error = error.what();
  }
  try {
    for (int i = 0; i < Device::count(); ++i) inventory.devices.emplace_back(i);
    if (const auto reason = Device::unavailable_reason()) inventory.device_error = reason->what();
  } catch (const Error& error) {
    inventory.device_error = error.what();
  }
  try {
    inventory.driver_warning = driver_age_warning();
  } catch (const Error&) {
    // The missing driver or compiler is reported already.
  }
  return inventory;
}

Json to_json(Dim3 extent) { return Json::array({extent.x, extent.y, extent.z}); }

/// Every field of DeviceInfo. The text form prints the same fields.
Json to_json(const Device& device) {
  const DeviceInfo& info = device.info();
  Json json;
  json["ordinal"] = device.ordinal();
  json["name"] = info.name;
  json["architecture"] = info.architecture;
  json["uuid"] = info.uuid;
  json["pci_bus_id"] = info.pci_bus_id;
  json["wave_size"] = info.wave_size;
  json["multiprocessors"] = info.multiprocessors;
  json["clock_khz"] = info.clock_khz;
  json["total_memory"] = info.total_memory;
  try {
    json["free_memory"] = device.free_memory();
  } catch (const Error& error) {
    json["free_memory"] = error.what();
  }
  json["l2_bytes"] = info.l2_bytes;
  json["max_l2_window"] = info.max_l2_window;
  json["shared_per_block"] = info.shared_per_block;
  json["max_shared_per_block"] = info.max_shared_per_block;
  json["registers_per_block"] = info.registers_per_block;
  json["max_threads_per_block"] = info.max_threads_per_block;
  json["max_threads_per_multiprocessor"] = info.max_threads_per_multiprocessor;
  json["max_block"] = to_json(info.max_block);
  json["max_grid"] = to_json(info.max_grid);
  json["managed_memory"] = info.managed_memory;
  json["concurrent_managed_access"] = info.concurrent_managed_access;
  json["memory_pools"] = info.memory_pools;
  json["virtual_memory"] = info.virtual_memory;
  json["ipc"] = info.ipc;
  json["stream_values"] = info.stream_values;
  json["cooperative_launch"] = info.cooperative_launch;
  json["cluster_launch"] = info.cluster_launch;
  json["programmatic_launch"] = info.programmatic_launch;
  json["graph_launch"] = info.graph_launch;
  json["graph_cooperative_launch"] = info.graph_cooperative_launch;
  json["graph_cluster_launch"] = info.graph_cluster_launch;
  json["graph_update_while_running"] = info.graph_update_while_running;
  json["graphs_by_default"] = info.graphs_by_default;
  json["stream_capture"] = info.stream_capture;
  json["graph_launch_capture"] = info.graph_launch_capture;
  json["integrated"] = info.integrated;
  json["pageable_memory_access"] = info.pageable_memory_access;
  return json;
}

const char* name_of_default_resource(const Device& device) {
  const MemoryResource& resource = default_resource(device);
  if (&resource == &default_pool(device)) return "duet's pool";
  return resource.kind() == MemoryKind::stream_ordered ? "the driver's pool" : "no pool";
}

/// What `duet info --memory` shows.
Json memory_of(const Device& device) {
  const DeviceInfo& info = device.info();
  Json json;
  json["ordinal"] = device.ordinal();
  json["name"] = info.name;
  const MemoryInfo memory = device.memory_info();
  json["total_memory"] = memory.total;
  json["free_memory"] = memory.free;
  json["default_resource"] = name_of_default_resource(device);
  for (const DeviceLimit limit :
       {DeviceLimit::stack, DeviceLimit::print, DeviceLimit::heap, DeviceLimit::persisting_l2}) {
    const std::string name = fmt::format("{}_limit", name_of(limit));
    try {
      json[name] = device.limit(limit);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::not_supported) throw;
      json[name] = "none";
    }
  }
  json["managed_memory"] = info.managed_memory;
  json["concurrent_managed_access"] = info.concurrent_managed_access;
  json["managed_prefetch"] = info.managed_prefetch;
  json["registered_memory_access"] = info.registered_memory_access;
  json["max_persisting_l2"] = info.max_persisting_l2;
  json["max_l2_window"] = info.max_l2_window;
  json["pageable_memory_access"] = info.pageable_memory_access;
  json["memory_pools"] = info.memory_pools;
  json["virtual_memory"] = info.virtual_memory;
  json["ipc"] = info.ipc;
  json["stream_values"] = info.stream_values;
  for (const Device& peer : Device::all()) {
    if (peer == device) continue;
    json[fmt::format("can_access_device_{}", peer.ordinal())] = device.can_access(peer);
  }
  return json;
}

Json to_json(const Inventory& inventory) {
  Json json;
  json["backend"] = backend_name();
  json["version"] = DUET_TOOL_VERSION;
  if (!inventory.compiler.empty()) json["compiler"] = inventory.compiler;
  if (!inventory.compiler_error.empty()) json["compiler_error"] = inventory.compiler_error;
  if (!inventory.driver_warning.empty()) json["driver_warning"] = inventory.driver_warning;
  json["architectures"] = inventory.architectures;
  json["devices"] = Json::array();
  for (const Device& device : inventory.devices) json["devices"].push_back(to_json(device));
  if (!inventory.device_error.empty()) json["device_error"] = inventory.device_error;
  return json;
}

std::string to_text(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_array())
    return fmt::format("{}", fmt::join(value.get<std::vector<unsigned>>(), " x "));
  if (!value.is_string()) return value.dump();
  const auto text = value.get<std::string>();
  return text.empty() ? "none" : text;
}

void print_fields(const Device& device, const Json& fields) {
  fmt::print("device         {}\n", device.ordinal());
  for (const auto& [name, value] : fields.items())
    if (name != "ordinal") fmt::print("  {:<31}{}\n", name, to_text(value));
}

/// @throws Error  if there is no device
int print_memory(bool as_json) {
  if (const auto reason = Device::unavailable_reason()) throw Error(*reason);
  Json all = Json::array();
  for (const Device& device : Device::all()) {
    all.push_back(memory_of(device));
    if (!as_json) print_fields(device, all.back());
  }
  if (as_json) print_json({{"backend", backend_name()}, {"devices", all}});
  return exit_success;
}

void print(const Inventory& inventory) {
  fmt::print("duet           {}\nbackend        {}\n", DUET_TOOL_VERSION, backend_name());
  fmt::print("compiler       {}\n",
             inventory.compiler.empty() ? "none: " + inventory.compiler_error : inventory.compiler);
  if (!inventory.compiler.empty())
    fmt::print("architectures  {}\n",
               inventory.compiler_error.empty()
                   ? fmt::format("{}", fmt::join(inventory.architectures, " "))
                   : "none: " + inventory.compiler_error);
  if (!inventory.driver_warning.empty())
    fmt::print("driver         {}\n", tinted(stdout, Tint::warning, inventory.driver_warning));
  if (!inventory.device_error.empty())
    fmt::print("devices        none: {}\n", inventory.device_error);
  for (const Device& device : inventory.devices) print_fields(device, to_json(device));
}

/// Returns a text between double quotes, as YAML reads it.
std::string yaml_text(const std::string& text) { return Json(text).dump(); }

/// Prints the file .clangd with which clangd checks kernel files by the headers of this package.
int print_editor_settings() {
  const std::filesystem::path program = std::filesystem::canonical("/proc/self/exe");
  const std::filesystem::path include =
      (program.parent_path() / DUET_BIN_TO_INCLUDE).lexically_normal();
  const std::filesystem::path header = include / "duet/editor/editor.hpp";
  if (!std::filesystem::exists(header)) {
    throw Error(ErrorCode::io, fmt::format("there is no {}: the headers for editors are installed "
                                           "with duet (cmake --install)",
                                           header.string()));
  }
  fmt::print(
      "# Kernel files are checked as C++ with duet's kernel language.\n"
      "If:\n  PathMatch: .*\\.(cu|cuh|hip)\n"
      "CompileFlags:\n  CompilationDatabase: None\n"
      "  Add: [-xc++, -std=c++17, -include, {}, {}]\n",
      yaml_text(header.string()), yaml_text("-I" + include.string()));
  return exit_success;
}

}  // namespace

void add_info_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("info", "Show the backend, the compiler and the devices");
  const auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "Print JSON");
  const auto for_memory = std::make_shared<bool>(false);
  command->add_flag(
      "--memory", *for_memory,
      "Show the memory of the devices only: sizes, limits, and what it can be used for");
  const auto for_editor = std::make_shared<bool>(false);
  command
      ->add_flag("--editor", *for_editor,
                 "Print the file .clangd, with which editors check kernel files")
      ->excludes("--json")
      ->excludes("--memory");
  command->callback([as_json, for_memory, for_editor, &status] {
    if (*for_memory) {
      status = print_memory(*as_json);
      return;
    }
    if (*for_editor) {
      status = print_editor_settings();
      return;
    }
    const Inventory inventory = take_inventory();
    if (*as_json)
      print_json(to_json(inventory));
    else
      print(inventory);
    status = exit_success;
  });
}

}  // namespace duet::tool
