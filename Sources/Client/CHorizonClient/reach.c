#include "client.h"

// The vehicle's path, and those it came from as far as the fork is within the trailing length: on
// them too the vehicle is that far beyond the fork.
static void follow_back(const ehc_client *client, unsigned candidate, int32_t *kept_from)
{
    int32_t trailing = client->config.trailing_length_m;
    unsigned slot = client->positions[candidate].path - (unsigned)FIRST_PATH;
    int32_t metres = client->positions[candidate].metres;
    for (unsigned level = 0; level < EHC_PATH_CAPACITY; level++) {
        const struct ehc_path_state *path = &client->paths[slot];
        if (metres - trailing < kept_from[slot]) kept_from[slot] = metres - trailing;
        if (path->parent == 0 || metres > trailing) return;
        metres += path->stub_metres;
        slot = path->parent - (unsigned)FIRST_PATH;
    }
}

// Takes in the paths that begin on a path that is kept, at a place that is kept.
static void follow_stubs(const ehc_client *client, int32_t *kept_from)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (unsigned slot = 0; slot < EHC_PATH_CAPACITY; slot++) {
            const struct ehc_path_state *path = &client->paths[slot];
            if (kept_from[slot] != INT32_MAX || (path->flags & PATH_IS_HELD) == 0 ||
                path->parent == 0 || kept_from[path->parent - FIRST_PATH] > path->stub_metres)
                continue;
            kept_from[slot] = KEPT_ALL;
            has_changed = true;
        }
    }
}

// Whether a path begins where the vehicle has passed by.
static bool is_left_behind(const struct ehc_path_state *path, const int32_t *kept_from)
{
    if (path->parent == 0) return false;
    int32_t from = kept_from[path->parent - FIRST_PATH];
    return from != INT32_MAX && path->stub_metres < from;
}

void update_reach(ehc_client *client)
{
    if (client->positions[0].path == 0) return;
    int32_t kept_from[EHC_PATH_CAPACITY];
    for (unsigned slot = 0; slot < EHC_PATH_CAPACITY; slot++) kept_from[slot] = INT32_MAX;
    for (unsigned candidate = 0; candidate < 4; candidate++)
        if (client->positions[candidate].path != 0) follow_back(client, candidate, kept_from);
    follow_stubs(client, kept_from);
    for (unsigned slot = 0; slot < EHC_PATH_CAPACITY; slot++) {
        struct ehc_path_state *path = &client->paths[slot];
        if ((path->flags & PATH_IS_HELD) == 0) continue;
        if (kept_from[slot] != INT32_MAX) {
            path->flags |= PATH_IS_REACHABLE;
            forget_before(client, slot, kept_from[slot]);
        } else if ((path->flags & PATH_IS_REACHABLE) != 0 || is_left_behind(path, kept_from)) {
            release(client, slot);
        }
    }
}

void expire(ehc_client *client)
{
    uint32_t now = (uint32_t)client->now;
    const ehc_config *config = &client->config;
    if (client->has_last_position && now - client->last_position > config->position_timeout_ms) {
        client->whereabouts = EHC_NO_POSITION;
        client->has_last_position = false;
        client->counters.resets[EHC_POSITION_TIMEOUT]++;
    }
    bool has_expired = false;
    for (unsigned candidate = 0; candidate < 4; candidate++) {
        struct ehc_position_state *position = &client->positions[candidate];
        if (position->path == 0 || now - position->received <= config->position_timeout_ms)
            continue;
        position->path = 0;
        has_expired = true;
    }
    if (has_expired) update_reach(client);
    for (unsigned slot = 0; slot < EHC_PATH_CAPACITY; slot++) {
        const struct ehc_path_state *path = &client->paths[slot];
        if ((path->flags & PATH_IS_HELD) == 0 ||
            now - path->mentioned <= config->path_timeout_ms ||
            has_position(client, slot + FIRST_PATH))
            continue;
        if ((path->flags & PATH_IS_REACHABLE) == 0) client->counters.paths_forgotten++;
        release(client, slot);
    }
    if (client->has_current_link && now - client->last_current_link > config->path_timeout_ms)
        client->has_current_link = false;
}
