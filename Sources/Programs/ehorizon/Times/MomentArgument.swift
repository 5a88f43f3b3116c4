import ArgumentParser
import Geodesy

/// A moment of a drive on the command line: a time or a position.
enum MomentArgument: ExpressibleByArgument {
    case time(TimeArgument)
    /// The moment at which the vehicle is nearest to a position.
    case place(PlaceArgument)

    init?(argument: String) {
        if argument.contains(",") {
            guard let place = PlaceArgument(argument: argument), place.heading == nil else {
                return nil
            }
            self = .place(place)
        } else if let time = TimeArgument(argument: argument) {
            self = .time(time)
        } else {
            return nil
        }
    }

    /// The moment in seconds on the scale of a drive; `nil` for a position. The drive begins at `start`.
    func seconds(from start: Double) -> Double? {
        if case .time(let time) = self { time.seconds(from: start) } else { nil }
    }
}
