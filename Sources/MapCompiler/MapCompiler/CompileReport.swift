public import Quantities
public import RoadMap
import RoadMapWriter

/// The result of a compilation, for its user.
public struct CompileReport: Sendable {
    /// Number of links.
    public private(set) var linkCount = 0
    /// Length of all links together.
    public private(set) var totalLength = Centimetres.zero
    /// The length of links whose country comes from a border or from the coarse table; the map's
    /// own country is assumed for the rest. `nil` if the source does not state it.
    public private(set) var placedLength: Centimetres?
    /// Where these roads lie; `nil` if that is not looked at.
    public private(set) var assumed: AssumedCountry?
    /// The known values of the roads.
    public private(set) var coverage = AttributeCoverage()
    /// Input that is not in the map, with its number; only kinds that occurred.
    public private(set) var dropped: [(what: String, count: Int)] = []
    /// The age of the data, seconds since 1970; `nil` if a file does not state it.
    public internal(set) var dataTime: Int64?
    /// Facts about the compilation, for the map's notes.
    public internal(set) var notes: [(key: String, value: String)] = []

    /// Unknown tags: the kind, the number, and one of the values.
    public private(set) var unread: [TagRemarks.Entry] = []
    /// Tags that may be mistakes, such as a limit that a road of the class does not have.
    public private(set) var doubtful: [TagRemarks.Entry] = []

    /// The result of each entry of the overlays, in their order.
    public private(set) var overlay: [OverlayOutcome] = []

    /// The reasons for the values of the ways that the compilation was to explain.
    public internal(set) var reasoning: WayReasoning?

    private var shortenedWays = 0
    private var closedLinks = 0
    private var emptyLinks = 0
    private var oversizedLinks = 0

    /// The report of nothing, of a map whose country is looked at if its user has named it.
    init(namedCountry: String? = nil) { assumed = namedCountry.flatMap(AssumedCountry.init) }

    /// Counts the losses of a road that was cut.
    mutating func add(_ road: LinkCutter.Cut) {
        shortenedWays += road.isShortened ? 1 : 0
        emptyLinks += road.emptyLinks
        closedLinks += road.closedLinks
    }

    /// Counts a link with more points or data than a map can hold.
    mutating func dropOversizedLink() { oversizedLinks += 1 }

    /// Counts a link of a length.
    mutating func add(_ link: NewLink, length: Centimetres, placed: Centimetres? = nil) {
        if let placed { placedLength = (placedLength ?? .zero) + placed }
        assumed?.add(link, length: length, isAssumed: placed == .zero)
        linkCount += 1
        totalLength += length
        coverage.add(link, length: length)
    }

    /// Adds the dropped ways and the unknown tags.
    mutating func finish(
        _ network: RoadNetwork, _ restrictions: RestrictionTable, _ roadside: RoadsideObjects
    ) {
        overlay = network.overlay.outcomes
        unread = network.remarks.unread
        doubtful = network.remarks.doubtful
        for (reason, count) in zip(DroppedWay.allCases, network.dropped) {
            dropped.append((reason.rawValue, count))
        }
        dropped.append(("ways-cut-at-missing-nodes", shortenedWays))
        dropped.append(("restrictions-without-place", restrictions.unplaced))
        dropped.append(("links-without-length", emptyLinks))
        dropped.append(("links-closed-by-overlay", closedLinks))
        dropped.append(("links-too-large", oversizedLinks))
        dropped.append(("signs-far-from-roads", roadside.placed().lost))
        dropped.append(("enforcement-without-place", roadside.incompleteEnforcement))
        dropped.removeAll { $0.count == 0 }
    }

    /// Adds the dropped ways.
    mutating func finish(dropped all: [(what: String, count: Int)]) {
        dropped = all.filter { $0.count > 0 }
    }
}
