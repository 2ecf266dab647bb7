#include "npy.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "file.hpp"
#include "npy_dictionary.hpp"
#include "output_file.hpp"
#include "usage_error.hpp"

namespace duet::tool {
namespace {

static_assert(std::endian::native == std::endian::little,
              "arrays are little-endian and used without conversion");

constexpr std::string_view magic{"\x93NUMPY", 6};

unsigned byte_at(std::span<const std::byte> bytes, std::size_t at) {
  return std::to_integer<unsigned>(bytes[at]);
}

ElementType parse_type(std::string_view name) {
  if (!name.empty() && name.front() == '>')
    throw UsageError(fmt::format(
        "element type '{}' is big-endian; convert it with array.astype(array.dtype.newbyteorder("
        "'<'))",
        name));
  const bool ordered =
      !name.empty() && (name.front() == '<' || name.front() == '|' || name.front() == '=');
  const auto type = find_numpy_type(name.substr(ordered ? 1 : 0));
  if (!type)
    throw UsageError(fmt::format("element type '{}' is not supported; the types are {}", name,
                                 element_type_names()));
  return *type;
}

}  // namespace

std::size_t array_bytes(ElementType type, std::span<const std::size_t> shape) {
  if (std::find(shape.begin(), shape.end(), 0u) != shape.end()) return 0;
  std::size_t bytes = size_of(type);
  for (const std::size_t extent : shape) {
    // Half the address space, so that no later computation with sizes can overflow.
    if (extent > (SIZE_MAX / 2) / bytes)
      throw UsageError("an array of shape " + format_shape(shape) + " is too large");
    bytes *= extent;
  }
  return bytes;
}

std::string format_shape(std::span<const std::size_t> shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

NpyHeader parse_npy_header(std::span<const std::byte> beginning, std::uint64_t file_bytes) {
  if (beginning.size() < magic.size() + 4)
    throw UsageError(fmt::format("the file is truncated: {} bytes", beginning.size()));
  if (std::memcmp(beginning.data(), magic.data(), magic.size()) != 0)
    throw UsageError("not a .npy file: it does not begin with \"\\x93NUMPY\"");
  const unsigned major = byte_at(beginning, 6);
  const unsigned minor = byte_at(beginning, 7);
  if (major < 1 || major > 3 || minor != 0)
    throw UsageError(fmt::format("format version {}.{} is unknown", major, minor));

  const std::size_t prefix = major == 1 ? 10 : 12;
  if (beginning.size() < prefix)
    throw UsageError(fmt::format("the file is truncated: {} bytes", beginning.size()));
  std::size_t length = byte_at(beginning, 8) | byte_at(beginning, 9) << 8;
  if (major > 1) length |= byte_at(beginning, 10) << 16 | byte_at(beginning, 11) << 24;
  if (length > npy_max_header_bytes - prefix)
    throw UsageError(
        fmt::format("a header of {} bytes exceeds the limit of {}", length, npy_max_header_bytes));
  if (length > beginning.size() - prefix)
    throw UsageError(fmt::format("the file is truncated: its header has {} bytes of {}",
                                 beginning.size() - prefix, length));

  const auto text = beginning.subspan(prefix, length);
  const NpyDictionary dictionary =
      parse_npy_dictionary({reinterpret_cast<const char*>(text.data()), text.size()});
  NpyHeader header;
  header.type = parse_type(dictionary.descr);
  header.shape = dictionary.shape;
  header.fortran_order = dictionary.fortran_order;
  header.data_offset = prefix + length;
  header.data_bytes = array_bytes(header.type, header.shape);
  const std::uint64_t rest = file_bytes - header.data_offset;
  if (rest != header.data_bytes)
    throw UsageError(fmt::format("the file {}: shape {} of {} needs {} bytes, {} follow the header",
                                 rest < header.data_bytes ? "is truncated" : "has extra bytes",
                                 format_shape(header.shape), name_of(header.type),
                                 header.data_bytes, rest));
  return header;
}

namespace {

NpyArray make_array(NpyHeader&& header, std::vector<std::byte>&& bytes) {
  // In a kernel a bool with another byte would be neither true nor false.
  if (header.type == ElementType::boolean &&
      std::any_of(bytes.begin(), bytes.end(), [](std::byte b) { return b > std::byte{1}; }))
    throw UsageError("the file is damaged: a bool element is neither 0 nor 1");
  return {header.type, std::move(header.shape), header.fortran_order, std::move(bytes)};
}

}  // namespace

NpyArray parse_npy(std::span<const std::byte> file) {
  NpyHeader header = parse_npy_header(file, file.size());
  const auto data = file.subspan(header.data_offset, header.data_bytes);
  return make_array(std::move(header), {data.begin(), data.end()});
}

std::vector<std::byte> format_npy(const NpyArray& array) {
  if (array_bytes(array.type, array.shape) != array.bytes.size())
    throw UsageError(fmt::format("shape {} of {} does not have {} bytes", format_shape(array.shape),
                                 name_of(array.type), array.bytes.size()));
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", numpy_name(array.type),
                  array.fortran_order ? "True" : "False", format_shape(array.shape));
  // The elements begin at a multiple of 64 bytes.
  const bool longer = text.size() + 64 > 65535;
  const std::size_t prefix = longer ? 12 : 10;
  text.append(63 - (prefix + text.size()) % 64, ' ');
  text += '\n';

  std::string start(magic);
  start += longer ? '\2' : '\1';
  start += '\0';
  for (std::size_t i = 0; i < prefix - 8; ++i)
    start += static_cast<char>((text.size() >> (8 * i)) & 255);
  start += text;
  std::vector<std::byte> file(start.size() + array.bytes.size());
  std::memcpy(file.data(), start.data(), start.size());
  std::copy(array.bytes.begin(), array.bytes.end(),
            file.begin() + static_cast<std::ptrdiff_t>(start.size()));
  return file;
}

NpyArray read_npy(const std::filesystem::path& path) {
  const std::size_t size = regular_file_size(path);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError("cannot open '" + path.string() + "'");
  const auto read = [&](std::size_t offset, std::size_t count) {
    std::vector<std::byte> bytes(count);
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
    if (!file) throw UsageError("cannot read '" + path.string() + "'");
    return bytes;
  };
  const auto beginning = read(0, std::min(size, npy_max_header_bytes));
  try {
    NpyHeader header = parse_npy_header(beginning, size);
    auto bytes = read(header.data_offset, header.data_bytes);
    return make_array(std::move(header), std::move(bytes));
  } catch (const UsageError& error) {
    throw UsageError("cannot use '" + path.string() + "': " + error.what());
  }
}

void write_npy(const std::filesystem::path& path, const NpyArray& array) {
  write_bytes(path, format_npy(array));
}

}  // namespace duet::tool
