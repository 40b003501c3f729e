// hipo4 prints in the course of ordinary work (every file that is written), and
// prints rather than reports that it has left something out. The linker's
// `--wrap` sends what it would print here: the process's standard output is not
// ours, and a failure has to be noticed.
#include "call.h"

#include <cstdarg>
#include <cstdio>

namespace {

// Enough for a reason; hipo4 can print once per event.
constexpr std::size_t kept = 2048;

void keep(const char *text, std::size_t length) {
  std::string &all = shim::said();
  if (all.size() < kept) {
    all.append(text, length < kept ? length : kept);
  }
}

} // namespace

namespace shim {

std::string &said() {
  thread_local std::string text;
  return text;
}

std::string &answer() {
  thread_local std::string text;
  return text;
}

void refuse_if_said(const char *what) {
  if (!said().empty()) {
    throw refusal(what);
  }
}

} // namespace shim

extern "C" {

int __wrap_printf(const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length > 0) {
    const std::size_t held = static_cast<std::size_t>(length);
    keep(text, held < sizeof text ? held : sizeof text - 1);
  }
  return length;
}

int __wrap_puts(const char *text) {
  keep(text, std::char_traits<char>::length(text));
  keep("\n", 1);
  return 1;
}

int __wrap_putchar(int character) {
  const char text = static_cast<char>(character);
  keep(&text, 1);
  return character;
}
}
