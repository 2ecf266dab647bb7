// The texts of the command's arguments: those of kernels, extents and numbers.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string_view>

#include "options/argument_spec.hpp"
#include "options/launch_spec.hpp"
#include "options/number_text.hpp"
#include "support/usage_error.hpp"

namespace {

template <typename Parse>
void try_to(Parse&& parse) {
  try {
    (void)parse();
  } catch (const duet::tool::UsageError&) {
    // expected for wrong texts
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try_to([&] { return duet::tool::parse_argument(text); });
  try_to([&] { return duet::tool::parse_dim3(text, "--grid"); });
  for (const auto type : {duet::tool::ElementType::f16, duet::tool::ElementType::f64,
                          duet::tool::ElementType::i8, duet::tool::ElementType::u64}) {
    try_to([&] { return duet::tool::parse_number(type, text); });
  }
  return 0;
}
