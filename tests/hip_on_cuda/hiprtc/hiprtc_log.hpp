#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hip_on_cuda {

/// What a log is about.
struct LogContext {
  std::string folder;                ///< "/tmp/comgr-1a2b3c", which the compiler says it worked in
  std::vector<std::string> headers;  ///< names of those in memory
  int source_lines;                  ///< hiprtc appends name expressions to the source
  std::string_view processor;        ///< "gfx1030"
};

/// Where hiprtc says the source is.
std::string source_path(const std::string& folder);

/// NVRTC's log with places in the form of hiprtc's compiler: "file:line:column: error: …".
std::string translate_log(std::string_view log, const LogContext& context);

}  // namespace hip_on_cuda
