// A look at a file's headers before hipo4 is let at it.
#pragma once

#include <cstdint>
#include <fstream>

namespace shim {

/// The headers that hipo4 trusts. It neither tells that it cannot read them, nor
/// lives through all of that.
class probe {
public:
  /// Refuses what is no HIPO file.
  explicit probe(const char *path);

  /// Refuses what hipo4 opens without reading it, and what it does not live
  /// through, so far as headers tell: a file without an index, records that are
  /// cut short, compression that it takes for LZ4. Damage inside a record stays
  /// unseen.
  void check();

  /// Where the dictionary record is.
  std::int64_t dictionary() const { return dictionary_at; }

  /// Whether the dictionary record has an event: hipo4 takes the address of the
  /// first byte of what it has decompressed.
  bool has_dictionary() { return word(dictionary_at + 12) > 0; }

private:
  std::uint32_t word(std::int64_t at);
  std::int64_t long_word(std::int64_t at);
  /// Refuses a record that hipo4 cannot read; answers with its end.
  std::int64_t check_record(std::int64_t at);

  std::ifstream file;
  std::int64_t size = 0;
  std::int64_t dictionary_at = 0;
  bool swapped = false;
};

} // namespace shim
