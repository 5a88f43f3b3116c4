#include "client.h"

ehc_reception slot_of(unsigned index, unsigned *slot)
{
    if (index == 0) return EHC_UNKNOWN_PATH;
    if (index < 7) return EHC_MISPLACED_PATH_INDEX;
    if (index == 7) return EHC_RESERVED_PATH_INDEX;
    *slot = index - FIRST_PATH;
    return EHC_APPLIED;
}

int32_t metres_of(const ehc_client *client, unsigned slot, uint32_t offset)
{
    const struct ehc_path_state *path = &client->paths[slot];
    if ((path->flags & PATH_HAS_VEHICLE) == 0) return (int32_t)offset;
    int32_t lowest = path->vehicle_metres - client->config.longest_sent_behind_m;
    int32_t rest = ((int32_t)offset - lowest) % OFFSET_PERIOD;
    return lowest + (rest < 0 ? rest + OFFSET_PERIOD : rest);
}

void mention_slot(ehc_client *client, unsigned slot)
{
    client->paths[slot].flags |= PATH_IS_HELD;
    client->paths[slot].mentioned = (uint32_t)client->now;
}

ehc_reception mention(
    ehc_client *client, unsigned index, uint32_t offset, unsigned *slot, int32_t *metres)
{
    ehc_reception result = slot_of(index, slot);
    if (result != EHC_APPLIED) return result;
    if (offset == OFFSET_NOT_AVAILABLE) return EHC_WITHOUT_OFFSET;
    *metres = metres_of(client, *slot, offset);
    mention_slot(client, *slot);
    return EHC_APPLIED;
}

ehc_reception reception(const ehc_client *client, enum put_result result, unsigned slot)
{
    switch (result) {
    case PUT_FULL: return EHC_FULL;
    case PUT_OVERTAKEN: return EHC_OVERTAKEN;
    case PUT_SAME: return EHC_KNOWN_ALREADY;
    case PUT_NEW: break;
    }
    return (client->paths[slot].flags & PATH_IS_REACHABLE) != 0 ? EHC_APPLIED : EHC_PENDING;
}

bool has_position(const ehc_client *client, unsigned index)
{
    for (unsigned candidate = 0; candidate < 4; candidate++)
        if (client->positions[candidate].path == index) return true;
    return false;
}

static void clear_slot(ehc_client *client, unsigned slot)
{
    struct ehc_path_state *path = &client->paths[slot];
    items_remove(client, items_of_path(client, slot));
    path->parent = 0;
    path->flags = 0;
    path->stub_metres = 0;
    path->kept_from = KEPT_ALL;
}

void release(ehc_client *client, unsigned slot)
{
    clear_slot(client, slot);
    for (unsigned child = 0; child < EHC_PATH_CAPACITY; child++)
        if (client->paths[child].parent == slot + FIRST_PATH) client->paths[child].parent = 0;
}

void clear_tree(ehc_client *client, ehc_reset_cause cause)
{
    for (unsigned slot = EHC_PATH_CAPACITY; slot > 0; slot--) clear_slot(client, slot - 1);
    for (unsigned candidate = 0; candidate < 4; candidate++) client->positions[candidate].path = 0;
    client->whereabouts = EHC_NO_POSITION;
    client->has_current_link = false;
    client->counters.resets[cause]++;
}

void forget_profile_before(ehc_client *client, uint16_t track, int32_t metres)
{
    unsigned kind = track_kind(track);
    unsigned type = kind > KIND_LONG ? 32u + kind - KIND_LONG : kind - KIND_SHORT;
    const struct profile_record *record = profile_record((ehc_profile)type);
    bool is_point = record->course == COURSE_POINTS;
    if (is_point || record->key_width == 0) {
        items_forget_before(client, track, metres, !is_point);
    } else {
        items_forget_keyed(client, track, metres, record->key_width);
    }
}

void forget_before(ehc_client *client, unsigned slot, int32_t metres)
{
    if (metres <= client->paths[slot].kept_from) return;
    client->paths[slot].kept_from = metres;
    items_forget_before(client, TRACK(slot, KIND_STUB), metres, false);
    items_forget_before(client, TRACK(slot, KIND_SEGMENT), metres, true);
    uint16_t place = items_of_track(client, TRACK(slot, KIND_SEGMENT)).end;
    while (place < client->item_count && track_slot(item_track(client, place)) == slot) {
        uint16_t track = item_track(client, place);
        forget_profile_before(client, track, metres);
        place = items_of_track(client, track).end;
    }
}
