public import RecordSorting
public import RoadMap
public import RoadMapWriter
import Geodesy
import PlatformDataExtension
import Quantities

/// Why a link of the Platform Data Extension is not in the map.
public enum DroppedLink: String, CaseIterable, Sendable {
    /// Fewer than two different points, or no geometry at all.
    case noLine = "fewer-than-two-points"
    /// Without the layer LINK nothing tells where it begins and ends.
    case noNodes = "nodes-not-stated"
    /// Without the layer LINK_ATTRIBUTE nothing tells which way it may be driven.
    case noDirection = "direction-not-stated"
    /// Shorter than half a centimetre.
    case noLength = "links-without-length"
}

/// The making of a map from saved tiles of HERE's Platform Data Extension.
public struct PlatformDataCompilation {
    /// The folder with the responses.
    public var folder: String
    /// The country's ISO 3166-1 alpha-2 code, for the notes.
    public var countryCode: String
    /// The country.
    public var country: Country
    private let space: SortingSpace

    /// A compilation of its input, in the memory of a space.
    public init(folder: String, countryCode: String, country: Country, space: SortingSpace) {
        self.space = space
        self.folder = folder
        self.countryCode = countryCode
        self.country = country
    }

    /// Compiles; `progress` hears what is being done and how much of that is done, 0...1.
    public func run(
        progress: (_ task: String, _ fraction: Double) -> Void = { _, _ in }
    ) throws(MapCompileError) -> (content: MapContent, report: CompileReport) {
        var roads = PlatformDataRoads(country: country)
        do throws(PlatformDataError) {
            let tiles = try TileFolder(folder)
            let join = RowJoin(in: space)
            for (number, file) in tiles.files.enumerated() {
                progress("reading tiles", Double(number) / Double(tiles.files.count))
                try tiles.response(file).forEachRow { (row) throws(PlatformDataError) in
                    try join.add(row)
                }
            }
            let links = try join.links()
            while let joined = try links.next() { try roads.add(joined) }
        } catch {
            throw .platformData(error)
        }
        guard !roads.content.links.isEmpty else { throw .noLinks(folder: folder) }
        return finish(roads)
    }

    private func finish(
        _ roads: PlatformDataRoads
    ) -> (content: MapContent, report: CompileReport) {
        var content = roads.content
        let report = CompileReport(content, coverage: roads.coverage, dropped: roads.dropped)
        content.notes = [
            (key: "country", value: countryCode.uppercased()),
            (key: "source", value: "HERE Platform Data Extension"),
            (key: "heights", value: "above the WGS 84 ellipsoid"),
        ]
        for (what, count) in report.dropped {
            content.notes.append((key: "dropped.\(what)", value: "\(count)"))
        }
        return (content, report)
    }
}

/// The links of a map, as they come.
private struct PlatformDataRoads {
    private(set) var content: MapContent
    private(set) var coverage = AttributeCoverage()
    private var drops = [Int](repeating: 0, count: DroppedLink.allCases.count)
    private var contradictions = 0
    private var conditionalLimits = 0
    private var otherSigns = 0
    private var nodes: [Int64: Int] = [:]

    init(country: Country) { content = MapContent(country: country) }

    /// What is not in the map, and how often.
    var dropped: [(what: String, count: Int)] {
        zip(DroppedLink.allCases, drops).map { (what: $0.rawValue, count: $1) }
            + [
                ("contradicting-rows", contradictions),
                ("conditional-speed-limits", conditionalLimits),
                ("signs-of-other-kinds", otherSigns),
            ]
    }

    mutating func add(_ joined: JoinedLink) throws(PlatformDataError) {
        let link = try PlatformDataLink(joined)
        if PlatformDataLink.isContradictory(joined) { contradictions += 1 }
        guard link.points.count >= 2 else { return drop(.noLine) }
        guard let start = link.referenceNode, let end = link.otherNode else {
            return drop(.noNodes)
        }
        guard let travel = link.attributes.directions else { return drop(.noDirection) }
        let shape = Shape(link.points)
        guard shape.offset(at: shape.count - 1) > .zero else { return drop(.noLength) }

        // A ferry is open to no car, so that nothing takes it for a road.
        let directions = link.attributes.isFerry == true ? [] : DirectionSet(travel)
        let length = shape.offset(at: shape.count - 1)
        var new = NewLink(
            way: link.id,
            startNode: node(start, at: shape.points[0]),
            endNode: node(end, at: shape.points[shape.count - 1]),
            points: shape.points,
            directions: directions
        )
        let facts = PlatformDataFacts(link: link, shape: shape, directions: directions)
        new.attributes = facts.attributes
        new.texts = facts.texts
        new.profiles = PlatformDataProfiles(link: link, shape: shape).profiles
        otherSigns += addSigns(of: link, to: &new, length: length)
        conditionalLimits += link.speedLimits.count { $0.kind == .conditional }
        content.links.append(new)
        coverage.add(new, length: length)
    }

    private mutating func drop(_ reason: DroppedLink) {
        for (index, other) in DroppedLink.allCases.enumerated() where other == reason {
            drops[index] += 1
        }
    }

    private mutating func node(_ id: Int64, at place: Coordinate) -> Int {
        if let index = nodes[id] { return index }
        nodes[id] = content.nodes.count
        content.nodes.append(NewNode(id: id, place: place))
        return content.nodes.count - 1
    }
}
