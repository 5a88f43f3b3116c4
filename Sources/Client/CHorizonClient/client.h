// What the parts of the client share.
#ifndef CLIENT_H
#define CLIENT_H

#include "field_tables.h"
#include "items.h"

enum { PATH_IS_HELD = 1, PATH_IS_REACHABLE = 2, PATH_HAS_VEHICLE = 4 };

enum { NOT_A_SLOT = 0xFF, FIRST_PATH = 8, SUB_NO_FURTHER_DATA = 5, SUB_CONTINUATION = 6 };

// The record of no path has been moved by `ehc_path_state.kept_from` yet.
#define KEPT_ALL INT32_MIN
#define OFFSET_NOT_AVAILABLE 8191u

// The fields of one message.
struct message {
    uint8_t kind;      // an ehc_message
    uint64_t identity; // all fields as on the wire, without reserved bits
    uint32_t fields[MOST_FIELDS];
};

// How a frame counts by the cyclic counter.
struct order {
    bool is_late;
    uint32_t since; // since when a late one was missing
};

// decode.c
ehc_reception decode(
    const ehc_client *client, uint32_t id, const uint8_t *data, size_t length,
    struct message *message);
// Fields from one on as one number, the first in the lowest bits; and one of them again.
uint64_t pack_fields(unsigned kind, const uint32_t *fields, unsigned first);
uint32_t unpack_field(unsigned kind, uint64_t packed, unsigned first, unsigned field);
// The record of a profile type, of profiles with a name.
const struct profile_record *profile_record(ehc_profile profile);

// tree.c
ehc_reception slot_of(unsigned index, unsigned *slot);
int32_t metres_of(const ehc_client *client, unsigned slot, uint32_t offset);
ehc_reception mention(
    ehc_client *client, unsigned index, uint32_t offset, unsigned *slot, int32_t *metres);
ehc_reception reception(const ehc_client *client, enum put_result result, unsigned slot);
bool has_position(const ehc_client *client, unsigned index);
void mention_slot(ehc_client *client, unsigned slot);
void release(ehc_client *client, unsigned slot);
void clear_tree(ehc_client *client, ehc_reset_cause cause);
void forget_before(ehc_client *client, unsigned slot, int32_t metres);
void forget_profile_before(ehc_client *client, uint16_t track, int32_t metres);

// reach.c
void update_reach(ehc_client *client);
void expire(ehc_client *client);

// position.c, stub.c, data.c
ehc_reception apply_position(
    ehc_client *client, const struct message *message, struct order order);
ehc_reception apply_stub(ehc_client *client, const struct message *message);
ehc_reception apply_segment(ehc_client *client, const struct message *message);
ehc_reception apply_short(ehc_client *client, const struct message *message);
ehc_reception apply_long(ehc_client *client, const struct message *message);

#endif
