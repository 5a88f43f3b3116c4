#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

/// How often memory has been asked for since the program began.
uint64_t allocation_count(void);

/// The memory that the program has asked for and not given back, bytes.
uint64_t allocated_bytes(void);

#endif
