#pragma once

// For the host, whose declarations name the type.

#ifndef DUET_SPELLING_IS_NATIVE
typedef __builtin_va_list va_list;
#endif
