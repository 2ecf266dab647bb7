#pragma once

#include <filesystem>
#include <string>

#include "support/cache_folder.hpp"
#include "support/environment.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {

/// While it exists, kernels are compiled by a script that notes what the host's compiler reads.
class WatchedCompiler {
 public:
  WatchedCompiler() {
    const std::string notes = folder_.path().string();
    folder_.write("compiler", "#!/bin/sh\nfor word; do case $word in *kernel.cpp) echo $word > " +
                                  notes + "/path; cp $word " + notes +
                                  "/text;; esac; done\n"
                                  "command -v clang++ >/dev/null && exec clang++ \"$@\"\n"
                                  "exec g++ \"$@\"\n");
    std::filesystem::permissions(folder_ / "compiler", std::filesystem::perms::owner_all);
  }

  /// The path of the file that was compiled last, with a line's end.
  std::string file() const { return read_file(folder_ / "path"); }
  /// The text of that file.
  std::string text() const { return read_file(folder_ / "text"); }

 private:
  TemporaryFolder folder_{};
  ScopedVariable compiler_{"DUET_CPU_COMPILER", (folder_ / "compiler").string()};
  ScopedVariable standby_{"DUET_CPU_STANDBY", "off"};
};

}  // namespace duet::test
