import ADASISv2
import Engine
import Horizon
import HorizonProvider
import HorizonReconstructor
import MapSketch
import Positioning
import ProtocolChecker
import ProtocolTrials
import Quantities
import RoadMap
import Testing

/// The short version of what tools/measure protocol does for hours and on real maps.
@Suite struct EnduranceTests {
    static func parameters(_ change: (inout ProviderParameters) -> Void = { _ in })
        -> EngineParameters
    {
        var parameters = EngineParameters()
        parameters.provider.mask = MessagePreset.all.mask
        change(&parameters.provider)
        return parameters
    }

    static func expectClean(_ drive: WatchedDrive) {
        #expect(drive.violationCount == 0)
        for violation in drive.checker.violations.prefix(3) {
            Issue.record("\(violation.time): \(violation.rule): \(violation.explanation)")
        }
        #expect(drive.client.report.pathsReopened == 0)
        #expect(drive.mapErrors == 0)
    }

    @Test func offsetsWrapOnOneLongRoad() throws {
        let road = try LongRoad(length: Metres(20_000))
        var drive = WatchedDrive(map: road.map, parameters: Self.parameters())
        var time = MonotonicTime.zero
        for fix in road.fixes(speed: MetresPerSecond(30)) {
            drive.take(.position(.fix(fix)), at: time)
            time = time + .milliseconds(1000)
        }
        drive.finish(at: time)
        Self.expectClean(drive)
        let vehicle = try #require(drive.client.tree.vehicle)
        #expect(vehicle.metres > 19_000)
        #expect(abs(Double(vehicle.metres) - drive.engine.tree.vehicleOffset.value) <= 1)
        #expect(vehicle.path == .first)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func aDaysWorkBreaksNoRule(seed: UInt64) throws {
        let roads = try RandomRoads(seed: seed)
        var drive = WatchedDrive(map: roads.map, parameters: Self.parameters())
        var days = WorkingDays(map: roads.map, seed: seed)
        let end = MonotonicTime.zero + .seconds(1800)
        try days.run(&drive, until: end)
        drive.finish(at: end)
        #expect(days.metres > 3000)
        Self.expectClean(drive)
    }

    /// Near side roads have an index, whatever the second level would like to have.
    @Test func twoLevelsOfSidePathsLeaveIndexesForTheFirst() throws {
        let roads = try RandomRoads(seed: 7)
        let parameters = Self.parameters {
            $0.levels =
                [LevelParameters(reach: Metres(2000))]
                + Array(repeating: LevelParameters(reach: Metres(500)), count: 2)
        }
        var drive = WatchedDrive(map: roads.map, parameters: parameters)
        var gauge = IndexGauge()
        var days = WorkingDays(map: roads.map, seed: 7)
        let end = MonotonicTime.zero + .seconds(900)
        try days.run(&drive, until: end) { gauge.look(at: $0, $1) }
        drive.finish(at: end)
        Self.expectClean(drive)
        #expect(gauge.looks > 500)
        #expect(gauge.withoutIndex == 0)
        #expect(gauge.notReported == 0)
    }
}
