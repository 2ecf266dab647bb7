#pragma once

#include <span>
#include <string>
#include <string_view>

namespace duet {

/// The name that a misspelled one most likely stands for: one that differs in case, in namespaces
/// or in template arguments only, else one that few changes of characters make equal.
/// @returns empty if none is similar
std::string similar_name(std::string_view name, std::span<const std::string> known);

}  // namespace duet
