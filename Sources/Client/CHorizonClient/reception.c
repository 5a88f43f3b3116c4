#include "client.h"

_Static_assert(EHC_ITEM_CAPACITY >= 1 && EHC_ITEM_CAPACITY < UINT16_MAX, "16 bits count items");
_Static_assert(EHC_UPDATE_CAPACITY >= 1 && EHC_UPDATE_CAPACITY < UINT16_MAX, "and updates");

// The times in the state have 32 bits, those of updates 16: old ones are forgotten this often.
enum { SWEEP_MS = 16384 };
// A step of the clock after which every timeout has passed.
#define LONG_STEP_MS (UINT64_C(1) << 28)

void ehc_config_init(ehc_config *config, ehc_layout layout)
{
    static const uint8_t messages[6] = {
        EHC_POSITION, EHC_STUB, EHC_SEGMENT, EHC_PROFILE_SHORT, EHC_PROFILE_LONG, EHC_META_DATA};
    config->layout = layout;
    for (unsigned route = 0; route < EHC_ROUTE_CAPACITY; route++) {
        bool is_used = route < 6;
        config->routes[route].id = is_used ? 0x300u + route : EHC_NO_ID;
        config->routes[route].message = is_used ? messages[route] : 0;
    }
    config->route_count = 6;
    config->short_profiles = UINT32_MAX;
    config->long_profiles = UINT32_MAX;
    config->trailing_length_m = 50;
    config->longest_jump_m = 200;
    config->longest_sent_behind_m = 1000;
    config->reorder_window_ms = 50;
    config->position_timeout_ms = 2000;
    config->path_timeout_ms = 10000;
}

static bool is_within(uint32_t value, uint32_t lowest, uint32_t highest)
{
    return value >= lowest && value <= highest;
}

static bool is_valid(const ehc_config *config)
{
    if ((unsigned)config->layout > EHC_TABLE_ORDER) return false;
    if (!is_within(config->route_count, 1, EHC_ROUTE_CAPACITY)) return false;
    for (unsigned route = 0; route < config->route_count; route++) {
        uint32_t id = config->routes[route].id;
        if (!is_within(config->routes[route].message, EHC_POSITION, EHC_META_DATA)) return false;
        uint32_t highest = (id & EHC_EXTENDED_ID) != 0 ? UINT32_C(0x1FFFFFFF) : UINT32_C(0x7FF);
        if ((id & ~EHC_EXTENDED_ID) > highest) return false;
    }
    return config->trailing_length_m <= 4095 && is_within(config->longest_jump_m, 1, 4095) &&
        config->longest_sent_behind_m <= 4095 && config->reorder_window_ms <= 16000 &&
        is_within(config->position_timeout_ms, 1, 3600000) &&
        is_within(config->path_timeout_ms, 1, 3600000);
}

bool ehc_init(ehc_client *client, const ehc_config *config)
{
    unsigned char *bytes = (unsigned char *)client;
    for (size_t place = 0; place < sizeof *client; place++) bytes[place] = 0;
    client->whereabouts = EHC_NO_POSITION;
    for (unsigned slot = 0; slot < EHC_PATH_CAPACITY; slot++)
        client->paths[slot].kept_from = KEPT_ALL;
    for (unsigned kind = 0; kind < 7; kind++) client->losses[kind].last = 4;
    if (!is_valid(config)) return false;
    client->config = *config;
    client->is_ready = true;
    return true;
}

// Forgets the times that no comparison needs any more, before their bits run out.
static void sweep(ehc_client *client, bool all)
{
    uint32_t now = (uint32_t)client->now;
    uint32_t window = client->config.reorder_window_ms;
    items_sweep(client, all);
    for (unsigned place = 0; place < 24; place++)
        if (all || now - client->recent_times[place] > window)
            client->recent_valid &= ~(UINT32_C(1) << place);
    for (unsigned kind = 0; kind < 7; kind++)
        if (all || now - client->losses[kind].hole > window) client->losses[kind].missing = 0;
    client->last_sweep = now;
}

static void let_time_pass(ehc_client *client, uint64_t now_ms)
{
    if (now_ms > client->now) {
        uint64_t step = now_ms - client->now;
        if (step >= LONG_STEP_MS) {
            client->now += LONG_STEP_MS;
            expire(client);
        }
        client->now = now_ms;
        uint32_t since = (uint32_t)now_ms - client->last_sweep;
        if (step >= LONG_STEP_MS || since >= SWEEP_MS) sweep(client, step >= SWEEP_MS * 2);
    }
    expire(client);
}

