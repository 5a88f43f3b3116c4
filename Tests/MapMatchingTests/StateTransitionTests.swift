import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import RoadMap
import Testing

/// From each state to the next and back, without going to and fro in between.
@Suite struct StateTransitionTests {
    /// The states that a drive's answers go through, each once for as long as it lasts: the roads by the
    /// names of their ends.
    private func states(_ drive: DrawnDrive) throws -> [String] {
        try changes(in: drive.answers().map(drive.sketch.name))
    }

    private func decidedStates(_ drive: DrawnDrive) throws -> [String] {
        try changes(in: drive.decisions().map { try drive.sketch.name($0.result) })
    }

    private func changes(in names: [String]) -> [String] {
        names.indices.filter { $0 == 0 || names[$0] != names[$0 - 1] }.map { names[$0] }
    }

    private static let seeds: ClosedRange<UInt64> = 1...10

    @Test(arguments: seeds) func onAFerryAndAshore(seed: UInt64) throws {
        // The ferry does not keep to the line that mappers drew.
        let sketch = try MapSketch(
            """
            A-----B~~~~~~~~~~~~~~~~~~~~~C-----D
                         1       2
            """,
            gridMetres: 50,
            roads: [.init("AB"), .init("BC", ferry: true), .init("CD")]
        )
        var drive = DrawnDrive(sketch, seed: seed)
        try drive.drive("AB", noise: 2)
        drive.stand(seconds: 40, noise: 2)
        try drive.drive("12C", metresPerSecond: 6, noise: 2)
        try drive.drive("D", noise: 2)
        // As long as it may still stand at the end of the road, it may also have turned there.
        func merged(_ names: [String]) -> [String] {
            changes(in: names.map { $0 == "BA" ? "AB" : $0 })
        }
        let states = try merged(states(drive))
        let decided = try merged(decidedStates(drive))
        #expect(states == ["not-calibrated", "AB", "ferry", "CD"])
        #expect(decided == ["AB", "ferry", "CD"])
    }

