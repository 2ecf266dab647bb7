#include "host_words.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace duet {

namespace {

constexpr std::array<std::string_view, 39> standard_names{"vector",
                                                          "string",
                                                          "map",
                                                          "unordered_map",
                                                          "set",
                                                          "unordered_set",
                                                          "list",
                                                          "deque",
                                                          "queue",
                                                          "priority_queue",
                                                          "stack",
                                                          "thread",
                                                          "mutex",
                                                          "chrono",
                                                          "mt19937",
                                                          "mt19937_64",
                                                          "random_device",
                                                          "function",
                                                          "unique_ptr",
                                                          "shared_ptr",
                                                          "make_unique",
                                                          "make_shared",
                                                          "to_string",
                                                          "runtime_error",
                                                          "exception",
                                                          "filesystem",
                                                          "invalid_argument",
                                                          "logic_error",
                                                          "default_random_engine",
                                                          "stringstream",
                                                          "ostringstream",
                                                          "istringstream",
                                                          "ios",
                                                          "getline",
                                                          "optional",
                                                          "variant",
                                                          "string_view",
                                                          "basic_istream",
                                                          "basic_ostream"};

constexpr std::array<std::string_view, 66> other_names{
    "try",           "throw",         "cout",
    "cerr",          "endl",          "ifstream",
    "ofstream",      "ostream",       "istream",
    "fstream",       "fopen",         "fclose",
    "fread",         "fwrite",        "fscanf",
    "fgets",         "fprintf",       "sscanf",
    "exit",          "gettimeofday",  "timeval",
    "getopt",        "argv",          "strtol",
    "strtod",        "atoi",          "atof",
    "rand",          "srand",         "drand48",
    "system_clock",  "steady_clock",  "high_resolution_clock",
    "calloc",        "realloc",       "perror",
    "getenv",        "device_vector", "host_vector",
    "clock_gettime", "FILE",          "stderr",
    "time_t",        "localtime",     "gmtime",
    "strftime",      "CUresult",      "CUcontext",
    "CUmodule",      "CUfunction",    "getcwd",
    "va_list",       "va_start",      "vsnprintf",
    "strcpy",        "strncpy",       "strcat",
    "strncat",       "strtok",        "strstr",
    "toupper",       "tolower",       "isdigit",
    "isspace",       "isalpha",       "isalnum"};

constexpr std::array<std::string_view, 11> prefixes{
    "cublas",       "cusparse",      "cusolver",      "cufft",     "cudnn",    "nccl",
    "curandCreate", "curandDestroy", "curandGenerat", "curandSet", "checkCuda"};

constexpr std::array<std::string_view, 2> runtime_prefixes{"cuda", "hip"};

/// What follows "cu" in functions of CUDA's driver.
constexpr std::array<std::string_view, 6> driver_parts{"Ctx",  "Device", "Launch",
                                                       "Link", "Mem",    "Module"};

/// A function or type of a runtime: cudaMalloc. Coordinates of threads, which end with _x, are
/// none.
bool is_runtime_name(std::string_view word) {
  const bool is_coordinate =
      word.size() > 2 && word[word.size() - 2] == '_' && word.back() >= 'x' && word.back() <= 'z';
  return std::ranges::any_of(runtime_prefixes, [&](std::string_view prefix) {
    return word.starts_with(prefix) && word.size() > prefix.size() && word[prefix.size()] >= 'A' &&
           word[prefix.size()] <= 'Z' && !is_coordinate;
  });
}

bool is_driver_name(std::string_view word) {
  return word.starts_with("cu") && std::ranges::any_of(driver_parts, [&](std::string_view part) {
           return word.substr(2).starts_with(part);
         });
}

}  // namespace

bool is_host_word(std::string_view word) {
  static const std::unordered_set<std::string_view> names(other_names.begin(), other_names.end());
  if (names.contains(word)) return true;
  const bool may_have_prefix =
      word.starts_with('c') || word.starts_with('n') || word.starts_with('h');
  if (!may_have_prefix) return false;
  return is_runtime_name(word) || is_driver_name(word) ||
         std::ranges::any_of(prefixes, [&](std::string_view one) { return word.starts_with(one); });
}

bool uses_host(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) {
  const auto follow = [&](std::size_t i, std::string_view mark) {
    return i + 2 < end && tokens[i].is(mark) && tokens[i + 1].is(mark);
  };
  for (std::size_t i = begin; i < end; ++i) {
    if (tokens[i].is("<") && follow(i + 1, "<") && tokens[i + 2].offset == tokens[i].end() + 1) {
      return true;  // a launch
    }
    if (tokens[i].kind != Token::Kind::word) continue;
    if (is_host_word(tokens[i].text)) return true;
    const bool is_standard =
        std::ranges::find(standard_names, tokens[i].text) != standard_names.end();
    const bool is_libcus = i > begin + 5 && tokens[i - 6].is("cuda");  // cuda::std::atomic
    const bool is_qualified =
        i > begin + 2 && tokens[i - 1].is(":") && tokens[i - 3].is("std") && !is_libcus;
    const bool has_arguments = tokens[i].text == "vector" && i + 1 < end && tokens[i + 1].is("<");
    if (is_standard && (is_qualified || has_arguments)) return true;
    if (is_qualified && tokens[i].text.ends_with("_distribution")) return true;
  }
  return false;
}

}  // namespace duet
