// The five scenarios that reading is measured by.
#pragma once

#include <cstdint>

namespace shim {

enum class scenario : int { count = 0, bank1 = 1, col1 = 2, scan2 = 3, wide = 4 };

/// Which of hipo4's ways an event and its banks are taken by.
enum class way : int {
  /// `reader::next(event)` and `event::getStructure(bank)`: copies both.
  event = 0,
  /// `reader::next()` and `reader::getStructure(bank)`: copies the bank.
  bank = 1,
  /// `reader::next()` and `reader::getStructureNoCopy(bank)`: copies neither.
  bank_in_place = 2,
  /// The same of a plain `structure`, whose cells are found by
  /// `schema::getOffset`: spares the list of rows that a bank makes.
  structure_in_place = 3,
};

struct pass {
  double checksum;
  std::int64_t events;
  std::int64_t nanoseconds;
};

/// One pass over a file of the benchmark's data set (see dataset.h). The file is
/// opened, its dictionary read and the columns found before the clock starts.
///
/// The checksum is one f64, which is added to row by row, and in a row in the
/// order of the schema's columns.
pass run(const char *path, scenario which, way by);

} // namespace shim
