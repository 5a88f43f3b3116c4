import ADASISv2
import Engine
import Horizon
import HorizonProvider
import MapSketch
import Positioning
import ProtocolChecker
import Quantities
import RoadMap
import Testing

/// Without fixes, the car's yaw rate tells which exit of a junction it took, and where on a bend it is.
@Suite struct TurnsTests {
    private static func crossing() throws -> MapSketch {
        try MapSketch(
            """
                      E
                      |
                      |
                      |
            A---------B---------C
                      |
                      |
                      |
                      D
            """, gridMetres: 50,
            roads: [
                .init("AB", class: 3), .init("BC", class: 3), .init("BD", class: 4),
                .init("BE", class: 4),
            ])
    }

    private static let speed = 10.0

    private static func motion(turning yawRate: Double = 0) -> VehicleMotion {
        VehicleMotion(speed: MetresPerSecond(speed), yawRate: DegreesPerSecond(yawRate))
    }

    /// Comes to 60 m before the junction with fixes, and on without them: the last fix is at 440 m.
    private static func arrived(_ sketch: MapSketch) throws -> ReckonedDrive {
        var drive = try ReckonedDrive(sketch)
        try drive.drive(from: 250, speed: speed, seconds: 20, motion: motion())
        return drive
    }

    @Test(arguments: [("D", 1.0), ("E", -1.0)])
    func aTurnWithoutFixesIsSeen(_ exit: Character, _ sign: Double) throws {
        let sketch = try Self.crossing()
        var drive = try Self.arrived(sketch)
        try drive.pass(45, motion: Self.motion())
        try drive.pass(12, motion: Self.motion(turning: 75 * sign))
        try drive.pass(50, motion: Self.motion())
        let main = try #require(drive.engine.tree.mainPath)
        #expect(
            main.links.last { $0.start.metres <= drive.engine.tree.vehicleOffset }?.link
                == (try sketch.link("B", exit)))
        // The last fix, 10.7 s before, was 60 m from the junction.
        #expect(abs(try drive.offset - 51) <= 8)
        #expect(try drive.position.pathIndex.isNormal)
        for rule: Rule in [.positionMotion, .positionJump, .positionBackwards] {
            #expect(drive.checker.count(of: rule) == 0)
        }
    }

    @Test func goingStraightOnBecomesSureAgain() throws {
        let sketch = try Self.crossing()
        var with = try Self.arrived(sketch)
        var without = try Self.arrived(sketch)
        let path = try with.position.pathIndex
        try with.pass(120, motion: Self.motion())
        try without.pass(120, motion: VehicleMotion(speed: MetresPerSecond(Self.speed)))
        #expect(try with.position.pathIndex == path)
        guard case .known(let sure) = try with.position.positionProbability.reading,
            case .known(let unsure) = try without.position.positionProbability.reading
        else {
            Issue.record("no probability")
            return
        }
        #expect(unsure < 0.95)
        #expect(sure > 0.95)
    }

    @Test func aBendShowsThePlaceAlongTheRoad() throws {
        let sketch = try MapSketch(
            """
            A-------------------b
                                |
                                |
                                |
                                |
                                |
                                |
                                |
                                C
            """, gridMetres: 50, roads: [.init("AbC", class: 3)])
        // The signal says 5 % too much after fixes that were too few to learn from: at the bend the place
        // is reckoned 25 m too far.
        var drive = try ReckonedDrive(sketch)
        try drive.drive(from: 250, speed: 10, seconds: 16, motion: Self.motion())
        let fast = VehicleMotion(speed: MetresPerSecond(10.5), yawRate: .zero)
        try drive.pass(590, motion: fast)
        let turning = VehicleMotion(
            speed: MetresPerSecond(10.5), yawRate: DegreesPerSecond(90))
        try drive.pass(10, motion: turning)
        let before = try drive.offset
        try drive.pass(60, motion: fast)
        // 400 m at the last fix, 660 tenths of 1 m since.
        let truth = 400 + 660
        #expect(before > 400 + 600 + 18)
        #expect(abs(try drive.offset - truth) < 20)
        #expect(drive.checker.violations.isEmpty)
    }

    /// How probable the places of the last fix are beside a road that the car has turned into nobody knows.
    @Test func aTurnWithoutFixesEndsTheCandidatesOfTheLastOne() throws {
        let sketch = try Self.crossing()
        var drive = try ReckonedDrive(sketch) {
            $0.provider.timing.positionCandidates = 4
            $0.provider.timing.candidateProbability = 0.02
        }
        try drive.drive(from: 300, speed: Self.speed, seconds: 19, motion: Self.motion())
        // At the junction, on a way that leads as well into one road as into the other.
        try drive.fix(east: 490, south: 1, speed: Self.speed, course: 125)
        try drive.pass(10, motion: Self.motion())
        try drive.fix(east: 498, south: 5, speed: Self.speed, course: 135)
        try drive.pass(10, motion: Self.motion())
        let path = try drive.position.pathIndex
        #expect(try drive.position.positionIndex.raw > 0, "\(drive.positions.suffix(4))")
        try drive.pass(12, motion: Self.motion(turning: 75))
        try drive.pass(60, motion: Self.motion())
        #expect(drive.positions.suffix(10).allSatisfy { $0.positionIndex.raw == 0 })
        #expect(try drive.position.pathIndex.isNormal)
        #expect(try drive.position.pathIndex != path)
        let main = try #require(drive.engine.tree.mainPath)
        #expect(main.links.first?.link == (try sketch.link("B", "D")))
    }
}
