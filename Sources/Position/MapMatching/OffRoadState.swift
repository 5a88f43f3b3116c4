import Geodesy
import Quantities

/// The kind of place of a vehicle off the road, from fix to fix. A state ends at twice the distance at which
/// it begins, so that noise does not switch it on and off.
struct OffRoadState {
    /// The kind of place; `nil` on the road, and before the first fix.
    private(set) var kind: OffRoadKind?
    /// Whether the vehicle is outside the area of the map.
    private(set) var isOutside = false

    /// The distance at which a state ends, relative to the distance at which it begins.
    static let hysteresis = 2.0

    /// The vehicle is on a road again.
    mutating func returnToRoad() { self = OffRoadState() }

    /// Processes a fix off the road: its distances to the nearest ferry line and to the nearest
    /// parking aisle, `nil` if none is near, and to the area of the map.
    mutating func advance(
        ferry: Metres?, carPark: Metres?, outside: Metres, _ parameters: MatchingParameters
    ) {
        let border =
            isOutside
            ? parameters.candidates.minimumSearchRadius : parameters.candidates.maximumSearchRadius
        isOutside = outside > border
        func holds(_ candidate: OffRoadKind, _ distance: Metres?, _ limit: Metres) -> Bool {
            guard let distance else { return false }
            return distance <= limit * (kind == candidate ? Self.hysteresis : 1)
        }
        let isFerry = holds(.ferry, ferry, parameters.offRoad.ferryDistance)
        let isCarPark = holds(.carPark, carPark, parameters.offRoad.carParkDistance)
        switch (isFerry, isCarPark) {
        case (true, true): kind = kind == .ferry ? .ferry : .carPark
        case (true, false): kind = .ferry
        case (false, true): kind = .carPark
        case (false, false): kind = .unmapped
        }
    }

    /// The state as an answer.
    var result: MatchResult { isOutside ? .noMap : .offRoad(kind ?? .unmapped) }
}

extension OffRoadParameters {
    /// The distance within which the kind of a place off the road depends on the map.
    var reach: Metres { max(ferryDistance, carParkDistance) * OffRoadState.hysteresis }
}
