// Frames at random into the C client, to be built with sanitisers: with clang -fsanitize=fuzzer, or
// with -DSTANDALONE as a program that makes its own frames from a seed.
//
//   fuzz SEED FRAMES
#include "ehorizon_client.h"

#ifdef STANDALONE
#include <stdio.h>
#endif
#include <stdlib.h>

static ehc_client client;
// What queries answer; kept so that no query is removed.
static volatile double sum;

// The state keeps its order, and every query answers.
static void check(void)
{
    unsigned items = 0;
    if (client.item_count > EHC_ITEM_CAPACITY) abort();
    uint64_t before = 0;
    for (unsigned place = 0; place < client.item_count; place++) {
        uint64_t key = (uint64_t)(client.item_tops[place] >> 6) << 32 | client.item_keys[place];
        if (key < before) abort();
        before = key;
    }
    if (client.update_count > EHC_UPDATE_CAPACITY) abort();
    for (unsigned number = 0; number < client.update_count; number++) {
        if (client.updates[number].item >= client.item_count) abort();
        for (unsigned other = 0; other < number; other++)
            if (client.updates[other].item == client.updates[number].item) abort();
    }
    for (unsigned path = ehc_next_path(&client, 0); path != 0; path = ehc_next_path(&client, path)) {
        ehc_path state;
        ehc_stub stub;
        ehc_segment segment;
        ehc_spot spot;
        if (!ehc_get_path(&client, path, &state)) abort();
        if (state.parent != 0 && !ehc_get_path(&client, state.parent, &state)) abort();
        items += ehc_stub_count(&client, path) + ehc_segment_count(&client, path);
        if (ehc_next_stub(&client, path, 100, &stub)) sum += stub.metres;
        if (ehc_segment_at(&client, path, 100, &segment)) {
            ehc_number limit = ehc_speed_limit_kmh(&client, &segment);
            if (limit.reading < EHC_UNLIMITED) sum += limit.value;
        }
        ehc_profile profile = ehc_next_profile(&client, path, 0);
        for (; profile != 0; profile = ehc_next_profile(&client, path, profile)) {
            items += ehc_spot_count(&client, path, profile);
            if (!ehc_get_spot(&client, path, profile, 0, &spot)) abort();
            ehc_number value = ehc_value_at(&client, path, profile, spot.metres + 10.5);
            if (value.reading < EHC_UNLIMITED) sum += value.value;
        }
    }
    for (unsigned candidate = 0; candidate < 5; candidate++)
        sum += ehc_offset_at(&client, candidate, client.now + 20).reading;
    // Every item belongs to a path that is held.
    if (items != ehc_item_count(&client)) abort();
}

static void start(uint8_t choice)
{
    ehc_config config;
    ehc_config_init(&config, (ehc_layout)(choice % 3));
    if (choice & 4) config.trailing_length_m = 4095;
    if (choice & 8) config.longest_sent_behind_m = 0;
    if (choice & 16) config.reorder_window_ms = 16000;
    if (choice & 32) config.longest_jump_m = 4095;
    if (!ehc_init(&client, &config)) abort();
}

// A record is: identifier and length, time step, eight bytes.
static uint64_t feed(const uint8_t *record, uint64_t now)
{
    static const uint64_t steps[4] = {1, 40, 3000, UINT64_C(1) << 33};
    unsigned rare = record[1] >> 6 & 3u;
    now += (record[1] & 63u) == 63 ? steps[rare] : (record[1] & 15u);
    size_t length = record[0] >> 3 < 28 ? 8 : record[0] & 7u;
    ehc_feed(&client, 0x300u + (record[0] & 7u), record + 2, length, now);
    return now;
}

#ifndef STANDALONE
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t now = 0;
    if (size == 0) return 0;
    start(data[0]);
    for (size_t place = 1; place + 10 <= size; place += 10) now = feed(data + place, now);
    check();
    return 0;
}
#else
static uint64_t state;

static uint8_t random_byte(void)
{
    state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t mixed = (state ^ (state >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    return (uint8_t)((mixed ^ (mixed >> 27)) >> 40);
}

int main(int count, char **arguments)
{
    static const uint8_t types[6] = {1, 3, 2, 4, 5, 6};
    uint64_t now = 0;
    unsigned most = 0;
    if (count != 3) return 2;
    state = strtoull(arguments[1], NULL, 10);
    unsigned long frames = strtoul(arguments[2], NULL, 10);
    for (unsigned long number = 0; number < frames; number++) {
        uint8_t record[10];
        if (number % 20000 == 0) {
            now = 0;
            start(random_byte());
        }
        for (unsigned place = 0; place < 10; place++) record[place] = random_byte();
        record[1] = random_byte() % 32 == 0 ? record[1] : record[1] & 0xCFu;
        unsigned kind = record[0] & 7u;
        // Most frames are messages of their identifier.
        if (kind < 6 && random_byte() % 16 != 0) {
            uint8_t *first = &record[client.config.layout == EHC_ADASIS_INTEL ? 9 : 2];
            *first = (uint8_t)((*first & 3u) | types[kind] << 5);
        }
        now = feed(record, now);
        if (number % 7 == 0) check();
        if (ehc_item_count(&client) > most) most = ehc_item_count(&client);
    }
    printf("%lu random frames, at most %u items\n", frames, most);
    return 0;
}
#endif
