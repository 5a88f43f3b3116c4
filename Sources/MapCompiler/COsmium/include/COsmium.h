// A C interface to libosmium: what the map compiler needs of an OpenStreetMap file and no more.
//
//     cosmium_reader *reader;
//     if (cosmium_open("andorra.osm.pbf", COSMIUM_WAYS, &keys, &reader, message) == COSMIUM_OK) {
//         cosmium_ways ways;
//         while (cosmium_next_ways(reader, &ways, message) == COSMIUM_OK) { ... }
//         cosmium_close(reader);
//     }
//
// A reader makes one pass over a file and hands objects over in batches of flat arrays, so that
// crossing the border of the languages costs nothing per tag. No C++ exception leaves these
// functions; whatever goes wrong becomes a status and one line of text.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One pass over one file.
typedef struct cosmium_reader cosmium_reader;

/// The size of the buffers that error messages are written to, closing NUL included.
#define COSMIUM_MESSAGE_SIZE 512

/// How a call ended.
typedef enum cosmium_status {
    /// Well.
    COSMIUM_OK = 0,
    /// The file has no more objects.
    COSMIUM_END = 1,
    /// It failed; the message says why.
    COSMIUM_FAILED = 2,
} cosmium_status;

/// The kind of objects that a pass is about; the others are passed over undecoded.
typedef enum cosmium_objects {
    COSMIUM_WAYS = 1,
    COSMIUM_NODES = 2,
    COSMIUM_RELATIONS = 3,
} cosmium_objects;

/// The tag keys to hand over. The reader copies them.
typedef struct cosmium_keys {
    /// The keys, NUL-terminated. Tags name a key by its place in this list. A name that ends in `*`
    /// stands for every key that begins so and is not in the list itself; the value that is handed
    /// over is then `rest-of-the-key=value`.
    const char *const *names;
    /// How many there are, at most 65535.
    size_t count;
    /// A way or relation is handed over only if it has one of the first `required` keys,
    size_t required;
    /// or one of these ids, which ascend. The reader copies them too.
    const int64_t *ids;
    size_t id_count;
} cosmium_keys;

/// The tags of a batch: those of object i are tag_start[i] ..< tag_start[i + 1].
typedef struct cosmium_tags {
    const uint32_t *tag_start;
    /// The place of each tag's key in the list of keys.
    const uint16_t *keys;
    /// Where each tag's value starts in `text`; one more entry closes the last.
    const uint32_t *value_start;
    /// The values, UTF-8 as the file has it, without separators.
    const char *text;
} cosmium_tags;

/// A batch of ways, valid until the next call with the same reader. The node references of way i are
/// refs[ref_start[i] ..< ref_start[i + 1]].
typedef struct cosmium_ways {
    size_t count;
    const int64_t *ids;
    const uint32_t *ref_start;
    const int64_t *refs;
    /// When each way was last edited, seconds since 1970; 0 where the file does not say.
    const int64_t *timestamps;
    cosmium_tags tags;
} cosmium_ways;

/// A batch of relations, valid until the next call with the same reader. The members of relation i are
/// those of number member_start[i] ..< member_start[i + 1].
typedef struct cosmium_relations {
    size_t count;
    const int64_t *ids;
    const uint32_t *member_start;
    const int64_t *refs;
    /// 'n', 'w' or 'r' for each member.
    const char *types;
    /// Where each member's role starts in `roles`; one more entry closes the last.
    const uint32_t *role_start;
    const char *roles;
    cosmium_tags tags;
} cosmium_relations;

/// A batch of nodes, valid until the next call with the same reader.
typedef struct cosmium_nodes {
    size_t count;
    const int64_t *ids;
    /// Degrees north × 10⁷.
    const int32_t *latitudes;
    /// Degrees east × 10⁷.
    const int32_t *longitudes;
    cosmium_tags tags;
} cosmium_nodes;

/// What the head of a file says about all of it.
typedef struct cosmium_header {
    /// Whether the four borders below are known.
    int has_box;
    int32_t south, west, north, east;
    /// When the data was taken from the database, seconds since 1970; 0 where the file does not say.
    int64_t timestamp;
    /// Whether the file is a history: several versions of each object.
    int is_history;
} cosmium_header;

/// Opens a file, whose name's suffix says the format (.osm.pbf, .osm, .osm.gz, .osm.bz2, .opl), for one
/// pass. On failure there is no reader to close.
cosmium_status cosmium_open(const char *path, cosmium_objects objects, const cosmium_keys *keys,
                            cosmium_reader **reader, char *message);

/// Ends the pass and frees everything that it handed over.
void cosmium_close(cosmium_reader *reader);

/// The head of the file.
cosmium_header cosmium_get_header(const cosmium_reader *reader);

/// How much of the file has been read, 0...1.
double cosmium_progress(const cosmium_reader *reader);

/// The next ways, in the order of the file. Deleted ones are passed over.
cosmium_status cosmium_next_ways(cosmium_reader *reader, cosmium_ways *batch, char *message);

/// The next relations, in the order of the file. Deleted ones are passed over.
cosmium_status cosmium_next_relations(cosmium_reader *reader, cosmium_relations *batch,
                                      char *message);

/// The next nodes, in the order of the file. Deleted ones and ones without a valid place are passed
/// over.
cosmium_status cosmium_next_nodes(cosmium_reader *reader, cosmium_nodes *batch, char *message);

#ifdef __cplusplus
}
#endif
