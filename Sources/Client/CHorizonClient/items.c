#include "items.h"

static void set_content(ehc_client *client, uint16_t place, uint64_t content)
{
    client->item_values[place] = (uint32_t)content;
    client->item_tops[place] =
        (uint8_t)((client->item_tops[place] & 0xC0u) | (content >> 32 & 63u));
}

static void set_key(ehc_client *client, uint16_t place, uint16_t track, int32_t metres)
{
    uint64_t key = (uint64_t)track << METRES_WIDTH | (uint32_t)(metres + METRES_BIAS);
    client->item_keys[place] = (uint32_t)key;
    client->item_tops[place] = (uint8_t)(item_extra(client, place) | (unsigned)(key >> 32) << 6);
}

static void copy(ehc_client *client, uint16_t from, uint16_t to)
{
    client->item_keys[to] = client->item_keys[from];
    client->item_values[to] = client->item_values[from];
    client->item_tops[to] = client->item_tops[from];
}

// The first item whose track is at least this one.
static uint16_t first_of_track(const ehc_client *client, unsigned track)
{
    uint16_t low = 0;
    uint16_t high = client->item_count;
    while (low < high) {
        uint16_t middle = (uint16_t)((low + high) / 2);
        if (item_track(client, middle) >= track) {
            high = middle;
        } else {
            low = (uint16_t)(middle + 1);
        }
    }
    return low;
}

struct range items_of_track(const ehc_client *client, uint16_t track)
{
    struct range range = {first_of_track(client, track), first_of_track(client, track + 1u)};
    return range;
}

struct range items_of_path(const ehc_client *client, unsigned slot)
{
    struct range range = {
        first_of_track(client, TRACK(slot, 0)), first_of_track(client, TRACK(slot + 1, 0))};
    return range;
}

uint16_t items_at_or_after(const ehc_client *client, struct range range, int32_t metres)
{
    while (range.first < range.end) {
        uint16_t middle = (uint16_t)((range.first + range.end) / 2);
        if (item_metres(client, middle) >= metres) {
            range.end = middle;
        } else {
            range.first = (uint16_t)(middle + 1);
        }
    }
    return range.first;
}

uint16_t items_after(const ehc_client *client, struct range range, int32_t metres)
{
    return metres == INT32_MAX ? range.end : items_at_or_after(client, range, metres + 1);
}

struct range items_at(const ehc_client *client, uint16_t track, int32_t metres)
{
    struct range all = items_of_track(client, track);
    struct range here = {
        items_at_or_after(client, all, metres), items_after(client, all, metres)};
    return here;
}

// The number of an item's update among all; their count if it has none.
static uint16_t update_of(const ehc_client *client, uint16_t item)
{
    uint16_t number = 0;
    while (number < client->update_count && client->updates[number].item != item) number++;
    return number;
}

static uint16_t update_age(const ehc_client *client, uint16_t number)
{
    return (uint16_t)((uint16_t)client->now - client->updates[number].stamp);
}

static void note_update(ehc_client *client, uint16_t item)
{
    uint16_t number = update_of(client, item);
    if (number == EHC_UPDATE_CAPACITY) {
        number = 0;
        for (uint16_t other = 1; other < client->update_count; other++)
            if (update_age(client, other) > update_age(client, number)) number = other;
    } else if (number == client->update_count) {
        client->update_count++;
    }
    client->updates[number].item = item;
    client->updates[number].stamp = (uint16_t)client->now;
}

static void forget_update(ehc_client *client, uint16_t number)
{
    client->updates[number] = client->updates[--client->update_count];
}

// Moves the item at one place to another one; those between close up.
static void move(ehc_client *client, uint16_t from, uint16_t to)
{
    uint32_t key = client->item_keys[from];
    uint32_t value = client->item_values[from];
    uint8_t top = client->item_tops[from];
    for (uint16_t place = from; place < to; place++) copy(client, (uint16_t)(place + 1), place);
    for (uint16_t place = from; place > to; place--) copy(client, (uint16_t)(place - 1), place);
    client->item_keys[to] = key;
    client->item_values[to] = value;
    client->item_tops[to] = top;
    for (uint16_t number = 0; number < client->update_count; number++) {
        uint16_t *item = &client->updates[number].item;
        if (*item == from) {
            *item = to;
        } else if (*item > from && *item <= to) {
            (*item)--;
        } else if (*item < from && *item >= to) {
            (*item)++;
        }
    }
}

