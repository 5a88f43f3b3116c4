// The JSON Schemas of the programs: each file of Schemas.
#include "CSchemas.h"

#include <stddef.h>

static const uint8_t file0[] = {
#embed "../Schemas/ahead.schema.json"
};
static const uint8_t file1[] = {
#embed "../Schemas/ahead-geojson.schema.json"
};
static const uint8_t file2[] = {
#embed "../Schemas/check.schema.json"
};
static const uint8_t file3[] = {
#embed "../Schemas/control-answer.schema.json"
};
static const uint8_t file4[] = {
#embed "../Schemas/control-event.schema.json"
};
static const uint8_t file5[] = {
#embed "../Schemas/decode.schema.json"
};
static const uint8_t file6[] = {
#embed "../Schemas/explain.schema.json"
};
static const uint8_t file7[] = {
#embed "../Schemas/limit-log.schema.json"
};
static const uint8_t file8[] = {
#embed "../Schemas/map-at.schema.json"
};
static const uint8_t file9[] = {
#embed "../Schemas/map-info.schema.json"
};
static const uint8_t file10[] = {
#embed "../Schemas/map-link.schema.json"
};
static const uint8_t file11[] = {
#embed "../Schemas/map-links.schema.json"
};
static const uint8_t file12[] = {
#embed "../Schemas/match-explain.schema.json"
};
static const uint8_t file13[] = {
#embed "../Schemas/match-geojson.schema.json"
};
static const uint8_t file14[] = {
#embed "../Schemas/match-route.schema.json"
};
static const uint8_t file15[] = {
#embed "../Schemas/pde-plan.schema.json"
};
static const uint8_t file16[] = {
#embed "../Schemas/pde-rows.schema.json"
};
static const uint8_t file17[] = {
#embed "../Schemas/reckon.schema.json"
};
static const uint8_t file18[] = {
#embed "../Schemas/reconstruct.schema.json"
};
static const uint8_t file19[] = {
#embed "../Schemas/regions.schema.json"
};
static const uint8_t file20[] = {
#embed "../Schemas/status.schema.json"
};
static const uint8_t file21[] = {
#embed "../Schemas/status-tree.schema.json"
};
static const uint8_t file22[] = {
#embed "../Schemas/tree.schema.json"
};
static const uint8_t file23[] = {
#embed "../Schemas/tree-geojson.schema.json"
};

static const struct schema_file files[] = {
    {"ahead", file0, sizeof file0},
    {"ahead-geojson", file1, sizeof file1},
    {"check", file2, sizeof file2},
    {"control-answer", file3, sizeof file3},
    {"control-event", file4, sizeof file4},
    {"decode", file5, sizeof file5},
    {"explain", file6, sizeof file6},
    {"limit-log", file7, sizeof file7},
    {"map-at", file8, sizeof file8},
    {"map-info", file9, sizeof file9},
    {"map-link", file10, sizeof file10},
    {"map-links", file11, sizeof file11},
    {"match-explain", file12, sizeof file12},
    {"match-geojson", file13, sizeof file13},
    {"match-route", file14, sizeof file14},
    {"pde-plan", file15, sizeof file15},
    {"pde-rows", file16, sizeof file16},
    {"reckon", file17, sizeof file17},
    {"reconstruct", file18, sizeof file18},
    {"regions", file19, sizeof file19},
    {"status", file20, sizeof file20},
    {"status-tree", file21, sizeof file21},
    {"tree", file22, sizeof file22},
    {"tree-geojson", file23, sizeof file23},
};

size_t schema_file_count(void) { return sizeof files / sizeof *files; }

const struct schema_file *schema_file_at(size_t number) {
    return number < schema_file_count() ? &files[number] : NULL;
}
