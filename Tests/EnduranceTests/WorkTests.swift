import Geodesy
import Positioning
import ProtocolTrials
import Quantities
import RandomNumbers
import RoadMap
import Testing

/// Maps that are made to take work: no update takes more than its share, whatever they hold.
@Suite("Work of an update")
struct WorkTests {
    private func fixes(_ places: [Coordinate]) -> [Fix] {
        places.enumerated().map { second, place in
            Fix(
                time: UTCTime(nanoseconds: (1_767_254_400 + Int64(second)) * 1_000_000_000),
                place: place, accuracy: Metres(5))
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `Updates end at the limit of steps`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var maps = 0
        while maps < 3 {
            guard let (file, places) = try HostileMap(&random).written() else { continue }
            maps += 1
            var steps: [Int] = []
            for _ in 0..<2 {
                let map = try RoadMap(source: MemoryBlockSource(file))
                var trial = WorkTrial()
                trial.drive(fixes(places), on: map)
                // One access counts at most a few thousand steps at once.
                #expect(trial.steps < RoadMap.maximumSteps * 3 / 2)
                steps.append(trial.steps)
            }
            // Steps are counted, and no time is taken.
            #expect(steps[0] == steps[1])
        }
    }
}
