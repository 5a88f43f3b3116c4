// The C that cantools makes, called as often as ours. Included after the generated source.
#include <string.h>

#include "CGenerated.h"

// The compiler must think that somebody looks at the result.
#define LOOK(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")

#define BENCH(name)                                                                      \
    static uint64_t encode_##name(const uint64_t *words, int rounds) {                   \
        static struct adasis_##name##_t messages[256];                                   \
        uint8_t bytes[8];                                                                \
        uint64_t sink = 0;                                                               \
        for (int i = 0; i < 256; i++)                                                    \
            adasis_##name##_unpack(&messages[i], (const uint8_t *)&words[i], 8);         \
        for (int round = 0; round < rounds; round++)                                     \
            for (int i = 0; i < 256; i++) {                                              \
                LOOK(&messages[i]);                                                      \
                adasis_##name##_pack(bytes, &messages[i], 8);                            \
                LOOK(bytes);                                                             \
                sink += bytes[0] + bytes[7];                                             \
            }                                                                            \
        return sink;                                                                     \
    }                                                                                    \
    static uint64_t decode_##name(const uint64_t *words, int rounds) {                   \
        struct adasis_##name##_t message;                                                \
        uint64_t sink = 0;                                                               \
        for (int round = 0; round < rounds; round++)                                     \
            for (int i = 0; i < 256; i++) {                                              \
                adasis_##name##_unpack(&message, (const uint8_t *)&words[i], 8);         \
                LOOK(&message);                                                          \
                sink += message.cyclic_counter;                                          \
            }                                                                            \
        return sink;                                                                     \
    }

BENCH(position)
BENCH(segment)
BENCH(stub)
BENCH(profile_short)
BENCH(profile_long)
BENCH(meta_data)

uint64_t c_encode(uint8_t kind, const uint64_t *words, int rounds) {
    switch (kind) {
    case 1: return encode_position(words, rounds);
    case 2: return encode_segment(words, rounds);
    case 3: return encode_stub(words, rounds);
    case 4: return encode_profile_short(words, rounds);
    case 5: return encode_profile_long(words, rounds);
    default: return encode_meta_data(words, rounds);
    }
}

uint64_t c_decode(uint8_t kind, const uint64_t *words, int rounds) {
    switch (kind) {
    case 1: return decode_position(words, rounds);
    case 2: return decode_segment(words, rounds);
    case 3: return decode_stub(words, rounds);
    case 4: return decode_profile_short(words, rounds);
    case 5: return decode_profile_long(words, rounds);
    default: return decode_meta_data(words, rounds);
    }
}
