/// The values of the client: what goes in and what comes out. Include ehorizon_client.h.
#ifndef EHORIZON_CLIENT_TYPES_H
#define EHORIZON_CLIENT_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The order of the bits in the frames. The sender has the same setting.
typedef enum { EHC_ADASIS = 0, EHC_ADASIS_INTEL = 1, EHC_TABLE_ORDER = 2 } ehc_layout;

/// A message type by its number on the wire.
typedef enum {
    EHC_SYSTEM_SPECIFIC = 0,
    EHC_POSITION = 1,
    EHC_SEGMENT = 2,
    EHC_STUB = 3,
    EHC_PROFILE_SHORT = 4,
    EHC_PROFILE_LONG = 5,
    EHC_META_DATA = 6
} ehc_message;

/// Marks an identifier of 29 bits.
#define EHC_EXTENDED_ID UINT32_C(0x80000000)
/// The most identifiers that a client listens to.
#define EHC_ROUTE_CAPACITY 12
/// No frame has this identifier.
#define EHC_NO_ID UINT32_C(0xFFFFFFFF)

/// An identifier and a message that it carries. Several messages may share an identifier, and a
/// PROFILE message may have several identifiers: one route for each.
typedef struct {
    uint32_t id;
    uint8_t message; ///< An `ehc_message`, 1...6.
} ehc_route;

/// The configuration of a client.
typedef struct {
    ehc_layout layout;
    ehc_route routes[EHC_ROUTE_CAPACITY];
    uint8_t route_count;
    /// The profiles to hold: bit n for type n of PROFILE SHORT and of PROFILE LONG. A message of
    /// another type counts as `EHC_IGNORED`. Fewer profiles need fewer items.
    uint32_t short_profiles, long_profiles;
    /// The length that is kept behind the vehicle in metres, 0...4095. Usual: 50.
    uint16_t trailing_length_m;
    /// A vehicle that moves farther between two POSITIONs has left its horizon; 1...4095 m.
    /// Usual: 200.
    uint16_t longest_jump_m;
    /// The farthest that the sender describes behind the vehicle in metres, 0...4095. Offsets
    /// repeat after 8191 m: this decides between behind and ahead. Usual: 1000.
    uint16_t longest_sent_behind_m;
    /// Messages can overtake each other by this time, 0...16000 ms. Usual: 50. Of the updates in this time the last
    /// `EHC_UPDATE_CAPACITY` are remembered.
    uint16_t reorder_window_ms;
    /// Without a POSITION for this time there is no horizon; 1...3600000 ms. Usual: 2000.
    uint32_t position_timeout_ms;
    /// A path without a message for this time is forgotten; 1...3600000 ms. Usual: 10000.
    uint32_t path_timeout_ms;
} ehc_config;

/// The result for one frame.
typedef enum {
    EHC_APPLIED,                ///< It changed the tree.
    EHC_KNOWN_ALREADY,          ///< It repeated what the tree has.
    EHC_PENDING,                ///< It is held for a path that no STUB or POSITION has named yet.
    EHC_UNKNOWN_PATH,           ///< Dropped: path index 0.
    EHC_MISPLACED_PATH_INDEX,   ///< Dropped: this message cannot have this path index.
    EHC_RESERVED_PATH_INDEX,    ///< Dropped: path index 7.
    EHC_WITHOUT_OFFSET,         ///< Dropped: it has no offset.
    EHC_RESERVED_PROFILE_TYPE,  ///< Dropped: the profile type has no meaning.
    EHC_DUPLICATE,              ///< Dropped: the same frame came within the reorder window.
    EHC_OVERTAKEN,              ///< Dropped: a later message about the same place came first.
    EHC_BEHIND,                 ///< Dropped: the place is behind the trailing length.
    EHC_LOOP,                   ///< Dropped: the path would begin on itself.
    EHC_FULL,                   ///< Dropped: all items are in use. Items that are held stay.
    EHC_SYSTEM_SPECIFIC_MESSAGE, ///< Dropped: a message between car makers.
    EHC_IGNORED,                ///< Dropped: the configuration does not want this profile.
    EHC_OTHER_ID,               ///< No message: the identifier is none of the configuration's.
    EHC_WRONG_LENGTH,           ///< No message: it does not have 8 bytes.
    EHC_WRONG_TYPE,             ///< No message: this identifier does not carry this type.
    EHC_NOT_CONFIGURED,         ///< `ehc_init` failed.
    EHC_RECEPTION_COUNT
} ehc_reception;

