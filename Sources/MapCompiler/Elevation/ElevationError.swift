/// The reason why elevation could not be read.
public enum ElevationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file or folder could not be read; with the reason from the system or from GDAL.
    case unreadable(path: String, reason: String)
    /// A folder contains no file that GDAL reads as a grid.
    case noGrids(folder: String)

    /// One line for people.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            reason.contains(path) ? "cannot read \(reason)" : "cannot read \(path): \(reason)"
        case .noGrids(let folder):
            "no elevation in \(folder): no file that ends in .hgt, .zip, .tif, .tiff or .vrt"
        }
    }
}
