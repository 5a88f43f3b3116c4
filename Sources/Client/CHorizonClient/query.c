#include "client.h"

// The whole time of which the state has the low 32 bits.
static uint64_t whole_time(const ehc_client *client, uint32_t time)
{
    return client->now - (uint32_t)((uint32_t)client->now - time);
}

static bool is_held(const ehc_client *client, unsigned index)
{
    return index >= FIRST_PATH && index < FIRST_PATH + EHC_PATH_CAPACITY &&
        (client->paths[index - FIRST_PATH].flags & PATH_IS_HELD) != 0;
}

// The items of a kind on a path; none where the path is not held.
static struct range items_of(const ehc_client *client, unsigned index, unsigned kind)
{
    struct range none = {0, 0};
    if (!is_held(client, index) || kind >= KIND_END) return none;
    return items_of_track(client, TRACK(index - FIRST_PATH, kind));
}

static unsigned kind_of(ehc_profile profile)
{
    unsigned type = profile & 31u;
    if (profile >= 64 || type == 0 || type > 30) return KIND_END;
    return profile >= 32 ? KIND_LONG + type : KIND_SHORT + type;
}

static unsigned count_of(struct range range) { return (unsigned)(range.end - range.first); }

// The first item of a range beyond an offset.
static uint16_t first_after(const ehc_client *client, struct range range, double offset)
{
    while (range.first < range.end) {
        uint16_t middle = (uint16_t)((range.first + range.end) / 2);
        if (item_metres(client, middle) > offset) {
            range.end = middle;
        } else {
            range.first = (uint16_t)(middle + 1);
        }
    }
    return range.first;
}

static uint8_t stub_field(uint64_t content, unsigned field)
{
    return (uint8_t)unpack_field(EHC_STUB, content, STUB_SUB_PATH_INDEX, field);
}

static void read_stub(uint64_t content, int32_t metres, ehc_stub *stub)
{
    stub->metres = metres;
    stub->sub_path = stub_field(content, STUB_SUB_PATH_INDEX);
    stub->turn_angle = stub_field(content, STUB_TURN_ANGLE);
    stub->probability = stub_field(content, STUB_RELATIVE_PROBABILITY);
    stub->road_class = stub_field(content, STUB_FUNCTIONAL_ROAD_CLASS);
    stub->form_of_way = stub_field(content, STUB_FORM_OF_WAY);
    stub->lanes = stub_field(content, STUB_LANES_DRIVING_DIRECTION);
    stub->opposite_lanes = stub_field(content, STUB_LANES_OPPOSITE_DIRECTION);
    stub->complex_intersection = (ehc_answer)stub_field(content, STUB_COMPLEX_INTERSECTION);
    stub->right_of_way = stub_field(content, STUB_RIGHT_OF_WAY);
    stub->calculated_route = (ehc_answer)stub_field(content, STUB_PART_OF_CALCULATED_ROUTE);
    stub->is_last = stub_field(content, STUB_LAST_STUB_AT_OFFSET) != 0;
}

static uint8_t segment_field(uint64_t content, unsigned field)
{
    return (uint8_t)unpack_field(EHC_SEGMENT, content, SEGMENT_FUNCTIONAL_ROAD_CLASS, field);
}

