// The files of the viewer's page, inside the program: it needs no folder beside it.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct viewer_file {
    // The name relative to the page.
    const char *name;
    const uint8_t *bytes;
    size_t count;
};

// The number of files; the first one is the page itself.
size_t viewer_file_count(void);

// A file, NULL beyond the last one.
const struct viewer_file *viewer_file_at(size_t number);
