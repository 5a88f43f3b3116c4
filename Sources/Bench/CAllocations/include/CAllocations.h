#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

/// How often memory has been asked for since the program began.
uint64_t allocation_count(void);

#endif
