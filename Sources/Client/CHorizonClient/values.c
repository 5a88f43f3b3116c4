#include "client.h"

// The result without a number is a quiet NaN of IEEE 754: no comparison with it is true.
_Static_assert(sizeof(double) == 8, "values are of 64 bits");

static ehc_number number(ehc_reading reading, double value)
{
    ehc_number result = {reading, value};
    return result;
}

static ehc_number no_number(ehc_reading reading)
{
    union {
        uint64_t bits;
        double value;
    } nan = {UINT64_C(0x7FF8000000000000)};
    return number(reading, nan.value);
}

// A code of which the lowest and the highest number are bounds, and one more is not available.
static ehc_number bounded(uint32_t code, uint32_t highest, double value)
{
    if (code > highest) return no_number(EHC_NOT_AVAILABLE);
    if (code == 0) return number(EHC_AT_MOST, value);
    return number(code == highest ? EHC_AT_LEAST : EHC_KNOWN, value);
}

ehc_number ehc_speed_number(uint16_t code) { return bounded(code, 510, ((int)code - 64) / 5.0); }

ehc_number ehc_age_number(uint16_t code)
{
    if (code > 510) return no_number(EHC_NOT_AVAILABLE);
    if (code == 510) return number(EHC_AT_LEAST, 509 * 5);
    return number(EHC_KNOWN, code * 5);
}

ehc_number ehc_angle_number(uint8_t code)
{
    if (code >= 254) return no_number(code == 254 ? EHC_UNKNOWN : EHC_NOT_AVAILABLE);
    return number(EHC_KNOWN, code * 360.0 / 254);
}

ehc_number ehc_probability_number(uint8_t code)
{
    if (code == 0) return no_number(EHC_UNKNOWN);
    return code > 30 ? no_number(EHC_NOT_AVAILABLE) : number(EHC_KNOWN, code / 30.0);
}

ehc_number ehc_lanes_number(uint8_t code)
{
    if (code > 6) return no_number(EHC_NOT_AVAILABLE);
    return number(code == 6 ? EHC_AT_LEAST : EHC_KNOWN, code);
}

ehc_number ehc_opposite_lanes_number(uint8_t code)
{
    if (code > 2) return no_number(EHC_NOT_AVAILABLE);
    return number(code == 2 ? EHC_AT_LEAST : EHC_KNOWN, code);
}

ehc_number ehc_road_class_number(uint8_t code)
{
    if (code == 0) return no_number(EHC_UNKNOWN);
    return code > 6 ? no_number(EHC_NOT_AVAILABLE) : number(EHC_KNOWN, code);
}

ehc_number ehc_speed_limit_kmh(const ehc_client *client, const ehc_segment *segment)
{
    unsigned code = segment->speed_limit;
    unsigned limit = 150;
    if (code > 30) return no_number(EHC_NOT_AVAILABLE);
    if (code == 30) return no_number(EHC_UNLIMITED);
    if (code == 0 || !client->has_meta_data) return no_number(EHC_UNKNOWN);
    if (code <= 2) {
        limit = code == 1 ? 5 : 7;
    } else if (code <= 25) {
        limit = 5 * code - 5;
    } else if (code <= 28) {
        limit = 10 * code - 130;
    }
    bool is_mph = unpack_field(
        EHC_META_DATA, client->meta_data, META_DATA_COUNTRY_CODE, META_DATA_SPEED_UNIT) != 0;
    return number(code == 29 ? EHC_AT_LEAST : EHC_KNOWN, is_mph ? limit * 1.609344 : limit);
}

// Eight bands of 64 codes on either side of 511, each with twice the step of the one before.
static ehc_number curvature(uint32_t raw)
{
    uint32_t distance = raw < 511 ? 511 - raw : raw - 511;
    uint32_t band = distance / 64;
    double lower_end = 64.0 * (double)((1u << band) - 1);
    double step = (double)(1u << band);
    double base = 64.0 * band - lower_end / step;
    double scaled = (distance - base) * step;
    return bounded(raw, 1022, (raw < 511 ? -scaled : scaled) / 100000);
}

ehc_number ehc_profile_number(ehc_profile profile, uint32_t raw)
{
    const struct profile_record *record = profile_record(profile);
    if (profile < 32) raw &= 1023u;
    if (raw == (profile < 32 ? 1023u : UINT32_MAX)) return no_number(EHC_NOT_AVAILABLE);
    if (record->coding == CODING_CURVATURE) return curvature(raw);
    if (record->coding != CODING_LINEAR) return number(EHC_KNOWN, raw);
    double value = ((double)raw - (double)record->zero) / record->per_unit;
    if (record->saturates) {
        if (raw == 0 && record->zero > 0) return number(EHC_AT_MOST, value);
        return number(raw >= record->highest ? EHC_AT_LEAST : EHC_KNOWN, value);
    }
    return raw > record->highest ? no_number(EHC_RESERVED) : number(EHC_KNOWN, value);
}

static bool has_value(ehc_number number) { return number.reading < EHC_UNLIMITED; }

ehc_number ehc_offset_at(const ehc_client *client, unsigned candidate, uint64_t now_ms)
{
    ehc_position position;
    if (!ehc_get_position(client, candidate, &position)) return no_number(EHC_UNKNOWN);
    ehc_number speed = ehc_speed_number(position.speed);
    ehc_number age = ehc_age_number(position.age);
    if (!has_value(speed) || !has_value(age)) return no_number(EHC_UNKNOWN);
    uint64_t waited = now_ms > position.received_ms ? now_ms - position.received_ms : 0;
    double seconds = (age.value + (double)waited) / 1000;
    return number(EHC_KNOWN, position.metres + speed.value * seconds);
}

ehc_number ehc_value_at(
    const ehc_client *client, unsigned path, ehc_profile profile, double offset)
{
    ehc_spot before;
    ehc_spot after;
    unsigned count = ehc_spot_count(client, path, profile);
    unsigned low = 0;
    unsigned high = count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (!ehc_get_spot(client, path, profile, middle, &before)) return no_number(EHC_UNKNOWN);
        if (before.metres > offset) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    if (low == 0 || !ehc_get_spot(client, path, profile, low - 1, &before))
        return no_number(EHC_UNKNOWN);
    ehc_number first = ehc_profile_number(profile, before.raw);
    if (profile_record(profile)->course != COURSE_LINE || !(offset > before.metres) ||
        !ehc_get_spot(client, path, profile, low, &after))
        return first;
    ehc_number second = ehc_profile_number(profile, after.raw);
    if (!has_value(first) || !has_value(second)) return no_number(EHC_UNKNOWN);
    double share = (offset - before.metres) / (double)(after.metres - before.metres);
    return number(EHC_KNOWN, first.value + (second.value - first.value) * share);
}
