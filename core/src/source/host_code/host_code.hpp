#pragma once

#include <string_view>
#include <vector>

#include "device_texts.hpp"
#include "host_code_hints.hpp"

namespace duet {

/// Replaces the host's declarations in texts of a program by blanks: functions, types and variables
/// without `__device__`, `__global__` or their like that no code of kernels names. What is named
/// stays, unless it uses something that only hosts have: launches, CUDA's runtime, streams, files.
/// If there is such code, functions and variables without those words go also if only code that
/// never runs on the host has words of their names, since it cannot use them.
/// Templates of kernels that nothing names go, too.
/// Directives and the numbers of lines stay. Texts without kernels are returned as they are.
/// @param texts        the source and the headers of a program, which may use each other
/// @param names        further names that are used: of kernels, bodies of macros
/// @param is_complete  whether there are no other texts, which may define macros
/// @param hints        what a compiler reported about the result of an earlier call
/// @param error_where_reached  the body of functions for devices that do not compile according to
///                             the hints: an error only if a kernel reaches it
DeviceTexts without_host_code(const std::vector<std::string_view>& texts,
                              const std::vector<std::string_view>& names, bool is_complete,
                              const HostCodeHints& hints, std::string_view error_where_reached);

}  // namespace duet
