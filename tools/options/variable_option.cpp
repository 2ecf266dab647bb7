#include "variable_option.hpp"

namespace duet::tool {

void add_variable_option(CLI::App& command, std::vector<std::string>& variables) {
  command
      .add_option("--variable", variables,
                  "NAME=ARG: set a __constant__ or __device__ variable before each run, or write "
                  "it after the run (out:, inout:); may be repeated")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

}  // namespace duet::tool
