public import Quantities
public import RoadMap

/// Draws paths that are given as links of a map: what a daemon reports of its tree.
///
/// Lines and values of a path are read from the map where its links have changed, and kept otherwise. Limits and
/// closures of the daemon's host are not in the map, and not in the picture.
public struct LinkTreePainter {
    /// A path with its links.
    public struct Path: Sendable {
        /// The path without its line and its values.
        public var frame: PathPicture
        /// The offset of its first link.
        public var start: Centimetres
        /// Its links in driving order.
        public var links: [DirectedLink] = []

        /// A path without links.
        public init(_ frame: PathPicture, from start: Centimetres) {
            self.frame = frame
            self.start = start
        }
    }

    private struct Known {
        var start: Centimetres
        var links: [DirectedLink]
        var minute: Int64?
        var picture: PathPicture
    }

    private let map: RoadMap
    private var reader: LinkPainter
    private var known: [Int: Known] = [:]

    /// A painter of paths on a map.
    public init(map: RoadMap) {
        self.map = map
        reader = LinkPainter(map: map, unit: map.header.country.speedUnit)
    }

    /// The pictures of the paths of one moment.
    ///
    /// - Parameter moment: The local time that limits hold at, s since 1970; `nil` if unknown.
    /// - Throws: A ``/RoadMap/MapError`` for a link that is not in the map.
    public mutating func pictures(
        of paths: [Path], at moment: Int64?
    ) throws(MapError) -> [PathPicture] {
        var kept: [Int: Known] = [:]
        var pictures: [PathPicture] = []
        for path in paths {
            let content = try content(of: path, at: moment)
            kept[path.frame.id] = content
            var picture = path.frame
            picture.shape = content.picture.shape
            picture.values = content.picture.values
            pictures.append(picture)
        }
        known = kept
        return pictures
    }

    private mutating func content(
        of path: Path, at moment: Int64?
    ) throws(MapError) -> Known {
        let minute = moment.map { $0 / 60 }
        if let old = known[path.frame.id], old.start == path.start, old.links == path.links,
            old.minute == minute
        {
            return old
        }
        var picture = PathPicture(id: path.frame.id, index: nil)
        var start = path.start
        let conditions = LinkConditions(moment: moment)
        for link in path.links {
            let record = try map.link(link.link)
            try reader.add(record, link.direction, from: start, under: conditions, to: &picture)
            start += record.length
        }
        return Known(start: path.start, links: path.links, minute: minute, picture: picture)
    }
}
