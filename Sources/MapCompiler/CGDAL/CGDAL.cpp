#include "CGDAL.h"

#include "LocalFiles.h"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <gdal.h>
#include <ogr_srs_api.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>
#include <string>
#include <vector>

struct cgdal_grid {
    GDALDatasetH dataset = nullptr;
    GDALRasterBandH band = nullptr;
    OGRCoordinateTransformationH projection = nullptr;
    double inverse[6] = {};
    double unit = 1;
    double scale = 1, offset = 0;
    bool has_void = false;
    double void_height = 0;
    cgdal_shape shape = {};

    ~cgdal_grid() {
        if (projection) OCTDestroyCoordinateTransformation(projection);
        if (dataset) GDALClose(dataset);
    }
};

namespace {

void forget_errors() {
    CPLErrorReset();
    cgdal_forget_refusal();
}

void begin() {
    static std::once_flag once;
    std::call_once(once, [] {
        CPLSetErrorHandler(CPLQuietErrorHandler);
        cgdal_use_local_files();
        // Whatever lies beside a file is none of our business.
        CPLSetConfigOption("GDAL_PAM_ENABLED", "NO");
    });
    forget_errors();
}

void say(char *message, const char *what) {
    std::string text = what && *what ? what : "GDAL gives no reason";
    for (auto &letter : text) {
        if (letter == '\n' || letter == '\r') letter = ' ';
    }
    std::snprintf(message, CGDAL_MESSAGE_SIZE, "%s", text.c_str());
}

/// For a refused file GDAL only reports that it does not exist.
const char *why() { return *cgdal_refusal() ? cgdal_refusal() : CPLGetLastErrorMsg(); }

double metres(const char *unit) {
    const std::string name = unit ? unit : "";
    if (name.empty() || name == "m" || name == "metre" || name == "meter" || name == "metres" ||
        name == "meters" || name == "Meter")
        return 1;
    if (name == "ft" || name == "foot" || name == "feet") return 0.3048;
    if (name == "us-ft" || name == "US survey foot" || name == "ftUS") return 1200.0 / 3937;
    if (name == "cm") return 0.01;
    if (name == "dm") return 0.1;
    if (name == "km") return 1000;
    return 0;
}

OGRSpatialReferenceH wgs84() {
    auto reference = OSRNewSpatialReference(nullptr);
    OSRImportFromEPSG(reference, 4326);
    OSRSetAxisMappingStrategy(reference, OAMS_TRADITIONAL_GIS_ORDER);
    return reference;
}

/// The rectangle of degrees around the border of the grid, and the ground between its middle posts.
bool measure(cgdal_grid *grid, const double *transform, OGRCoordinateTransformationH back) {
    auto &shape = grid->shape;
    shape.south = shape.west = std::numeric_limits<double>::infinity();
    shape.north = shape.east = -shape.south;
    auto place = [&](double column, double row, double &x, double &y) {
        x = transform[0] + column * transform[1] + row * transform[2];
        y = transform[3] + column * transform[4] + row * transform[5];
        return !back || OCTTransform(back, 1, &x, &y, nullptr);
    };
    constexpr int steps = 16;
    for (int i = 0; i <= steps; ++i) {
        const double f = double(i) / steps;
        const double ends[4][2] = {{f, 0}, {f, 1}, {0, f}, {1, f}};
        for (auto &end : ends) {
            double x, y;
            if (!place(end[0] * shape.columns, end[1] * shape.rows, x, y)) continue;
            shape.south = std::min(shape.south, y);
            shape.north = std::max(shape.north, y);
            shape.west = std::min(shape.west, x);
            shape.east = std::max(shape.east, x);
        }
    }
    double x0, y0, x1, y1, x2, y2;
    const double column = shape.columns / 2.0, row = shape.rows / 2.0;
    if (!place(column, row, x0, y0) || !place(column + 1, row, x1, y1) ||
        !place(column, row + 1, x2, y2))
        return false;
    const double degree = 111320;
    const double narrow = std::cos(y0 * M_PI / 180);
    shape.column_spacing = degree * std::hypot((x1 - x0) * narrow, y1 - y0);
    shape.row_spacing = degree * std::hypot((x2 - x0) * narrow, y2 - y0);
    return shape.column_spacing > 0 && shape.row_spacing > 0 && shape.south <= shape.north;
}

}  // namespace

