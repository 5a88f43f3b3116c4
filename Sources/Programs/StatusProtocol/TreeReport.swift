import JSONWriting

/// The path tree of the daemon: each path with its links, for a reader that has the map.
public struct TreeReport: Sendable, Hashable {
    /// The most links of a report: its line is then shorter than 1 MB. A larger tree is refused.
    public static var mostLinks: Int { 8192 }

    /// The identity of the map that the links belong to, as `ehorizon map info` prints it; `nil` if none is in
    /// use.
    public var map: String?
    /// The paths, the main path first; none while the vehicle is on no road.
    public var paths: [Path] = []
    /// The paths of the most probable path, from the vehicle on.
    public var main: [Int] = []
    /// The main path, the vehicle's; `nil` while it is on no road.
    public var path: Int?
    /// The offset of the vehicle on the main path, m.
    public var offset: Double?
    /// The local time that limits and turn restrictions hold at, seconds since 1970 as if the clock showed UTC; `nil` if
    /// unknown.
    public var moment: Int64?

    /// A report without paths.
    public init(map: String?) { self.map = map }

    /// A path.
    public struct Path: Sendable, Hashable {
        /// Its name, which no other path has while the daemon runs.
        public var path: Int
        /// Its index on the bus; `nil` if it has none.
        public var index: Int?
        /// The branch point; `nil` for the main path.
        public var branch: Branch?
        /// The number of turns off the most probable path that lead to it.
        public var level: Int
        /// The probability that the vehicle drives on it, 0...1; `nil` if unknown.
        public var total: Double?
        /// `dead-end` or `loop`; `nil` if it can grow.
        public var end: String?
        /// The offset of its first link, m.
        public var start: Double
        /// Its links in driving order.
        public var links: [Link] = []

        /// A path without links.
        public init(path: Int, index: Int?, level: Int, start: Double) {
            self.path = path
            self.index = index
            self.level = level
            self.start = start
        }
    }

    /// The place where a path leaves another one.
    public struct Branch: Sendable, Hashable {
        /// The path that it leaves.
        public var parent: Int
        /// The place on the parent, m.
        public var offset: Double
        /// The angle to the parent, -180..<180, clockwise positive.
        public var angle: Double
        /// The probability that a vehicle there turns into it, 0...1.
        public var probability: Double
        /// Whether the vehicle may turn into it.
        public var isDrivable: Bool
        /// Whether it is a U-turn.
        public var isUTurn: Bool

        /// A branch.
        public init(
            parent: Int, offset: Double, angle: Double, probability: Double, isDrivable: Bool,
            isUTurn: Bool
        ) {
            self.parent = parent
            self.offset = offset
            self.angle = angle
            self.probability = probability
            self.isDrivable = isDrivable
            self.isUTurn = isUTurn
        }
    }

    /// A link in driving direction.
    public struct Link: Sendable, Hashable {
        /// Its block in the map file.
        public var block: UInt32
        /// Its number in the block.
        public var number: UInt16
        /// Whether it is driven in the direction of the way.
        public var isForward: Bool
        /// The OpenStreetMap way.
        public var way: Int64

        /// A link.
        public init(block: UInt32, number: UInt16, isForward: Bool, way: Int64) {
            self.block = block
            self.number = number
            self.isForward = isForward
            self.way = way
        }
    }

    /// Writes the members of the report.
    func write(to json: inout JSONWriter) {
        json.text("map", map)
        json.integer("moment", moment)
        json.integer("path", path)
        json.number("offset_m", offset, places: 2)
        json.beginArray("main")
        for path in main { json.integer(nil, path) }
        json.endArray()
        json.beginArray("paths")
        for path in paths { path.write(to: &json) }
        json.endArray()
    }
}

extension TreeReport.Path {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.integer("path", path)
        json.integer("path_index", index)
        json.integer("level", level)
        json.number("total_probability", total, places: 4)
        json.integer("parent", branch?.parent)
        if let branch {
            json.number("branch_offset_m", branch.offset, places: 2)
            json.number("angle_deg", branch.angle, places: 1)
            json.number("probability", branch.probability, places: 4)
            json.truth("drivable", branch.isDrivable)
            json.truth("u_turn", branch.isUTurn)
        }
        json.text("end", end)
        json.number("start_m", start, places: 2)
        json.beginArray("links")
        for link in links {
            json.beginObject()
            json.text("link", "\(link.block):\(link.number)")
            json.text("direction", link.isForward ? "forward" : "backward")
            json.integer("way", link.way)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}
