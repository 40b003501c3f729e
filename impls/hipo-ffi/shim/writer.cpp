// A file that is being written, with hipo4's own writer.
#include "call.h"
#include "dictionary.h"

#include <hipo4/writer.h>

#include <deque>
#include <fstream>

namespace {

// A record's buffer; `recordbuilder::addEvent` refuses what does not fit below
// it, and `writer::addEvent` does not look at that twice.
constexpr std::size_t event_limit = 8 * 1024 * 1024;

// Each tag has buffers of some 34 MB of its own until the file is closed.
constexpr std::size_t tag_limit = 64;

} // namespace

namespace shim {

struct output {
  std::string path;
  hipo::writer writer;
  bool opened = false;
  std::map<int, bool> tags;
  // A copied bank keeps the address of the rows that it was copied from: these
  // stay where they are.
  std::deque<hipo::bank> banks;

  explicit output(const char *to) : path(to) {
    // hipo4 does not tell that it could not create the file.
    std::ofstream created(to, std::ios::binary | std::ios::trunc);
    if (!created) {
      throw refusal("the file cannot be created");
    }
  }

  void open() {
    if (!opened) {
      writer.open(path.c_str());
      opened = true;
    }
  }

  void refuse_if_open(const char *what) const {
    if (opened) {
      throw refusal(std::string(what) + " stands in front of the events, which have begun");
    }
  }
};

} // namespace shim

using shim::output;
using shim::refusal;

extern "C" {

output *hipo4_shim_writer_create(const char *path) {
  output *created = nullptr;
  shim::call([&] { created = new output(path); });
  return created;
}

void hipo4_shim_writer_drop(output *to) { delete to; }

int hipo4_shim_writer_schema(output *to, const char *schema) {
  return shim::call([&] {
    to->refuse_if_open("a schema");
    const std::string reason = shim::unsound(schema);
    if (!reason.empty()) {
      throw refusal(reason);
    }
    to->writer.getDictionary().parse(schema);
  });
}

int hipo4_shim_writer_config(output *to, const char *key, const char *value) {
  return shim::call([&] {
    to->refuse_if_open("user configuration");
    to->writer.addUserConfig(std::string(key), std::string(value));
  });
}

int hipo4_shim_writer_user_words(output *to, std::int64_t one, std::int64_t two) {
  return shim::call([&] {
    to->writer.setUserIntegerOne(one);
    to->writer.setUserIntegerTwo(two);
  });
}

int hipo4_shim_writer_bank(output *to, const char *name, std::size_t rows, std::size_t columns) {
  return shim::call([&] {
    if (!to->writer.getDictionary().hasSchema(name)) {
      throw refusal(std::string("the writer has no schema of the name ") + name);
    }
    hipo::schema &schema = to->writer.getDictionary().getSchema(name);
    if (columns != static_cast<std::size_t>(schema.getEntries())) {
      throw refusal(std::string("another number of columns than the schema of ") + name);
    }
    if (rows > event_limit / static_cast<std::size_t>(schema.getRowLength())) {
      throw refusal("a bank that fits no record (8 MiB)");
    }
    to->banks.emplace_back(schema, static_cast<int>(rows));
  });
}

int hipo4_shim_writer_column(output *to, std::size_t item, int letter, const void *cells,
                             std::size_t rows) {
  return shim::call([&] {
    hipo::bank &bank = to->banks.back();
    const int column = static_cast<int>(item);
    const int kind = bank.getSchema().getEntryType(column);
    if (shim::letter_of(kind) != letter || rows != static_cast<std::size_t>(bank.getRows())) {
      throw refusal("column " + bank.getSchema().getEntryName(column) +
                    " of another type than its schema, or of another length than the first");
    }
    for (int row = 0; row < bank.getRows(); row++) {
      switch (kind) {
      case hipo::kByte:
        bank.putByte(column, row, static_cast<const std::int8_t *>(cells)[row]);
        break;
      case hipo::kShort:
        bank.putShort(column, row, static_cast<const std::int16_t *>(cells)[row]);
        break;
      case hipo::kInt:
        bank.putInt(column, row, static_cast<const std::int32_t *>(cells)[row]);
        break;
      case hipo::kFloat:
        bank.putFloat(column, row, static_cast<const float *>(cells)[row]);
        break;
      case hipo::kDouble:
        bank.putDouble(column, row, static_cast<const double *>(cells)[row]);
        break;
      case hipo::kLong:
        bank.putLong(column, row, static_cast<const std::int64_t *>(cells)[row]);
        break;
      }
    }
  });
}

void hipo4_shim_writer_clear(output *to) { to->banks.clear(); }

int hipo4_shim_writer_event(output *to, std::uint32_t tag) {
  return shim::call([&] {
    std::size_t size = 16;
    for (auto &bank : to->banks) {
      size += 8 + static_cast<std::size_t>(bank.getSize());
    }
    if (size >= event_limit) {
      throw refusal("an event that fits no record (8 MiB), and that hipo4 would drop");
    }
    if (tag != 0) {
      to->tags[static_cast<int>(tag)] = true;
      if (to->tags.size() > tag_limit) {
        throw refusal("more tags than memory should be spent on (64, each some 34 MB)");
      }
    }
    to->open();
    shim::said().clear();
    hipo::event event(static_cast<int>(size) + 1);
    event.setTag(static_cast<int>(tag));
    for (auto &bank : to->banks) {
      event.addStructure(bank);
    }
    shim::refuse_if_said("hipo4 left a bank out");
    to->writer.addEvent(event);
    to->banks.clear();
  });
}

int hipo4_shim_writer_raw_event(output *to, const char *bytes, std::size_t length) {
  return shim::call([&] {
    if (length >= event_limit) {
      throw refusal("an event that fits no record (8 MiB), and that hipo4 would drop");
    }
    // hipo4 takes the address of the event's first byte.
    if (length == 0) {
      throw refusal("an event of no bytes");
    }
    to->open();
    std::vector<char> event(bytes, bytes + length);
    to->writer.addEvent(event);
  });
}

int hipo4_shim_writer_flush(output *to) {
  return shim::call([&] {
    to->open();
    to->writer.flush();
  });
}

int hipo4_shim_writer_finish(output *to) {
  return shim::call([&] {
    to->open();
    to->writer.close();
    // Nor does it tell that the disk is full: the trailer's position is the
    // last thing that is written, the index in front of it ends the file.
    std::ifstream written(to->path, std::ios::binary | std::ios::ate);
    const std::int64_t length = written.tellg();
    std::int64_t trailer = 0;
    written.seekg(40);
    written.read(reinterpret_cast<char *>(&trailer), sizeof trailer);
    std::int32_t words = 0;
    written.seekg(trailer);
    written.read(reinterpret_cast<char *>(&words), sizeof words);
    if (!written || trailer + 4L * words != length) {
      throw refusal("what was written is not whole: is there room on the disk?");
    }
  });
}
}
