import CLibrary
import Geodesy
import Quantities

/// The height of the ground, from one file of elevation or from all files of a folder.
///
/// It reads any projection and unit that GDAL supports, and the formats in which elevation is
/// delivered. Where files overlap, the first one by name counts. The heights are smoothed over a few
/// posts and never finer than the grid.
public final class ElevationModel {
    private let grids: [ElevationGrid]
    private var posts: [Post] = []

    /// Opens a file, or the files of a folder whose names end in `.hgt`, `.zip`, `.tif`, `.tiff` or
    /// `.vrt`.
    public init(path: String) throws(ElevationError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            grids = [try ElevationGrid(path: ElevationModel.readable(path))]
            return
        }
        guard let folder = opendir(path) else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            let lowered = name.lowercased()
            let isGrid = [".hgt", ".zip", ".tif", ".tiff", ".vrt"].contains(
                where: lowered.hasSuffix)
            if isGrid { names.append(name) }
        }
        guard !names.isEmpty else { throw .noGrids(folder: path) }
        var grids: [ElevationGrid] = []
        for name in names.sorted() {
            grids.append(try ElevationGrid(path: ElevationModel.readable("\(path)/\(name)")))
        }
        self.grids = grids
    }

    /// GDAL reads an SRTM tile in a zip directly. The name of the tile follows from the name of the
    /// zip.
    private static func readable(_ path: String) -> String {
        let lowered = path.lowercased()
        guard lowered.hasSuffix(".zip"), !lowered.hasSuffix(".hgt.zip") else { return path }
        return "/vsizip/\(path)"
    }

    /// The ground around a place; `nil` if no file contains it, in voids, and if there are too few
    /// posts around it.
    func ground(at place: Coordinate) throws(ElevationError) -> (Surface, spacing: Double)? {
        for grid in grids where grid.mayHold(place) {
            let radius = max(3.5 * grid.spacing, ElevationModel.least)
            guard let found = try grid.posts(around: place, within: radius, into: &posts),
                !found.isVoidHere, found.voids * 4 <= posts.count,
                let surface = Surface(posts, radius: radius)
            else { continue }
            return (surface, grid.spacing)
        }
        return nil
    }

    /// Posts that are nearer than this are used together, m. It is a third of the length of the
    /// shortest hills that a road follows instead of cutting through.
    private static let least = 260.0
}
