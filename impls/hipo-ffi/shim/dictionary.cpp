#include "dictionary.h"
#include "call.h"
#include "probe.h"

#include <cstring>
#include <fstream>

namespace shim {
namespace {

struct text_event {
  std::string text;
  bool present;
};

std::vector<std::string> split(const std::string &text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back().push_back(c);
    }
  }
  return parts;
}

bool is_number(const std::string &text) {
  return !text.empty() && text.size() <= 9 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

/// The schema text (120,2) of each event of the dictionary record, by hipo4's
/// own record and event.
std::vector<text_event> schema_texts(const char *path) {
  probe found(path);
  if (!found.has_dictionary()) {
    return {};
  }
  std::ifstream file(path, std::ios::binary);
  hipo::record record;
  record.readRecord(file, found.dictionary(), 0);
  hipo::event event;
  hipo::structure structure;
  std::vector<text_event> texts;
  for (int i = 0; i < record.getEventCount(); i++) {
    record.readHipoEvent(event, i);
    event.getStructure(structure, 120, 2);
    texts.push_back({structure.getStringAt(0), structure.getSize() > 0});
  }
  return texts;
}

} // namespace

std::string unsound(const std::string &schema) {
  const auto open = schema.find('{');
  const auto close = schema.find('}');
  const auto body_open = schema.find('{', close == std::string::npos ? 0 : close);
  const auto body_close = schema.rfind('}');
  if (open != 0 || close == std::string::npos || body_open == std::string::npos ||
      body_close <= body_open) {
    return "a schema's text is {name/group/item}{column/type,...}, not '" + schema + "'";
  }
  const auto head = split(schema.substr(1, close - 1), '/');
  if (head.size() != 3 || head[0].empty() || !is_number(head[1]) || !is_number(head[2])) {
    return "a schema's head is {name/group/item}, not '" + schema.substr(0, close + 1) + "'";
  }
  for (const auto &column : split(schema.substr(body_open + 1, body_close - body_open - 1), ',')) {
    const auto parts = split(column, '/');
    if (parts.size() != 2 || parts[0].empty() || parts[1].size() != 1 ||
        std::strchr("BSIFDL", parts[1][0]) == nullptr) {
      return "hipo4 has no column '" + column + "': it is name/type with a type of B S I F D L";
    }
  }
  return "";
}

char letter_of(int type) {
  switch (type) {
  case hipo::kByte:
    return 'B';
  case hipo::kShort:
    return 'S';
  case hipo::kInt:
    return 'I';
  case hipo::kFloat:
    return 'F';
  case hipo::kDouble:
    return 'D';
  case hipo::kLong:
    return 'L';
  default:
    return '?';
  }
}

hipo::dictionary open(hipo::reader &reader, const source &from) {
  const char *path = from.path.c_str();
  std::vector<text_event> texts;
  if (from.checked) {
    probe(path).check();
  }
  if (from.which == schemas::sound || (from.which == schemas::own && from.checked)) {
    texts = schema_texts(path);
  }
  if (from.which == schemas::own && from.checked) {
    if (texts.empty()) {
      throw refusal("readDictionary of hipo4 cannot take a dictionary of no schemas");
    }
    for (const auto &event : texts) {
      const std::string reason = event.present ? unsound(event.text) : "an event without a schema";
      if (!reason.empty()) {
        throw refusal("readDictionary of hipo4 cannot take this dictionary: " + reason);
      }
    }
  }
  if (!from.tags.empty()) {
    reader.setTags(from.tags);
  }
  reader.open(path);
  // hipo4 ends the process when it is asked for the dictionary of a file that
  // is not open.
  if (!reader.is_open()) {
    throw refusal("hipo4 did not open the file");
  }

  hipo::dictionary dictionary;
  switch (from.which) {
  case schemas::own:
    reader.readDictionary(dictionary);
    break;
  case schemas::sound:
    for (const auto &event : texts) {
      if (event.present && unsound(event.text).empty()) {
        dictionary.parse(event.text.c_str());
      }
    }
    break;
  case schemas::given:
    for (const auto &text : from.given) {
      const std::string reason = unsound(text);
      if (!reason.empty()) {
        throw refusal(reason);
      }
      dictionary.parse(text.c_str());
    }
    break;
  default:
    throw refusal("no such choice of schemas");
  }
  return dictionary;
}

} // namespace shim
