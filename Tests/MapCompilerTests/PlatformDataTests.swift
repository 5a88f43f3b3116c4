import Foundation
import Geodesy
import MapCompiler
import Quantities
import RecordSorting
import RoadMap
import RoadMapWriter
import Testing

/// From tiles made by hand to what goes into the map. Link 104 is digitized from east to west.
@Suite("Maps of the Platform Data Extension")
struct PlatformDataTests {
    static let tiles = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "PlatformDataExtensionTests/Tiles").path()

    private let content: MapContent
    private let report: CompileReport

    init() throws { try self.init(Self.tiles) }

    private init(_ folder: String) throws {
        let germany = try #require(CountryTable.country(alpha2: "DE"))
        let compilation = PlatformDataCompilation(
            folder: folder,
            countryCode: "DE",
            country: germany,
            space: SortingSpace(memory: .max, folder: ".")
        )
        var content = MapContent(country: germany)
        report = try compilation.run { (link) throws(MapContentError) in
            content.links.append(link)
        }
        content.notes = report.notes
        self.content = content
    }

    private func link(_ id: Int64) throws -> NewLink {
        try #require(content.links.first { $0.way == id })
    }

    /// The values of a kind of attribute with their directions.
    private func values(_ id: Int64, _ kind: AttributeKind) throws -> [String] {
        try link(id).attributes.filter { $0.kind == kind }
            .map { "\($0.value) \($0.directions.rawValue) \($0.provenance)" }
    }

    @Test func linksAndNodes() throws {
        #expect(content.links.map(\.way) == [101, 102, 103, 104, 105, 201])
        #expect(report.dropped.map { "\($0.what) \($0.count)" } == ["fewer-than-two-points 1"])
        let ends = content.links.map { "\($0.startNode.id) \($0.endNode.id)" }
        #expect(ends == ["1 2", "2 3", "3 4", "5 4", "5 6", "2 7"])
        #expect(try link(101).directions == .both)
        #expect(try link(103).directions == .forward)
        #expect(try link(104).directions == .backward)
    }

    @Test func attributes() throws {
        #expect(try values(102, .functionalRoadClass) == ["3 3 tagged"])
        #expect(try values(201, .functionalRoadClass) == ["5 3 tagged"])
        #expect(try values(102, .lanes) == ["2 1 tagged", "1 2 tagged"])
        // One carriageway: all lanes there are.
        #expect(try values(103, .lanes) == ["2 1 derived"])
        #expect(try values(102, .tunnel) == ["1 3 tagged"])
        #expect(try values(103, .bridge) == ["1 3 tagged"])
        #expect(try values(103, .dividedRoad) == ["1 3 tagged"])
        #expect(try values(201, .builtUpArea) == ["1 3 tagged"])
        #expect(try values(201, .surface) == ["\(RoadSurface.paved.rawValue) 3 tagged"])
        let forms = try [101, 103, 104].map { try values($0, .formOfWay) }
        #expect(forms == [["3 3 derived"], ["2 3 tagged"], ["10 3 tagged"]])
    }

    /// The tunnel of link 102 lies one level down, from halfway to its second point to halfway beyond
    /// the last but one.
    @Test func levels() throws {
        let tunnel = try link(102)
        let shape = Shape(tunnel.points)
        let levels = tunnel.attributes.filter { $0.kind == .layer }
        #expect(levels.map(\.value) == [0, 1, 0])
        #expect(levels[0].from == .zero)
        #expect(levels[0].to.value == shape.offset(at: 1).value / 2)
        #expect(levels[1].from == levels[0].to)
        #expect(levels[2].to == shape.offset(at: 4))
    }

    @Test func speedLimits() throws {
        func limits(_ id: Int64) throws -> [String] {
            try link(id).attributes.compactMap { attribute in
                guard attribute.kind == .speedLimit || attribute.kind == .particularSpeedLimit,
                    let rule = SpeedLimitRule(attributeValue: attribute.value)
                else { return nil }
                return "\(rule.kind) \(rule.limit) \(attribute.directions.rawValue) \(rule.source)"
            }
        }
        let unit = "RoadMap.SpeedUnit"
        #expect(
            try limits(101) == [
                "general limited(100, \(unit).kilometresPerHour) 3 sign",
                "variable limited(80, \(unit).kilometresPerHour) 1 sign",
            ])
        // Of two rows the lower one, which is derived.
        #expect(
            try limits(102) == [
                "general limited(60, \(unit).kilometresPerHour) 1 unstated",
                "general limited(80, \(unit).kilometresPerHour) 2 sign",
            ])
        #expect(try limits(103) == ["general unlimited 1 sign"])
        // 998 is undefined, null says nothing.
        #expect(try limits(104).isEmpty)
        // 48 km/h on a sign in miles.
        #expect(try limits(201) == ["general limited(30, \(unit).milesPerHour) 3 sign"])
    }

    /// What it depends on is not public; of two the lowest is there.
    @Test func `A conditional limit is there with a condition that nobody reads`() throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "ehorizon-\(UUID().uuidString)")
        try files.copyItem(at: URL(filePath: Self.tiles), to: folder)
        defer { try? files.removeItem(at: folder) }
        func row(_ speed: Int) -> String {
            "{\"LINK_ID\": \"102\", \"FROM_REF_SPEED_LIMIT\": \"\(speed)\", "
                + "\"SPEED_LIMIT_SOURCE\": \"1\", \"SPEED_LIMIT_UNIT\": \"K\"}"
        }
        let rows = "[\(row(60)), \(row(40))]"
        let tile = "{\"Meta\": {\"mapRelease\": \"2026-01\"}, \"Rows\": \(rows)}"
        try Data(tile.utf8).write(
            to: folder.appending(path: "SPEED_LIMITS_COND_FC3-11-2161-1592.json"))
        let map = try PlatformDataTests(folder.path())
        let added = try map.link(102).attributes.filter { attribute in
            try !link(102).attributes.contains(attribute)
        }
        #expect(added.map(\.kind) == [.particularSpeedLimit, .condition])
        let rule = SpeedLimitRule(attributeValue: added[0].value)
        #expect(rule?.limit == .limited(40, .kilometresPerHour) && rule?.kind == .general)
        #expect(Condition(attributeValue: added[1].value) == nil)
        let roads = try RoadMap(source: MemoryBlockSource(map.content.encoded()))
        try roads.forEachLink(in: roads.header.bounds) { (link) throws(MapError) in
            guard link.way == 102 else { return }
            try roads.forEachSpeedLimit(of: link, .forward) { rule, _, _ in
                #expect(rule.limit != .limited(40, .kilometresPerHour))
            }
        }
    }

    @Test func `The country of a link in another one, with its time`() throws {
        #expect(try values(105, .country) == ["616 3 tagged"])
        #expect(
            try link(105).texts.filter { $0.kind == .timeZone }.map(\.text)
                == ["Europe/Warsaw CET-1CEST,M3.5.0,M10.5.0/3"])
        #expect(try values(104, .country).isEmpty)
        #expect(
            content.notes.first { $0.key == "time-zone" }?.value
                == "Europe/Berlin CET-1CEST,M3.5.0,M10.5.0/3")
    }

    @Test func names() throws {
        func texts(_ id: Int64, _ kind: AttributeKind) throws -> [String] {
            try link(id).texts.filter { $0.kind == kind }.map(\.text)
        }
        #expect(try texts(103, .name) == ["Uferstraße"])
        #expect(try texts(103, .nameInLanguage) == ["de=Uferstraße", "en=Shore Road"])
        #expect(try texts(104, .name).isEmpty)
    }

    @Test func aFerry() throws {
        #expect(try link(105).directions == [])
        #expect(try values(105, .ferry) == ["1 3 tagged"])
    }

    /// A sign stands at the end of its first link in driving direction, and nowhere else.
    @Test func signs() throws {
        func objects(_ id: Int64) throws -> [String] {
            let link = try link(id)
            let length = Shape(link.points).offset(at: link.points.count - 1)
            return link.attributes.compactMap { attribute in
                guard let object = RoadObject(attributeValue: attribute.value),
                    attribute.kind == .roadObject, attribute.from == attribute.to
                else { return nil }
                let place = attribute.from == length ? "end" : "\(attribute.from.value)"
                return "\(object.kind) \(attribute.directions.rawValue) \(place)"
            }
        }
        #expect(try objects(101) == ["trafficLight 1 end", "trafficLight 2 0"])
        #expect(try objects(102) == ["variableSpeedSign 1 end"])
        #expect(try objects(103) == ["trafficSign 1 end"])
        #expect(try link(103).texts.filter { $0.kind == .signText }.map(\.text) == ["HERE:20"])
        // Towards the reference node, which is where the link starts.
        #expect(try objects(104) == ["levelCrossing 2 0"])
    }

    /// Millionths of 1/m, positive to the left, become 1e-5 1/m, positive to the right.
    @Test func curvature() throws {
        func curvatures(_ id: Int64) throws -> [[ProfileSpot]] {
            try link(id).profiles.filter { $0.kind == .curvature }.map(\.spots)
        }
        // At its end, which has two exits, that of the straighter one, as at the beginning of that.
        #expect(try curvatures(101).map { $0.map(\.value) } == [[50]])
        let tunnel = try #require(try curvatures(102).first)
        let shape = Shape(try link(102).points)
        #expect(tunnel.map(\.value) == [50, 200, 300, 200, 80])
        #expect(tunnel.map(\.offset) == (0..<5).map { shape.offset(at: $0) })
        #expect(try curvatures(104).map { $0.map(\.value) } == [[-150, -70]])
        // A void is no value, and nothing is made up across it.
        let bridge = try curvatures(103)
        #expect(bridge.map { $0.map(\.value) } == [[80, -80], [-40, 70]])
    }

    /// Thousandths of a degree become hundredths of a per cent: tan 1° = 1.7455 %, tan 2° = 3.4921 %,
    /// tan 3° = 5.2408 %.
    @Test func slope() throws {
        func slopes(_ id: Int64) throws -> [[Int32]] {
            try link(id).profiles.filter { $0.kind == .slope }.map { $0.spots.map(\.value) }
        }
        #expect(try slopes(101) == [[87, 87]])
        #expect(try slopes(102) == [[175, 349], [349, 175]])
        // As it is digitized; driven from west to east it goes uphill.
        #expect(try slopes(104) == [[-175, -524, -175]])
        #expect(try slopes(201).isEmpty)
    }

    @Test func altitude() throws {
        func heights(_ id: Int64) throws -> [[Int32]] {
            try link(id).profiles.filter { $0.kind == .ellipsoidalHeight }.map {
                $0.spots.map(\.value)
            }
        }
        #expect(try heights(101) == [[35000, 35600]])
        #expect(try heights(102) == [[35600, 35900], [36800, 37100]])
        #expect(try heights(104) == [[37600, 37400, 37100]])
        // Without the ADAS layer the ground's.
        #expect(try heights(201) == [[35600, 34700]])
        #expect(try link(201).profiles.map(\.provenance) == [.derived])
        // They are above the ellipsoid, and so no altitude.
        #expect(!content.links.flatMap(\.profiles).contains { $0.kind == .altitude })
    }

    /// The layer's line has another number of points than the link's: places in proportion.
    @Test func placesOfAnotherLine() throws {
        let bridge = try link(103)
        let length = Shape(bridge.points).length.value
        let spots = bridge.profiles.filter { $0.kind == .curvature }.flatMap(\.spots)
        // 358 m of about 1439 m, and 931 m.
        #expect(abs(Double(spots[1].offset.value) / 100 / length - 0.249) < 0.002)
        #expect(abs(Double(spots[2].offset.value) / 100 / length - 0.648) < 0.003)
    }

    @Test func theSameTilesGiveTheSameBytes() throws {
        let again = try PlatformDataTests()
        let bytes = try content.encoded()
        #expect(try again.content.encoded() == bytes)
        #expect(content.notes.contains { $0.key == "dropped.fewer-than-two-points" })
    }
}
