import Console
import MapSignature
import Quantities
import RoadMap

/// The files that are the map, opened and, where a key is set, signed by its owner.
struct OpenedMap {
    /// Their names.
    let paths: [String]
    /// The files as they are read.
    let sources: [FileBlockSource]
    /// The memory for its blocks.
    let cacheBytes: Int
    /// The map.
    let roads: RoadMap

    /// Their names together.
    var name: String { RoadMap.name(of: paths) }

    /// No drive with them is older than what they are made of.
    var earliestDrive: UTCTime? {
        roads.header.dataTime.map { UTCTime(nanoseconds: $0 * 1_000_000_000) }
    }

    /// Opens them; the first thing that is wrong is a line that names its file.
    init(_ paths: [String], key: MapKey?, cacheBytes: Int) throws(Failure) {
        self.paths = paths
        self.cacheBytes = cacheBytes
        var sources: [FileBlockSource] = []
        for path in paths {
            do throws(MapError) {
                let source = try FileBlockSource(path: path)
                _ = try MapHeader(decoding: source)
                sources.append(source)
            } catch { throw Failure("\(NamedMapError(path, error))") }
            guard let key else { continue }
            do throws(MapSignatureError) {
                try MapSignature.check(sources[sources.count - 1], named: path, against: key)
            } catch { throw Failure("\(error)") }
        }
        self.sources = sources
        do throws(MapError) {
            roads = try RoadMap(sources: sources, cacheBytes: cacheBytes)
        } catch {
            throw Failure("\(NamedMapError(RoadMap.name(of: paths), error))")
        }
    }
}

/// A map with the files that it is read from.
struct DrivenMap {
    let roads: RoadMap
    let files: MapWatcher.CheckedMap

    var identity: MapIdentity { MapIdentity(roads.header) }
}
