#include "dataset.h"
#include "call.h"

#include <hipo4/writer.h>

#include <chrono>
#include <fstream>

namespace shim {
namespace {

constexpr const char *event_schema = "{REC::Event/300/30}{evno/L,beamE/F}";
constexpr const char *particle_schema =
    "{REC::Particle/300/1}{pid/I,px/F,py/F,pz/F,vz/F,charge/B,status/S,chi2pid/F}";
constexpr const char *calorimeter_schema =
    "{REC::Calorimeter/300/40}{energy/F,sector/B,layer/B}";

/// Makes the events one after the other, in banks that are made once.
class builder {
public:
  explicit builder(hipo::dictionary &dictionary)
      : event_bank(schema(dictionary, event_schema, "REC::Event"), 1),
        particles(schema(dictionary, particle_schema, "REC::Particle"), 5),
        calorimeter(schema(dictionary, calorimeter_schema, "REC::Calorimeter"), 2),
        evno(event_bank.getSchema().getEntryOrder("evno")),
        beam(event_bank.getSchema().getEntryOrder("beamE")),
        pid(particles.getSchema().getEntryOrder("pid")),
        px(particles.getSchema().getEntryOrder("px")),
        py(particles.getSchema().getEntryOrder("py")),
        pz(particles.getSchema().getEntryOrder("pz")),
        vz(particles.getSchema().getEntryOrder("vz")),
        charge(particles.getSchema().getEntryOrder("charge")),
        status(particles.getSchema().getEntryOrder("status")),
        chi2pid(particles.getSchema().getEntryOrder("chi2pid")),
        energy(calorimeter.getSchema().getEntryOrder("energy")),
        sector(calorimeter.getSchema().getEntryOrder("sector")),
        layer(calorimeter.getSchema().getEntryOrder("layer")) {}

  hipo::event &build(std::int64_t number) {
    const float e = static_cast<float>(number);
    event.reset();
    event_bank.putLong(evno, 0, number);
    event_bank.putFloat(beam, 0, 10.6F);
    event.addStructure(event_bank);

    const int rows = 1 + static_cast<int>(number % 5);
    particles.setRows(rows);
    for (int row = 0; row < rows; row++) {
      const float k = static_cast<float>(row);
      particles.putInt(pid, row, 11 + static_cast<int>((number + row) % 7));
      particles.putFloat(px, row, e * 0.001F + k);
      particles.putFloat(py, row, e * -0.002F + k);
      particles.putFloat(pz, row, e * 0.003F + k);
      particles.putFloat(vz, row, e * 0.004F - k);
      particles.putByte(charge, row, static_cast<std::int8_t>(row % 3 - 1));
      particles.putShort(status, row, static_cast<std::int16_t>((number + row) % 4000));
      particles.putFloat(chi2pid, row, e * 0.01F + k);
    }
    event.addStructure(particles);

    if (number % 3 == 0) {
      for (int row = 0; row < 2; row++) {
        calorimeter.putFloat(energy, row, e * 0.5F + static_cast<float>(row));
        calorimeter.putByte(sector, row, static_cast<std::int8_t>(row + 1));
        calorimeter.putByte(layer, row, static_cast<std::int8_t>((number + row) % 9));
      }
      event.addStructure(calorimeter);
    }
    return event;
  }

private:
  static hipo::schema &schema(hipo::dictionary &dictionary, const char *text, const char *name) {
    if (!dictionary.hasSchema(name)) {
      dictionary.parse(text);
    }
    return dictionary.getSchema(name);
  }

  hipo::bank event_bank, particles, calorimeter;
  int evno, beam, pid, px, py, pz, vz, charge, status, chi2pid, energy, sector, layer;
  hipo::event event;
};

using clock = std::chrono::steady_clock;

std::int64_t since(clock::time_point begin) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(clock::now() - begin).count();
}

std::int64_t write_banks(const char *path, std::int64_t events) {
  const auto begin = clock::now();
  hipo::writer writer;
  builder make(writer.getDictionary());
  writer.open(path);
  for (std::int64_t number = 0; number < events; number++) {
    writer.addEvent(make.build(number));
  }
  writer.close();
  return since(begin);
}

std::int64_t write_raw(const char *path, std::int64_t events) {
  hipo::dictionary dictionary;
  builder make(dictionary);
  std::vector<std::vector<char>> bytes;
  for (std::int64_t number = 0; number < events; number++) {
    hipo::event &event = make.build(number);
    const std::vector<char> &buffer = event.getEventBuffer();
    bytes.emplace_back(buffer.begin(), buffer.begin() + event.getSize());
  }
  const auto begin = clock::now();
  hipo::writer writer;
  writer.addDictionary(dictionary);
  writer.open(path);
  for (auto &event : bytes) {
    writer.addEvent(event);
  }
  writer.close();
  return since(begin);
}

} // namespace

std::int64_t write_dataset(const char *path, std::int64_t events, bool raw) {
  // Every float is of an event number that an f32 holds exactly.
  if (events < 0 || events > (1 << 24)) {
    throw refusal("the data set has 0 to 16777216 events");
  }
  if (!std::ofstream(path, std::ios::binary | std::ios::trunc)) {
    throw refusal("the file cannot be created");
  }
  return raw ? write_raw(path, events) : write_banks(path, events);
}

} // namespace shim

extern "C" int hipo4_shim_write_dataset(const char *path, std::int64_t events, int raw,
                                        std::int64_t *nanoseconds) {
  return shim::call([&] { *nanoseconds = shim::write_dataset(path, events, raw != 0); });
}