    @Test func offTheRoadBesideNoFerryIsNone() throws {
        let sketch = try MapSketch(
            """
            A-----B
                   1
                      2
            E~~~~~~~~~~~~~F
            """,
            gridMetres: 50,
            roads: [.init("AB"), .init("EF", ferry: true)]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("AB1", noise: 1)
        #expect(try states(drive) == ["not-calibrated", "AB", "off-road"])
        // 50 m from the line it is on board.
        try drive.drive("2", noise: 1)
        #expect(try states(drive) == ["not-calibrated", "AB", "off-road", "ferry"])
    }

    @Test(arguments: seeds) func intoACarParkAndOut(seed: UInt64) throws {
        let sketch = try MapSketch(
            """
            A------------B------------C
                         |
                         D-----e-----F
                         |       1   |
                         |   2     3 |
                         G-----------H
            """,
            gridMetres: 15,
            roads: [
                .init("ABC"), .init("BD", form: .carParkAccess), .init("DeF", form: .carParkAccess),
                .init("DG", form: .carParkAccess), .init("GH", form: .carParkAccess),
                .init("FH", form: .carParkAccess),
            ]
        )
        var drive = DrawnDrive(sketch, seed: seed)
        try drive.drive("ABDe", metresPerSecond: 5, noise: 1)
        // Across the bays, where no aisle is.
        try drive.drive("1232132", metresPerSecond: 3, noise: 1)
        try drive.drive("GDBC", metresPerSecond: 5, noise: 1)
        let names = try drive.answers().map(sketch.name)
        #expect(!names.contains("off-road"), "\(names)")
        #expect(!names.contains("ferry") && !names.contains("no-map"))
        #expect(names.last == "BC")
    }

    @Test func aCarParkIsLeftForTheOpenField() throws {
        let sketch = try MapSketch(
            """
            A-----B-----C
                   1
                    2

                      3
            """,
            gridMetres: 20,
            roads: [.init("AB"), .init("BC", form: .carParkAccess)]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("AB1", metresPerSecond: 5, noise: 0.5)
        drive.stand(seconds: 5, noise: 0.5)
        try drive.drive("23", metresPerSecond: 5, noise: 0.5)
        let states = try states(drive)
        #expect(states.last == "off-road", "\(states)")
        #expect(!states.contains("ferry"))
    }

    @Test(arguments: seeds) func noiseAtTheBorderOfTheMap(seed: UInt64) throws {
        // 1 lies 125 m outside of the map, just where it ends for a car off the road.
        let sketch = try MapSketch(
            """
            A-----B
            |
            E                  1
            """,
            gridMetres: 10,
            roads: [.init("AB"), .init("AE")]
        )
        var drive = DrawnDrive(sketch, seed: seed)
        try drive.drive("AB", metresPerSecond: 10, noise: 1)
        try drive.drive("1", metresPerSecond: 10, noise: 1)
        for _ in 0..<20 { try drive.drive("11", metresPerSecond: 10, noise: 6) }
        let states = try states(drive)
        let last = states.filter { $0 == "no-map" || $0 == "off-road" }
        #expect(last.count <= 2, "\(states)")
    }

    @Test func outOfTheMapAndIn() throws {
        let sketch = try MapSketch(
            """
            A-----B                    1
            |
            E
            """,
            gridMetres: 50,
            roads: [.init("AB"), .init("AE")]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("AB1BA", metresPerSecond: 20, noise: 2)
        #expect(
            try states(drive) == ["not-calibrated", "AB", "off-road", "no-map", "off-road", "BA"])
    }

    /// In circles around a yard 20 m beside a road: near the road each looks like a drive along it.
    private static let yard = Scenario(
        name: "in circles around a yard beside a road, by places alone",
        map: """
            A---------------a---------------------b---------------B



                                    1
                                 8     2


                                7       3


                                 6     4
                                    5
            """,
        grid: 5, roads: [.init("AabB")],
        legs: [
            .drive("Aa", on: "AB", speed: 8), .drive("8", on: nil, speed: 5),
            .drive(String(repeating: "12345678", count: 10), on: "off-road", speed: 5),
            .drive("1b", on: nil, speed: 5), .drive("B", on: "AB", speed: 8),
        ],
        noise: 0.5, reportsMotion: false)

    /// By a return that has to be surer than by default: what is told then of jumps is later.
    @Test func aYardBesideARoadIsNotTheRoadInEachCircle() throws {
        let sketch = try MapSketch(
            Self.yard.map, gridMetres: Self.yard.grid, roads: Self.yard.roads)
        var sure = MatchingParameters()
        sure.returnToRoadProbability = 0.001
        var bare = MatchingParameters()
        bare.returnToRoadProbability = bare.leaveRoadProbability
        var (with, without) = (0, 0)
        for seed in Self.seeds {
            let drive = try ScenarioDrive(Self.yard, on: sketch, seed: seed).drive
            /// From the first answer on.
            func isOnRoad(_ parameters: MatchingParameters) throws -> [Bool] {
                try drive.answers(parameters).drop { $0 == .notCalibrated }.map {
                    if case .onRoad = $0 { true } else { false }
                }
            }
            func changes(_ states: [Bool]) -> Int {
                states.indices.dropFirst().count { states[$0] != states[$0 - 1] }
            }
            let states = try isOnRoad(sure)
            #expect(states.first == true && states.last == true)
            with += changes(states)
            without += changes(try isOnRoad(bare))
        }
        #expect(with <= 60, "\(with)")
        #expect(with * 2 <= without, "\(with), without hysteresis \(without)")
    }

    @Test func withoutFixesOfUseThePlaceIsForgotten() throws {
        let sketch = try MapSketch(
            """
            A---------------------------B
            """,
            gridMetres: 100,
            roads: [.init("AB")]
        )
        var matcher = MapMatcher(map: sketch.map, lag: .seconds(10))
        let start = try sketch.place("A")
        let frame = LocalFrame(around: start)
        func answer(_ seconds: Double, accuracy: Metres?) throws -> String {
            let place = try #require(frame.unproject(PlanarVector(x: 10 * seconds, y: 0)))
            var fix = Fix(time: UTCTime(nanoseconds: Int64(seconds * 1e9)), place: place)
            fix.accuracy = accuracy
            return try sketch.name(
                matcher.ingest(fix, at: MonotonicTime(nanoseconds: Int64(seconds * 1e9))))
        }
        for second in 0..<5 { _ = try answer(Double(second), accuracy: nil) }
        #expect(try answer(5, accuracy: nil) == "AB")
        // One that says that it is of no use changes nothing …
        #expect(try answer(6, accuracy: Metres(500)) == "AB")
        #expect(try answer(7, accuracy: nil) == "AB")
        // … nor do many, until it has been too long.
        var second = 8.0
        while second < 187 {
            #expect(try answer(second, accuracy: Metres(500)) == "AB")
            second += 1
        }
        #expect(try answer(188, accuracy: Metres(500)) == "not-calibrated")
        #expect(try answer(189, accuracy: nil) == "not-calibrated")
        #expect(try answer(190, accuracy: nil) == "AB")
        matcher.finish()
        var numbers: [Int] = []
        while let decision = matcher.takeDecision() { numbers.append(decision.fixNumber) }
        #expect(numbers == Array(0..<matcher.fixCount))
    }

    /// A car on a road whose receiver is far off for some fixes, from the start or later.
    @Test(
        arguments: [5.0, 8, 15, 25, 35],
        [(from: 5, count: 1), (from: 5, count: 3), (from: 5, count: 6), (from: 0, count: 4)])
    func aJumpIsForgottenWithin200Metres(
        speed: Double, off: (from: Int, count: Int)
    ) throws {
        let sketch = try MapSketch(
            "A" + String(repeating: "-", count: 40) + "B", gridMetres: 100, roads: [.init("AB")])
        let frame = LocalFrame(around: try sketch.place("A"))
        for (motion, bias) in [(true, 0.0), (true, 14), (false, 0)] {
            var matcher = MapMatcher(map: sketch.map)
            var lostFor = 0.0
            for second in 0..<60 {
                let isOff = (off.from..<off.from + off.count).contains(second)
                let place = try #require(
                    frame.unproject(
                        PlanarVector(
                            x: 100 + speed * Double(second), y: isOff ? -150 : bias)))
                var fix = Fix(
                    time: UTCTime(nanoseconds: Int64(second) * 1_000_000_000), place: place)
                if motion {
                    fix.course = Degrees(90)
                    fix.speed = MetresPerSecond(speed)
                }
                if bias > 0 { fix.accuracy = Metres(5) }
                let answer = try matcher.ingest(
                    fix, at: MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000))
                if case .onRoad = answer { continue }
                if second >= off.from + off.count {
                    lostFor = speed * Double(second - off.from - off.count + 1)
                }
            }
            #expect(lostFor <= 200, "speed and course \(motion), bias \(bias)")
        }
    }

    @Test func aDoubtEndsWhereThePlaceIsForgotten() throws {
        let sketch = try MapSketch(
            """
            A---------------------------B
            """,
            gridMetres: 100,
            roads: [.init("AB")]
        )
        var matcher = MapMatcher(map: sketch.map)
        let frame = LocalFrame(around: try sketch.place("A"))
        func ingest(_ second: Double, north: Double = 0, accuracy: Metres? = nil) throws {
            let place = try #require(frame.unproject(PlanarVector(x: 10 * second, y: north)))
            var fix = Fix(time: UTCTime(nanoseconds: Int64(second * 1e9)), place: place)
            fix.accuracy = accuracy
            _ = try matcher.ingest(fix, at: MonotonicTime(nanoseconds: Int64(second * 1e9)))
        }
        for second in 0..<6 { try ingest(Double(second)) }
        try ingest(6, north: 80)
        #expect(matcher.hasDoubted)
        for second in 7..<190 { try ingest(Double(second), accuracy: Metres(500)) }
        try ingest(190)
        #expect(!matcher.hasDoubted)
    }
}
