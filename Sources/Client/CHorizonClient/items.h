// The items of all paths in one table, by path, kind and offset.
#ifndef ITEMS_H
#define ITEMS_H

#include "ehorizon_client.h"

// The kinds of items in their order on a path. A path has them once each, profiles once a type.
enum { KIND_STUB = 0, KIND_SEGMENT = 1, KIND_SHORT = 1, KIND_LONG = 31, KIND_END = 62 };

// Offsets far beyond this, 2000 km, would not fit into an item: the vehicle's path ends before.
#define METRES_MAX 2000000
#define METRES_WIDTH 22
#define METRES_BIAS (1 << (METRES_WIDTH - 1))
// The period of the offsets on the wire.
#define OFFSET_PERIOD 8191

// A path and a kind. The tracks of a path follow each other.
#define TRACK(slot, kind) ((uint16_t)((unsigned)(slot) << 6 | (unsigned)(kind)))
#define NO_ITEM UINT16_MAX

// A part of the table: first...end - 1.
struct range {
    uint16_t first, end;
};

// What became of an item.
enum put_result { PUT_NEW, PUT_SAME, PUT_OVERTAKEN, PUT_FULL };

static inline uint64_t item_key(const ehc_client *client, uint16_t place)
{
    return (uint64_t)(client->item_tops[place] >> 6) << 32 | client->item_keys[place];
}

static inline uint16_t item_track(const ehc_client *client, uint16_t place)
{
    return (uint16_t)(item_key(client, place) >> METRES_WIDTH);
}

static inline unsigned track_slot(uint16_t track) { return track >> 6; }
static inline unsigned track_kind(uint16_t track) { return track & 63u; }

static inline int32_t item_metres(const ehc_client *client, uint16_t place)
{
    return (int32_t)(client->item_keys[place] & ((UINT32_C(1) << METRES_WIDTH) - 1)) - METRES_BIAS;
}

// The content of an item: 38 bits, of which six are beyond those of its value.
static inline unsigned item_extra(const ehc_client *client, uint16_t place)
{
    return client->item_tops[place] & 63u;
}

static inline uint64_t item_content(const ehc_client *client, uint16_t place)
{
    return (uint64_t)item_extra(client, place) << 32 | client->item_values[place];
}

// The items of a track, or of all tracks of a path.
struct range items_of_track(const ehc_client *client, uint16_t track);
struct range items_of_path(const ehc_client *client, unsigned slot);
// The first item of a range at an offset or beyond, and beyond an offset.
uint16_t items_at_or_after(const ehc_client *client, struct range range, int32_t metres);
uint16_t items_after(const ehc_client *client, struct range range, int32_t metres);
// The items of a track at exactly this offset.
struct range items_at(const ehc_client *client, uint16_t track, int32_t metres);

enum put_result items_put(
    ehc_client *client, uint16_t track, int32_t metres, uint64_t content, uint16_t old,
    bool is_update);
void items_remove(ehc_client *client, struct range range);
// Forgets what is before an offset; with `keeps_in_force` the last of it stays.
void items_forget_before(
    ehc_client *client, uint16_t track, int32_t metres, bool keeps_in_force);
// The same for points whose leading bits distinguish several at one place: each holds up to the
// next one with the same bits.
void items_forget_keyed(
    ehc_client *client, uint16_t track, int32_t metres, unsigned key_width);
void items_forget_between(ehc_client *client, uint16_t track, int32_t first, int32_t last);
// Moves every item of a track into the period of the offsets that begins at an offset.
void items_unwrap(ehc_client *client, uint16_t track, int32_t lowest);
// Forgets the updates that are older than the reorder window.
void items_sweep(ehc_client *client, bool all);

#endif
