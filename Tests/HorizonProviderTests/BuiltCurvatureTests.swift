import ADASISv2
import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import HorizonProvider

/// Curvature where the path turns off, and its stated errors, spot by spot.
@Suite struct BuiltCurvatureTests {
    private static func profile(_ kind: ProfileKind, _ spots: [(Double, Int32)]) -> NewProfile {
        NewProfile(
            kind, provenance: .derived,
            spots: spots.map { ProfileSpot(offset: Centimetres(Int($0.0 * 100)), value: $0.1) })
    }

    /// A straight road with nothing stated but a curvature of 0.
    private static let straight: [(Double, Int32)] = [(0, 0), (100, 0)]

    /// AB of 100 m and BC, which turns right there: `metres` long, or at half a right angle.
    private static func path(
        _ before: [[(Double, Int32)]] = [straight], _ after: [[(Double, Int32)]] = [straight],
        errorsBefore: [[(Double, Int32)]] = [], errors: [[(Double, Int32)]] = [],
        metres: Int = 100, drawing: String? = nil
    ) throws -> WirePath {
        let down = String(repeating: "          |\n", count: metres - 1)
        let sketch = try MapSketch(
            drawing ?? "A---------B\n" + down + "          C", gridMetres: drawing == nil ? 1 : 10,
            roads: [.init("AB"), .init("BC")]
        ) { link in
            let isFirst = link.way == 100
            // The first link is as long as the grid says, and so is what its profiles say.
            let scale = isFirst && drawing == nil ? 0.1 : 1
            link.profiles = (isFirst ? before : after).map {
                profile(.curvature, $0.map { ($0.0 * scale, $0.1) })
            }
            link.profiles += (isFirst ? errorsBefore : errors).map {
                profile(.curvatureError, $0.map { ($0.0 * scale, $0.1) })
            }
        }
        var tree = PathTree(map: sketch.map)
        try tree.advance(to: LinkPlace(try sketch.link("A", "B"), offset: .zero))
        let main = try #require(tree.mainPath)
        #expect(main.links.count == 2)
        var builder = ItemBuilder(
            map: sketch.map, unit: .kilometresPerHour, reduction: ReductionParameters())
        var path = WirePath(id: main.id, index: .first)
        for link in main.links { try builder.build(link, probability: 1, into: &path) }
        return path
    }

    private static func curvature(_ path: WirePath) -> [String] {
        path.open.curvature.spots.map { "\($0.metres): \(Int(($0.value * 1e5).rounded()))" }
    }

    private static func errors(_ path: WirePath) -> [String] {
        path.open.curvatureErrors.spots.map {
            $0.value.isNaN ? "\($0.metres): -" : "\($0.metres): \(Int(($0.value * 1e5).rounded()))"
        }
    }

    /// 90° within so many metres, in 1e-5 1/m.
    private static func arc(_ metres: Double) -> Int {
        Int((Double.pi / 2 / metres * 1e5).rounded())
    }

