#pragma once

// For the host, whose structures have members of these types.

#include <duet/spelling/std/cstddef.hpp>
#include <time.h>

typedef int pid_t;
typedef long off_t;
typedef long ssize_t;
typedef unsigned mode_t;
typedef unsigned uid_t;
typedef unsigned gid_t;
typedef unsigned long dev_t;
typedef unsigned long ino_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned u_int;
typedef unsigned long u_long;
