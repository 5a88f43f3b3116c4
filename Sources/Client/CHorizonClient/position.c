#include "client.h"

// The offset that is nearest to a reference.
static int32_t nearest(uint32_t offset, int32_t reference)
{
    int32_t difference = ((int32_t)offset - reference) % OFFSET_PERIOD;
    if (difference > OFFSET_PERIOD / 2) difference -= OFFSET_PERIOD;
    if (difference < -(OFFSET_PERIOD / 2)) difference += OFFSET_PERIOD;
    return reference + difference;
}

// Brings all items of a path into the period that begins at an offset.
static void unwrap_items(ehc_client *client, unsigned slot, int32_t lowest)
{
    uint16_t place = items_of_path(client, slot).first;
    while (place < client->item_count && track_slot(item_track(client, place)) == slot) {
        uint16_t track = item_track(client, place);
        items_unwrap(client, track, lowest);
        place = items_of_track(client, track).end;
    }
}

// The vehicle's offset: the one nearest to where it was last seen on the path. On a path on which
// it is seen for the first time the offset is taken as it is. If no STUB said where that path
// begins, everything else known of the path is unwrapped by the vehicle's offset.
static int32_t unwrap(ehc_client *client, uint32_t offset, unsigned slot)
{
    const struct ehc_path_state *path = &client->paths[slot];
    if ((path->flags & PATH_HAS_VEHICLE) != 0) return nearest(offset, path->vehicle_metres);
    int32_t metres = (int32_t)offset;
    int32_t lowest = metres - client->config.longest_sent_behind_m;
    if ((path->flags & PATH_IS_HELD) != 0 && path->parent == 0) {
        unwrap_items(client, slot, lowest);
        for (unsigned child = 0; child < EHC_PATH_CAPACITY; child++) {
            struct ehc_path_state *other = &client->paths[child];
            if (other->parent == slot + FIRST_PATH && other->stub_metres < lowest)
                other->stub_metres += OFFSET_PERIOD;
        }
    }
    return metres;
}

// Whether the vehicle cannot have driven to this place from where it was.
static bool has_jumped(
    const ehc_client *client, int32_t metres, unsigned slot, ehc_reset_cause *cause)
{
    const struct ehc_path_state *path = &client->paths[slot];
    *cause = EHC_FORWARD_JUMP;
    if ((path->flags & PATH_HAS_VEHICLE) != 0) {
        if (metres - path->vehicle_metres > client->config.longest_jump_m) return true;
        if (metres > METRES_MAX) return true;
        *cause = EHC_BACKWARD_JUMP;
        return path->vehicle_metres - metres > client->config.trailing_length_m ||
            metres < -METRES_MAX;
    }
    const struct ehc_position_state *vehicle = &client->positions[0];
    if (vehicle->path == 0 || path->parent != vehicle->path) return false;
    return path->stub_metres - vehicle->metres + metres > client->config.longest_jump_m;
}

static ehc_reception leave_paths(ehc_client *client, unsigned index)
{
    static const uint8_t absences[] = {EHC_NO_MAP, EHC_OFF_ROAD, EHC_NOT_CALIBRATED};
    for (unsigned place = 0; place < 4; place++) client->positions[place].path = 0;
    bool is_new = client->whereabouts != absences[index - 1];
    client->whereabouts = absences[index - 1];
    client->last_position = (uint32_t)client->now;
    client->has_last_position = true;
    return is_new ? EHC_APPLIED : EHC_KNOWN_ALREADY;
}

ehc_reception apply_position(
    ehc_client *client, const struct message *message, struct order order)
{
    const uint32_t *fields = message->fields;
    unsigned candidate = fields[POSITION_POSITION_INDEX];
    unsigned index = fields[POSITION_PATH_INDEX];
    struct ehc_position_state *position = &client->positions[candidate];
    if (order.is_late && position->path != 0 && (int32_t)(position->received - order.since) >= 0)
        return EHC_OVERTAKEN;
    if (candidate == 0 && index >= 1 && index <= 3) return leave_paths(client, index);
    unsigned slot = 0;
    ehc_reception result = slot_of(index, &slot);
    if (result != EHC_APPLIED) return result;
    if (fields[POSITION_OFFSET] == OFFSET_NOT_AVAILABLE) return EHC_WITHOUT_OFFSET;
    int32_t metres = unwrap(client, fields[POSITION_OFFSET], slot);
    ehc_reset_cause cause;
    if (candidate == 0 && has_jumped(client, metres, slot, &cause)) {
        clear_tree(client, cause);
        metres = unwrap(client, fields[POSITION_OFFSET], slot);
    }
    mention_slot(client, slot);
    // Other candidates may lie ahead on the same path.
    if (candidate == 0) {
        client->paths[slot].flags |= PATH_HAS_VEHICLE;
        client->paths[slot].vehicle_metres = metres;
        client->whereabouts = EHC_ON_PATH;
        client->last_position = (uint32_t)client->now;
        client->has_last_position = true;
    }
    position->path = (uint8_t)index;
    position->metres = metres;
    position->received = (uint32_t)client->now;
    position->age = (uint16_t)fields[POSITION_POSITION_AGE];
    position->speed = (uint16_t)fields[POSITION_SPEED];
    position->heading = (uint8_t)fields[POSITION_RELATIVE_HEADING];
    position->probability = (uint8_t)fields[POSITION_POSITION_PROBABILITY];
    position->confidence = (uint8_t)fields[POSITION_POSITION_CONFIDENCE];
    position->lane = (uint8_t)fields[POSITION_CURRENT_LANE];
    update_reach(client);
    return EHC_APPLIED;
}
