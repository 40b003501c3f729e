#include "probe.h"
#include "call.h"

namespace shim {
namespace {

constexpr std::uint32_t magic = 0xc0da0100;

// hipo4 reads this much at every record's start, and if the file ends before,
// its stream stays failed.
constexpr std::int64_t read_at_once = 80;

} // namespace

probe::probe(const char *path) : file(path, std::ios::binary | std::ios::ate) {
  if (!file) {
    throw refusal("the file cannot be opened");
  }
  size = file.tellg();
  if (size < 56) {
    throw refusal("the file is shorter than a file header (56 bytes)");
  }
  swapped = word(28) == __builtin_bswap32(magic);
  if (word(28) != magic) {
    throw refusal("there is no HIPO magic number (0xc0da0100) at offset 28");
  }
  dictionary_at = 4 * std::int64_t{word(8)};
}

void probe::check() {
  const std::int64_t trailer = long_word(40);
  if (trailer == 0) {
    throw refusal("the file was not closed: hipo4 looks for events in the index only, and the "
                  "header has no position of it");
  }
  check_record(trailer);
  check_record(dictionary_at);
  for (std::int64_t at = dictionary_at + word(24); at < trailer;) {
    at = check_record(at);
  }
}

std::uint32_t probe::word(std::int64_t at) {
  std::uint32_t value = 0;
  file.seekg(at);
  file.read(reinterpret_cast<char *>(&value), sizeof value);
  if (!file) {
    throw refusal("the file's headers cannot be read");
  }
  return swapped ? __builtin_bswap32(value) : value;
}

std::int64_t probe::long_word(std::int64_t at) {
  const std::uint64_t first = word(at);
  const std::uint64_t second = word(at + 4);
  return static_cast<std::int64_t>(swapped ? first << 32 | second : second << 32 | first);
}

std::int64_t probe::check_record(std::int64_t at) {
  const auto refuse = [&](const std::string &reason) {
    throw refusal("record at " + std::to_string(at) + ": " + reason);
  };
  if (at < 0 || at > size || size - at < read_at_once) {
    refuse("hipo4 reads 80 bytes at once, and the file has fewer");
  }
  if (word(at + 28) != magic) {
    refuse("it has no HIPO magic number");
  }
  const std::int64_t length = 4 * std::int64_t{word(at)};
  const std::int64_t header = 4 * std::int64_t{word(at + 8)};
  if (header < 56 || header >= length) {
    refuse("its header leaves no room for data");
  }
  if (length > size - at) {
    refuse("the file ends in it");
  }
  const std::uint32_t compression = word(at + 36) >> 28;
  if (compression > 2) {
    refuse("compression " + std::to_string(compression) + ", which hipo4 takes for LZ4");
  }
  return at + length;
}

} // namespace shim
