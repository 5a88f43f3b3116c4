// The JSON Schemas of what the programs print, inside the program.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct schema_file {
    // The name, such as ahead.
    const char *name;
    const uint8_t *bytes;
    size_t count;
};

// The number of schemas, which are in the order of their names.
size_t schema_file_count(void);

// A schema, NULL beyond the last one.
const struct schema_file *schema_file_at(size_t number);
