import ArgumentParser
import Geodesy
import Quantities

/// A position on the command line: `LAT,LON`, or `LAT,LON,HEADING` if a heading is allowed.
struct PlaceArgument: ExpressibleByArgument, CustomStringConvertible {
    /// The place.
    let coordinate: Coordinate
    /// The heading, degrees clockwise from north.
    let heading: Degrees?
    /// As it was given.
    let description: String

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0)
        }
        guard numbers.count == 2 || numbers.count == 3, let latitude = numbers[0],
            let longitude = numbers[1],
            let place = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        if numbers.count == 3 {
            guard let heading = numbers[2], (0...360).contains(heading) else { return nil }
            self.heading = Degrees(heading).normalized
        } else {
            heading = nil
        }
        coordinate = place
        description = argument
    }
}
