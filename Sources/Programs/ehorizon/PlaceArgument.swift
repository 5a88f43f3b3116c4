import ArgumentParser
import Console
import Geodesy
import Quantities
import RoadMap
import Routing

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

extension PlaceArgument {
    /// A position as it was given, or the form that it needs.
    init(checking argument: String) throws {
        guard let place = PlaceArgument(argument: argument) else {
            throw ValidationError(Self.form(insteadOf: argument))
        }
        self = place
    }

    /// The form that a position needs, for messages.
    static func form(insteadOf argument: String) -> String {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        // 53,53763,13,26155: a decimal comma in both.
        let isComma = parts.count == 4 && parts.allSatisfy { Double($0) != nil }
        return isComma
            ? "decimals need a point, as in \(parts[0]).\(parts[1]),\(parts[2]).\(parts[3])"
            : "latitude (-90 to 90) and longitude (-180 to 180) in degrees, such as 53.53763,13.26155"
    }
}

extension RoadMap {
    /// The place whose driving direction is closest to a heading; without a heading the first one.
    func bestPlace(of places: [LinkPlace], heading: Degrees?) throws(MapError) -> LinkPlace? {
        guard let heading else { return places.first }
        var best: (place: LinkPlace, turn: Double)?
        for place in places {
            let link = try link(place.link.link)
            var shape = Shape()
            try appendShape(of: link, to: &shape)
            let isForward = place.link.direction == .forward
            let bearing = shape.bearing(at: link.offset(place.offset, in: place.link.direction))
            let turn = abs(heading.turn(from: isForward ? bearing : bearing.reversed).value)
            if best.map({ turn < $0.turn }) ?? true { best = (place, turn) }
        }
        return best?.place
    }
}

extension BoundingBox {
    /// With latitudes and longitudes interchanged; `nil` where that is no place on the earth.
    var swapped: BoundingBox? {
        let degrees = [westE7, southE7, eastE7, northE7].map { Double($0) / 1e7 }
        guard let low = Coordinate(latitude: degrees[0], longitude: degrees[1]),
            let high = Coordinate(latitude: degrees[2], longitude: degrees[3])
        else { return nil }
        var box = BoundingBox.empty
        box.grow(toHold: low)
        box.grow(toHold: high)
        return box
    }

    /// A rectangle of `--bbox`: west, south, east and north in degrees.
    init(argument text: String) throws {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0) }
        guard numbers.count == 4, let west = numbers[0], let south = numbers[1],
            let east = numbers[2], let north = numbers[3],
            let low = Coordinate(latitude: south, longitude: west),
            let high = Coordinate(latitude: north, longitude: east), west <= east, south <= north
        else {
            throw UsageFailure(
                "--bbox \(text): not west,south,east,north in degrees, such as 9.4,47.0,9.7,47.3")
        }
        self = .empty
        grow(toHold: low)
        grow(toHold: high)
    }
}
