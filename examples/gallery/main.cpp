// Runs kernels written in plain CUDA on the backend that the program was built for, and checks
// their results.

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <duet/duet.hpp>

#include "gallery/framework/run.hpp"

namespace gallery {

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const auto& cases : {reduce_cases(), structure_cases(), linear_cases(), image_cases(),
                            simulation_cases(), learning_cases()}) {
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

namespace {

struct Settings {
  std::string folder = DUET_GALLERY_FOLDER;
  std::vector<std::string> filters;
  std::vector<std::string> architectures;
  std::vector<int> wave_sizes;
  bool toolkit_headers = false;
  std::string nvcc_folder;  ///< Sources for nvcc, or what it made of them.
  bool compare = false;
};

struct Totals {
  int passed = 0, failed = 0, skipped = 0;
};

duet::Program program_of(const Case& what, const Settings& settings, int wave_size) {
  std::ifstream file(settings.folder + "/" + what.file);
  if (!file) throw std::runtime_error("cannot read " + settings.folder + "/" + what.file);
  duet::Program program{.name = what.file,
                        .source{std::istreambuf_iterator<char>(file), {}},
                        .kernels = what.kernels};
  program.options.cuda_headers = !settings.toolkit_headers;
  program.options.toolkit_headers = settings.toolkit_headers;
  if (wave_size != 0) program.options.wave_size = wave_size;
  return program;
}

void report(Totals& totals, const std::string& name, const std::string& target,
            const std::string& failure) {
  ++(failure.empty() ? totals.passed : totals.failed);
  std::printf("%-36s %-12s %s\n", name.c_str(), target.c_str(),
              failure.empty() ? "ok" : ("FAILED: " + failure).c_str());
  std::fflush(stdout);
}

void compile_only(const Case& what, const Settings& settings, Totals& totals) {
  for (const std::string& architecture : settings.architectures) {
    std::string failure;
    try {
      (void)duet::compile(program_of(what, settings, 0), architecture);
    } catch (const std::exception& error) {
      failure = error.what();
    }
    report(totals, what.file, architecture, failure);
  }
}

void run_case(const Case& what, const Settings& settings, const duet::Device& device, int wave_size,
              Totals& totals) {
  const std::string target = wave_size == 0 ? "" : "waves of " + std::to_string(wave_size);
  if (what.is_cooperative && !device.info().cooperative_launch) {
    ++totals.skipped;
    std::printf("%-36s %-12s skipped: needs cooperative launches\n", what.file.c_str(),
                target.c_str());
    return;
  }
  std::string failure;
  try {
    const duet::Stream stream(device);
    const duet::Module module(device, duet::compile(program_of(what, settings, wave_size), device));
    Run run(stream, module);
    what.check(run);
    failure = run.failure();
  } catch (const std::exception& error) {
    failure = error.what();
  }
  report(totals, what.file, target, failure);
}

/// A file's name in the folder for nvcc, without its extension.
std::string nvcc_path(const Case& what, const Settings& settings) {
  std::string name = what.file.substr(0, what.file.rfind('.'));
  std::replace(name.begin(), name.end(), '/', '_');
  return settings.nvcc_folder + "/" + name;
}

/// Writes the file with a list of its kernels, so that nvcc instantiates the templates.
void write_for_nvcc(const Case& what, const Settings& settings) {
  std::ofstream file(nvcc_path(what, settings) + ".cu");
  file << program_of(what, settings, 0).source << "\nvoid* kernels_of_the_file[] = {";
  for (const std::string& kernel : what.kernels)
    file << "reinterpret_cast<void*>(&" << kernel << "), ";
  file << "nullptr};\n";
  if (!file.flush()) throw std::runtime_error("cannot write to " + settings.nvcc_folder);
}

/// The time of a file's kernels with duet's headers, relative to nvcc's with the toolkit's, whose
/// results are checked.
double compare_with_nvcc(const Case& what, const Settings& settings, const duet::Device& device) {
  const duet::Stream stream(device);
  const duet::Module module(device, duet::compile(program_of(what, settings, 0), device));
  const duet::Module theirs = duet::Module::from_file(device, nvcc_path(what, settings) + ".cubin");
  Run reference(stream, theirs);
  what.check(reference);
  if (!reference.failure().empty()) {
    throw std::runtime_error("nvcc's code: " + reference.failure());
  }
  Comparison comparison(stream, module, theirs);
  Run run(stream, module, &comparison);
  what.check(run);
  std::printf("%-36s %8.2f us %8.3f\n", what.file.c_str(), comparison.microseconds(),
              comparison.ratio());
  std::fflush(stdout);
  return comparison.ratio();
}

int run_all(const Settings& settings) {
  Totals totals;
  std::vector<double> ratios;
  const auto is_chosen = [&](const Case& what) {
    if (settings.filters.empty()) return true;
    for (const std::string& filter : settings.filters) {
      if (what.file.find(filter) != std::string::npos) return true;
    }
    return false;
  };
  for (const Case& what : all_cases()) {
    if (!is_chosen(what)) continue;
    if (settings.compare) {
      try {
        ratios.push_back(compare_with_nvcc(what, settings, duet::Device(0)));
      } catch (const std::exception& error) {
        report(totals, what.file, "", error.what());
      }
      continue;
    }
    if (!settings.nvcc_folder.empty()) {
      write_for_nvcc(what, settings);
      ++totals.passed;
      continue;
    }
    if (!settings.architectures.empty()) {
      compile_only(what, settings, totals);
      continue;
    }
    for (const int wave_size : settings.wave_sizes) {
      run_case(what, settings, duet::Device(0), wave_size, totals);
    }
  }
  if (!ratios.empty()) {
    std::printf("geometric mean of %zu: %.3f, largest %.3f\n", ratios.size(),
                geometric_mean(ratios), *std::max_element(ratios.begin(), ratios.end()));
    return totals.failed == 0 ? 0 : 1;
  }
  std::printf("%d passed, %d failed, %d skipped\n", totals.passed, totals.failed, totals.skipped);
  if (totals.passed + totals.failed + totals.skipped == 0) {
    std::fprintf(stderr, "gallery: no file matches\n");
    return 2;
  }
  return totals.failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace gallery

int main(int count, char** words) try {
  gallery::Settings settings;
  CLI::App app("Runs kernels written in plain CUDA and checks their results");
  app.add_option("FILTER", settings.filters, "Run the files whose names contain this");
  app.add_option("--folder", settings.folder, "The folder of the kernel files");
  app.add_option("--compile", settings.architectures,
                 "Compile for this architecture and run nothing; may be repeated");
  app.add_option("--wave-size", settings.wave_sizes,
                 "Lanes of a wave; may be repeated (default: the device's; on the CPU 32 and 64)");
  app.add_flag("--toolkit-headers", settings.toolkit_headers,
               "Use the toolkit's own headers instead of duet's");
  app.add_option("--nvcc-folder", settings.nvcc_folder,
                 "Write the files to this folder for nvcc -cubin, and run nothing");
  app.add_flag(
      "--compare", settings.compare,
      "CUDA: check the kernels in the cubins of --nvcc-folder, and print their times and those "
      "of duet's relative to them");
  CLI11_PARSE(app, count, words);
  if (settings.wave_sizes.empty()) {
    settings.wave_sizes =
        std::string(duet::backend_name()) == "CPU" ? std::vector{32, 64} : std::vector{0};
  }
  return gallery::run_all(settings);
} catch (const std::exception& error) {
  std::fprintf(stderr, "gallery: %s\n", error.what());
  return 1;
}
