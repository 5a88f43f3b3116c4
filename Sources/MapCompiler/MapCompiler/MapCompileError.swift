public import PlatformDataExtension
public import RecordSorting
public import RoadMapWriter

/// The reason why the input gives no map.
public enum MapCompileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file could not be read; with the reason from the system or from libosmium.
    case unreadable(file: String, reason: String)
    /// A file is read several times, so it cannot be a pipe.
    case notAFile(file: String)
    /// A file holds several versions of each object.
    case history(file: String)
    /// The elevation could not be read; one line that names the file.
    case elevation(String)
    /// The input has no road that cars may drive.
    case noRoads(files: [String])
    /// Entries of overlays have a validity, and the data have no date.
    case noMoment
    /// A temporary file failed.
    case sorting(SortingError)
    /// The result cannot be written as a map.
    case content(MapContentError)
    /// Saved tiles of the Platform Data Extension could not be read.
    case platformData(PlatformDataError)
    /// The saved tiles have no link that a map can contain.
    case noLinks(folder: String)

    /// One line for people.
    public var description: String {
        switch self {
        case .unreadable(let file, let reason):
            // For a name without a known suffix, libosmium's message does not help the user.
            reason.contains("Could not detect file format")
                ? "cannot read \(file): its name must end in .osm.pbf, .osm, .osm.gz, .osm.bz2 or .opl"
                : "cannot read \(file): \(reason)"
        case .notAFile(let file): "cannot read \(file): it must be a regular file"
        case .history(let file):
            "cannot read \(file): it is a history with several versions of each object"
        case .elevation(let line): line
        case .noRoads(let files):
            "no road for cars in \(files.joined(separator: ", ")) (with all nodes of its line)"
        case .noMoment:
            "entries of the overlay have a validity, and a file states no date of its data: name the moment"
                + " by --moment"
        case .sorting(let error): "\(error)"
        case .content(let error): "\(error)"
        case .platformData(let error): "\(error)"
        case .noLinks(let folder):
            "\(folder): no link that the layers ROAD_GEOM, LINK and LINK_ATTRIBUTE all contain"
        }
    }
}

// The temporary file's failures as those of a compilation.

extension RecordSorter {
    func put(_ key: UInt64, _ second: UInt64, _ bytes: [UInt8] = []) throws(MapCompileError) {
        do throws(SortingError) { try add(key, second, bytes) } catch { throw .sorting(error) }
    }

    func inOrder() throws(MapCompileError) -> SortedRecords {
        do throws(SortingError) { return try sorted() } catch { throw .sorting(error) }
    }
}

extension SortedRecords {
    func advance() throws(MapCompileError) -> Bool {
        do throws(SortingError) { return try next() } catch { throw .sorting(error) }
    }

    func restart() throws(MapCompileError) {
        do throws(SortingError) { try rewind() } catch { throw .sorting(error) }
    }
}
