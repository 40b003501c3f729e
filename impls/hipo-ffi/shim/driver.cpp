// The shim's work in a process of its own, for files that may bring it down.
//
//     driver sums PATH SCHEMAS TAGS GIVEN
//     driver scenario PATH SCENARIO WAY
//     driver write PATH EVENTS RAW
//
// SCHEMAS, SCENARIO and WAY are the numbers of the enumerations, TAGS numbers
// with commas, GIVEN lines of schemas. The result goes to the standard output
// that the process was started with, and begins with a line `done` or `refused`.
#include "call.h"
#include "dataset.h"
#include "scenario.h"
#include "sums.h"

#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

// What a damaged length may make hipo4 allocate before it is refused.
constexpr rlim_t memory_limit = rlim_t{4} << 30;

void limit(int resource, rlim_t most) {
  const rlimit value{most, most};
  setrlimit(resource, &value);
}

/// Takes the standard output for results, and leaves hipo4 (std::cout and what
/// `--wrap` does not see) with none.
int take_output() {
  const int results = dup(STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  close(nowhere);
  return results;
}

bool tell(int to, const std::string &text) {
  std::size_t told = 0;
  while (told < text.size()) {
    const ssize_t wrote = write(to, text.data() + told, text.size() - told);
    if (wrote <= 0) {
      return false;
    }
    told += static_cast<std::size_t>(wrote);
  }
  return true;
}

std::vector<std::int64_t> numbers(const char *text) {
  std::vector<std::int64_t> all;
  for (char *end = nullptr; *text != '\0'; text = *end == ',' ? end + 1 : end) {
    all.push_back(std::strtoll(text, &end, 10));
    if (end == text) {
      throw shim::refusal("tags are numbers with commas between them");
    }
  }
  return all;
}

std::string result(int count, char **words) {
  const auto is = [&](const char *name, int wants) {
    return count == wants && std::strcmp(words[1], name) == 0;
  };
  if (is("sums", 6)) {
    const auto tags = numbers(words[4]);
    return shim::sums(
        shim::source_of(words[2], tags.data(), tags.size(), std::atoi(words[3]), words[5]));
  }
  if (is("scenario", 5)) {
    const shim::pass pass = shim::run(words[2], static_cast<shim::scenario>(std::atoi(words[3])),
                                      static_cast<shim::way>(std::atoi(words[4])));
    std::uint64_t bits = 0;
    std::memcpy(&bits, &pass.checksum, sizeof bits);
    return std::to_string(bits) + " " + std::to_string(pass.events) + " " +
           std::to_string(pass.nanoseconds) + "\n";
  }
  if (is("write", 5)) {
    return std::to_string(
               shim::write_dataset(words[2], std::atoll(words[3]), std::atoi(words[4]) != 0)) +
           "\n";
  }
  throw shim::refusal("the driver does not know this command");
}

} // namespace

int main(int count, char **words) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, memory_limit);
  const int results = take_output();
  std::string text;
  const int status = shim::call([&] { text = result(count, words); });
  const bool told = status == 0 ? tell(results, "done\n" + text)
                                : tell(results, "refused\n" + shim::answer() + "\n");
  return told ? 0 : 2;
}
