import MapMatching
import Quantities

/// The way of a stretch between each fix and the next one.
struct MarkIntervals {
    private let marks: [DriveTrace.Mark]
    /// Whether the way in each interval is in doubt.
    private var isDoubtful: [Bool]
    /// Of each fix, the last one so far and the next one whose place is sure; `nil` without one.
    private var sureBefore: [Int?]
    private var sureAfter: [Int?]

    /// The intervals of a stretch. A place is sure from a probability on.
    init(_ stretch: DriveTrace.Stretch, leastProbability: Double) {
        marks = stretch.marks
        isDoubtful = Array(repeating: false, count: max(stretch.marks.count - 1, 0))
        sureBefore = Array(repeating: nil, count: marks.count)
        sureAfter = sureBefore
        for number in marks.indices {
            let isSure = marks[number].place.probability >= leastProbability
            sureBefore[number] = isSure ? number : number > 0 ? sureBefore[number - 1] : nil
        }
        for number in marks.indices.reversed() {
            let isSure = sureBefore[number] == number
            let isLast = number + 1 == marks.count
            sureAfter[number] = isSure ? number : isLast ? nil : sureAfter[number + 1]
        }
    }

    /// The interval with a distance along the stretch, metres: the last one that does not begin behind it; `nil` where a fix
    /// is missing before or behind it.
    func index(around along: Double) -> Int? {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].along <= along { low = middle + 1 } else { high = middle }
        }
        return low > 0 && low < marks.count ? low - 1 : nil
    }

    /// The nearest fixes before and behind some intervals whose places are sure. A fix near a junction is not: it may be on
    /// any of its roads.
    func sureEnds(
        of intervals: ClosedRange<Int>
    ) -> (before: DriveTrace.Mark, after: DriveTrace.Mark)? {
        guard let before = sureBefore[intervals.lowerBound],
            let after = sureAfter[intervals.upperBound + 1]
        else { return nil }
        return (marks[before], marks[after])
    }

    /// The fixes at both ends.
    func ends(of interval: Int) -> (before: DriveTrace.Mark, after: DriveTrace.Mark) {
        (marks[interval], marks[interval + 1])
    }

    /// Notes that the way around a distance is not sure.
    mutating func doubt(around along: Double) {
        if let interval = index(around: along) { isDoubtful[interval] = true }
    }

    /// Whether the way is in doubt in any of some intervals.
    func hasDoubts(_ intervals: ClosedRange<Int>) -> Bool { isDoubtful[intervals].contains(true) }

    /// The time at a distance in an interval, seconds since the start of the drive. Between two fixes the speed is even.
    func time(at along: Double, in interval: Int, _ fixes: [DriveFix]) -> Double {
        let (before, after) = ends(of: interval)
        let (from, to) = (fixes[before.fix].time, fixes[after.fix].time)
        let way = after.along - before.along
        let share = way > 0 ? (along - before.along) / way : 0
        return (from - .zero).seconds + share * (to - from).seconds
    }
}
