import Geodesy
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import RouteReading

/// The links that routes have on a small map.
@Suite struct RouteLinksTests {
    /// Two streets and three cross streets; ways 100 ABCD, 101 EFGH, 102 AE, 103 BF, 104 CG, 105 DH; G to H
    /// is one-way, way 106.
    private static func town(
        furnish: (inout NewLink) -> Void = { _ in }
    ) throws -> MapSketch {
        try MapSketch(
            """
            A----B----C----D
            |    |    |    |
            |    |    |    |
            |    |    |    |
            E----F----G----H
            """, gridMetres: 40,
            roads: [
                .init("ABCD", class: 2), .init("EFG", class: 4), .init("AE", class: 4),
                .init("BF", class: 4), .init("CG", class: 4), .init("DH", class: 4),
                .init("GH", oneway: true, class: 4),
            ], furnish: furnish)
    }

    private static func names(_ links: [DirectedLink], _ sketch: MapSketch) throws -> String {
        try links.map { link in
            let record = try sketch.map.link(link.link)
            func name(_ node: NodeReference) throws -> String {
                let id = try sketch.map.node(node).id
                return String(Character(Unicode.Scalar(UInt32(id)) ?? "?"))
            }
            return try name(record.entry(link.direction)) + name(record.exit(link.direction))
        }.joined(separator: " ")
    }

    private static func route(
        _ text: String, _ sketch: MapSketch, _ mode: TransportMode = .car
    ) throws -> String {
        try names(try RouteFile(Array(text.utf8)).links(on: sketch.map, for: mode), sketch)
    }

    private static func problem(
        _ text: String, _ sketch: MapSketch, _ mode: TransportMode = .car
    ) throws -> String? {
        do {
            _ = try route(text, sketch, mode)
            return nil
        } catch let error as RouteError { return "\(error)" }
    }

    private static func positions(_ nodes: String, _ sketch: MapSketch) -> [String] {
        nodes.compactMap { sketch.places[$0] }.map { "[\($0.longitude), \($0.latitude)]" }
    }

    private static func line(_ nodes: String, _ sketch: MapSketch) -> String {
        let points = positions(nodes, sketch).joined(separator: ",\n")
        return "{\"type\": \"LineString\", \"coordinates\": [\n\(points)]}"
    }

    private static func gpx(_ nodes: String, _ element: String, _ sketch: MapSketch) -> String {
        let points = nodes.compactMap { sketch.places[$0] }.map {
            "<\(element) lat=\"\($0.latitude)\" lon=\"\($0.longitude)\"/>\n"
        }
        return "<gpx>\n" + points.joined() + "</gpx>"
    }

