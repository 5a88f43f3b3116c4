import Geodesy
import Quantities

/// The parts of a drive that are counted: those far enough from the ends of each trip.
///
/// A trip ends where the car stays for minutes, or is silent as long. What lies within the cut of an end, as the crow flies,
/// before the car has left the circle around it, tells where somebody lives or works, and is not counted.
struct TripWindows {
    /// The numbers of fixes between which everything is counted, each range a trip without its ends.
    private(set) var ranges: [ClosedRange<Int>] = []

    init(_ fixes: [DriveFix], cut: Metres, _ parameters: LearningParameters) {
        var first = 0
        for trip in Self.trips(fixes, parameters) {
            first = trip.lowerBound
            let (start, end) = (fixes[first].place, fixes[trip.upperBound].place)
            guard
                let from = trip.first(where: { fixes[$0].place.distance(to: start) >= cut }),
                let to = trip.last(where: { fixes[$0].place.distance(to: end) >= cut }),
                from < to
            else { continue }
            ranges.append(from...to)
        }
    }

    /// Whether everything from one fix to another one is counted.
    func contain(_ from: Int, _ to: Int) -> Bool {
        ranges.contains { $0.contains(from) && $0.contains(to) }
    }

    /// The trips of a drive, by the numbers of their first and last fixes.
    private static func trips(
        _ fixes: [DriveFix], _ parameters: LearningParameters
    ) -> [ClosedRange<Int>] {
        guard !fixes.isEmpty else { return [] }
        var trips: [ClosedRange<Int>] = []
        var start = 0
        /// Where the car came to the place in which it is.
        var anchor = 0
        for number in fixes.indices.dropFirst() {
            let isSilent = fixes[number].time - fixes[number - 1].time >= parameters.stay
            let isAway =
                fixes[number].place.distance(to: fixes[anchor].place) > parameters.stayRadius
            guard isSilent || isAway else { continue }
            if isSilent || fixes[number - 1].time - fixes[anchor].time >= parameters.stay {
                trips.append(start...(isSilent ? number - 1 : anchor))
                start = isSilent ? number : number - 1
            }
            anchor = number
        }
        trips.append(start...fixes.count - 1)
        return trips
    }
}