enum put_result items_put(
    ehc_client *client, uint16_t track, int32_t metres, uint64_t content, uint16_t old,
    bool is_update)
{
    enum put_result result = PUT_NEW;
    uint16_t place = old;
    if (old == NO_ITEM) {
        if (client->item_count >= EHC_ITEM_CAPACITY) return PUT_FULL;
        place = items_at(client, track, metres).end;
        uint16_t last = client->item_count++;
        set_key(client, last, track, metres);
        set_content(client, last, content);
        move(client, last, place);
    } else {
        bool is_same = item_content(client, place) == content;
        uint16_t update = update_of(client, place);
        if (!is_update && !is_same && update < client->update_count &&
            update_age(client, update) <= client->config.reorder_window_ms)
            return PUT_OVERTAKEN;
        set_content(client, place, content);
        result = is_same ? PUT_SAME : PUT_NEW;
    }
    if (is_update) note_update(client, place);
    return result;
}

void items_remove(ehc_client *client, struct range range)
{
    uint16_t count = (uint16_t)(range.end - range.first);
    if (count == 0) return;
    for (uint16_t place = range.end; place < client->item_count; place++)
        copy(client, place, (uint16_t)(place - count));
    client->item_count = (uint16_t)(client->item_count - count);
    for (uint16_t number = client->update_count; number > 0; number--) {
        uint16_t *item = &client->updates[number - 1].item;
        if (*item >= range.end) {
            *item = (uint16_t)(*item - count);
        } else if (*item >= range.first) {
            forget_update(client, (uint16_t)(number - 1));
        }
    }
}

void items_forget_before(ehc_client *client, uint16_t track, int32_t metres, bool keeps_in_force)
{
    struct range all = items_of_track(client, track);
    struct range old = {all.first, items_at_or_after(client, all, metres)};
    if (keeps_in_force && old.end > old.first) {
        bool is_replaced =
            old.end < all.end && item_metres(client, old.end) == metres;
        if (!is_replaced) old.end--;
    }
    items_remove(client, old);
}

void items_forget_keyed(ehc_client *client, uint16_t track, int32_t metres, unsigned key_width)
{
    struct range all = items_of_track(client, track);
    uint64_t later = 0;
    for (uint16_t place = items_after(client, all, metres); place > all.first; place--) {
        struct range one = {(uint16_t)(place - 1), place};
        // A key has at most five bits: see the test of the tables.
        uint32_t value = client->item_values[one.first];
        uint64_t key = UINT64_C(1) << (value >> (32 - key_width) & 63u);
        if ((later & key) != 0 && item_metres(client, one.first) < metres) {
            items_remove(client, one);
        }
        later |= key;
    }
}

void items_forget_between(ehc_client *client, uint16_t track, int32_t first, int32_t last)
{
    struct range all = items_of_track(client, track);
    struct range between = {
        items_after(client, all, first), items_at_or_after(client, all, last)};
    if (between.first < between.end) items_remove(client, between);
}

// Whether one of the items of a range has this content.
static bool contains(const ehc_client *client, struct range range, uint64_t content)
{
    for (uint16_t place = range.first; place < range.end; place++)
        if (item_content(client, place) == content) return true;
    return false;
}

void items_unwrap(ehc_client *client, uint16_t track, int32_t lowest)
{
    struct range all = items_of_track(client, track);
    uint16_t before = (uint16_t)(items_at_or_after(client, all, lowest) - all.first);
    // Items that are in their place already; items before and beyond go among them one by one.
    struct range done = {
        (uint16_t)(all.first + before), items_at_or_after(client, all, lowest + OFFSET_PERIOD)};
    for (; done.end < all.end; done.end++) {
        uint16_t last = (uint16_t)(all.end - 1);
        int32_t metres = item_metres(client, last) - OFFSET_PERIOD;
        set_key(client, last, track, metres);
        move(client, last, items_at_or_after(client, done, metres));
    }
    for (; before > 0; before--) {
        int32_t metres = item_metres(client, all.first) + OFFSET_PERIOD;
        struct range here = {
            items_at_or_after(client, done, metres), items_after(client, done, metres)};
        // A second value can have reached beyond the wrap already, and met the same point there.
        if (contains(client, here, item_content(client, all.first))) {
            struct range one = {all.first, (uint16_t)(all.first + 1)};
            items_remove(client, one);
            done.first--;
            done.end--;
        } else {
            set_key(client, all.first, track, metres);
            move(client, all.first, (uint16_t)(here.end - 1));
            done.first--;
        }
    }
}

void items_sweep(ehc_client *client, bool all)
{
    for (uint16_t number = client->update_count; number > 0; number--) {
        uint16_t update = (uint16_t)(number - 1);
        if (all || update_age(client, update) > client->config.reorder_window_ms)
            forget_update(client, update);
    }
}
