// Which schemas a file is read with.
#pragma once

#include <hipo4/reader.h>

#include <string>
#include <vector>

namespace shim {

enum class schemas : int {
  /// `reader::readDictionary`.
  own = 0,
  /// The dictionary's schemas that hipo4 can take; what else is there is passed
  /// over.
  sound = 1,
  /// The caller's.
  given = 2,
};

/// Why `dictionary::parse` cannot take a schema's text; empty if it can. It
/// indexes what it has split without a look at how much there is, and takes a
/// type that it does not know for one of no bytes.
std::string unsound(const std::string &schema);

/// The letter of a column's type; '?' of one that hipo4 does not know.
char letter_of(int type);

/// What to read a file with.
struct source {
  std::string path;
  /// Only records of these tags; all of them if there is none here.
  std::vector<long> tags;
  schemas which = schemas::own;
  /// The caller's schemas.
  std::vector<std::string> given;
  /// Whether to look at the headers, and at the dictionary, before hipo4 does.
  bool checked = true;
};

/// Opens a file and answers with the dictionary to read it with.
hipo::dictionary open(hipo::reader &reader, const source &from);

} // namespace shim
