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

    /// Maps that verify and took an update 8 to 29 ms each, before the messages of an update had a bound. In
    /// their updates the steps had run out; now the rest is left to the next update.
    @Test(
        arguments: [
            """
            size 40, rows 40, spacing 5000, parallel 1, farStep 48, points 2, swing 182, stretches 23, \
            restrictions 4, spots 179, name 1843, oneWay 12, scatter 900, pieces 1, speed 1, bytes 12
            """,
            """
            size 352, rows 4, spacing 5000, parallel 1, farStep 68, points 2, swing 1816, restrictions 1, \
            previousWays 4, spots 200, name 2048, oneWay 20, roundabouts 10, pieces 2, scatter 900, \
            countries 1, jump 1, speed 1, options 1, bytes 12
            """,
        ])
    func `The horizon leaves work to the next update`(description: String) throws {
        let hostile = try #require(HostileMap(description))
        #expect(HostileMap(hostile.description)?.description == hostile.description)
        let (file, places) = try #require(try hostile.written())
        let map = try RoadMap(source: MemoryBlockSource(file))
        var problems = 0
        MapVerification(of: map).run { _ in
            problems += 1
            return false
        }
        #expect(problems == 0)
        var trial = WorkTrial()
        let hasOptions = hostile[.options] == 1
        trial.drive(fixes(places), on: map, options: hasOptions, isQuiet: !hasOptions)
        #expect(trial.errors == 0)
        #expect(trial.steps <= RoadMap.maximumSteps)
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