static void read_segment(uint64_t content, int32_t metres, ehc_segment *segment)
{
    segment->metres = metres;
    segment->road_class = segment_field(content, SEGMENT_FUNCTIONAL_ROAD_CLASS);
    segment->form_of_way = segment_field(content, SEGMENT_FORM_OF_WAY);
    segment->speed_limit = segment_field(content, SEGMENT_EFFECTIVE_SPEED_LIMIT);
    segment->speed_limit_type = segment_field(content, SEGMENT_EFFECTIVE_SPEED_LIMIT_TYPE);
    segment->lanes = segment_field(content, SEGMENT_LANES_DRIVING_DIRECTION);
    segment->opposite_lanes = segment_field(content, SEGMENT_LANES_OPPOSITE_DIRECTION);
    segment->tunnel = (ehc_answer)segment_field(content, SEGMENT_TUNNEL);
    segment->bridge = (ehc_answer)segment_field(content, SEGMENT_BRIDGE);
    segment->divided_road = (ehc_answer)segment_field(content, SEGMENT_DIVIDED_ROAD);
    segment->built_up_area = (ehc_answer)segment_field(content, SEGMENT_BUILT_UP_AREA);
    segment->complex_intersection =
        (ehc_answer)segment_field(content, SEGMENT_COMPLEX_INTERSECTION);
    segment->probability = segment_field(content, SEGMENT_RELATIVE_PROBABILITY);
    segment->calculated_route =
        (ehc_answer)segment_field(content, SEGMENT_PART_OF_CALCULATED_ROUTE);
}

ehc_whereabouts ehc_get_whereabouts(const ehc_client *client)
{
    return (ehc_whereabouts)client->whereabouts;
}

bool ehc_get_position(const ehc_client *client, unsigned candidate, ehc_position *position)
{
    if (candidate > 3 || client->positions[candidate].path == 0) return false;
    const struct ehc_position_state *state = &client->positions[candidate];
    position->path = state->path;
    position->metres = state->metres;
    position->received_ms = whole_time(client, state->received);
    position->age = state->age;
    position->speed = state->speed;
    position->heading = state->heading;
    position->probability = state->probability;
    position->confidence = state->confidence;
    position->lane = state->lane;
    return true;
}

unsigned ehc_main_path(const ehc_client *client) { return client->positions[0].path; }

static uint16_t meta_field(const ehc_client *client, unsigned field)
{
    return (uint16_t)unpack_field(
        EHC_META_DATA, client->meta_data, META_DATA_COUNTRY_CODE, field);
}

bool ehc_get_meta_data(const ehc_client *client, ehc_meta_data *meta_data)
{
    if (!client->has_meta_data) return false;
    meta_data->country = meta_field(client, META_DATA_COUNTRY_CODE);
    meta_data->region = meta_field(client, META_DATA_REGION_CODE);
    meta_data->drives_on_right = meta_field(client, META_DATA_DRIVING_SIDE) != 0;
    meta_data->speeds_in_mph = meta_field(client, META_DATA_SPEED_UNIT) != 0;
    meta_data->major_version = (uint8_t)meta_field(client, META_DATA_MAJOR_PROTOCOL_VERSION);
    meta_data->minor_version = (uint8_t)meta_field(client, META_DATA_MINOR_PROTOCOL_VERSION);
    meta_data->minor_sub_version =
        (uint8_t)meta_field(client, META_DATA_MINOR_PROTOCOL_SUB_VERSION);
    meta_data->hardware_version = meta_field(client, META_DATA_HARDWARE_VERSION);
    meta_data->map_provider = (uint8_t)meta_field(client, META_DATA_MAP_PROVIDER);
    meta_data->map_year = (uint8_t)meta_field(client, META_DATA_MAP_VERSION_YEAR);
    meta_data->map_quarter = (uint8_t)meta_field(client, META_DATA_MAP_VERSION_QUARTER);
    return true;
}

bool ehc_get_current_link(const ehc_client *client, ehc_segment *segment)
{
    if (!client->has_current_link) return false;
    unsigned offset = client->current_link_offset;
    read_segment(
        client->current_link, offset == OFFSET_NOT_AVAILABLE ? EHC_NO_OFFSET : (int32_t)offset,
        segment);
    return true;
}

unsigned ehc_next_path(const ehc_client *client, unsigned after)
{
    unsigned index = after < FIRST_PATH ? (unsigned)FIRST_PATH : after + 1;
    for (; index < FIRST_PATH + EHC_PATH_CAPACITY; index++)
        if (is_held(client, index)) return index;
    return 0;
}

