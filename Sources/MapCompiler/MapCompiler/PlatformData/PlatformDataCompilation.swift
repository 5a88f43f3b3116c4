public import RecordSorting
public import RoadMap
public import RoadMapWriter
import Geodesy
import PlatformDataExtension
import Quantities

/// The reason why a link of the Platform Data Extension is not in the map.
public enum DroppedLink: String, CaseIterable, Sendable {
    /// Fewer than two different points, or no geometry at all.
    case noLine = "fewer-than-two-points"
    /// Its ends are unknown without the layer LINK.
    case noNodes = "nodes-not-stated"
    /// Its driving directions are unknown without the layer LINK_ATTRIBUTE.
    case noDirection = "direction-not-stated"
    /// Shorter than half a centimetre.
    case noLength = "links-without-length"
}

/// The compilation of a map from saved tiles of HERE's Platform Data Extension.
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

    /// Compiles and passes each link on. `progress` receives the current step and its progress,
    /// 0...1.
    public func run(
        progress: (_ task: String, _ fraction: Double) -> Void = { _, _ in },
        _ take: (NewLink) throws(MapContentError) -> Void
    ) throws(MapCompileError) -> CompileReport {
        var report = CompileReport()
        var roads = PlatformDataRoads(own: countryCode.uppercased())
        let links = try joined(progress)
        while true {
            let made: NewLink?
            do throws(PlatformDataError) {
                guard let joined = try links.next() else { break }
                made = try roads.link(joined)
            } catch { throw .platformData(error) }
            guard let link = made else { continue }
            let shape = Shape(link.points)
            report.add(link, length: shape.offset(at: shape.count - 1))
            do throws(MapContentError) { try take(link) } catch { throw .content(error) }
        }
        guard report.linkCount > 0 else { throw .noLinks(folder: folder) }
        report.finish(dropped: roads.dropped)
        report.notes = notes(report)
        return report
    }

    private func joined(
        _ progress: (_ task: String, _ fraction: Double) -> Void
    ) throws(MapCompileError) -> JoinedLinks {
        do throws(PlatformDataError) {
            let tiles = try TileFolder(folder)
            let join = RowJoin(in: space)
            for (number, file) in tiles.files.enumerated() {
                progress("reading tiles", Double(number) / Double(tiles.files.count))
                try tiles.response(file).forEachRow { (row) throws(PlatformDataError) in
                    try join.add(row)
                }
            }
            return try join.links()
        } catch { throw .platformData(error) }
    }

    private func notes(_ report: CompileReport) -> [(key: String, value: String)] {
        var notes = [
            (key: "country", value: countryCode.uppercased()),
            (key: "source", value: "HERE Platform Data Extension"),
        ]
        if let zone = TimeZones.onlyZone(of: countryCode.uppercased()) {
            notes.append((key: "time-zone", value: zone))
        }
        for (what, count) in report.dropped {
            notes.append((key: "dropped.\(what)", value: "\(count)"))
        }
        return notes
    }
}

/// Converts links of the source to links of a map, and counts the losses.
private struct PlatformDataRoads {
    private var drops = [Int](repeating: 0, count: DroppedLink.allCases.count)
    private var contradictions = 0
    private var otherSigns = 0
    private var otherCountries = 0
    /// The country of the map, ISO 3166-1 alpha-2.
    private let own: String

    init(own: String) { self.own = own }

    /// The data that are not in the map, with their number.
    var dropped: [(what: String, count: Int)] {
        zip(DroppedLink.allCases, drops).map { (what: $0.rawValue, count: $1) }
            + [
                ("contradicting-rows", contradictions),
                ("signs-of-other-kinds", otherSigns),
                ("countries-not-understood", otherCountries),
            ]
    }

    /// The link of the map for a link of the source; `nil` if it is dropped.
    mutating func link(_ joined: JoinedLink) throws(PlatformDataError) -> NewLink? {
        let link = try PlatformDataLink(joined)
        if PlatformDataLink.isContradictory(joined) { contradictions += 1 }
        guard link.points.count >= 2 else { return drop(.noLine) }
        guard let start = link.referenceNode, let end = link.otherNode else {
            return drop(.noNodes)
        }
        guard let travel = link.attributes.directions else { return drop(.noDirection) }
        let shape = Shape(link.points)
        guard shape.offset(at: shape.count - 1) > .zero else { return drop(.noLength) }

        // A ferry is open to no car, so that no function uses it as a road.
        let directions = link.attributes.isFerry == true ? [] : DirectionSet(travel)
        let length = shape.offset(at: shape.count - 1)
        var new = NewLink(
            way: link.id,
            startNode: NewNode(id: start, place: shape.points[0]),
            endNode: NewNode(id: end, place: shape.points[shape.count - 1]),
            points: shape.points,
            directions: directions
        )
        let facts = PlatformDataFacts(link: link, shape: shape, directions: directions)
        new.attributes = facts.attributes
        new.texts = facts.texts
        if let code = link.attributes.countryCode { addCountry(code, to: &new, length: length) }
        new.profiles = PlatformDataProfiles(link: link, shape: shape).profiles
        otherSigns += addSigns(of: link, to: &new, length: length)
        return new
    }

    /// Sets the country of a link if it is not the map's, and its time zone. No layer contains the
    /// region.
    private mutating func addCountry(
        _ stated: String, to link: inout NewLink, length: Centimetres
    ) {
        guard let code = CountryTable.alpha2(stated: stated),
            let country = CountryTable.country(alpha2: code)
        else {
            otherCountries += 1
            return
        }
        guard code != own else { return }
        link.attributes.append(
            Attribute(
                .country, UInt64(country.numericCode), provenance: .tagged, from: .zero, to: length)
        )
        let zone = TimeZones.onlyZone(of: code)
        if zone != TimeZones.onlyZone(of: own) {
            link.texts.append(NewText(.timeZone, zone ?? "", directions: .both))
        }
    }

    private mutating func drop(_ reason: DroppedLink) -> NewLink? {
        for (index, other) in DroppedLink.allCases.enumerated() where other == reason {
            drops[index] += 1
        }
        return nil
    }
}
