#include "client.h"

// A STUB as an item: the sub-path in the lowest six bits, the turn angle in the next eight.
static unsigned sub_of(uint64_t content) { return (unsigned)(content & 63u); }

static unsigned angle_of(uint64_t content) { return (unsigned)(content >> 6 & 255u); }

static bool is_ancestor(const ehc_client *client, unsigned index, unsigned path)
{
    for (unsigned level = 0; level < EHC_PATH_CAPACITY; level++) {
        unsigned parent = path >= FIRST_PATH ? client->paths[path - FIRST_PATH].parent : 0;
        if (parent == 0) return false;
        if (parent == index) return true;
        path = parent;
    }
    return true;
}

// The item for the same road at an offset: the one with the same path; the continuation; the one
// with the same turn angle; for an update the only road without a path. The angle distinguishes
// roads without a path: a STUB has nothing else that stays.
static uint16_t same_road(
    const ehc_client *client, uint64_t content, struct range here, bool is_update)
{
    unsigned sub = sub_of(content);
    uint16_t same_angle = NO_ITEM;
    uint16_t open = NO_ITEM;
    unsigned open_count = 0;
    for (uint16_t place = here.first; place < here.end; place++) {
        uint32_t other = client->item_values[place];
        if (sub != SUB_NO_FURTHER_DATA && sub_of(other) == sub) return place;
        if (sub_of(other) == SUB_CONTINUATION) continue;
        if (same_angle == NO_ITEM && angle_of(other) == angle_of(content)) same_angle = place;
        if (sub_of(other) != SUB_NO_FURTHER_DATA) continue;
        if (open == NO_ITEM) open = place;
        open_count++;
    }
    if (sub == SUB_CONTINUATION) return NO_ITEM;
    if (same_angle != NO_ITEM) return same_angle;
    return is_update && open_count == 1 ? open : NO_ITEM;
}

// The path at a STUB is lost; the road stays.
static void forget_path(ehc_client *client, unsigned slot, int32_t metres, unsigned child)
{
    struct range here = items_at(client, TRACK(slot, KIND_STUB), metres);
    for (uint16_t place = here.first; place < here.end; place++) {
        uint32_t *value = &client->item_values[place];
        if (sub_of(*value) == child) *value = (*value & ~63u) | SUB_NO_FURTHER_DATA;
    }
}

// Lets a path begin at a STUB. A path that began elsewhere is a new one under an old index, unless
// the vehicle is on it.
static void attach(ehc_client *client, uint64_t content, unsigned parent_slot, int32_t metres)
{
    unsigned index = sub_of(content);
    unsigned slot = index - FIRST_PATH;
    unsigned parent = parent_slot + FIRST_PATH;
    struct ehc_path_state *path = &client->paths[slot];
    bool is_held = (path->flags & PATH_IS_HELD) != 0;
    if (is_held && path->parent != 0 &&
        (path->parent != parent || path->stub_metres != metres)) {
        forget_path(client, path->parent - (unsigned)FIRST_PATH, path->stub_metres, index);
        if (!has_position(client, index)) {
            client->counters.paths_reopened++;
            release(client, slot);
        }
    } else if (is_held && path->parent == 0 && is_ancestor(client, index, parent)) {
        // The start of the tree is no branch of it: the old path is lost.
        client->counters.paths_reopened++;
        release(client, slot);
    }
    mention_slot(client, slot);
    path->parent = (uint8_t)parent;
    path->stub_metres = metres;
    path->stub = (uint32_t)(content >> 6);
}

// The road at a STUB has another path now, or none.
static void detach(ehc_client *client, unsigned child, unsigned parent_slot, int32_t metres)
{
    struct ehc_path_state *path = &client->paths[child - FIRST_PATH];
    if ((path->flags & PATH_IS_HELD) == 0 || path->parent != parent_slot + FIRST_PATH ||
        path->stub_metres != metres)
        return;
    if (has_position(client, child)) {
        path->parent = 0;
    } else {
        release(client, child - FIRST_PATH);
    }
}

ehc_reception apply_stub(ehc_client *client, const struct message *message)
{
    const uint32_t *fields = message->fields;
    unsigned sub = fields[STUB_SUB_PATH_INDEX];
    unsigned index = fields[STUB_PATH_INDEX];
    bool is_path = sub >= FIRST_PATH;
    if (sub < SUB_NO_FURTHER_DATA) return EHC_MISPLACED_PATH_INDEX;
    if (sub == 7) return EHC_RESERVED_PATH_INDEX;
    if (sub == index) return EHC_LOOP;
    if (is_path && is_ancestor(client, sub, index) && has_position(client, sub)) return EHC_LOOP;
    unsigned slot = 0;
    int32_t metres = 0;
    ehc_reception result = mention(client, index, fields[STUB_OFFSET], &slot, &metres);
    if (result != EHC_APPLIED) return result;
    if ((client->paths[slot].flags & PATH_IS_REACHABLE) != 0 &&
        metres < client->paths[slot].kept_from)
        return EHC_BEHIND;
    uint64_t content = pack_fields(EHC_STUB, fields, STUB_SUB_PATH_INDEX);
    uint16_t track = TRACK(slot, KIND_STUB);
    bool is_update = fields[STUB_UPDATE] != 0;
    uint16_t old = same_road(client, content, items_at(client, track, metres), is_update);
    unsigned old_sub = old == NO_ITEM ? 0 : sub_of(client->item_values[old]);
    enum put_result put = items_put(client, track, metres, content, old, is_update);
    if (put == PUT_FULL || put == PUT_OVERTAKEN) return reception(client, put, slot);
    if (old_sub >= FIRST_PATH && old_sub != sub) detach(client, old_sub, slot, metres);
    if (is_path) attach(client, content, slot, metres);
    update_reach(client);
    return reception(client, put, slot);
}
