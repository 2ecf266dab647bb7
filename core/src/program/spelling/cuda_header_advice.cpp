#include "cuda_header_advice.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/similar_names.hpp"
#include "eigen.hpp"
#include "program/embedded.hpp"
#include "program/include_prefix.hpp"
#include "program/include_scan.hpp"
#include "program_texts.hpp"

namespace duet {

namespace {

/// @returns the headers of the folder in which a header would be
std::vector<std::string_view> in_folder_of(std::string_view header,
                                           std::span<const std::string_view> known) {
  const std::string_view folder = header.substr(0, header.rfind('/') + 1);
  std::vector<std::string_view> found;
  std::ranges::copy_if(known, std::back_inserter(found), [folder](std::string_view name) {
    return !folder.empty() && name.starts_with(folder);
  });
  return found;
}

/// @param names  sorted
/// @returns them with one "folder/…" for all headers of a folder
std::vector<std::string> folded(std::span<const std::string_view> names) {
  std::vector<std::string> texts;
  for (const std::string_view name : names) {
    const std::size_t slash = name.find('/');
    std::string text(name.substr(0, slash));
    if (slash != std::string_view::npos) text += "/…";
    if (texts.empty() || texts.back() != text) texts.push_back(std::move(text));
  }
  return texts;
}

/// What to do about a program that needs Eigen and has no folder with it.
std::string missing_eigen_advice(const Program& program, std::string_view log) {
  if (log.find("Eigen") == std::string_view::npos) return {};
  for (const std::string_view text : texts_of(program)) {
    for (const Include& include : scan_includes(text).includes) {
      if (!is_eigen_header(include.name) || has_file(program, include.name)) continue;
      return fmt::format(
          "'{}' was not found, so that the program has no Eigen: give its folder by "
          "CompileOptions::include_dirs (-I), such as /usr/include/eigen3",
          include.name);
    }
  }
  return {};
}

}  // namespace

std::string unsupported_cuda_advice(const Program& program, std::string_view log) {
  if (std::string advice = missing_eigen_advice(program, log); !advice.empty()) return advice;
  std::size_t line = 1;
  std::string_view rest = program.source;
  for (; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const bool launches = rest.substr(0, end).find("<<<") != std::string_view::npos;
    if (launches && (log.find(fmt::format(":{}:", line)) != std::string_view::npos ||
                     log.find(fmt::format("({}):", line)) != std::string_view::npos)) {
      return fmt::format(
          "line {} of '{}' launches a kernel: kernels cannot launch kernels "
          "(dynamic parallelism), and host code belongs into another file or into "
          "#ifndef __CUDACC_RTC__",
          line, program.name);
    }
    rest.remove_prefix(end);
  }
  for (const std::string_view name :
       {"cudaTextureObject_t", "cudaSurfaceObject_t", "tex1D", "tex2D", "tex3D", "texCubemap",
        "texture", "surf1D", "surf2D", "surf3D"}) {
    if (log.find(name) != std::string_view::npos &&
        program.source.find(name) != std::string::npos) {
      return fmt::format(
          "'{}' uses textures or surfaces ({}), which the headers of "
          "CompileOptions::cuda_headers do not have: pass a pointer and read the "
          "elements, with the interpolation that the kernel needs",
          program.name, name);
    }
  }
  return {};
}

std::vector<std::string_view> cuda_header_names() {
  std::vector<std::string_view> names;
  for (const embedded::File& file : embedded::cuda_spelling_headers()) {
    const bool is_empty = file.text.find('#') == std::string_view::npos;  // for the host
    if (!is_own_header(file.name) && !is_empty) names.push_back(file.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_useful_cuda_header(std::string_view name) {
  const auto files = embedded::cuda_spelling_headers();
  const auto found = std::ranges::find(files, name, &embedded::File::name);
  return found != files.end() && !is_own_header(name) &&
         found->text.find("#include") != std::string_view::npos &&
         found->text.find("host_types.hpp") == std::string_view::npos;
}

std::string missing_cuda_header_advice(std::string_view name) {
  const std::vector<std::string_view> all = cuda_header_names();
  std::vector<std::string_view> similar = similar_names(name, all);
  if (similar.empty()) similar = in_folder_of(name, all);
  return fmt::format(
      "it is not one of the headers of CompileOptions::cuda_headers (--cuda-headers). If kernels "
      "need nothing of it, an empty one in Program::headers (--header NAME=FILE) will do; {}",
      similar.empty() ? fmt::format("those are: {}", fmt::join(folded(all), ", "))
                      : fmt::format("there is: {}", fmt::join(similar, ", ")));
}

}  // namespace duet
