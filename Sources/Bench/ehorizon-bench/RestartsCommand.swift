import ArgumentParser
import Geodesy
import MapMatching
import Positioning
import Quantities
import TextFiles

/// How soon a matcher that knows nothing is on the right road.
struct RestartsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restarts",
        abstract: "Starts the matcher anew again and again on drives whose true route is known.",
        discussion: """
            Each line of the list names a map, a file with fixes and a file with the true route, separated by \
            tabs. The answer is one line of JSON for each drive: the number of starts, and for each time after \
            the first fix the number of starts whose answer is then on the right road in the right direction. \
            A start counts if the true route reaches its fixes up to the last of these times.
            """)

    @Option(help: "The list of drives.") var drives: String
    @Option(help: "The distance between two starts, m.") var every = 500.0
    @Option(help: "The times after a start, s, with commas between them.") var after = "5"

    func run() throws {
        let names = after.split(separator: ",")
        let times = names.compactMap { Double($0) }
        guard times.count == names.count, let last = times.max(), last > 0, every > 0 else {
            throw Failure("--after \(after) --every \(every): times and a distance above 0")
        }
        for drive in try ScoredDrive.read(listed: drives) {
            var starts = 0
            var right = [Int](repeating: 0, count: times.count)
            for start in drive.starts(every: every) {
                let fixes = drive.indices(from: start, for: .seconds(last))
                guard fixes.allSatisfy({ drive.isReached[$0] }) else { continue }
                starts += 1
                for (index, isRight) in try drive.answers(at: times, from: fixes).enumerated()
                where isRight { right[index] += 1 }
            }
            let shares = zip(names, right).map { "\"\($0)\":\($1)" }
            print("{\"starts\":\(starts),\"right\":{\(shares.joined(separator: ","))}}")
        }
    }
}

extension ScoredDrive {
    /// The fixes at which a matcher starts: the first one, and each that lies so many metres from the start before.
    fileprivate func starts(every distance: Double) -> [Int] {
        var starts: [Int] = []
        for (index, entry) in fixes.enumerated() {
            let isFar = starts.last.map {
                fixes[$0].fix.place.distance(to: entry.fix.place).value >= distance
            }
            if isFar ?? true { starts.append(index) }
        }
        return starts
    }

    /// The fixes from a start on, for a time.
    fileprivate func indices(from start: Int, for time: Nanoseconds) -> Range<Int> {
        let end = fixes[start...].firstIndex { $0.arrival - fixes[start].arrival > time }
        return start..<(end ?? fixes.count)
    }

    /// Whether the answer is right at each of the times, s, after a start: the answer to the last fix until then.
    fileprivate func answers(at times: [Double], from range: Range<Int>) throws -> [Bool] {
        var matcher = MapMatcher(map: map)
        var results = [Bool](repeating: false, count: times.count)
        for index in range {
            let entry = fixes[index]
            var isRight = false
            if case .onRoad(let place) = try matcher.ingest(entry.fix, at: entry.arrival) {
                isRight = try self.isRight(place)
            }
            let since = (entry.arrival - fixes[range.lowerBound].arrival).seconds
            for (number, time) in times.enumerated() where since <= time {
                results[number] = isRight
            }
        }
        return results
    }
}
