// Which library this is, and the text of the last call.
#include "call.h"

#include <lz4.h>

extern "C" {

/// Lines: liblz4's version as it says it itself, the compiler of the shim, and
/// how the shim was compiled.
int hipo4_shim_about() {
  return shim::call([] {
    shim::answer() = std::string(LZ4_versionString()) + "\n" + __VERSION__ + "\n" SHIM_FLAGS "\n";
  });
}

/// The text that this thread's last call left: its result, or why it failed.
const char *hipo4_shim_answer(std::size_t *length) {
  *length = shim::answer().size();
  return shim::answer().data();
}
}
