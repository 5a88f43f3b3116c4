import ADASISv2
import Engine
import Horizon
import HorizonProvider
import MapMatching
import MapSketch
import Positioning
import ProtocolChecker
import Quantities
import RoadMap
import Routing
import Testing

/// POSITION between fixes and without them.
@Suite struct ReckoningTests {
    /// Two kilometres to the east with a side road in the middle.
    private static func road() throws -> MapSketch {
        try MapSketch(
            """
            A---------B---------C
                      |
                      D
            """, gridMetres: 100,
            roads: [.init("AB", class: 3), .init("BC", class: 3), .init("BD", class: 4)])
    }

    @Test func positionMovesWithEachTick() throws {
        var drive = try ReckonedDrive(try Self.road())
        try drive.drive(from: 100, speed: 20, seconds: 6)
        // The last second: one fix and nine ticks without one.
        let last = drive.positions.suffix(10)
        var offsets: [Int] = []
        for position in last {
            if let metres = position.offset.metres { offsets.append(metres) }
            #expect(position.positionAge.reading == .known(.zero))
            #expect(position.speed.reading == .known(MetresPerSecond(20)))
        }
        // The tree began where the link does, and the fix of this second was at 200 m.
        #expect(offsets.count == 10)
        for (tick, metres) in offsets.enumerated() {
            #expect(abs(Double(metres) - (200 + 2 * Double(tick))) <= 1)
        }
        #expect(drive.checker.violations.isEmpty)
    }

    /// The fix of a minute ago does not say where the car is now.
    @Test(arguments: [1, 600]) func onAnotherMapAFixCountsWhileItIsNew(_ tenths: Int) throws {
        let sketch = try Self.road()
        var drive = try ReckonedDrive(sketch)
        try drive.drive(from: 100, speed: 20, seconds: 6)
        try drive.pass(tenths)
        drive.engine.offer(sketch.map)
        try drive.engine.ingest(.map(MapIdentity(sketch.map.header)), at: drive.now)
        try drive.pass(30)
        let isNew = tenths == 1
        #expect((try drive.position.pathIndex != .notCalibrated) == isNew)
        try drive.fix(east: 1500, speed: 20)
        try drive.pass(30)
        #expect(try drive.position.pathIndex != .notCalibrated)
    }

    /// Without a fix on the new map the car is on no road of it, for the host too.
    @Test func onAnotherMapNoPathIsReportedWithoutAFix() throws {
        let sketch = try Self.road()
        var drive = try ReckonedDrive(sketch)
        try drive.drive(from: 100, speed: 20, seconds: 6)
        try drive.pass(30)
        #expect(drive.engine.vehicle.place == .onPath)
        drive.engine.offer(sketch.map)
        try drive.engine.ingest(.map(MapIdentity(sketch.map.header)), at: drive.now)
        #expect(drive.engine.tree.paths.isEmpty && drive.engine.vehicle.place == .notCalibrated)
    }

    @Test func aLateFixIsCarriedToNow() throws {
        var drive = try ReckonedDrive(try Self.road())
        for second in 0..<10 {
            // Each is true 0.5 s before it comes.
            try drive.fix(east: 100 + 20 * Double(second), speed: 20, late: 5)
            try drive.pass(10)
        }
        // The last fix was at 280 m, half a second before the first of these ten ticks.
        #expect(abs(try drive.offset - (280 + 10 + 18)) <= 2)
    }

