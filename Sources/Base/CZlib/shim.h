#pragma once
#include <zlib.h>

// Deflates with the header of gzip. The initialiser of zlib is a macro, which Swift does not see.
static inline int ehorizon_gzip_begin(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}

// Inflates zlib (window bits 15) or gzip (15 + 16). The initialiser of zlib is a macro.
static inline int ehorizon_inflate_begin(z_stream *stream, int windowBits) {
    return inflateInit2(stream, windowBits);
}
