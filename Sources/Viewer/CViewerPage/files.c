// The files of the page (tools/lib/viewer-files writes this list from page.html).
#include "CViewerPage.h"

#include <stddef.h>

static const uint8_t file0[] = {
#embed "../Page/page.html"
};
static const uint8_t file1[] = {
#embed "../Page/vendor/maplibre-gl.css"
};
static const uint8_t file2[] = {
#embed "../Page/vendor/uplot.min.css"
};
static const uint8_t file3[] = {
#embed "../Page/style.css"
};
static const uint8_t file4[] = {
#embed "../Page/panels.css"
};
static const uint8_t file5[] = {
#embed "../Page/vendor/maplibre-gl.js"
};
static const uint8_t file6[] = {
#embed "../Page/vendor/uplot.iife.min.js"
};
static const uint8_t file7[] = {
#embed "../Page/util.js"
};
static const uint8_t file8[] = {
#embed "../Page/palettes.js"
};
static const uint8_t file9[] = {
#embed "../Page/records.js"
};
static const uint8_t file10[] = {
#embed "../Page/fold.js"
};
static const uint8_t file11[] = {
#embed "../Page/wire.js"
};
static const uint8_t file12[] = {
#embed "../Page/frames.js"
};
static const uint8_t file13[] = {
#embed "../Page/store.js"
};
static const uint8_t file14[] = {
#embed "../Page/objects-geometry.js"
};
static const uint8_t file15[] = {
#embed "../Page/objects-images.js"
};
static const uint8_t file16[] = {
#embed "../Page/objects.js"
};
static const uint8_t file17[] = {
#embed "../Page/objects-layers.js"
};
static const uint8_t file18[] = {
#embed "../Page/objects-pick.js"
};
static const uint8_t file19[] = {
#embed "../Page/objects-geojson.js"
};
static const uint8_t file20[] = {
#embed "../Page/tiles.js"
};
static const uint8_t file21[] = {
#embed "../Page/map-style.js"
};
static const uint8_t file22[] = {
#embed "../Page/tree.js"
};
static const uint8_t file23[] = {
#embed "../Page/car.js"
};
static const uint8_t file24[] = {
#embed "../Page/road-labels.js"
};
static const uint8_t file25[] = {
#embed "../Page/settings.js"
};
static const uint8_t file26[] = {
#embed "../Page/player.js"
};
static const uint8_t file27[] = {
#embed "../Page/quality.js"
};
static const uint8_t file28[] = {
#embed "../Page/map-panel.js"
};
static const uint8_t file29[] = {
#embed "../Page/timeline.js"
};
static const uint8_t file30[] = {
#embed "../Page/charts.js"
};
static const uint8_t file31[] = {
#embed "../Page/messages.js"
};
static const uint8_t file32[] = {
#embed "../Page/why.js"
};
static const uint8_t file33[] = {
#embed "../Page/lists.js"
};
static const uint8_t file34[] = {
#embed "../Page/maps.js"
};
static const uint8_t file35[] = {
#embed "../Page/toolbar.js"
};
static const uint8_t file36[] = {
#embed "../Page/controls.js"
};
static const uint8_t file37[] = {
#embed "../Page/cards.js"
};
static const uint8_t file38[] = {
#embed "../Page/app.js"
};

static const struct viewer_file files[] = {
    {"page.html", file0, sizeof file0},
    {"vendor/maplibre-gl.css", file1, sizeof file1},
    {"vendor/uplot.min.css", file2, sizeof file2},
    {"style.css", file3, sizeof file3},
    {"panels.css", file4, sizeof file4},
    {"vendor/maplibre-gl.js", file5, sizeof file5},
    {"vendor/uplot.iife.min.js", file6, sizeof file6},
    {"util.js", file7, sizeof file7},
    {"palettes.js", file8, sizeof file8},
    {"records.js", file9, sizeof file9},
    {"fold.js", file10, sizeof file10},
    {"wire.js", file11, sizeof file11},
    {"frames.js", file12, sizeof file12},
    {"store.js", file13, sizeof file13},
    {"objects-geometry.js", file14, sizeof file14},
    {"objects-images.js", file15, sizeof file15},
    {"objects.js", file16, sizeof file16},
    {"objects-layers.js", file17, sizeof file17},
    {"objects-pick.js", file18, sizeof file18},
    {"objects-geojson.js", file19, sizeof file19},
    {"tiles.js", file20, sizeof file20},
    {"map-style.js", file21, sizeof file21},
    {"tree.js", file22, sizeof file22},
    {"car.js", file23, sizeof file23},
    {"road-labels.js", file24, sizeof file24},
    {"settings.js", file25, sizeof file25},
    {"player.js", file26, sizeof file26},
    {"quality.js", file27, sizeof file27},
    {"map-panel.js", file28, sizeof file28},
    {"timeline.js", file29, sizeof file29},
    {"charts.js", file30, sizeof file30},
    {"messages.js", file31, sizeof file31},
    {"why.js", file32, sizeof file32},
    {"lists.js", file33, sizeof file33},
    {"maps.js", file34, sizeof file34},
    {"toolbar.js", file35, sizeof file35},
    {"controls.js", file36, sizeof file36},
    {"cards.js", file37, sizeof file37},
    {"app.js", file38, sizeof file38},
};

size_t viewer_file_count(void) { return sizeof files / sizeof *files; }

const struct viewer_file *viewer_file_at(size_t number) {
    return number < viewer_file_count() ? &files[number] : NULL;
}
