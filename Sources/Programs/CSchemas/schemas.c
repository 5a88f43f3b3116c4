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
#embed "../Schemas/check-statistics.schema.json"
};
static const uint8_t file4[] = {
#embed "../Schemas/control-answer.schema.json"
};
static const uint8_t file5[] = {
#embed "../Schemas/control-event.schema.json"
};
static const uint8_t file6[] = {
#embed "../Schemas/decode.schema.json"
};
static const uint8_t file7[] = {
#embed "../Schemas/explain.schema.json"
};
static const uint8_t file8[] = {
#embed "../Schemas/findings.schema.json"
};
static const uint8_t file9[] = {
#embed "../Schemas/limit-log.schema.json"
};
static const uint8_t file10[] = {
#embed "../Schemas/map-at.schema.json"
};
static const uint8_t file11[] = {
#embed "../Schemas/map-info.schema.json"
};
static const uint8_t file12[] = {
#embed "../Schemas/map-link.schema.json"
};
static const uint8_t file13[] = {
#embed "../Schemas/map-links.schema.json"
};
static const uint8_t file14[] = {
#embed "../Schemas/map-report.schema.json"
};
static const uint8_t file15[] = {
#embed "../Schemas/match-explain.schema.json"
};
static const uint8_t file16[] = {
#embed "../Schemas/match-geojson.schema.json"
};
static const uint8_t file17[] = {
#embed "../Schemas/match-route.schema.json"
};
static const uint8_t file18[] = {
#embed "../Schemas/observations.schema.json"
};
static const uint8_t file19[] = {
#embed "../Schemas/pde-plan.schema.json"
};
static const uint8_t file20[] = {
#embed "../Schemas/pde-rows.schema.json"
};
static const uint8_t file21[] = {
#embed "../Schemas/reckon.schema.json"
};
static const uint8_t file22[] = {
#embed "../Schemas/reconstruct.schema.json"
};
static const uint8_t file23[] = {
#embed "../Schemas/regions.schema.json"
};
static const uint8_t file24[] = {
#embed "../Schemas/status.schema.json"
};
static const uint8_t file25[] = {
#embed "../Schemas/status-tree.schema.json"
};
static const uint8_t file26[] = {
#embed "../Schemas/tree.schema.json"
};
static const uint8_t file27[] = {
#embed "../Schemas/tree-geojson.schema.json"
};

static const struct schema_file files[] = {
    {"ahead", file0, sizeof file0},
    {"ahead-geojson", file1, sizeof file1},
    {"check", file2, sizeof file2},
    {"check-statistics", file3, sizeof file3},
    {"control-answer", file4, sizeof file4},
    {"control-event", file5, sizeof file5},
    {"decode", file6, sizeof file6},
    {"explain", file7, sizeof file7},
    {"findings", file8, sizeof file8},
    {"limit-log", file9, sizeof file9},
    {"map-at", file10, sizeof file10},
    {"map-info", file11, sizeof file11},
    {"map-link", file12, sizeof file12},
    {"map-links", file13, sizeof file13},
    {"map-report", file14, sizeof file14},
    {"match-explain", file15, sizeof file15},
    {"match-geojson", file16, sizeof file16},
    {"match-route", file17, sizeof file17},
    {"observations", file18, sizeof file18},
    {"pde-plan", file19, sizeof file19},
    {"pde-rows", file20, sizeof file20},
    {"reckon", file21, sizeof file21},
    {"reconstruct", file22, sizeof file22},
    {"regions", file23, sizeof file23},
    {"status", file24, sizeof file24},
    {"status-tree", file25, sizeof file25},
    {"tree", file26, sizeof file26},
    {"tree-geojson", file27, sizeof file27},
};

size_t schema_file_count(void) { return sizeof files / sizeof *files; }

const struct schema_file *schema_file_at(size_t number) {
    return number < schema_file_count() ? &files[number] : NULL;
}