void ehc_advance(ehc_client *client, uint64_t now_ms)
{
    if (client->is_ready) let_time_pass(client, now_ms);
}

void ehc_reset(ehc_client *client) { clear_tree(client, EHC_REQUEST); }

// Two bits cannot distinguish three lost frames from one that was overtaken. A counter that fills a
// hole which opened a moment ago is a late frame; everything else is loss. The next counter is in
// order, although a frame that three others have overtaken has the same; such a frame counts as four
// lost.
static struct order count_losses(ehc_client *client, unsigned kind, unsigned counter)
{
    struct ehc_loss_state *loss = &client->losses[kind];
    uint32_t now = (uint32_t)client->now;
    struct order order = {false, 0};
    if (now - loss->hole > client->config.reorder_window_ms) loss->missing = 0;
    unsigned gap = loss->last > 3 ? 0 : (counter - loss->last - 1u) & 3u;
    bool is_missing = (loss->missing >> counter & 1u) != 0;
    loss->missing &= (uint8_t)~(1u << counter);
    if (is_missing && gap > 0) {
        loss->lost--;
        loss->late++;
        order.is_late = true;
        order.since = loss->hole;
        return order;
    }
    if (gap > 0) {
        loss->lost += gap;
        loss->missing = 0;
        loss->hole = now;
        for (unsigned hole = (loss->last + 1u) & 3u; hole != counter; hole = (hole + 1u) & 3u)
            loss->missing |= (uint8_t)(1u << hole);
    }
    loss->last = (uint8_t)counter;
    return order;
}

// Whether the same frame came a moment ago. If not, it is noted.
static bool is_duplicate(ehc_client *client, const struct message *message, unsigned counter)
{
    unsigned place = (message->kind - 1u) * 4 + counter;
    uint32_t now = (uint32_t)client->now;
    if ((client->recent_valid >> place & 1u) != 0 &&
        client->recent[place] == message->identity &&
        now - client->recent_times[place] <= client->config.reorder_window_ms)
        return true;
    client->recent[place] = message->identity;
    client->recent_times[place] = now;
    client->recent_valid |= UINT32_C(1) << place;
    return false;
}

static ehc_reception apply_meta_data(
    ehc_client *client, const struct message *message, struct order order)
{
    if (order.is_late && client->has_meta_data) return EHC_OVERTAKEN;
    uint64_t content = pack_fields(EHC_META_DATA, message->fields, META_DATA_COUNTRY_CODE);
    bool is_same = client->has_meta_data && client->meta_data == content;
    client->meta_data = content;
    client->has_meta_data = true;
    return is_same ? EHC_KNOWN_ALREADY : EHC_APPLIED;
}

static ehc_reception apply(ehc_client *client, const struct message *message)
{
    if (message->kind == EHC_SYSTEM_SPECIFIC) return EHC_SYSTEM_SPECIFIC_MESSAGE;
    // The counter's place among the fields.
    bool is_meta_data = message->kind == EHC_META_DATA;
    unsigned counter = message->fields[is_meta_data ? (int)META_DATA_CYCLIC_COUNTER
                                                    : (int)POSITION_CYCLIC_COUNTER];
    if (is_duplicate(client, message, counter)) return EHC_DUPLICATE;
    struct order order = count_losses(client, message->kind, counter);
    switch (message->kind) {
    case EHC_POSITION: return apply_position(client, message, order);
    case EHC_SEGMENT: return apply_segment(client, message);
    case EHC_STUB: return apply_stub(client, message);
    case EHC_PROFILE_SHORT: return apply_short(client, message);
    case EHC_PROFILE_LONG: return apply_long(client, message);
    default: return apply_meta_data(client, message, order);
    }
}

ehc_reception ehc_feed(
    ehc_client *client, uint32_t id, const uint8_t *data, size_t length, uint64_t now_ms)
{
    ehc_reception result = EHC_NOT_CONFIGURED;
    if (client->is_ready) {
        struct message message;
        let_time_pass(client, now_ms);
        result = decode(client, id, data, length, &message);
        if (result == EHC_APPLIED) result = apply(client, &message);
    }
    client->counters.receptions[result]++;
    return result;
}
