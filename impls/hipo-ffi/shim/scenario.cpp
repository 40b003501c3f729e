#include "scenario.h"
#include "call.h"
#include "dictionary.h"

#include <chrono>

namespace shim {
namespace {

/// A bank that is read as a structure, with the getters of `hipo::bank`.
class table {
public:
  explicit table(const hipo::schema &from) : schema(from), row_length(from.getRowLength()) {}

  hipo::schema &getSchema() { return schema; }
  int getRows() const { return structure.getSize() / row_length; }
  int getByte(int column, int row) const { return structure.getByteAt(at(column, row)); }
  int getShort(int column, int row) const { return structure.getShortAt(at(column, row)); }
  int getInt(int column, int row) const { return structure.getIntAt(at(column, row)); }
  float getFloat(int column, int row) const { return structure.getFloatAt(at(column, row)); }
  long getLong(int column, int row) const { return structure.getLongAt(at(column, row)); }

  hipo::structure structure;

private:
  int at(int column, int row) const { return schema.getOffset(column, row, getRows()); }

  hipo::schema schema;
  int row_length;
};

struct by_event {
  using bank = hipo::bank;
  hipo::reader &reader;
  hipo::event event;

  bool next() { return reader.next(event); }
  void get(bank &to, int, int) { event.getStructure(to); }
};

struct by_bank {
  using bank = hipo::bank;
  hipo::reader &reader;

  bool next() { return reader.next(); }
  void get(bank &to, int group, int item) { reader.getStructure(to, group, item); }
};

struct by_bank_in_place {
  using bank = hipo::bank;
  hipo::reader &reader;

  bool next() { return reader.next(); }
  void get(bank &to, int group, int item) { reader.getStructureNoCopy(to, group, item); }
};

struct by_structure_in_place {
  using bank = table;
  hipo::reader &reader;

  bool next() { return reader.next(); }
  void get(bank &to, int group, int item) {
    reader.getStructureNoCopy(to.structure, group, item);
  }
};

/// Column of a bank, by name, before the loop.
int column(hipo::schema &schema, const char *name) {
  if (!schema.exists(name)) {
    throw refusal(std::string("not the benchmark's data set: no column ") + name);
  }
  return schema.getEntryOrder(name);
}

hipo::schema &schema_of(hipo::dictionary &dictionary, const char *name) {
  if (!dictionary.hasSchema(name)) {
    throw refusal(std::string("not the benchmark's data set: no schema ") + name);
  }
  return dictionary.getSchema(name);
}

/// The loop over all events, and the time that it took.
template <class Way, class Body> pass timed(Way &way, Body body) {
  using clock = std::chrono::steady_clock;
  double checksum = 0;
  std::int64_t events = 0;
  const auto begin = clock::now();
  while (way.next()) {
    events++;
    body(checksum);
  }
  const auto took = clock::now() - begin;
  return {checksum, events,
          std::chrono::duration_cast<std::chrono::nanoseconds>(took).count()};
}

template <class Way> pass run_by(Way way, hipo::dictionary &dictionary, scenario which) {
  if (which == scenario::count) {
    return timed(way, [](double &) {});
  }
  const char *name = which == scenario::bank1 ? "REC::Event" : "REC::Particle";
  typename Way::bank bank(schema_of(dictionary, name));
  hipo::schema &schema = bank.getSchema();
  const int group = schema.getGroup();
  const int item = schema.getItem();
  switch (which) {
  case scenario::bank1: {
    const int evno = column(schema, "evno");
    return timed(way, [&](double &sum) {
      way.get(bank, group, item);
      const int rows = bank.getRows();
      for (int row = 0; row < rows; row++) {
        sum += static_cast<double>(bank.getLong(evno, row));
      }
    });
  }
  case scenario::col1: {
    const int pid = column(schema, "pid");
    return timed(way, [&](double &sum) {
      way.get(bank, group, item);
      const int rows = bank.getRows();
      for (int row = 0; row < rows; row++) {
        sum += bank.getInt(pid, row);
      }
    });
  }
  case scenario::scan2: {
    const int pid = column(schema, "pid");
    const int px = column(schema, "px");
    return timed(way, [&](double &sum) {
      way.get(bank, group, item);
      const int rows = bank.getRows();
      for (int row = 0; row < rows; row++) {
        sum += bank.getInt(pid, row);
        sum += bank.getFloat(px, row);
      }
    });
  }
  case scenario::wide: {
    const int pid = column(schema, "pid");
    const int px = column(schema, "px");
    const int py = column(schema, "py");
    const int pz = column(schema, "pz");
    const int vz = column(schema, "vz");
    const int charge = column(schema, "charge");
    const int status = column(schema, "status");
    const int chi2pid = column(schema, "chi2pid");
    return timed(way, [&](double &sum) {
      way.get(bank, group, item);
      const int rows = bank.getRows();
      for (int row = 0; row < rows; row++) {
        sum += bank.getInt(pid, row);
        sum += bank.getFloat(px, row);
        sum += bank.getFloat(py, row);
        sum += bank.getFloat(pz, row);
        sum += bank.getFloat(vz, row);
        sum += bank.getByte(charge, row);
        sum += bank.getShort(status, row);
        sum += bank.getFloat(chi2pid, row);
      }
    });
  }
  default:
    throw refusal("no such scenario");
  }
}

} // namespace

pass run(const char *path, scenario which, way by) {
  source from;
  from.path = path;
  hipo::reader reader;
  hipo::dictionary dictionary = open(reader, from);
  switch (by) {
  case way::event:
    return run_by(by_event{reader, {}}, dictionary, which);
  case way::bank:
    return run_by(by_bank{reader}, dictionary, which);
  case way::bank_in_place:
    return run_by(by_bank_in_place{reader}, dictionary, which);
  case way::structure_in_place:
    return run_by(by_structure_in_place{reader}, dictionary, which);
  default:
    throw refusal("no such way");
  }
}

} // namespace shim

extern "C" int hipo4_shim_scenario(const char *path, int scenario, int way, double *checksum,
                                   std::int64_t *events, std::int64_t *nanoseconds) {
  return shim::call([&] {
    const shim::pass pass = shim::run(path, static_cast<shim::scenario>(scenario),
                                      static_cast<shim::way>(way));
    *checksum = pass.checksum;
    *events = pass.events;
    *nanoseconds = pass.nanoseconds;
  });
}
