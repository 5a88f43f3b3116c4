public import Quantities
public import RoadMap
import RoadMapWriter

/// What came out of a compilation, for the one who ran it.
public struct CompileReport: Sendable {
    /// Number of links.
    public private(set) var linkCount = 0
    /// Length of all links together.
    public private(set) var totalLength = Centimetres.zero
    /// How much of that is in a country that a border or the coarse table tells; of the rest the map's own
    /// is assumed. `nil` where the source does not say.
    public private(set) var placedLength: Centimetres?
    /// What is known of the roads.
    public private(set) var coverage = AttributeCoverage()
    /// What of the input is not in the map, and how often; only what there was.
    public private(set) var dropped: [(what: String, count: Int)] = []
    /// The moment the data is of, seconds since 1970; `nil` where a file does not say.
    public internal(set) var dataTime: Int64?
    /// Facts about the making, for the map's notes.
    public internal(set) var notes: [(key: String, value: String)] = []

    /// Tags that were not understood: what, how often, and one of the values.
    public private(set) var unread: [TagRemarks.Entry] = []
    /// Tags that may be mistakes, such as a limit that a road of the class does not have.
    public private(set) var doubtful: [TagRemarks.Entry] = []

    private var shortenedWays = 0
    private var emptyLinks = 0
    private var oversizedLinks = 0

    /// Counts what a road that was cut has lost.
    mutating func add(_ road: LinkCutter.Cut) {
        shortenedWays += road.isShortened ? 1 : 0
        emptyLinks += road.emptyLinks
    }

    /// Counts a link that has more points, or more to say, than a map can hold.
    mutating func dropOversizedLink() { oversizedLinks += 1 }

    /// Counts a link of a length.
    mutating func add(_ link: NewLink, length: Centimetres, placed: Centimetres? = nil) {
        if let placed { placedLength = (placedLength ?? .zero) + placed }
        linkCount += 1
        totalLength += length
        coverage.add(link, length: length)
    }

    /// Takes over what was dropped and not understood.
    mutating func finish(
        _ network: RoadNetwork, _ restrictions: RestrictionTable, _ roadside: RoadsideObjects
    ) {
        unread = network.remarks.unread
        doubtful = network.remarks.doubtful
        for (reason, count) in zip(DroppedWay.allCases, network.dropped) {
            dropped.append((reason.rawValue, count))
        }
        dropped.append(("ways-cut-at-missing-nodes", shortenedWays))
        dropped.append(("restrictions-without-place", restrictions.unplaced))
        dropped.append(("links-without-length", emptyLinks))
        dropped.append(("links-too-large", oversizedLinks))
        dropped.append(("signs-far-from-roads", roadside.placed().lost))
        dropped.append(("enforcement-without-place", roadside.incompleteEnforcement))
        dropped.removeAll { $0.count == 0 }
    }

    /// Takes over what was dropped.
    mutating func finish(dropped all: [(what: String, count: Int)]) {
        dropped = all.filter { $0.count > 0 }
    }
}
