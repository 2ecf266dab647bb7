// The fmt of a project: another version than duet's, under the same target name.
namespace fmt::v99 {
int own_version();
int own_version() { return 99; }
}  // namespace fmt::v99