/// Why the client gave up its horizon.
typedef enum {
    EHC_FORWARD_JUMP,     ///< The vehicle moved farther ahead than it can have driven.
    EHC_BACKWARD_JUMP,    ///< The vehicle moved back beyond the trailing length.
    EHC_POSITION_TIMEOUT, ///< No POSITION came in time. Paths stay up to their own timeout.
    EHC_REQUEST,          ///< `ehc_reset`.
    EHC_RESET_COUNT
} ehc_reset_cause;

/// Counters. They wrap at 2^32.
typedef struct {
    uint32_t receptions[EHC_RECEPTION_COUNT]; ///< Frames by result.
    uint32_t resets[EHC_RESET_COUNT];         ///< Lost horizons by cause.
    uint32_t paths_forgotten; ///< Paths that were forgotten before a message said where they begin.
    uint32_t paths_reopened;  ///< Path indexes that were used again while still held.
} ehc_counters;

/// What is known of a number.
typedef enum {
    EHC_KNOWN,         ///< `value` is the value.
    EHC_AT_LEAST,      ///< `value` or more.
    EHC_AT_MOST,       ///< `value` or less.
    EHC_UNLIMITED,     ///< A speed limit alone: there is none.
    EHC_UNKNOWN,       ///< The sender does not know, or sent nothing of it.
    EHC_NOT_AVAILABLE, ///< The sender does not supply it.
    EHC_RESERVED       ///< The code has no meaning.
} ehc_reading;

/// A number, or the reason why there is none. From `EHC_UNLIMITED` on `value` is not a number
/// (NaN): no comparison with it is true.
typedef struct {
    ehc_reading reading;
    double value;
} ehc_number;

/// Where the vehicle is.
typedef enum {
    EHC_ON_PATH,
    EHC_NO_MAP,
    EHC_OFF_ROAD,
    EHC_NOT_CALIBRATED,
    EHC_NO_POSITION ///< No POSITION came yet, or none in time.
} ehc_whereabouts;

/// Yes or no, by the code of the wire.
typedef enum {
    EHC_NO = 0,
    EHC_YES = 1,
    EHC_ANSWER_UNKNOWN = 2,
    EHC_ANSWER_NOT_AVAILABLE = 3
} ehc_answer;

/// A candidate of the position. Codes are those of the wire.
typedef struct {
    uint8_t path;          ///< 8...63.
    int32_t metres;        ///< The offset on the path.
    uint64_t received_ms;  ///< The time of the message.
    uint16_t age;          ///< `ehc_age_number`: ms at the time of sending.
    uint16_t speed;        ///< `ehc_speed_number`: m/s.
    uint8_t heading;       ///< `ehc_angle_number`: degrees clockwise from the path's direction.
    uint8_t probability;   ///< `ehc_probability_number`: 0...1.
    uint8_t confidence;    ///< 0 the highest, 6 the lowest, 7 not available.
    uint8_t lane; ///< 0 unknown, 1 emergency, 2 single, 3 left-most, 4 right-most, 5 middle, 7 n/a.
} ehc_position;

/// A path.
typedef struct {
    uint8_t index;         ///< 8...63.
    uint8_t parent;        ///< The path that it leaves; 0 if no STUB has named it.
    int32_t stub_metres;   ///< Where it leaves the parent; without meaning if `parent` is 0.
    bool is_reachable;     ///< The vehicle can come here or came from here. If not: pending.
    uint64_t mentioned_ms; ///< The time of the last message about the path.
} ehc_path;

/// A STUB. Codes are those of the wire.
typedef struct {
    int32_t metres;
    uint8_t sub_path;    ///< 8...63, 5 no further data, 6 continuation of this path.
    uint8_t turn_angle;  ///< `ehc_angle_number`: degrees clockwise from the path's direction.
    uint8_t probability; ///< `ehc_probability_number`: 0...1.
    uint8_t road_class;  ///< `ehc_road_class_number`: 1 the highest, 6 the lowest.
    uint8_t form_of_way; ///< 0 unknown, 15 not available; others by the protocol.
    uint8_t lanes;       ///< `ehc_lanes_number`.
    uint8_t opposite_lanes; ///< `ehc_opposite_lanes_number`.
    ehc_answer complex_intersection;
    uint8_t right_of_way; ///< 0 priority, 1 may have to yield, 2 unknown, 3 not available.
    ehc_answer calculated_route;
    bool is_last; ///< No further STUB follows for this offset.
} ehc_stub;