bool ehc_get_path(const ehc_client *client, unsigned index, ehc_path *path)
{
    if (!is_held(client, index)) return false;
    const struct ehc_path_state *state = &client->paths[index - FIRST_PATH];
    path->index = (uint8_t)index;
    path->parent = state->parent;
    path->stub_metres = state->stub_metres;
    path->is_reachable = (state->flags & PATH_IS_REACHABLE) != 0;
    path->mentioned_ms = whole_time(client, state->mentioned);
    return true;
}

bool ehc_get_opening_stub(const ehc_client *client, unsigned index, ehc_stub *stub)
{
    if (!is_held(client, index) || client->paths[index - FIRST_PATH].parent == 0) return false;
    const struct ehc_path_state *state = &client->paths[index - FIRST_PATH];
    read_stub((uint64_t)state->stub << 6 | index, state->stub_metres, stub);
    return true;
}

unsigned ehc_stub_count(const ehc_client *client, unsigned path)
{
    return count_of(items_of(client, path, KIND_STUB));
}

bool ehc_get_stub(const ehc_client *client, unsigned path, unsigned number, ehc_stub *stub)
{
    struct range range = items_of(client, path, KIND_STUB);
    if (number >= count_of(range)) return false;
    uint16_t place = (uint16_t)(range.first + number);
    read_stub(item_content(client, place), item_metres(client, place), stub);
    return true;
}

bool ehc_next_stub(const ehc_client *client, unsigned path, double offset, ehc_stub *stub)
{
    struct range range = items_of(client, path, KIND_STUB);
    return ehc_get_stub(
        client, path, (unsigned)(first_after(client, range, offset) - range.first), stub);
}

unsigned ehc_segment_count(const ehc_client *client, unsigned path)
{
    return count_of(items_of(client, path, KIND_SEGMENT));
}

bool ehc_get_segment(
    const ehc_client *client, unsigned path, unsigned number, ehc_segment *segment)
{
    struct range range = items_of(client, path, KIND_SEGMENT);
    if (number >= count_of(range)) return false;
    uint16_t place = (uint16_t)(range.first + number);
    read_segment(item_content(client, place), item_metres(client, place), segment);
    return true;
}

bool ehc_segment_at(const ehc_client *client, unsigned path, double offset, ehc_segment *segment)
{
    struct range range = items_of(client, path, KIND_SEGMENT);
    uint16_t place = first_after(client, range, offset);
    if (place == range.first) return false;
    return ehc_get_segment(client, path, (unsigned)(place - range.first - 1), segment);
}

ehc_profile ehc_next_profile(const ehc_client *client, unsigned path, ehc_profile after)
{
    for (unsigned profile = after + 1u; profile < 63; profile++)
        if (ehc_spot_count(client, path, (ehc_profile)profile) > 0) return (ehc_profile)profile;
    return 0;
}

unsigned ehc_spot_count(const ehc_client *client, unsigned path, ehc_profile profile)
{
    return count_of(items_of(client, path, kind_of(profile)));
}

bool ehc_get_spot(
    const ehc_client *client, unsigned path, ehc_profile profile, unsigned number, ehc_spot *spot)
{
    struct range range = items_of(client, path, kind_of(profile));
    if (number >= count_of(range)) return false;
    uint16_t place = (uint16_t)(range.first + number);
    spot->metres = item_metres(client, place);
    spot->raw = client->item_values[place];
    spot->accuracy = (uint8_t)(item_extra(client, place) & 3u);
    spot->is_control_point = (item_extra(client, place) & 4u) != 0;
    return true;
}

const ehc_counters *ehc_get_counters(const ehc_client *client) { return &client->counters; }

uint32_t ehc_lost(const ehc_client *client, ehc_message message)
{
    return (unsigned)message < 7 ? client->losses[message].lost : 0;
}

uint32_t ehc_late(const ehc_client *client, ehc_message message)
{
    return (unsigned)message < 7 ? client->losses[message].late : 0;
}

unsigned ehc_item_count(const ehc_client *client) { return client->item_count; }
