#include "sums.h"
#include "call.h"

#include <cstring>
#include <map>

namespace shim {
namespace {

struct column_sum {
  int type;
  double sum = 0;
};

struct bank_sums {
  std::int64_t events = 0;
  std::int64_t rows = 0;
  std::vector<column_sum> columns;
};

double cell(const hipo::bank &bank, int type, int column, int row) {
  switch (type) {
  case hipo::kByte:
    return bank.getByte(column, row);
  case hipo::kShort:
    return bank.getShort(column, row);
  case hipo::kInt:
    return bank.getInt(column, row);
  case hipo::kFloat:
    return bank.getFloat(column, row);
  case hipo::kDouble:
    return bank.getDouble(column, row);
  case hipo::kLong:
    return static_cast<double>(bank.getLong(column, row));
  default:
    return 0;
  }
}

std::string hex(const std::string &bytes) {
  const char *digits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text.push_back(digits[byte >> 4]);
    text.push_back(digits[byte & 15]);
  }
  return text;
}

std::string bits(double value) {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof word);
  char text[17];
  std::snprintf(text, sizeof text, "%016lx", word);
  return text;
}

std::string line(std::initializer_list<std::string> words) {
  std::string text;
  for (const auto &word : words) {
    text += (text.empty() ? "" : " ") + word;
  }
  return text + "\n";
}

} // namespace

std::string sums(const source &from) {
  file read(from);
  std::vector<bank_sums> all(read.banks.size());
  for (std::size_t i = 0; i < all.size(); i++) {
    hipo::schema &schema = read.banks[i].getSchema();
    for (int column = 0; column < schema.getEntries(); column++) {
      all[i].columns.push_back({schema.getEntryType(column)});
    }
  }
  std::int64_t events = 0;
  std::map<std::uint32_t, std::int64_t> tags;
  while (read.reader.next(read.event)) {
    events++;
    tags[static_cast<std::uint32_t>(read.event.getTag())]++;
    for (std::size_t i = 0; i < all.size(); i++) {
      hipo::bank &bank = read.banks[i];
      hipo::schema &schema = bank.getSchema();
      const auto found = read.event.getStructurePosition(schema.getGroup(), schema.getItem());
      all[i].events += found.first > 0 ? 1 : 0;
      read.event.getStructure(bank);
      const int rows = bank.getRows();
      all[i].rows += rows;
      int item = 0;
      for (auto &column : all[i].columns) {
        for (int row = 0; row < rows; row++) {
          column.sum += cell(bank, column.type, item, row);
        }
        item++;
      }
    }
  }

  using std::to_string;
  std::string text = line({"events", to_string(events)});
  for (const auto &[tag, count] : tags) {
    text += line({"tag", to_string(tag), to_string(count)});
  }
  for (std::size_t i = 0; i < all.size(); i++) {
    hipo::schema &schema = read.banks[i].getSchema();
    text += line({"bank", to_string(schema.getGroup()), to_string(schema.getItem()),
                  to_string(all[i].events), to_string(all[i].rows),
                  hex(schema.getSchemaString())});
    int item = 0;
    for (const auto &column : all[i].columns) {
      text += line({"column", std::string(1, letter_of(column.type)), bits(column.sum),
                    hex(schema.getEntryName(item++))});
    }
  }
  return text + "end\n";
}

} // namespace shim

extern "C" int hipo4_shim_sums(const char *path, const std::int64_t *tags, std::size_t tag_count,
                               int schemas, const char *given) {
  return shim::call([&] {
    shim::answer() = shim::sums(shim::source_of(path, tags, tag_count, schemas, given));
  });
}
