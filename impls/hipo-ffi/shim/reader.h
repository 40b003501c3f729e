// A file that is open for reading, with the schemas it is read with.
#pragma once

#include "dictionary.h"

#include <deque>
#include <string>
#include <vector>

namespace shim {

/// The choice as it comes from outside: `schemas` is one of the enumeration, or
/// that and `unchecked`; `given` has a schema on each line.
source source_of(const char *path, const std::int64_t *tags, std::size_t tag_count, int schemas,
                 const char *given);

constexpr int unchecked = 16;

struct file {
  std::string path;
  hipo::reader reader;
  hipo::dictionary dictionary;
  hipo::event event;
  /// One bank for each schema, in the dictionary's order. They stay where they
  /// are: a copied bank keeps the address of the rows that it was copied from.
  std::deque<hipo::bank> banks;

  explicit file(const source &from);
};

} // namespace shim