    /// A way that is named again is the same one, and is not driven back where it was driven.
    @Test func aWayTwiceInARow() throws {
        let town = try Self.town()
        #expect(try Self.route("100\n-100", town) == "DC CB BA")
        #expect(try Self.route("-100\n100\n102", town) == "DC CB BA AE")
        #expect(
            try Self.problem("100\n-100\n+100", town)
                == "line 3: way 100 follows itself in the other direction")
    }

    @Test(arguments: [
        ("ABFG", "AB BF FG"), ("DCBFE", "DC CB BF FE"), ("AD", "AB BC CD"),
        ("ABCGFBA", "AB BC CG GF FB BA"),
    ])
    func aLineIsDriven(nodes: String, expected: String) throws {
        let town = try Self.town()
        #expect(try Self.route(Self.line(nodes, town), town) == expected)
        #expect(try Self.route(Self.gpx(nodes, "trkpt", town), town) == expected)
    }

    /// A drive that left the road in between has a line for each stretch.
    @Test func fromStretchToStretchTheQuickestWayLeads() throws {
        func lines(_ stretches: [String], _ sketch: MapSketch) -> String {
            let lines = stretches.map {
                "[\n\(Self.positions($0, sketch).joined(separator: ",\n"))]"
            }.joined(separator: ",")
            return "{\"type\": \"MultiLineString\", \"coordinates\": [\(lines)]}"
        }
        let town = try Self.town()
        #expect(try Self.route(lines(["AB", "GH"], town), town) == "AB BC CG GH")
        // Where one begins at the end of the other they are one line.
        #expect(try Self.route(lines(["AB", "BF", "FG"], town), town) == "AB BF FG")
        #expect(try Self.route(lines(["ABC", "CD", "DH"], town), town) == "AB BC CD DH")
        let islands = try MapSketch(
            "A---B   C---D", gridMetres: 100, roads: [.init("AB"), .init("CD")])
        #expect(
            try Self.problem(lines(["AB", "CD"], islands), islands)
                == "line 4: no route for a car from the end of the previous line to this line")
    }

    @Test func aLineMayBeginAndEndOnTheWay() throws {
        let town = try Self.town()
        let a = try #require(town.places["A"])
        let d = try #require(town.places["D"])
        func between(_ share: Double) -> String {
            "[\(a.longitude + (d.longitude - a.longitude) * share), \(a.latitude)]"
        }
        let text =
            "{\"type\": \"LineString\", \"coordinates\": [\(between(0.2)), \(between(0.5))]}"
        #expect(try Self.route(text, town) == "AB BC")
    }

    @Test func whereNoRoadIsTheLineIsNamed() throws {
        let town = try Self.town()
        let far = try #require(town.places["A"])
        let wild = (1...4).map { "[\(far.longitude - Double($0) / 100), \(far.latitude)]" }
        func text(_ points: [String]) -> String {
            "{\"type\": \"LineString\", \"coordinates\": [\n\(points.joined(separator: ",\n"))]}"
        }
        let road = Self.positions("DCBA", town)
        #expect(
            try Self.problem(text(road + wild), town)?.hasPrefix("line 5: the map has no road")
                == true)
        #expect(
            try Self.problem(text(wild.reversed() + Self.positions("ABCD", town)), town)
                == "line 2: the line begins where the map has no road")
        #expect(
            try Self.problem(text(wild), town)
                == "line 2: the map has no road under the line")
    }

    /// A line beside two roads, of which the nearer one ends. The way back to the start and along the other road is not
    /// in the line.
    @Test func aWayRoundIsNotInTheLine() throws {
        let sketch = try MapSketch(
            """
            A\(String(repeating: "-", count: 200))B
            |
            C\(String(repeating: "-", count: 350))D
            """, gridMetres: 4,
            roads: [.init("AB", class: 4), .init("AC", class: 4), .init("CD", class: 4)])
        let frame = LocalFrame(around: try sketch.place("A"))
        let points = try stride(from: 10.0, through: 1350, by: 10).map { east in
            let place = try #require(frame.unproject(PlanarVector(x: east, y: -3)))
            return "[\(place.longitude), \(place.latitude)]"
        }
        let text =
            "{\"type\": \"LineString\", \"coordinates\": [\n\(points.joined(separator: ",\n"))]}"
        let problem = try #require(try Self.problem(text, sketch))
        #expect(
            problem.hasSuffix(
                ": no road of the map leads from the previous point to this point"), "\(problem)")
    }

    @Test func pointsAreDrivenByOnTheQuickestWay() throws {
        let town = try Self.town()
        #expect(try Self.route(Self.gpx("AG", "rtept", town), town).hasSuffix("CG") == true)
        #expect(try Self.route(Self.gpx("EFD", "rtept", town), town) == "EF FB BC CD")
        let mid = try #require(town.places["A"])
        let text =
            "<gpx>\n<rtept lat='\(mid.latitude)' lon='\(mid.longitude)'/>\n<rtept lat='50' lon='9'/></gpx>"
        #expect(try Self.problem(text, town) == "line 3: the map has no road within 100 m")
    }

    @Test(arguments: [
        ("100", "AB BC CD"), ("-100", "DC CB BA"), ("102 101 104", "AE EF FG GC"),
        ("100 103 101 106", "AB BF FG GH"), ("101 103 -100", "GF FB BA"),
        ("106 -105 -100", "GH HD DC CB BA"),
    ])
    func waysInDrivingOrder(text: String, expected: String) throws {
        let town = try Self.town()
        #expect(try Self.route(text, town) == expected)
    }

    @Test(arguments: [
        ("100\n7", "line 2: way 7 is not in the map"),
        ("100\n106", "line 2: no route leads from way 100 to way 106 in a permitted direction"),
        ("-106", "line 1: way 106 is closed in this direction"),
        (
            "100 103\n-106",
            "line 2: no route leads from way 103 to way 106 in a permitted direction"
        ),
    ])
    func waysThatLeadNowhere(text: String, expected: String) throws {
        let town = try Self.town()
        #expect(try Self.problem(text, town) == expected)
    }

    /// As `oneway=-1` makes it.
    @Test func aWayThatIsOnlyDrivenBackward() throws {
        let town = try Self.town { link in
            if link.way == 106 { link.directions = .backward }
        }
        #expect(try Self.route("106", town) == "HG")
        #expect(
            try Self.problem("+106", town)
                == "line 1: way 106 is closed in this direction")
    }

    @Test func trucksHaveTheirOwnWay() throws {
        var access = VehicleAccess()
        access[.truck] = .closed
        let town = try Self.town { link in
            guard link.way == 103 else { return }
            link.attributes.append(
                Attribute(
                    .vehicleAccess, access.rawValue, provenance: .tagged, from: .zero,
                    to: Centimetres(Int(UInt32.max))))
        }
        let points = Self.gpx("BF", "rtept", town)
        #expect(try Self.route("103", town) == "BF")
        #expect(
            try Self.problem("103", town, .truck)
                == "way 103 is closed to a truck in the direction forward")
        // B and F are junctions, at which the closed road is no place for a truck.
        #expect(try !Self.route(points, town, .truck).contains("BF"))
    }

    @Test func nothingIsFoundWithoutAWord() throws {
        let town = try Self.town()
        #expect(try RouteFile([]).links(on: town.map, for: .car).isEmpty)
    }
}
