import ADASISv2
import Geodesy
import Horizon
import Quantities
import Testing

@testable import Horizon
@testable import HorizonProvider

/// How far profiles are decided, and which items that makes.
@Suite struct ClosedProfileTests {
    private static func builder(
        _ change: (inout ReductionParameters) -> Void = { _ in }
    ) -> ProfileReducer {
        var reduction = ReductionParameters()
        change(&reduction)
        return ProfileReducer(reduction)
    }

    private static func path() -> WirePath { WirePath(id: PathID(number: 1), index: .first) }

    /// An item as its place and value, and what it leads to and where.
    private static func text(_ item: HeldItem) -> String {
        switch item.message {
        case .profileShort(let message):
            let curvature = message.profileType == .curvature
            func value(_ code: ProfileValueCode) -> String {
                if code == .notAvailable { return "-" }
                return curvature
                    ? "\(code.curvature.value?.value ?? .nan)"
                    : "\(code.slopePercent.value ?? .nan)"
            }
            let next = message.distance1.metres.map { " > \(value(message.value1)) \($0)" } ?? ""
            return "\(item.metres): \(value(message.value0))\(next)"
        case .profileLong(let message):
            let value = message.value.altitude.value?.value
            return "\(item.metres): \(value.map { "\($0)" } ?? "-")"
        default: return "?"
        }
    }

    private static func texts(_ path: WirePath) -> [String] { path.held.map { text($0) } }

    private static func append(_ value: Double, at metres: Int, to path: inout WirePath) {
        path.open.curvature.append(value, at: metres)
        path.open.slope.append(value, at: metres)
        path.open.slopeSteps.append(value, at: metres, bound: 1)
        path.open.altitude.append(value, at: metres)
        if let point = Coordinate(latitude: 48 + Double(metres) * 1e-5, longitude: 9) {
            path.open.places.append(
                PlaceSpot(point: point, distance: Metres(Double(metres))), at: metres)
        }
    }

    /// To where each profile is decided.
    private static func ends(_ path: WirePath) -> [Int?] {
        [
            path.open.curvature.sentEnd, path.open.slope.sentEnd, path.open.slopeSteps.sentEnd,
            path.open.altitude.sentEnd, path.open.places.sentEnd,
        ]
    }

    @Test func noMoreIsDecidedThanReachAsksFor() throws {
        var builder = Self.builder()
        var path = Self.path()
        for metres in [0, 200] { Self.append(0, at: metres, to: &path) }
        builder.closeProfiles(of: &path, shortReach: 0, longReach: 0)
        #expect(Self.ends(path) == [200, 200, 200, 200, 200])
        Self.append(0, at: 300, to: &path)
        builder.closeProfiles(of: &path, shortReach: 200, longReach: 200)
        #expect(Self.ends(path) == [200, 200, 200, 200, 200])
        var short = path
        builder.closeProfiles(of: &short, shortReach: 201, longReach: 200)
        #expect(Self.ends(short) == [300, 300, 300, 200, 200])
        builder.closeProfiles(of: &path, shortReach: 200, longReach: 201)
        #expect(Self.ends(path) == [200, 200, 200, 300, 300])
        // Where all is decided nothing is said again.
        path.held = []
        builder.closeProfiles(of: &path, shortReach: 200, longReach: 900)
        #expect(path.held.isEmpty)
    }

    @Test func whereAPieceBeginsWasSaidBefore() throws {
        var builder = Self.builder()
        var path = Self.path()
        for metres in [0, 200] { Self.append(5, at: metres, to: &path) }
        builder.closeProfiles(of: &path, shortReach: 900, longReach: 900)
        path.held = []
        Self.append(5, at: 300, to: &path)
        builder.closeProfiles(of: &path, shortReach: 0, longReach: 900)
        #expect(path.held.map(\.metres) == [300, 300, 300])
        #expect(path.open.slopeSteps.steps.isEmpty)
    }

    @Test func errorsAreKeptAsFarAsTheyAreNeeded() throws {
        var builder = Self.builder()
        var path = Self.path()
        for metres in [0, 100, 200] {
            path.open.curvature.append(0, at: metres)
            path.open.curvatureErrors.append(0.0001, at: metres)
            path.open.slopeErrors.append(1, at: metres)
        }
        builder.closeProfiles(of: &path, shortReach: 900, longReach: 900)
        #expect(path.open.curvatureErrors.spots.map(\.metres) == [200])
        #expect(path.open.slopeErrors.spots.count == 3)
    }

