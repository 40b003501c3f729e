// What a file holds, in sums.
#pragma once

#include "reader.h"

#include <string>

namespace shim {

/// Reads a whole file and tells its events, their tags, and of each bank of the
/// dictionary its rows and the sum of each column. A sum is an f64 that is added
/// to event by event and row by row in the order of the file. Of a bank that an
/// event holds twice, hipo4 finds the first. Lines:
///
///     events COUNT
///     tag TAG EVENTS                      (ascending)
///     bank GROUP ITEM EVENTS ROWS SCHEMA  (by name)
///     column TYPE SUM NAME                (of the bank above)
///     end
///
/// SUM is the f64's bits as hex digits; SCHEMA and NAME are hex digits of bytes.
std::string sums(const source &from);

} // namespace shim