/// The offset of a current link that has none.
#define EHC_NO_OFFSET INT32_MIN

/// A SEGMENT: the road from an offset up to the next SEGMENT. Codes are those of the wire.
typedef struct {
    int32_t metres;
    uint8_t road_class;       ///< `ehc_road_class_number`: 1 the highest, 6 the lowest.
    uint8_t form_of_way;      ///< 0 unknown, 15 not available; others by the protocol.
    uint8_t speed_limit;      ///< `ehc_speed_limit_kmh`.
    uint8_t speed_limit_type; ///< 0 implicit, 1 sign, 2 night, 3 day, 4 hours, 5 rain, 6 snow.
    uint8_t lanes;            ///< `ehc_lanes_number`.
    uint8_t opposite_lanes;   ///< `ehc_opposite_lanes_number`.
    ehc_answer tunnel, bridge, divided_road, built_up_area, complex_intersection;
    uint8_t probability; ///< `ehc_probability_number`: 0...1.
    ehc_answer calculated_route;
} ehc_segment;

/// A profile: PROFILE SHORT 1...30, or 32 more than the type of PROFILE LONG. 0 is none.
typedef uint8_t ehc_profile;
#define EHC_SHORT(type) ((ehc_profile)(type))
#define EHC_LONG(type) ((ehc_profile)(32 + (type)))
#define EHC_CURVATURE EHC_SHORT(1)                  ///< 1/m, right is positive.
#define EHC_ROUTE_NUMBER_TYPE EHC_SHORT(2)          ///< Raw.
#define EHC_SLOPE_STEP EHC_SHORT(3)                 ///< %, uphill is positive.
#define EHC_SLOPE_LINEAR EHC_SHORT(4)               ///< %, uphill is positive.
#define EHC_ROAD_ACCESSIBILITY EHC_SHORT(5)         ///< Raw, one bit for each kind of vehicle.
#define EHC_ROAD_CONDITION EHC_SHORT(6)             ///< Raw.
#define EHC_VARIABLE_SPEED_SIGN_POSITION EHC_SHORT(7) ///< Raw.
#define EHC_HEADING_CHANGE EHC_SHORT(8)             ///< Degrees, right is positive.
#define EHC_AVERAGE_SPEED EHC_SHORT(9)              ///< m/s.
#define EHC_LONGITUDE EHC_LONG(1)                   ///< Degrees east.
#define EHC_LATITUDE EHC_LONG(2)                    ///< Degrees north.
#define EHC_ALTITUDE EHC_LONG(3)                    ///< m above sea level.
#define EHC_LINK_IDENTIFIER EHC_LONG(7)             ///< Raw.
#define EHC_TRAFFIC_SIGN EHC_LONG(8)                ///< Raw.
#define EHC_TRUCK_SPEED_LIMIT EHC_LONG(9)           ///< Raw.
#define EHC_EXTENDED_LANE EHC_LONG(10)              ///< Raw.
#define EHC_SPEED_LIMIT_AND_RECOMMENDED_SPEED EHC_LONG(11) ///< Raw.

/// A point of a profile.
typedef struct {
    int32_t metres;
    uint32_t raw;          ///< `ehc_profile_number`.
    uint8_t accuracy;      ///< 0 the highest, 1 medium, 2 the lowest, 3 unknown.
    bool is_control_point;
} ehc_spot;

/// META-DATA. Codes are those of the wire.
typedef struct {
    uint16_t country; ///< ISO 3166-1 numeric; 0 unknown.
    uint16_t region;  ///< 0 unknown.
    bool drives_on_right;
    bool speeds_in_mph;
    uint8_t major_version, minor_version, minor_sub_version;
    uint16_t hardware_version;
    uint8_t map_provider; ///< 0 unknown, 7 not available.
    uint8_t map_year;     ///< Years since 2000; 63 not available.
    uint8_t map_quarter;  ///< 0...3 for the first to the fourth quarter.
} ehc_meta_data;

#endif