    @Test func oneSpotIsNoPiece() throws {
        var builder = Self.builder()
        var path = Self.path()
        path.open.slope.append(2, at: 50)
        builder.closeProfiles(of: &path, shortReach: 900, longReach: 900)
        #expect(path.held.isEmpty && !path.open.slope.hasAnchor && path.open.slope.end == 50)
        // Unless there is nothing that it could lead to.
        path.building.hasEnded = true
        builder.closeProfiles(of: &path, shortReach: 900, longReach: 900)
        #expect(Self.texts(path) == ["50: 2.0"])
        #expect(!path.open.slope.hasAnchor)
    }

    @Test func whereTheMapKnowsNoMoreTheProfileEnds() throws {
        var builder = Self.builder()
        var path = Self.path()
        path.open.slope.append(2, at: 50)
        builder.interrupt(.slope, before: 51, of: &path)
        #expect(path.held.isEmpty && path.open.slope.end == 50)
        builder.interrupt(.slope, before: 52, of: &path)
        #expect(Self.texts(path) == ["50: 2.0", "51: -"])
        #expect(path.open.slope.end == nil && !path.open.slope.hasAnchor)
        builder.interrupt(.slope, before: 90, of: &path)
        #expect(path.held.count == 2)
        // What has been said as the end of a piece is not said again.
        path.held = []
        for metres in [100, 150] { path.open.slope.append(3, at: metres) }
        builder.closeProfiles(of: &path, shortReach: 900, longReach: 900)
        builder.interrupt(.slope, before: 190, of: &path)
        #expect(Self.texts(path) == ["100: 3.0 > 3.0 50", "151: -"])
    }

    @Test func stepsAndAltitudeEndToo() throws {
        var builder = Self.builder()
        var path = Self.path()
        for metres in [50, 60] { path.open.slopeSteps.append(2, at: metres, bound: 1) }
        builder.interruptSlopeSteps(before: 61, of: &path)
        #expect(path.held.isEmpty)
        builder.interruptSlopeSteps(before: 62, of: &path)
        #expect(Self.texts(path) == ["50: 2.0", "60: -"])
        #expect(path.open.slopeSteps.end == nil && path.open.slopeSteps.steps.isEmpty)
        path.held = []
        for metres in [50, 60] { path.open.altitude.append(200, at: metres) }
        builder.interruptAltitude(before: 61, of: &path)
        #expect(path.held.isEmpty)
        builder.interruptAltitude(before: 62, of: &path)
        #expect(Self.texts(path) == ["50: 200.0", "60: 200.0", "61: -"])
        #expect(path.open.altitude.end == nil && !path.open.altitude.hasAnchor)
    }

    @Test(arguments: [(1022, [1022]), (1023, [511, 512]), (2044, [1022, 1022])])
    func aPieceThatNoMessageCanSpanIsSentAsSeveral(span: Int, spans: [Int]) throws {
        var builder = Self.builder()
        var path = Self.path()
        for metres in [100, 100 + span] { path.open.slope.append(1, at: metres) }
        builder.closeProfiles(of: &path, shortReach: 9000, longReach: 9000)
        var start = 100
        var expected: [String] = []
        for span in spans {
            expected.append("\(start): 1.0 > 1.0 \(span)")
            start += span
        }
        #expect(Self.texts(path) == expected)
    }

    private static func altitudes(
        _ spots: [(Int, Double)], bound: Double, isEnabled: Bool = true
    ) throws -> [Int] {
        var builder = builder {
            $0.altitudeError = Metres(bound)
            $0.isEnabled = isEnabled
        }
        var path = path()
        for (metres, value) in spots { path.open.altitude.append(value, at: metres) }
        builder.closeProfiles(of: &path, shortReach: 900, longReach: 900)
        return path.held.map(\.metres)
    }

    @Test func aSpotIsLeftOutWhereTheLineKeepsTheBound() throws {
        let hill = [(100, 0.0), (150, 1.5), (200, 1.0)]
        #expect(try Self.altitudes(hill, bound: 1) == [100, 200])
        #expect(try Self.altitudes(hill, bound: 0.999) == [100, 150, 200])
        #expect(try Self.altitudes(hill, bound: 9, isEnabled: false) == [100, 150, 200])
        #expect(try Self.altitudes([(100, 0), (125, 1), (200, 4)], bound: 0) == [100, 200])
    }

