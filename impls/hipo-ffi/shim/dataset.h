// The benchmark's data set, and the time that writing it takes.
#pragma once

#include <cstdint>

namespace shim {

/// Writes the first `events` events of the benchmark's data set with LZ4, as
/// hipo4 always does. Answers with nanoseconds from the making of the writer to
/// the closing of the file.
///
/// - `raw` false: banks are filled cell by cell, put into events and these added
///   to the writer. Schemas, banks, columns and the event are made once.
/// - `raw` true: events that are there as bytes are added; making them is not
///   timed.
std::int64_t write_dataset(const char *path, std::int64_t events, bool raw);

} // namespace shim
