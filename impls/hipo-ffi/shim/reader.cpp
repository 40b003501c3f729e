#include "reader.h"
#include "call.h"
#include "probe.h"

#include <algorithm>
#include <sstream>

namespace shim {

source source_of(const char *path, const std::int64_t *tags, std::size_t tag_count, int schemas,
                 const char *given) {
  source from{path, {}, static_cast<shim::schemas>(schemas & ~unchecked), {},
              (schemas & unchecked) == 0};
  if (tag_count > 0) {
    from.tags.assign(tags, tags + tag_count);
  }
  std::istringstream lines(given);
  for (std::string line; std::getline(lines, line);) {
    from.given.push_back(line);
  }
  return from;
}

file::file(const source &from) : path(from.path), dictionary(open(reader, from)) {
  for (const auto &name : dictionary.getSchemaList()) {
    banks.emplace_back(dictionary.getSchema(name.c_str()));
  }
}

namespace {

template <class Cell, class Get>
void column(hipo::bank &bank, std::size_t rows, void *to, Get get) {
  Cell *cells = static_cast<Cell *>(to);
  for (std::size_t row = 0; row < rows; row++) {
    cells[row] = static_cast<Cell>(get(static_cast<int>(row)));
  }
}

hipo::bank &bank_at(shim::file *from, std::size_t bank) {
  if (bank >= from->banks.size()) {
    throw refusal("no such bank in the dictionary");
  }
  return from->banks[bank];
}

} // namespace
} // namespace shim

using shim::file;

extern "C" {

file *hipo4_shim_reader_open(const char *path, const std::int64_t *tags, std::size_t tag_count,
                             int schemas, const char *given) {
  file *opened = nullptr;
  shim::call([&] {
    opened = new file(shim::source_of(path, tags, tag_count, schemas, given));
  });
  return opened;
}

void hipo4_shim_reader_close(file *from) { delete from; }

std::int64_t hipo4_shim_reader_events(file *from) { return from->reader.getEntries(); }

int hipo4_shim_reader_schemas(file *from) {
  return shim::call([&] {
    for (auto &bank : from->banks) {
      shim::answer() += bank.getSchema().getSchemaString() + "\n";
    }
  });
}

int hipo4_shim_reader_config(file *from) {
  return shim::call([&] {
    std::map<std::string, std::string> config;
    if (!shim::probe(from->path.c_str()).has_dictionary()) {
      return;
    }
    from->reader.readUserConfig(config);
    for (const auto &[key, value] : config) {
      shim::answer() += key;
      shim::answer().push_back('\0');
      shim::answer() += value;
      shim::answer().push_back('\0');
    }
  });
}

int hipo4_shim_reader_next(file *from, int *read) {
  return shim::call([&] { *read = from->reader.next(from->event) ? 1 : 0; });
}

int hipo4_shim_reader_go_to(file *from, std::int64_t event, int *read) {
  return shim::call([&] {
    *read = 0;
    if (event < 0 || event >= from->reader.getEntries()) {
      return;
    }
    if (from->reader.gotoEvent(static_cast<int>(event))) {
      from->reader.read(from->event);
      *read = 1;
    }
  });
}

void hipo4_shim_reader_event(file *from, const char **bytes, std::size_t *length,
                             std::uint32_t *tag) {
  const std::vector<char> &buffer = from->event.getEventBuffer();
  *bytes = buffer.data();
  *length = std::min(static_cast<std::size_t>(from->event.getSize()), buffer.size());
  *tag = static_cast<std::uint32_t>(from->event.getTag());
}

int hipo4_shim_reader_bank(file *from, std::size_t index, std::size_t *rows) {
  return shim::call([&] {
    hipo::bank &bank = shim::bank_at(from, index);
    from->event.getStructure(bank);
    *rows = static_cast<std::size_t>(bank.getRows());
  });
}

int hipo4_shim_reader_column(file *from, std::size_t index, std::size_t item, std::size_t rows,
                             void *to) {
  return shim::call([&] {
    hipo::bank &bank = shim::bank_at(from, index);
    const int column = static_cast<int>(item);
    if (column >= bank.getSchema().getEntries() ||
        rows != static_cast<std::size_t>(bank.getRows())) {
      throw shim::refusal("no such column, or not its rows");
    }
    switch (bank.getSchema().getEntryType(column)) {
    case hipo::kByte:
      shim::column<std::int8_t>(bank, rows, to, [&](int row) { return bank.getByte(column, row); });
      break;
    case hipo::kShort:
      shim::column<std::int16_t>(bank, rows, to,
                                 [&](int row) { return bank.getShort(column, row); });
      break;
    case hipo::kInt:
      shim::column<std::int32_t>(bank, rows, to, [&](int row) { return bank.getInt(column, row); });
      break;
    case hipo::kFloat:
      shim::column<float>(bank, rows, to, [&](int row) { return bank.getFloat(column, row); });
      break;
    case hipo::kDouble:
      shim::column<double>(bank, rows, to, [&](int row) { return bank.getDouble(column, row); });
      break;
    case hipo::kLong:
      shim::column<std::int64_t>(bank, rows, to,
                                 [&](int row) { return bank.getLong(column, row); });
      break;
    default:
      throw shim::refusal("a column of a type that hipo4 does not know");
    }
  });
}
}
