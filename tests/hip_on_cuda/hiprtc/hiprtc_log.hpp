#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hip_on_cuda {

/// The compilation that a log belongs to.
struct LogContext {
  std::string folder;                ///< the compiler's temporary folder: "/tmp/comgr-1a2b3c"
  std::vector<std::string> headers;  ///< names of the headers in memory
  int source_lines;                  ///< name expressions follow: hiprtc appends them to the source
  std::string_view processor;        ///< "gfx1030"
};

/// The path that hiprtc's log gives for the source.
std::string source_path(const std::string& folder);

/// Rewrites NVRTC's log in the form of hiprtc's compiler: "file:line:column: error: …".
std::string translate_log(std::string_view log, const LogContext& context);

}  // namespace hip_on_cuda