    @Test func theTurnIsAnArcOfTenMetres() throws {
        let path = try Self.path()
        let arc = Self.arc(10)
        #expect(
            Self.curvature(path)
                == ["0: 0", "10: 0", "11: \(arc)", "20: \(arc)", "21: 0", "110: 0"])
        #expect(Self.errors(path) == ["11: \(arc)", "20: \(arc)", "21: -", "22: -", "109: -"])
    }

    @Test(arguments: [(12, 6), (4, 2), (5, 2), (21, 10), (19, 9)])
    func onAShortRoadTheArcIsHalfOfIt(metres: Int, length: Int) throws {
        let path = try Self.path(
            [Self.straight], [[(0, 0), (Double(metres), 0)]], metres: metres)
        let arc = Self.arc(Double(length))
        #expect(
            Self.curvature(path).dropFirst(2).prefix(3)
                == ["11: \(arc)", "\(10 + length): \(arc)", "\(11 + length): 0"])
    }

    @Test func aRoadOfThreeMetresHasNoRoomForOne() throws {
        let path = try Self.path([Self.straight], [[(0, 0), (3, 0)]], metres: 3)
        #expect(Self.curvature(path) == ["0: 0", "10: 0", "13: 0"])
    }

    @Test func aBendOfTheRoadIsNoTurn() throws {
        // Half a right angle is a turn; a sixth of one is not.
        let half = try Self.path(
            drawing: """
                A---------B
                           \\
                            \\
                             \\
                              C
                """)
        #expect(Self.curvature(half).contains { $0.hasPrefix("101: 78") })
        let sixth = try Self.path(
            drawing: """
                A---------B
                          \u{20}
                                C
                """)
        #expect(sixth.open.curvature.spots.allSatisfy { $0.value == 0 })
    }

    @Test(
        arguments: [(5000, true), (5500, false), (-5000, true), (-5500, false)] as [(Int32, Bool)])
    func whereTheRoadBendsByItselfThereIsNoArc(last: Int32, isArc: Bool) throws {
        let path = try Self.path([[(0, 0), (50, last), (100, last)]])
        #expect(Self.curvature(path).contains("11: \(Self.arc(10))") == isArc)
        // What counts is how it bends where it ends.
        let straightened = try Self.path([[(0, 9000), (50, 0), (100, 0)]])
        #expect(Self.curvature(straightened).contains("11: \(Self.arc(10))"))
    }

    @Test func bothRoadsHaveToBeKnownAtTheTurn() throws {
        // To a metre before the node.
        let early = try Self.path([[(0, 0), (90, 0)]])
        #expect(!Self.curvature(early).contains { $0.hasPrefix("11: ") })
        let late = try Self.path([Self.straight], [[(5, 0), (100, 0)]])
        #expect(Self.curvature(late) == ["15: 0", "110: 0"])
        let torn = try Self.path([Self.straight], [[(0, 0), (5, 0)], [(15, 0), (100, 0)]])
        #expect(Self.curvature(torn) == ["25: 0", "110: 0"])
        let series = Series(ShortProfileType.curvature)
        #expect(torn.held.filter { $0.series == series }.map(\.metres) == [0, 16])
        // The metre after the arc is the first one that the road itself tells.
        let short = try Self.path([Self.straight], [[(0, 0), (11, 0)]])
        #expect(
            short.held.filter { $0.series == series }.map(\.metres) == [0, 10, 11, 20, 22])
        let shorter = try Self.path([Self.straight], [[(0, 0), (10, 0)]])
        #expect(!Self.curvature(shorter).contains { $0.hasPrefix("11: ") })
    }

    @Test func behindTheArcTheRoadGoesOnAsItIs() throws {
        let path = try Self.path(
            [Self.straight], [[(0, 0), (5, 0), (11, 600), (12, 700), (15, 1000), (100, 200)]],
            errors: [[(0, 0), (5, 0), (11, 60), (12, 70), (15, 100), (100, 20)]])
        let arc = Self.arc(10)
        #expect(
            Self.curvature(path) == [
                "0: 0", "10: 0", "11: \(arc)", "20: \(arc)", "21: 600", "22: 700",
                "25: 1000", "110: 200",
            ])
        #expect(
            Self.errors(path) == [
                "11: \(arc)", "20: \(arc)", "21: 60", "22: 70", "25: 100", "110: 20",
            ])
    }

    @Test func onTheMetreBehindTheArcTheRoadsLastSpotCounts() throws {
        let path = try Self.path(
            [Self.straight], [[(0, 0), (10.6, 300), (11.3, 500), (100, 500)]],
            errors: [[(0, 0), (10.6, 30), (11.3, 50), (100, 50)]])
        let arc = Self.arc(10)
        #expect(
            Self.curvature(path) == [
                "0: 0", "10: 0", "11: \(arc)", "20: \(arc)", "21: 500", "110: 500",
            ])
        #expect(Self.errors(path) == ["11: \(arc)", "20: \(arc)", "21: 50", "110: 50"])
        // A spot before the middle of that metre is of the metre, but not where the road begins.
        let early = try Self.path([Self.straight], [[(0, 0), (10.6, 300), (100, 300)]])
        #expect(Self.curvature(early).suffix(2) == ["21: 300", "110: 300"])
    }

    @Test func errorsEndWhereTheMapStatesNone() throws {
        let path = try Self.path(
            [Self.straight], [Self.straight], errorsBefore: [[(0, 7), (60, 7)]],
            errors: [[(20, 5), (30, 5)], [(32, 6), (40, 6)], [(41, 8), (60, 8)]])
        // From 6 m on nothing is stated, and the turn has an error of its own.
        let arc = Self.arc(10)
        #expect(
            Self.errors(path) == [
                "0: 7", "6: 7", "7: -", "9: -", "11: \(arc)", "20: \(arc)", "21: -", "22: -",
                "29: -", "30: 5", "40: 5", "41: -", "42: 6", "50: 6", "51: 8", "70: 8", "71: -",
                "109: -",
            ])
    }
}
