public import Quantities

/// The motion of a car from one fix to the next, by its own signals alone.
@frozen
public struct EgoMotion: Sendable, Hashable {
    /// The distance, backwards negative; `nil` without speed and odometer.
    public var distance: Metres?
    /// The standard deviation of ``distance``.
    public var deviation: Metres
    /// The change of heading, clockwise, whole turns counted; `nil` without a yaw rate.
    public var turn: Degrees?

    /// A motion of its parts; without any, of a car without signals.
    @inlinable
    public init(distance: Metres? = nil, deviation: Metres = .zero, turn: Degrees? = nil) {
        self.distance = distance
        self.deviation = deviation
        self.turn = turn
    }

    /// The motion of a car that has not moved.
    public static var none: EgoMotion { EgoMotion(distance: .zero, turn: .zero) }

    /// Two motions one after the other. A part that one of them lacks is missing in the sum.
    public static func + (first: EgoMotion, second: EgoMotion) -> EgoMotion {
        var sum = EgoMotion()
        if let one = first.distance, let other = second.distance {
            let deviations = (first.deviation.value, second.deviation.value)
            sum.distance = one + other
            sum.deviation = Metres(
                (deviations.0 * deviations.0 + deviations.1 * deviations.1).squareRoot())
        }
        if let one = first.turn, let other = second.turn { sum.turn = one + other }
        return sum
    }
}
