#include "items.h"

static void set_content(struct ehc_item *item, uint64_t content)
{
    item->value = (uint32_t)content;
    item->place = (item->place & ~63u) | (uint32_t)(content >> 32 & 63u);
}

static void set_metres(struct ehc_item *item, int32_t metres)
{
    item->place = (uint32_t)(metres + METRES_BIAS) << 6 | item_extra(item);
}

// The first item whose track is at least this one.
static uint16_t first_of_track(const ehc_client *client, unsigned track)
{
    uint16_t low = 0;
    uint16_t high = client->item_count;
    while (low < high) {
        uint16_t middle = (uint16_t)((low + high) / 2);
        if ((client->items[middle].track & TRACK_MASK) >= track) {
            high = middle;
        } else {
            low = (uint16_t)(middle + 1);
        }
    }
    return low;
}

struct range items_of_track(const ehc_client *client, uint16_t track)
{
    struct range range = {first_of_track(client, track), first_of_track(client, track + 16u)};
    return range;
}

struct range items_of_path(const ehc_client *client, unsigned slot)
{
    struct range range = {
        first_of_track(client, slot << 10), first_of_track(client, (slot + 1) << 10)};
    return range;
}

uint16_t items_at_or_after(const ehc_client *client, struct range range, int32_t metres)
{
    while (range.first < range.end) {
        uint16_t middle = (uint16_t)((range.first + range.end) / 2);
        if (item_metres(&client->items[middle]) >= metres) {
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

// Moves the item at one place to another one; those between close up.
static void move(ehc_client *client, uint16_t from, uint16_t to)
{
    struct ehc_item item = client->items[from];
    for (; from < to; from++) client->items[from] = client->items[from + 1];
    for (; from > to; from--) client->items[from] = client->items[from - 1];
    client->items[to] = item;
}

enum put_result items_put(
    ehc_client *client, uint16_t track, int32_t metres, uint64_t content, uint16_t old,
    bool is_update)
{
    struct ehc_item *item;
    enum put_result result = PUT_NEW;
    uint16_t stamp = (uint16_t)client->now;
    if (old == NO_ITEM) {
        if (client->item_count >= EHC_ITEM_CAPACITY) return PUT_FULL;
        uint16_t place = items_at(client, track, metres).end;
        uint16_t last = client->item_count++;
        item = &client->items[last];
        item->track = track;
        item->stamp = 0;
        item->place = 0;
        set_metres(item, metres);
        set_content(item, content);
        move(client, last, place);
        item = &client->items[place];
    } else {
        item = &client->items[old];
        bool is_same = item_content(item) == content;
        if (!is_update && !is_same && (item->track & ITEM_IS_UPDATED) != 0 &&
            (uint16_t)(stamp - item->stamp) <= client->config.reorder_window_ms)
            return PUT_OVERTAKEN;
        set_content(item, content);
        result = is_same ? PUT_SAME : PUT_NEW;
    }
    if (is_update) {
        item->track |= ITEM_IS_UPDATED;
        item->stamp = stamp;
    }
    return result;
}

void items_remove(ehc_client *client, struct range range)
{
    uint16_t count = (uint16_t)(range.end - range.first);
    if (count == 0) return;
    for (uint16_t place = range.end; place < client->item_count; place++)
        client->items[place - count] = client->items[place];
    client->item_count = (uint16_t)(client->item_count - count);
}

void items_forget_before(ehc_client *client, uint16_t track, int32_t metres, bool keeps_in_force)
{
    struct range all = items_of_track(client, track);
    struct range old = {all.first, items_at_or_after(client, all, metres)};
    if (keeps_in_force && old.end > old.first) {
        bool is_replaced =
            old.end < all.end && item_metres(&client->items[old.end]) == metres;
        if (!is_replaced) old.end--;
    }
    items_remove(client, old);
}

void items_forget_keyed(ehc_client *client, uint16_t track, int32_t metres, unsigned key_width)
{
    struct range all = items_of_track(client, track);
    uint64_t later = 0;
    for (uint16_t place = items_after(client, all, metres); place > all.first; place--) {
        struct ehc_item *item = &client->items[place - 1];
        // A key has at most five bits: see the test of the tables.
        uint64_t key = UINT64_C(1) << (item->value >> (32 - key_width) & 63u);
        if ((later & key) != 0 && item_metres(item) < metres) {
            struct range one = {(uint16_t)(place - 1), place};
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
        if (item_content(&client->items[place]) == content) return true;
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
        struct ehc_item *item = &client->items[all.end - 1];
        int32_t metres = item_metres(item) - OFFSET_PERIOD;
        set_metres(item, metres);
        move(client, (uint16_t)(all.end - 1), items_at_or_after(client, done, metres));
    }
    for (; before > 0; before--) {
        struct ehc_item *item = &client->items[all.first];
        int32_t metres = item_metres(item) + OFFSET_PERIOD;
        struct range here = {
            items_at_or_after(client, done, metres), items_after(client, done, metres)};
        // A second value can have reached beyond the wrap already, and met the same point there.
        if (contains(client, here, item_content(item))) {
            struct range one = {all.first, (uint16_t)(all.first + 1)};
            items_remove(client, one);
            done.first--;
            done.end--;
        } else {
            set_metres(item, metres);
            move(client, all.first, (uint16_t)(here.end - 1));
            done.first--;
        }
    }
}

void items_sweep(ehc_client *client, bool all)
{
    for (uint16_t place = 0; place < client->item_count; place++) {
        struct ehc_item *item = &client->items[place];
        uint16_t age = (uint16_t)((uint16_t)client->now - item->stamp);
        if (all || age > client->config.reorder_window_ms)
            item->track &= (uint16_t)~ITEM_IS_UPDATED;
    }
}