    @Test func itGoesOnAcrossAJunctionAndIsLessSure() throws {
        var drive = try ReckonedDrive(try Self.road())
        try drive.drive(from: 880, speed: 20, seconds: 5)
        let path = try drive.position.pathIndex
        let before = try drive.position.positionProbability
        let exit = try #require(
            drive.engine.tree.mainPath?.links.first { $0.start == Centimetres(100_000) })
        #expect(exit.probability < 0.99)
        try drive.pass(30)
        #expect(try drive.position.pathIndex == path)
        #expect(abs(try drive.offset - 1038) <= 3)
        guard case .known(let sure) = before.reading,
            case .known(let unsure) = try drive.position.positionProbability.reading
        else {
            Issue.record("no probability")
            return
        }
        // In steps of 1/30.
        #expect(abs(unsure - sure * exit.probability) < 0.05)
        // A fix beyond makes it sure again.
        try drive.fix(east: 1045, speed: 20)
        try drive.pass(1)
        try drive.fix(east: 1065, speed: 20)
        try drive.pass(1)
        #expect(try drive.position.positionProbability == before)
        #expect(drive.checker.violations.isEmpty)
    }

    @Test func itTurnsOffWhereTheCourseDoes() throws {
        var drive = try ReckonedDrive(try Self.road())
        try drive.drive(from: 880, speed: 20, seconds: 4)
        // What was the main path until now stays the line that it is.
        try drive.engine.ingest(.course([try drive.sketch.link("B", "D")]), at: drive.now)
        try drive.drive(from: 960, speed: 20, seconds: 1)
        let path = try drive.position.pathIndex
        try drive.pass(35)
        #expect(try drive.position.pathIndex != path)
        #expect(abs(try drive.offset - 48) <= 3)
        for rule: Rule in [.positionMotion, .positionJump, .positionBackwards] {
            #expect(drive.checker.count(of: rule) == 0)
        }
    }

    @Test(arguments: [(12.0, 17.0, true), (32.0, 9.0, false)])
    func aSmallCorrectionBackwardsHoldsThePlace(
        _ back: Double, _ speed: Double, _ isHeld: Bool
    ) throws {
        var drive = try ReckonedDrive(try Self.road())
        try drive.drive(from: 100, speed: 20, seconds: 6)
        // The car brakes unseen: four seconds later it is that much behind.
        try drive.pass(30)
        let path = try drive.position.pathIndex
        let told = try drive.offset
        try drive.fix(east: 280 - back, speed: speed)
        try drive.pass(1)
        #expect(try drive.position.pathIndex == path)
        let now = try drive.offset
        if isHeld { #expect(now == told) } else { #expect(now <= told - 20) }
        #expect(drive.checker.violations.isEmpty)
    }

    @Test func aHeldPlaceGoesOnOnceTheCarHasCaughtUp() throws {
        var drive = try ReckonedDrive(try Self.road())
        try drive.drive(from: 100, speed: 20, seconds: 6)
        try drive.pass(30)
        let told = try drive.offset
        for second in 0..<8 {
            try drive.fix(east: 268 + 5 * Double(second), speed: 5)
            try drive.pass(10)
            #expect(try drive.offset >= told)
        }
        #expect(abs(try drive.offset - 307) <= 4)
    }

    @Test func aLargeCorrectionIsANewPath() throws {
        var drive = try ReckonedDrive(try Self.road())
        try drive.drive(from: 100, speed: 20, seconds: 6)
        let path = try drive.position.pathIndex
        try drive.pass(190)
        for second in 0..<4 {
            try drive.fix(east: 230 + 2 * Double(second), speed: 2)
            try drive.pass(10)
        }
        #expect(try drive.position.pathIndex != path)
        #expect(abs(try drive.offset - 238) <= 6)
        #expect(drive.checker.violations.isEmpty)
    }

    @Test func aLargeCorrectionForwardTakesSeveralMessages() throws {
        var drive = try ReckonedDrive(try Self.road())
        try drive.drive(from: 100, speed: 10, seconds: 10)
        let path = try drive.position.pathIndex
        // The car speeds up unseen.
        try drive.pass(140)
        let told = try drive.offset
        let before = drive.positions.count
        try drive.fix(east: Double(told) + 75, speed: 14)
        try drive.pass(10)
        var last = told
        for position in drive.positions[before...] {
            #expect(position.pathIndex == path)
            let metres = try #require(position.offset.metres)
            #expect(metres - last >= 1 && metres - last <= 45 + 2 + 1)
            last = metres
        }
        #expect(abs(last - (told + 75 + 13)) <= 8)
        #expect(drive.checker.violations.isEmpty)
    }

    /// As long as the place was not told there is nothing that clients would see it leap from.
    @Test func aPlaceThatWasLostIsReportedAtOnce() throws {
        var drive = try ReckonedDrive(try Self.road()) {
            $0.reckoning.longestError = Metres(60)
        }
        try drive.drive(from: 100, speed: 10, seconds: 10)
        let path = try drive.position.pathIndex
        while try drive.position.pathIndex == path { try drive.pass(1) }
        let told = try #require(drive.positions.dropLast().last?.offset.metres)
        // Speed alone does not say where it is.
        try drive.pass(10, motion: VehicleMotion(speed: MetresPerSecond(10)))
        #expect(try drive.position.pathIndex == .notCalibrated)
        try drive.fix(east: Double(told) + 60, speed: 10)
        try drive.pass(1)
        #expect(try drive.position.pathIndex == path)
        #expect(abs(try drive.offset - (told + 60)) <= 3)
        #expect(drive.checker.violations.isEmpty)
    }

    /// Clients count a leap from where they last saw the vehicle on a path.
    @Test(arguments: [(90, true), (260, false)])
    func beyond200MetresItIsANewPath(_ ahead: Double, _ isSame: Bool) throws {
        var drive = try ReckonedDrive(try Self.road()) {
            $0.reckoning.longestError = Metres(60)
        }
        try drive.drive(from: 100, speed: 10, seconds: 10)
        let path = try drive.position.pathIndex
        while try drive.position.pathIndex == path { try drive.pass(1) }
        let told = try #require(drive.positions.dropLast().last?.offset.metres)
        try drive.pass(100)
        for second in 0..<3 {
            try drive.fix(east: Double(told) + ahead + 10 * Double(second), speed: 10)
            try drive.pass(10)
        }
        #expect((try drive.position.pathIndex == path) == isSame)
        #expect(abs(try drive.offset - (told + Int(ahead) + 29)) <= 4)
        #expect(drive.checker.violations.isEmpty)
    }

    @Test func aPlaceThatIsHardlyKnownIsNotReported() throws {
        var drive = try ReckonedDrive(try Self.road()) {
            $0.reckoning.longestError = Metres(40)
            $0.reckoning.leastProbability = 0
        }
        try drive.drive(from: 100, speed: 10, seconds: 10)
        var confidences: [Int] = []
        var told = 0
        for _ in 0..<60 {
            try drive.pass(10)
            let position = try drive.position
            guard position.pathIndex.isNormal else { break }
            told += 1
            if case .known(let rank) = position.positionConfidence.reading {
                confidences.append(rank)
            }
        }
        #expect(told > 5 && told < 60)
        #expect(confidences == confidences.sorted())
        #expect(Set(confidences).count > 2)
        #expect(try drive.position.pathIndex == .notCalibrated)
        #expect(try drive.position.offset == .notAvailable)
        for second in 0..<3 {
            try drive.fix(east: 700 + 10 * Double(second), speed: 10)
            try drive.pass(10)
        }
        #expect(try drive.position.pathIndex.isNormal)
        #expect(drive.checker.violations.isEmpty)
    }

    @Test func theCarsOwnSpeedCarriesItThroughATunnel() throws {
        let sketch = try MapSketch(
            "A-------------------B", gridMetres: 200, roads: [.init("AB", class: 3)])
        var drive = try ReckonedDrive(sketch)
        let motion = VehicleMotion(speed: MetresPerSecond(20.2))
        try drive.drive(from: 100, speed: 20, seconds: 60, motion: motion)
        let slow = VehicleMotion(speed: MetresPerSecond(10.1))
        try drive.pass(1200, motion: slow)
        #expect(try drive.position.pathIndex.isNormal)
        #expect(abs(try drive.offset - (100 + 1200 + 1200)) <= 8)
        #expect(try drive.position.speed.reading == .known(MetresPerSecond(10)))
        #expect(drive.checker.violations.isEmpty)
    }

    /// A receiver that takes its own noise for a motion, and a car that says whether it stands.
    @Test(arguments: [true, false]) func aCarThatSaysItStandsDoesNotTurn(saysSo: Bool) throws {
        let sketch = try MapSketch(
            """
            A---------B---------C
                      |
                      |
                      D
            """, gridMetres: 20, roads: [.init("ABC"), .init("BD")])
        var drive = try ReckonedDrive(sketch)
        let driving = saysSo ? VehicleMotion(speed: MetresPerSecond(10)) : nil
        let standing = saysSo ? VehicleMotion(speed: MetresPerSecond(0)) : nil
        try drive.drive(from: 50, speed: 10, seconds: 15, motion: driving)
        try drive.fix(east: 200, speed: 10)
        try drive.pass(10, motion: standing)
        // It stands before the junction, and the place wanders down the side road.
        for south in [3, 6, 9, 12, 15, 18] as [Double] {
            try drive.fix(east: 200, south: south, speed: 3, course: 180)
            try drive.pass(10, motion: standing)
        }
        let name = try onRoad(drive)
        #expect(name == (saysSo ? "onMain" : "turned"))
    }

    /// Whether the place of the last fix is on the road east or on the one south.
    private func onRoad(_ drive: ReckonedDrive) throws -> String {
        guard case .onRoad(let matched) = drive.engine.match else { return "nowhere" }
        let south = try drive.sketch.link("B", "D")
        return matched.place.link == south ? "turned" : "onMain"
    }

    /// Offsets are modulo 8,191 m: a place before the start of the path would be one 8 km ahead (simulated years, seed
    /// 2760151013 in Andorra).
    @Test func itWaitsAtTheStartOfThePathWhenItReverses() throws {
        var drive = try ReckonedDrive(try Self.road())
        func motion(_ speed: Double) -> VehicleMotion {
            VehicleMotion(speed: MetresPerSecond(speed))
        }
        try drive.drive(from: 5, speed: 0, seconds: 3, motion: motion(0))
        let path = try drive.position.pathIndex
        try drive.pass(50, motion: motion(-8))
        #expect(try drive.position.pathIndex == path && drive.offset == 0)
        #expect(drive.positions.allSatisfy { ($0.offset.metres ?? 0) <= 6 })
        // It has 35 m to drive until it is there.
        try drive.pass(50, motion: motion(8))
        #expect(abs(try drive.offset - 5) <= 2 && drive.checker.violations.isEmpty)
    }

    @Test func itWaitsAtTheEndOfARoad() throws {
        var drive = try ReckonedDrive(try Self.road())
        try drive.drive(from: 1900, speed: 20, seconds: 4)
        try drive.pass(20)
        // The tree began with the link from B on.
        #expect(try drive.offset == 1000)
        try drive.pass(100)
        #expect(try drive.position.pathIndex == .notCalibrated)
    }

    @Test func aFixThatIsOfNoUseMovesNothing() throws {
        var drive = try ReckonedDrive(try Self.road())
        try drive.drive(from: 100, speed: 20, seconds: 6)
        try drive.pass(5)
        var fix = Fix(time: nil, place: try drive.sketch.place("B"))
        fix.accuracy = Metres(500)
        try drive.engine.ingest(.position(.fix(fix)), at: drive.now)
        try drive.pass(5)
        #expect(abs(try drive.offset - (220 + 18)) <= 2)
    }
}
