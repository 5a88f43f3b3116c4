import MapSignature
import Quantities
import RoadMap
import Supervision
import TextFiles

/// The files that are the map, opened and, where a key is set, signed by its owner.
struct OpenedMap {
    /// Their names.
    let paths: [String]
    /// The versions of the names before they were opened: what takes a name meanwhile is a new map.
    let versions: [NameVersion<FileVersion>]
    /// What the names stand for.
    let parts: [MapPart]
    /// The memory for its blocks.
    let cacheBytes: Int
    /// The map.
    let roads: RoadMap

    /// Their names together.
    var name: String { RoadMap.name(of: paths) }

    /// No drive with them is older than what they are made of.
    var earliestDrive: UTCTime? {
        roads.header.dataMoment
    }

    /// Opens them; the first thing that is wrong is a line that names its file.
    init(_ paths: [String], key: MapKey?, cacheBytes: Int) throws(Failure) {
        self.paths = paths
        versions = paths.map { FileVersion.name($0, isSigned: key != nil) }
        self.cacheBytes = cacheBytes
        var parts: [MapPart] = []
        for path in paths {
            do throws(MapSource.Problem) {
                parts.append(try MapPart(path, key: key))
            } catch {
                guard case .map(let error) = error else { throw Failure("\(error)") }
                throw Failure("\(NamedMapError(path, error))")
            }
        }
        self.parts = parts
        for file in parts.flatMap(\.unfit) { report(file.regionLine) }
        let checked = CheckedMap(parts: parts)
        for line in checked.strayLines { report(line) }
        do throws(MapError) {
            roads = try RoadMap(
                sources: checked.used.map(\.blocks), cacheBytes: cacheBytes)
        } catch {
            throw Failure("\(NamedMapError(RoadMap.name(of: paths), error))")
        }
    }
}

/// A map with the files that it is read from.
struct DrivenMap: IdentifiedMap {
    let roads: RoadMap
    let files: CheckedMap

    var identity: MapIdentity { roads.identity }
    var isNone: Bool { files.isEmpty }
}

/// The files of the map for people and for the cache.
struct MapFiles {
    let name: String
    let cacheBytes: Int
}
