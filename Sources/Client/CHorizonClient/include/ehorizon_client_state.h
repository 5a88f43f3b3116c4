/// The state of a client. The caller owns the memory; the members are private to the client and
/// change from version to version. Include ehorizon_client.h.
#ifndef EHORIZON_CLIENT_STATE_H
#define EHORIZON_CLIENT_STATE_H

#include "ehorizon_client_types.h"

/// The most STUBs, SEGMENTs and profile points that a client holds over all paths. A message that
/// needs one more is dropped and counted (`EHC_FULL`); the sender repeats it. 9 bytes each.
#ifndef EHC_ITEM_CAPACITY
#define EHC_ITEM_CAPACITY 1536
#endif

/// The most updates whose times a client remembers. Beyond, it forgets the oldest one: an older
/// message that was overtaken by that update then replaces it. 4 bytes each.
#ifndef EHC_UPDATE_CAPACITY
#define EHC_UPDATE_CAPACITY 96
#endif

/// The path indexes 8...63.
#define EHC_PATH_CAPACITY 56

struct ehc_update {
    uint16_t item;
    uint16_t stamp; // the time in ms, its low 16 bits
};

struct ehc_path_state {
    int32_t stub_metres;
    uint32_t stub; // the STUB that opened the path, without sub-path
    int32_t vehicle_metres;
    int32_t kept_from;
    uint32_t mentioned; // the time in ms, its low 32 bits
    uint8_t parent;     // 0: not known
    uint8_t flags;
};

struct ehc_position_state {
    uint32_t received; // the time in ms, its low 32 bits
    int32_t metres;
    uint16_t age, speed;
    uint8_t path, heading, probability, confidence, lane; // path 0: no candidate
};

struct ehc_loss_state {
    uint32_t lost, late;
    uint32_t hole; // the time in ms, its low 32 bits
    uint8_t last;  // 4: none
    uint8_t missing;
};

/// A client. `sizeof` is the whole memory that it needs.
typedef struct {
    uint64_t now;
    ehc_config config;
    ehc_counters counters;
    uint64_t meta_data;    // packed fields
    uint64_t current_link; // packed fields
    uint64_t recent[24];   // the last four frames of each message type
    uint32_t recent_times[24];
    uint32_t recent_valid;
    uint32_t last_position, last_current_link, last_sweep;
    struct ehc_loss_state losses[7];
    struct ehc_position_state positions[4];
    struct ehc_path_state paths[EHC_PATH_CAPACITY];
    // The items in the order of their keys, which have 34 bits: path 6, kind 6, offset + 2^21 22.
    uint32_t item_keys[EHC_ITEM_CAPACITY];   // the low bits of the key
    uint32_t item_values[EHC_ITEM_CAPACITY]; // the low bits of the content, which has 38 bits
    uint8_t item_tops[EHC_ITEM_CAPACITY];    // the high bits: of the key 2, of the content 6
    struct ehc_update updates[EHC_UPDATE_CAPACITY]; // in no order
    uint16_t item_count, update_count;
    uint16_t current_link_offset;
    uint8_t whereabouts;
    bool is_ready, has_last_position, has_current_link, has_meta_data;
} ehc_client;

#endif
