#pragma once

// The version of these headers. CMake reads the three numbers from here: this is the only place
// that states them. Versions with the same major and minor number are compatible.

/// The major version, as an integer literal.
#define DUET_VERSION_MAJOR 0
/// The minor version, as an integer literal from 0 to 99.
#define DUET_VERSION_MINOR 1
/// The patch version, as an integer literal from 0 to 99.
#define DUET_VERSION_PATCH 0

/// The version as one comparable integer, 10000 * major + 100 * minor + patch: 100 for 0.1.0.
#define DUET_VERSION (DUET_VERSION_MAJOR * 10000 + DUET_VERSION_MINOR * 100 + DUET_VERSION_PATCH)

/// The version as a string literal, "0.1.0".
#define DUET_VERSION_STRING \
  DUET_DETAIL_JOIN_VERSION(DUET_VERSION_MAJOR, DUET_VERSION_MINOR, DUET_VERSION_PATCH)

// Two macros, so that the numbers are expanded before they become text.
#define DUET_DETAIL_JOIN_VERSION(major, minor, patch) DUET_DETAIL_VERSION_TEXT(major, minor, patch)
#define DUET_DETAIL_VERSION_TEXT(major, minor, patch) #major "." #minor "." #patch
