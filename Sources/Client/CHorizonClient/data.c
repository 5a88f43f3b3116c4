#include "client.h"

ehc_reception apply_segment(ehc_client *client, const struct message *message)
{
    const uint32_t *fields = message->fields;
    uint64_t content = pack_fields(EHC_SEGMENT, fields, SEGMENT_FUNCTIONAL_ROAD_CLASS);
    // The link that the vehicle is on, from a provider without paths.
    if (fields[SEGMENT_PATH_INDEX] == 4) {
        bool is_same = client->has_current_link && client->current_link == content &&
            client->current_link_offset == fields[SEGMENT_OFFSET];
        client->current_link = content;
        client->current_link_offset = (uint16_t)fields[SEGMENT_OFFSET];
        client->has_current_link = true;
        client->last_current_link = (uint32_t)client->now;
        return is_same ? EHC_KNOWN_ALREADY : EHC_APPLIED;
    }
    unsigned slot = 0;
    int32_t metres = 0;
    ehc_reception result =
        mention(client, fields[SEGMENT_PATH_INDEX], fields[SEGMENT_OFFSET], &slot, &metres);
    if (result != EHC_APPLIED) return result;
    uint16_t track = TRACK(slot, KIND_SEGMENT);
    struct range here = items_at(client, track, metres);
    uint16_t old = here.first < here.end ? here.first : NO_ITEM;
    bool is_update = fields[SEGMENT_UPDATE] != 0;
    enum put_result put = items_put(client, track, metres, content, old, is_update);
    if (put == PUT_NEW || put == PUT_SAME)
        items_forget_before(client, track, client->paths[slot].kept_from, true);
    return reception(client, put, slot);
}

// Several traffic signs or lanes can stand at one place: the leading bits distinguish them.
static uint16_t same_point(
    const ehc_client *client, uint16_t track, int32_t metres, uint32_t raw, unsigned key_width)
{
    struct range here = items_at(client, track, metres);
    for (uint16_t place = here.first; place < here.end; place++) {
        uint32_t difference = client->item_values[place] ^ raw;
        if (key_width == 0 || difference >> (32 - key_width) == 0) return place;
    }
    return NO_ITEM;
}

static enum put_result put_point(
    ehc_client *client, uint16_t track, int32_t metres, uint64_t content, unsigned key_width,
    bool is_update)
{
    uint16_t old = same_point(client, track, metres, (uint32_t)content, key_width);
    return items_put(client, track, metres, content, old, is_update);
}

// The points of one message: one, or two that are `distance` apart.
struct points {
    ehc_profile profile;
    bool is_update;
    int32_t distance; // 0: one point
    uint64_t contents[2];
};

static ehc_reception apply_points(
    ehc_client *client, unsigned index, uint32_t offset, const struct points *points)
{
    unsigned type = points->profile & 31u;
    bool is_long = points->profile >= 32;
    const struct profile_record *record = profile_record(points->profile);
    if (record->coding == CODING_NONE && (type < 16 || type > 30)) return EHC_RESERVED_PROFILE_TYPE;
    uint32_t wanted = is_long ? client->config.long_profiles : client->config.short_profiles;
    if ((wanted >> type & 1u) == 0) return EHC_IGNORED;
    unsigned slot = 0;
    int32_t metres = 0;
    ehc_reception result = mention(client, index, offset, &slot, &metres);
    if (result != EHC_APPLIED) return result;
    uint16_t track = TRACK(slot, (is_long ? (unsigned)KIND_LONG : KIND_SHORT) + type);
    enum put_result put = put_point(
        client, track, metres, points->contents[0], record->key_width, points->is_update);
    if (put != PUT_NEW && put != PUT_SAME) return reception(client, put, slot);
    if (points->distance > 0) {
        int32_t end = metres + points->distance;
        enum put_result second = put_point(
            client, track, end, points->contents[1], record->key_width, points->is_update);
        if (second != PUT_NEW && second != PUT_SAME) return reception(client, second, slot);
        if (second == PUT_NEW) put = PUT_NEW;
        // An update of two values replaces what was between them.
        if (points->is_update) items_forget_between(client, track, metres, end);
    }
    forget_profile_before(client, track, client->paths[slot].kept_from);
    return reception(client, put, slot);
}

// The content of a point: the value, two bits of accuracy, the control point.
static uint64_t point(uint32_t value, uint32_t accuracy, uint32_t control_point)
{
    return value | (uint64_t)(accuracy | control_point << 2) << 32;
}

ehc_reception apply_short(ehc_client *client, const struct message *message)
{
    const uint32_t *fields = message->fields;
    uint32_t accuracy = fields[PROFILE_SHORT_ACCURACY];
    uint32_t control_point = fields[PROFILE_SHORT_CONTROL_POINT];
    uint32_t distance = fields[PROFILE_SHORT_DISTANCE1];
    struct points points = {
        EHC_SHORT(fields[PROFILE_SHORT_PROFILE_TYPE]), fields[PROFILE_SHORT_UPDATE] != 0,
        // 1023 is not available.
        distance == 1023 ? 0 : (int32_t)distance,
        {point(fields[PROFILE_SHORT_VALUE0], accuracy, control_point),
         point(fields[PROFILE_SHORT_VALUE1], accuracy, control_point)}};
    return apply_points(
        client, fields[PROFILE_SHORT_PATH_INDEX], fields[PROFILE_SHORT_OFFSET], &points);
}

ehc_reception apply_long(ehc_client *client, const struct message *message)
{
    const uint32_t *fields = message->fields;
    // A long profile does not say how accurate it is: 3 is unknown.
    struct points points = {
        EHC_LONG(fields[PROFILE_LONG_PROFILE_TYPE]), fields[PROFILE_LONG_UPDATE] != 0, 0,
        {point(fields[PROFILE_LONG_VALUE], 3, fields[PROFILE_LONG_CONTROL_POINT]), 0}};
    return apply_points(
        client, fields[PROFILE_LONG_PATH_INDEX], fields[PROFILE_LONG_OFFSET], &points);
}