    @Test func theLargerBoundOfCurvatureHolds() throws {
        for (bend, error, count) in [
            (0.1, 0.004, 1), (0.1, 0.007, 2), (0.0001, 0.00015, 1), (0.0001, 0.0003, 2),
        ] {
            var builder = Self.builder()
            var path = Self.path()
            for (metres, value) in [(0, bend), (50, bend + error), (100, bend)] {
                path.open.curvature.append(value, at: metres)
            }
            builder.closeProfiles(of: &path, shortReach: 900, longReach: 900)
            #expect(path.held.count == count)
        }
    }

    @Test func onlyWhatLiesInBetweenCounts() throws {
        // The ends are as the wire rounds them, whatever the bound.
        for values in [[0.000_004, 0, 0], [0, 0, 0.000_004]] {
            var builder = Self.builder {
                $0.curvatureError = PerMetre(0)
                $0.relativeCurvatureError = 0
            }
            var path = Self.path()
            for (number, value) in values.enumerated() {
                path.open.curvature.append(value, at: 100 + number * 50)
            }
            builder.closeProfiles(of: &path, shortReach: 900, longReach: 900)
            #expect(path.held.map(\.metres) == [100])
        }
    }

    /// Places on a line to the north, each so many metres beside it, and the distances along the path.
    private static func places(
        _ spots: [(north: Double, east: Double, distance: Double)], bound: Double
    ) throws -> [Int] {
        var builder = builder { $0.placeError = Metres(bound) }
        var path = path()
        let frame = LocalFrame(around: try #require(Coordinate(latitude: 48, longitude: 9)))
        for spot in spots {
            let point = try #require(
                frame.unproject(PlanarVector(x: spot.east, y: spot.north)))
            path.open.places.appendOrStep(
                PlaceSpot(point: point, distance: Metres(spot.distance)),
                at: wireMetres(Centimetres(Int((spot.distance * 100).rounded()))))
        }
        builder.closeProfiles(of: &path, shortReach: 900, longReach: 900)
        return path.held.filter { $0.series == Series(LongProfileType.longitude) }.map(\.metres)
    }

    @Test func aPlaceIsLeftOutWhereTheLineKeepsTheBound() throws {
        for (beside, bound, count) in [
            (1.5, 2.0, 2), (2.1, 2, 3), (0.4, 0.5, 2), (0.6, 0.5, 3), (-1.5, 2, 2),
        ] {
            let spots = [(0.0, 0.0, 0.0), (50, beside, 50), (100, 0, 100)]
            #expect(try Self.places(spots, bound: bound).count == count)
        }
        // Where one stands still no bound is needed.
        #expect(try Self.places([(0, 0, 0), (0, 0, 50), (0, 0, 100)], bound: 0).count == 2)
        // The client asks for a distance along the path, and not along the line.
        #expect(try Self.places([(0, 0, 0), (40, 0, 50), (100, 0, 100)], bound: 9).count == 3)
        // Ends that lie off their metre are where they are.
        #expect(
            try Self.places([(0, 0, 0.4), (50, 0, 50), (100, 0, 100)], bound: 0.3).count == 2)
        #expect(
            try Self.places([(0, 0, 0), (50, 0, 50), (100, 0, 100.4)], bound: 0.3).count == 2)
    }

    @Test func aPlaceOnTheMetreOfAnotherIsReportedOnTheNextOne() throws {
        // A road that turns back for less than a metre, as mappers' points do.
        let back = [(0.0, 0.0, 0.0), (49.6, 0.0, 49.6), (48.8, 0.0, 50.4), (98.8, 0, 100.4)]
        #expect(try Self.places(back, bound: 0.2) == [0, 50, 51, 100])
        #expect(try Self.places(back, bound: 3) == [0, 100])
        // It is right only beside the one whose metre it could not have.
        let straight = [(0.0, 0.0, 0.0), (49.6, 0, 49.6), (50.4, 0, 50.4), (50.4, 30, 80.4)]
        #expect(try Self.places(straight, bound: 0.6) == [0, 50, 51, 80])
        // One half a metre before its own metre has not given way.
        let half = [(0.0, 0.0, 0.0), (25, 0, 25), (50.5, 0, 50.5), (50.5, 30, 80.5)]
        #expect(try Self.places(half, bound: 0.6) == [0, 51, 81])
        // The next one on that metre is in its place there.
        let dense = straight[...2] + [(51.2, 0, 51.2), (51.2, 30, 81.2)]
        #expect(try Self.places(Array(dense), bound: 0.45) == [0, 51, 81])
    }
}
