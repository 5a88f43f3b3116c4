// A C interface to GDAL: what the map compiler needs of an elevation grid and no more.
//
// A grid is one raster in one local file, whatever its projection and unit; places go in as degrees
// on WGS 84 and heights come out in metres. Whatever goes wrong becomes a null pointer or a status and
// one line of text.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One raster of heights.
typedef struct cgdal_grid cgdal_grid;

/// The size of the buffers that error messages are written to, closing NUL included.
#define CGDAL_MESSAGE_SIZE 512

/// What a grid is like.
typedef struct cgdal_shape {
    /// Posts from west to east and from north to south, or however the raster runs.
    int columns, rows;
    /// How far two posts lie from each other, metres on the ground in the middle of the grid.
    double column_spacing, row_spacing;
    /// The rectangle that holds the grid, degrees; slightly larger for projected grids.
    double south, west, north, east;
} cgdal_shape;

/// Opens the first band of a file; null where that is not possible.
cgdal_grid *cgdal_open(const char *path, char *message);

/// Closes a grid.
void cgdal_close(cgdal_grid *grid);

/// What a grid is like.
cgdal_shape cgdal_get_shape(const cgdal_grid *grid);

/// Where places lie in the grid, counted in posts; a place that the projection does not know becomes
/// not a number.
void cgdal_locate(
    cgdal_grid *grid, size_t count, const double *latitudes, const double *longitudes,
    double *columns, double *rows);

/// Reads so many columns and rows of posts from one post on, row by row, in metres; voids are not a number. With a
/// step, only every so many columns or rows of the grid are read. 0 where it could be read.
int cgdal_read(
    cgdal_grid *grid, int column, int row, int columns, int rows, int column_step, int row_step,
    double *heights, char *message);

/// Writes a GeoTIFF of 64-bit heights in metres on WGS 84 whose first post lies at a place: for tests,
/// which need terrains that are known. `void_height` stands for a void. 0 where it could be written.
int cgdal_write(
    const char *path, int columns, int rows, double north, double west, double step,
    const double *heights, double void_height, char *message);

#ifdef __cplusplus
}
#endif
