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
                if turnsOff(main, in: drive.engine.tree) { departures += 1 }
                others.insert(main.id)
            }
            drive.finish(at: end)
            #expect(days.courses > 20)
            EnduranceTests.expectClean(drive)
            switch change {
            case .stub: #expect(departures > 50)
            // The main path is the course's from where the vehicle is on.
            case .newPath: #expect(departures == 0 && others.count > 10)
            }
        }
    }

    /// Whether the course turns off the main path ahead, by a link that the path does not take anyway on
    /// the way there: none goes by a link twice.
    private func turnsOff(_ main: HorizonPath, in tree: PathTree) -> Bool {
        guard let departure = main.departure, departure.metres > tree.vehicleOffset else {
            return false
        }
        let ahead = main.links.filter { $0.end.metres > tree.vehicleOffset }
        let turns = tree.paths.filter {
            $0.branch?.parent == main.id && $0.branch?.offset == departure
        }
        return !turns.contains { turn in
            ahead.contains { $0.link == turn.links[0].link }
        }
    }
}
