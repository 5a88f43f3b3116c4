import ArgumentParser
import Geodesy
import Positioning
import Quantities

/// A moment of a drive on the command line: a time or a position.
enum MomentArgument: ExpressibleByArgument {
    /// Seconds since 1970; since the start for a drive without times.
    case seconds(Double)
    /// The first such time of day (UTC), in seconds since midnight.
    case timeOfDay(Double)
    /// The moment at which the vehicle is nearest to a position.
    case place(PlaceArgument)

    init?(argument: String) {
        if argument.contains(",") {
            guard let place = PlaceArgument(argument: argument), place.heading == nil else {
                return nil
            }
            self = .place(place)
        } else if let seconds = Double(argument), seconds.isFinite, seconds >= 0 {
            self = .seconds(seconds)
        } else if let time = UTCTime(iso8601: argument) {
            self = .seconds(time.seconds)
        } else if let time = UTCTime(iso8601: "1970-01-01T" + argument), time.seconds < 86_400 {
            self = .timeOfDay(time.seconds)
        } else {
            return nil
        }
    }

    /// The moment in seconds on the scale of a drive; `nil` for a position. The drive begins at `start`.
    func seconds(from start: Double) -> Double? {
        switch self {
        case .place: return nil
        case .seconds(let seconds): return seconds
        case .timeOfDay(let time):
            let day = (start / 86_400).rounded(.down) * 86_400
            return day + time < start.rounded(.down) ? day + 86_400 + time : day + time
        }
    }
}
