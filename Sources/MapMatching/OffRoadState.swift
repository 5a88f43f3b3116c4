import Geodesy
import Quantities

/// What a car is in that is on no road, from fix to fix: what holds now goes on holding up to twice the
/// distance at which it began to, so that noise does not take it back and forth.
struct OffRoadState {
    /// What it is in now; `nil` on the road, and before the first fix.
    private(set) var kind: OffRoadKind?
    /// Whether it is outside the area of the map.
    private(set) var isOutside = false

    /// How much further away a state is left than begun.
    private static let hysteresis = 2.0

    /// The car is on a road again.
    mutating func returnToRoad() { self = OffRoadState() }

    /// Takes a fix off the road: how far it is from the next line of a ferry and from the next aisle of a
    /// car park, `nil` where there is none near, and from the area of the map.
    mutating func advance(
        ferry: Metres?, carPark: Metres?, outside: Metres, _ parameters: MatchingParameters
    ) {
        let border = isOutside ? parameters.minimumSearchRadius : parameters.maximumSearchRadius
        isOutside = outside > border
        func holds(_ candidate: OffRoadKind, _ distance: Metres?, _ limit: Metres) -> Bool {
            guard let distance else { return false }
            return distance <= limit * (kind == candidate ? Self.hysteresis : 1)
        }
        let isFerry = holds(.ferry, ferry, parameters.ferryDistance)
        let isCarPark = holds(.carPark, carPark, parameters.carParkDistance)
        switch (isFerry, isCarPark) {
        case (true, true): kind = kind == .ferry ? .ferry : .carPark
        case (true, false): kind = .ferry
        case (false, true): kind = .carPark
        case (false, false): kind = .unmapped
        }
    }

    /// As an answer.
    var result: MatchResult { isOutside ? .noMap : .offRoad(kind ?? .unmapped) }
}

extension MatchingParameters {
    /// How far from a car off the road the map is looked at for what it is in.
    var offRoadReach: Metres { max(ferryDistance, carParkDistance) * 2 }
}
