#include "client.h"

static uint32_t field(uint64_t word, struct field_place place)
{
    return (uint32_t)(word >> place.shift & (UINT64_MAX >> (64 - place.width)));
}

ehc_reception decode(
    const ehc_client *client, uint32_t id, const uint8_t *data, size_t length,
    struct message *message)
{
    unsigned layout = client->config.layout;
    ehc_reception result = EHC_OTHER_ID;
    for (unsigned route = 0; route < client->config.route_count; route++) {
        if (client->config.routes[route].id != id) continue;
        if (length != 8) return EHC_WRONG_LENGTH;
        uint64_t word = 0;
        for (unsigned byte = 0; byte < 8; byte++)
            word |= (uint64_t)data[byte] << 8 * (layout_is_intel[layout] ? byte : 7 - byte);
        uint32_t type = field(word, type_places[layout]);
        if (type == EHC_SYSTEM_SPECIFIC) {
            message->kind = EHC_SYSTEM_SPECIFIC;
            return EHC_APPLIED;
        }
        if (type != client->config.routes[route].message) {
            result = EHC_WRONG_TYPE;
            continue;
        }
        const struct field_place *places = field_places[table_of_layout[layout]][type - 1];
        message->kind = (uint8_t)type;
        message->identity = 0;
        for (unsigned index = 0; index < field_counts[type - 1]; index++) {
            uint32_t value = field(word, places[index]);
            message->fields[index] = value;
            message->identity |= (uint64_t)value << places[index].shift;
        }
        return EHC_APPLIED;
    }
    return result;
}

// The widths are the same in all layouts.
static unsigned width(unsigned kind, unsigned field)
{
    return field_places[0][kind - 1][field].width;
}

uint64_t pack_fields(unsigned kind, const uint32_t *fields, unsigned first)
{
    uint64_t packed = 0;
    unsigned shift = 0;
    for (unsigned field = first; field < field_counts[kind - 1]; field++) {
        packed |= (uint64_t)fields[field] << shift;
        shift += width(kind, field);
    }
    return packed;
}

uint32_t unpack_field(unsigned kind, uint64_t packed, unsigned first, unsigned field)
{
    unsigned shift = 0;
    for (unsigned before = first; before < field; before++) shift += width(kind, before);
    return (uint32_t)(packed >> shift & (UINT64_MAX >> (64 - width(kind, field))));
}

const struct profile_record *profile_record(ehc_profile profile)
{
    static const struct profile_record unnamed = {0, 0, 0, CODING_NONE, COURSE_STEPS, 0, 0};
    unsigned type = profile & 31u;
    if (profile >= 64 || type >= NAMED_PROFILES) return &unnamed;
    return &profile_records[profile >> 5][type];
}