cgdal_grid *cgdal_open(const char *path, char *message) try {
    begin();
    auto grid = new cgdal_grid;
    auto fail = [&](const char *reason) -> cgdal_grid * {
        say(message, reason);
        delete grid;
        return nullptr;
    };
    grid->dataset =
        GDALOpenEx(path, GDAL_OF_RASTER | GDAL_OF_READONLY, nullptr, nullptr, nullptr);
    // GDAL has no message if no driver knows the file. It knows a .hgt by its length.
    if (!grid->dataset)
        return fail(
            *why() ? why() : "it is no elevation grid in a format that is read, or is cut off");
    if (GDALGetRasterCount(grid->dataset) < 1) return fail("it has no raster band");
    grid->band = GDALGetRasterBand(grid->dataset, 1);
    grid->shape.columns = GDALGetRasterXSize(grid->dataset);
    grid->shape.rows = GDALGetRasterYSize(grid->dataset);
    double transform[6];
    if (GDALGetGeoTransform(grid->dataset, transform) != CE_None ||
        !GDALInvGeoTransform(transform, grid->inverse))
        return fail("it does not state its position");
    int has = 0;
    grid->void_height = GDALGetRasterNoDataValue(grid->band, &has);
    grid->has_void = has != 0;
    grid->unit = metres(GDALGetRasterUnitType(grid->band));
    if (grid->unit == 0) return fail("its heights are in a unit that is not known");
    const double scale = GDALGetRasterScale(grid->band, &has);
    if (has) grid->scale = scale;
    const double offset = GDALGetRasterOffset(grid->band, &has);
    if (has) grid->offset = offset;

    auto own = GDALGetSpatialRef(grid->dataset);
    if (!own) return fail("it names no coordinate system");
    auto reference = OSRClone(own);
    OSRSetAxisMappingStrategy(reference, OAMS_TRADITIONAL_GIS_ORDER);
    auto degrees = wgs84();
    grid->projection = OCTNewCoordinateTransformation(degrees, reference);
    auto back = OCTNewCoordinateTransformation(reference, degrees);
    const bool is_known = grid->projection && back && measure(grid, transform, back);
    if (back) OCTDestroyCoordinateTransformation(back);
    OSRDestroySpatialReference(reference);
    OSRDestroySpatialReference(degrees);
    return is_known ? grid : fail("its coordinate system cannot be used");
} catch (const std::exception &error) {
    say(message, error.what());
    return nullptr;
}

void cgdal_close(cgdal_grid *grid) { delete grid; }

cgdal_shape cgdal_get_shape(const cgdal_grid *grid) { return grid->shape; }

void cgdal_locate(
    cgdal_grid *grid, size_t count, const double *latitudes, const double *longitudes,
    double *columns, double *rows) {
    std::copy(longitudes, longitudes + count, columns);
    std::copy(latitudes, latitudes + count, rows);
    for (size_t i = 0; i < count; ++i) {
        double x = columns[i], y = rows[i];
        if (!OCTTransform(grid->projection, 1, &x, &y, nullptr) || !std::isfinite(x)) {
            columns[i] = rows[i] = std::numeric_limits<double>::quiet_NaN();
            continue;
        }
        const double *t = grid->inverse;
        // A post stands for the middle of its cell.
        columns[i] = t[0] + x * t[1] + y * t[2] - 0.5;
        rows[i] = t[3] + x * t[4] + y * t[5] - 0.5;
    }
}

int cgdal_read(
    cgdal_grid *grid, int column, int row, int columns, int rows, int column_step, int row_step,
    double *heights, char *message) try {
    forget_errors();
    auto read = [&](int top, int width, int height, double *target) {
        return GDALRasterIO(
                   grid->band, GF_Read, column, top, width, height, target, width, height,
                   GDT_Float64, 0, 0) == CE_None;
    };
    bool is_read = true;
    if (column_step == 1 && row_step == 1) {
        is_read = read(row, columns, rows, heights);
    } else {
        // Line by line, because GDAL's own reduction may take overviews, whose posts lie elsewhere.
        std::vector<double> line(size_t(columns - 1) * size_t(column_step) + 1);
        for (int y = 0; y < rows && is_read; ++y) {
            is_read = read(row + y * row_step, int(line.size()), 1, line.data());
            for (int x = 0; x < columns; ++x)
                heights[size_t(y) * size_t(columns) + size_t(x)] =
                    line[size_t(x) * size_t(column_step)];
        }
    }
    if (!is_read) {
        say(message, why());
        return 1;
    }
    const size_t count = size_t(columns) * size_t(rows);
    for (size_t i = 0; i < count; ++i) {
        const bool is_void = grid->has_void && heights[i] == grid->void_height;
        heights[i] = is_void ? std::numeric_limits<double>::quiet_NaN()
                             : (heights[i] * grid->scale + grid->offset) * grid->unit;
        // Below the Dead Sea and above Mount Everest there are no roads, but unmarked voids.
        if (!(heights[i] > -600 && heights[i] < 9000))
            heights[i] = std::numeric_limits<double>::quiet_NaN();
    }
    return 0;
} catch (const std::exception &error) {
    say(message, error.what());
    return 1;
}

int cgdal_write(
    const char *path, int columns, int rows, double north, double west, double step,
    const double *heights, double void_height, char *message) {
    begin();
    auto driver = GDALGetDriverByName("GTiff");
    auto dataset = driver ? GDALCreate(driver, path, columns, rows, 1, GDT_Float64, nullptr) : nullptr;
    if (!dataset) {
        say(message, why());
        return 1;
    }
    double transform[6] = {west - step / 2, step, 0, north + step / 2, 0, -step};
    auto degrees = wgs84();
    GDALSetGeoTransform(dataset, transform);
    GDALSetSpatialRef(dataset, degrees);
    OSRDestroySpatialReference(degrees);
    auto band = GDALGetRasterBand(dataset, 1);
    GDALSetRasterNoDataValue(band, void_height);
    const bool is_written =
        GDALRasterIO(
            band, GF_Write, 0, 0, columns, rows, const_cast<double *>(heights), columns, rows,
            GDT_Float64, 0, 0) == CE_None;
    if (!is_written) say(message, why());
    GDALClose(dataset);
    return is_written ? 0 : 1;
}
