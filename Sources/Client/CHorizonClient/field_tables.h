// Written from the tables of ADASISv2. Do not edit; to renew:
// UPDATE_GOLDEN=1 swift test --filter HorizonClientTests
#ifndef FIELD_TABLES_H
#define FIELD_TABLES_H

#include <stdint.h>

enum {
    POSITION_PATH_INDEX,
    POSITION_OFFSET,
    POSITION_CYCLIC_COUNTER,
    POSITION_POSITION_INDEX,
    POSITION_POSITION_AGE,
    POSITION_SPEED,
    POSITION_RELATIVE_HEADING,
    POSITION_POSITION_PROBABILITY,
    POSITION_POSITION_CONFIDENCE,
    POSITION_CURRENT_LANE,
    POSITION_FIELDS
};

enum {
    SEGMENT_PATH_INDEX,
    SEGMENT_OFFSET,
    SEGMENT_CYCLIC_COUNTER,
    SEGMENT_RETRANSMISSION,
    SEGMENT_UPDATE,
    SEGMENT_FUNCTIONAL_ROAD_CLASS,
    SEGMENT_FORM_OF_WAY,
    SEGMENT_EFFECTIVE_SPEED_LIMIT,
    SEGMENT_EFFECTIVE_SPEED_LIMIT_TYPE,
    SEGMENT_LANES_DRIVING_DIRECTION,
    SEGMENT_LANES_OPPOSITE_DIRECTION,
    SEGMENT_TUNNEL,
    SEGMENT_BRIDGE,
    SEGMENT_DIVIDED_ROAD,
    SEGMENT_BUILT_UP_AREA,
    SEGMENT_COMPLEX_INTERSECTION,
    SEGMENT_RELATIVE_PROBABILITY,
    SEGMENT_PART_OF_CALCULATED_ROUTE,
    SEGMENT_FIELDS
};

enum {
    STUB_PATH_INDEX,
    STUB_OFFSET,
    STUB_CYCLIC_COUNTER,
    STUB_RETRANSMISSION,
    STUB_UPDATE,
    STUB_SUB_PATH_INDEX,
    STUB_TURN_ANGLE,
    STUB_RELATIVE_PROBABILITY,
    STUB_FUNCTIONAL_ROAD_CLASS,
    STUB_FORM_OF_WAY,
    STUB_LANES_DRIVING_DIRECTION,
    STUB_LANES_OPPOSITE_DIRECTION,
    STUB_COMPLEX_INTERSECTION,
    STUB_RIGHT_OF_WAY,
    STUB_PART_OF_CALCULATED_ROUTE,
    STUB_LAST_STUB_AT_OFFSET,
    STUB_FIELDS
};

enum {
    PROFILE_SHORT_PATH_INDEX,
    PROFILE_SHORT_OFFSET,
    PROFILE_SHORT_CYCLIC_COUNTER,
    PROFILE_SHORT_RETRANSMISSION,
    PROFILE_SHORT_UPDATE,
    PROFILE_SHORT_PROFILE_TYPE,
    PROFILE_SHORT_CONTROL_POINT,
    PROFILE_SHORT_VALUE0,
    PROFILE_SHORT_DISTANCE1,
    PROFILE_SHORT_VALUE1,
    PROFILE_SHORT_ACCURACY,
    PROFILE_SHORT_FIELDS
};

enum {
    PROFILE_LONG_PATH_INDEX,
    PROFILE_LONG_OFFSET,
    PROFILE_LONG_CYCLIC_COUNTER,
    PROFILE_LONG_RETRANSMISSION,
    PROFILE_LONG_UPDATE,
    PROFILE_LONG_PROFILE_TYPE,
    PROFILE_LONG_CONTROL_POINT,
    PROFILE_LONG_VALUE,
    PROFILE_LONG_FIELDS
};

enum {
    META_DATA_CYCLIC_COUNTER,
    META_DATA_COUNTRY_CODE,
    META_DATA_REGION_CODE,
    META_DATA_DRIVING_SIDE,
    META_DATA_SPEED_UNIT,
    META_DATA_MAJOR_PROTOCOL_VERSION,
    META_DATA_MINOR_PROTOCOL_VERSION,
    META_DATA_MINOR_PROTOCOL_SUB_VERSION,
    META_DATA_HARDWARE_VERSION,
    META_DATA_MAP_PROVIDER,
    META_DATA_MAP_VERSION_YEAR,
    META_DATA_MAP_VERSION_QUARTER,
    META_DATA_FIELDS
};

#define MOST_FIELDS 18
#define NAMED_PROFILES 12

/// Where a field sits: the shift in a word of the eight bytes, and the width, in bits.
struct field_place {
    uint8_t shift, width;
};

/// By layout: whether the first byte is the least significant one of the word.
extern const uint8_t layout_is_intel[3];
/// By layout: the place of the message type.
extern const struct field_place type_places[3];
/// By message, from POSITION on: the number of fields.
extern const uint8_t field_counts[6];
/// The table of each layout in `field_places`.
extern const uint8_t table_of_layout[3];
/// By table, message and field, in the order of the enumerations above.
extern const struct field_place
    field_places[2][6][MOST_FIELDS];

enum { CODING_NONE, CODING_NUMBER, CODING_LINEAR, CODING_CURVATURE };
enum { COURSE_STEPS, COURSE_LINE, COURSE_POINTS };

/// What a profile type says: (raw - zero) / per_unit where it is linear.
struct profile_record {
    double per_unit;
    uint32_t zero, highest;
    uint8_t coding, course;
    uint8_t saturates; // 1: the ends are bounds; 0: beyond `highest` codes are reserved
    uint8_t key_width; // leading bits that distinguish several points at one place
};

/// By PROFILE SHORT and LONG, and type. Types without a name have no coding.
extern const struct profile_record profile_records[2][NAMED_PROFILES];

#endif
