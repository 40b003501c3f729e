// How a call from Rust ends: with a status, and a text that says more.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace shim {

/// What hipo4 has printed since the current call began (see quiet.cpp).
std::string &said();

/// What the current call answers with: its result, or its reason to fail.
std::string &answer();

/// A call that cannot be carried out, with the reason.
struct refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Refuses if hipo4 has printed anything: it tells its failures in no other way.
void refuse_if_said(const char *what);

/// Runs a call. Returns 0, or 1 with the reason in `answer`; no exception gets
/// out, for the caller is not C++.
template <class Body> int call(Body body) noexcept {
  try {
    said().clear();
    answer().clear();
    body();
    return 0;
  } catch (const std::exception &error) {
    try {
      answer() = error.what();
      if (!said().empty()) {
        answer() += " (hipo4 said: " + said() + ")";
      }
    } catch (...) {
      answer().clear();
    }
  } catch (...) {
    answer().clear();
  }
  return 1;
}

} // namespace shim
