#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How often this program has asked for memory so far (malloc, calloc, realloc, posix_memalign).
size_t allocation_count(void);

#ifdef __cplusplus
}
#endif
