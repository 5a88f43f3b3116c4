/// The client side of ADASIS v2 on CAN: frames in, the path tree of the road ahead out.
///
/// For a control unit: C11, no allocation, no operating system, no C library, no recursion. The
/// state is one `ehc_client` of the caller, at most 16 KB. Receiving uses integers alone; queries
/// for physical values use `double`.
///
/// Rules that hold for every function:
/// - A client is used by one thread at a time. Clients share nothing that changes.
/// - Times are milliseconds of one clock of the caller that never runs backwards. An earlier time
///   counts as the latest one seen.
/// - Offsets are metres from the start of a path. Path indexes are 8...63.
/// - No function keeps a pointer. No function accepts a null pointer.
/// - A result that does not exist is `false`, or a reading without a number. There is no default.
#ifndef EHORIZON_CLIENT_H
#define EHORIZON_CLIENT_H

#include "ehorizon_client_state.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- Set up ---

/// The usual configuration: 0x300 POSITION, 0x301 STUB, 0x302 SEGMENT, 0x303 PROFILE SHORT, 0x304
/// PROFILE LONG, 0x305 META-DATA; all profiles; the limits that `ehc_config` documents.
void ehc_config_init(ehc_config *config, ehc_layout layout);

/// Makes an empty client.
///
/// Returns false and leaves the client unusable if a value of the configuration is out of its
/// range. An unusable client answers every frame with `EHC_NOT_CONFIGURED`.
bool ehc_init(ehc_client *client, const ehc_config *config);

// --- Receive ---

/// Takes one frame.
///
/// `id` is the CAN identifier; with 29 bits it has `EHC_EXTENDED_ID` set. `data` has `length` bytes
/// and is not read if the frame is none of the client's. CAN FD frames are not for this function.
/// Returns the result for this frame; `ehc_counters` counts each result.
///
/// Time: proportional to the items held, in the worst case one move of all items.
ehc_reception ehc_feed(
    ehc_client *client, uint32_t id, const uint8_t *data, size_t length, uint64_t now_ms);

/// Applies the timeouts. Call it in the cycle of the unit: without frames nothing else does.
void ehc_advance(ehc_client *client, uint64_t now_ms);

/// Forgets everything but META-DATA and the counters.
void ehc_reset(ehc_client *client);

// --- Where the vehicle is ---

/// Whether a position is known, and if not, the reason.
ehc_whereabouts ehc_get_whereabouts(const ehc_client *client);

/// A candidate of the position, 0...3; 0 is the best one. False if there is none.
bool ehc_get_position(const ehc_client *client, unsigned candidate, ehc_position *position);

/// The offset of a candidate at a time in metres: the transmitted offset, moved on by speed and
/// age. `EHC_UNKNOWN` without a position, or if speed or age are not known.
ehc_number ehc_offset_at(const ehc_client *client, unsigned candidate, uint64_t now_ms);

/// The path that the vehicle is on, 8...63; 0 if there is no position.
unsigned ehc_main_path(const ehc_client *client);

/// META-DATA. False if none came yet.
bool ehc_get_meta_data(const ehc_client *client, ehc_meta_data *meta_data);

/// The SEGMENT of the link that the vehicle is on, from a provider without paths (path index 4).
/// False if there is none. Its offset is `EHC_NO_OFFSET` where the message has none.
bool ehc_get_current_link(const ehc_client *client, ehc_segment *segment);

// --- The tree ---

/// The next path that the client holds after an index; begin with 0. 0 at the end.
unsigned ehc_next_path(const ehc_client *client, unsigned after);

/// A path by its index. False if the client does not hold it.
bool ehc_get_path(const ehc_client *client, unsigned index, ehc_path *path);

/// The STUB that opened a path; its offset is that of the parent. False if no STUB has named it.
bool ehc_get_opening_stub(const ehc_client *client, unsigned index, ehc_stub *stub);

/// The number of STUBs that a path holds, and one of them, by ascending offset.
unsigned ehc_stub_count(const ehc_client *client, unsigned path);
bool ehc_get_stub(const ehc_client *client, unsigned path, unsigned number, ehc_stub *stub);

/// The first STUB beyond an offset in metres. False if there is none.
bool ehc_next_stub(const ehc_client *client, unsigned path, double offset, ehc_stub *stub);

/// The number of SEGMENTs that a path holds, and one of them, by ascending offset.
unsigned ehc_segment_count(const ehc_client *client, unsigned path);
bool ehc_get_segment(
    const ehc_client *client, unsigned path, unsigned number, ehc_segment *segment);

/// The SEGMENT that holds at an offset in metres. False if no SEGMENT describes this place.
bool ehc_segment_at(const ehc_client *client, unsigned path, double offset, ehc_segment *segment);

/// The effective speed limit of a segment in km/h. `EHC_AT_LEAST` 150 is a limit above 150 (of the
/// unit of the sender); `EHC_UNLIMITED` is no limit; `EHC_UNKNOWN` also without META-DATA, which
/// states the unit.
ehc_number ehc_speed_limit_kmh(const ehc_client *client, const ehc_segment *segment);

// --- Profiles ---

/// The next profile that a path has after another one; begin with 0. 0 at the end.
ehc_profile ehc_next_profile(const ehc_client *client, unsigned path, ehc_profile after);

/// The number of points of a profile, and one of them, by ascending offset.
unsigned ehc_spot_count(const ehc_client *client, unsigned path, ehc_profile profile);
bool ehc_get_spot(
    const ehc_client *client, unsigned path, ehc_profile profile, unsigned number, ehc_spot *spot);

/// The value of a profile at an offset in metres, in the unit of the profile. Curvature, linear
/// slope, longitude, latitude and altitude run straight between two points; other values hold up to
/// the next point. `EHC_UNKNOWN` before the first point and without points.
ehc_number ehc_value_at(
    const ehc_client *client, unsigned path, ehc_profile profile, double offset);

/// The number of the wire in the unit of the profile: 1/m (right is positive), %, m/s, degrees,
/// m. A profile without a unit has its raw number.
ehc_number ehc_profile_number(ehc_profile profile, uint32_t raw);

// --- Numbers of codes ---

/// A code of STUB, SEGMENT or POSITION as a number: see the comment of the member.
ehc_number ehc_speed_number(uint16_t code);
ehc_number ehc_age_number(uint16_t code);
ehc_number ehc_angle_number(uint8_t code);
ehc_number ehc_probability_number(uint8_t code);
ehc_number ehc_lanes_number(uint8_t code);
ehc_number ehc_opposite_lanes_number(uint8_t code);
ehc_number ehc_road_class_number(uint8_t code);

// --- Counters ---

/// All counters of the client.
const ehc_counters *ehc_get_counters(const ehc_client *client);

/// The number of frames of a message type that are missing by the cyclic counter. Two bits cannot
/// count more than three in a row.
uint32_t ehc_lost(const ehc_client *client, ehc_message message);

/// The number of frames of a message type that came after a later one.
uint32_t ehc_late(const ehc_client *client, ehc_message message);

/// The number of items (STUBs, SEGMENTs, profile points) held, of `EHC_ITEM_CAPACITY`.
unsigned ehc_item_count(const ehc_client *client);

#ifdef __cplusplus
}
#endif

#endif
