import Geodesy
import MapSketch
import Positioning
import Quantities
import RoadMap
import Routing
import Testing

@testable import Simulation

/// Drives as people drive them, on drawn maps.
@Suite struct NaturalDriveTests {
    private static func route(
        _ sketch: MapSketch, from start: Character, to end: Character
    ) throws -> Route {
        let from = try sketch.map.nearestPlaces(to: sketch.place(start), within: Metres(5))
        let to = try sketch.map.nearestPlaces(to: sketch.place(end), within: Metres(5))
        return try #require(try sketch.map.shortestRoute(from: from, to: to))
    }

    private static func fixes(_ reports: [ReceiverModel.Report]) -> [Fix] {
        reports.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    private static let start = UTCTime(nanoseconds: 1_767_254_400_000_000_000)

    private static func corner() throws -> MapSketch {
        try MapSketch(
            """
            A-------------------B
                                |
                                |
                                |
                                |
                                C
            """, gridMetres: 50,
            roads: [
                .init("AB", class: 3, limit: .limited(80, .kilometresPerHour)),
                .init("BC", class: 3, limit: .limited(50, .kilometresPerHour)),
            ])
    }

    private static func drive(_ sketch: MapSketch, seed: UInt64 = 1) throws -> NaturalDrive {
        try NaturalDrive(
            along: route(sketch, from: "A", to: "C"), on: sketch.map, seed: seed)
    }

    @Test func itKeepsToLimitsAndSlowsDownForTheCorner() throws {
        let sketch = try Self.corner()
        let motions = try Self.drive(sketch).motions(
            of: .perfect, every: .milliseconds(50))
        let speeds = motions.compactMap(\.motion.speed?.value)
        #expect(speeds.first == 0)
        #expect(speeds.max() ?? 0 > 22 && speeds.max() ?? 0 <= 80 / 3.6 + 1e-9)
        var way = 0.0
        var atCorner = 100.0
        for (before, after) in zip(speeds, speeds.dropFirst()) {
            way += (before + after) / 2 * 0.05
            if abs(way - 1000) < 10 { atCorner = min(atCorner, after) }
            if way > 1000 { #expect(after <= 50 / 3.6 + 1e-9) }
            // 1.3 m/s² up, 1.8 m/s² down.
            #expect(after - before < 1.31 * 0.05 + 1e-6 && before - after < 1.81 * 0.05 + 1e-6)
        }
        #expect(abs(way - 1250) < 1)
        #expect(atCorner > 3 && atCorner < 7)
        #expect(speeds.last ?? 9 < 0.5)
    }

    @Test func theYawRateIsTheTurnOfTheRoad() throws {
        let motions = try Self.drive(Self.corner()).motions(
            of: .perfect, every: .milliseconds(50))
        let turned = motions.reduce(0) { $0 + ($1.motion.yawRate?.value ?? 0) * 0.05 }
        // To the right is positive.
        #expect(abs(turned - 90) < 3)
        let odometers = motions.compactMap(\.motion.odometer?.value)
        #expect(abs((odometers.last ?? 0) - (odometers.first ?? 0) - 1250) < 1)
    }

    @Test func itGivesWayToAMoreImportantRoad() throws {
        func slowest(_ own: Int) throws -> Double {
            let sketch = try MapSketch(
                """
                          N
                          |
                A---------B---------C
                          |
                          S
                """, gridMetres: 50,
                roads: [.init("AB", class: own), .init("BC", class: own), .init("NBS", class: 3)])
            let motions = try Self.drive(sketch).motions(
                of: .perfect, every: .milliseconds(50))
            let speeds = motions.compactMap(\.motion.speed?.value)
            return speeds[200..<(speeds.count - 200)].min() ?? 0
        }
        #expect(try slowest(5) <= 3.1)
        #expect(try slowest(2) > 10)
    }

    @Test func stopsAreTheSeeds() throws {
        let sketch = try MapSketch(
            """
                      N
                      |
            A---------B---------C
                      |
                      S
            """, gridMetres: 50,
            roads: [.init("ABC", class: 5), .init("NBS", class: 3)])
        let durations = try (1...20).map { try Self.drive(sketch, seed: $0).duration.seconds }
        #expect(try Self.drive(sketch, seed: 1).duration.seconds == durations[0])
        let shortest = try #require(durations.min())
        // Three in ten are a stop of 2 to 15 s.
        let stops = durations.count { $0 > shortest + 1.5 }
        #expect(stops >= 2 && stops <= 12)
    }

    @Test func thereAreNoFixesInTunnelsAndShortlyAfter() throws {
        let tunnel = Attribute(
            .tunnel, 1, provenance: .tagged, from: Centimetres(20_000), to: Centimetres(60_000))
        let sketch = try MapSketch(
            "A-------------------C", gridMetres: 50, roads: [.init("AC", class: 3, also: [tunnel])])
        let drive = try Self.drive(sketch)
        var receiver = ReceiverModel()
        let all = drive.reports(of: receiver, start: Self.start)
        #expect(Self.fixes(all).count == all.count)
        receiver.losesTunnels = true
        let some = drive.reports(of: receiver, start: Self.start)
        #expect(some.count == all.count)
        let first = try sketch.place("A")
        for (seen, lost) in zip(all, some) {
            guard case .fix(let fix) = seen else { continue }
            let along = first.distance(to: fix.place).value
            if case .fix = lost {
                #expect(along < 200 || along > 600)
            } else {
                #expect(along >= 200 && along < 650)
            }
        }
        #expect(Self.fixes(some).count < all.count)
    }

    @Test func latencyIsAnOlderPlaceAndAStepAnotherTime() throws {
        let drive = try Self.drive(Self.corner())
        var receiver = ReceiverModel()
        receiver.speedNoise = .zero
        let prompt = Self.fixes(drive.reports(of: receiver, start: Self.start))
        receiver.latency = .seconds(1)
        let late = Self.fixes(drive.reports(of: receiver, start: Self.start))
        #expect(late.map(\.time) == prompt.map(\.time))
        #expect(late.dropFirst().map(\.place) == prompt.dropLast().map(\.place))
        receiver.latency = .zero
        receiver.clockStep = .seconds(-3600)
        let stepped = Self.fixes(drive.reports(of: receiver, start: Self.start))
        #expect(stepped.map(\.place) == prompt.map(\.place))
        let differences = zip(stepped, prompt).map {
            ($0.time?.nanoseconds ?? 0) - ($1.time?.nanoseconds ?? 0)
        }
        #expect(differences.first == 0)
        #expect(differences.last == -3_600_000_000_000)
        #expect(Set(differences).count == 2)
    }

    @Test func errorsWanderAndDoNotJump() throws {
        let sketch = try MapSketch(
            "A-------------------C", gridMetres: 500, roads: [.init("AC", class: 3)])
        let drive = try Self.drive(sketch)
        var receiver = ReceiverModel()
        let perfect = Self.fixes(drive.reports(of: receiver, start: Self.start))
        receiver.noise = Metres(5)
        let seen = Self.fixes(drive.reports(of: receiver, start: Self.start))
        let errors = zip(perfect, seen).map { $0.place.vector(to: $1.place) }
        let variance = errors.reduce(0) { $0 + $1.dot($1) } / Double(errors.count)
        // Two axes of 5 m; some hundred seconds are some tens of independent errors.
        #expect(variance > 15 && variance < 120)
        let steps = zip(errors, errors.dropFirst()).map { ($1 - $0).length }
        #expect((steps.max() ?? 99) < 8)
    }
}

extension SensorModel {
    static var perfect: SensorModel {
        var sensors = SensorModel()
        sensors.speedFactor = 1
        sensors.speedOffset = .zero
        sensors.standstill = .zero
        sensors.speedStep = .zero
        sensors.speedNoise = .zero
        sensors.speedInterval = .zero
        sensors.yawOffset = .zero
        sensors.yawStep = .zero
        sensors.yawNoise = .zero
        sensors.yawInterval = .zero
        sensors.yawDelay = .zero
        sensors.missing = 0
        return sensors
    }
}
