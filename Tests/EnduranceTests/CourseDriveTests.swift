import Engine
import Horizon
import HorizonProvider
import MapSketch
import ProtocolTrials
import Quantities
import Testing

/// Courses that change at random on the way, right or wrong: no rule is broken, and clients follow.
@Suite struct CourseDriveTests {
    @Test(
        arguments: HorizonParameters.PathChange.allCases,
        [ProviderParameters.Extent.fullTree, .mainPath])
    func changedCoursesBreakNoRule(
        change: HorizonParameters.PathChange, extent: ProviderParameters.Extent
    ) throws {
        for seed in [1, 2] as [UInt64] {
            let roads = try RandomRoads(seed: seed)
            var parameters = EnduranceTests.parameters { $0.extent = extent }
            parameters.horizon.pathChange = change
            var drive = WatchedDrive(map: roads.map, parameters: parameters)
            var days = WorkingDays(map: roads.map, seed: seed, changesCourse: true)
            let end = MonotonicTime.zero + .seconds(1500)
            var departures = 0
            var others = Set<PathID>()
            try days.run(&drive, until: end) { drive, _ in
                guard let main = drive.engine.tree.mainPath else { return }
                if main.departure != nil { departures += 1 }
                others.insert(main.id)
            }
            drive.finish(at: end)
            #expect(days.courses > 20)
            EnduranceTests.expectClean(drive)
            switch change {
            case .stub: #expect(departures > 50)
            // The main path is the course's from the next junction on, so that it turns off nowhere.
            case .newPath: #expect(departures == 0 && others.count > 10)
            }
        }
    }
}
