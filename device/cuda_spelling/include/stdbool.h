#pragma once

// bool needs no header. C's name for it, as GNU's header of C++ has it.
#define _Bool bool
