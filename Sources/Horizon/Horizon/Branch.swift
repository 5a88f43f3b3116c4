public import Quantities

/// The branch point where a side path leaves its parent.
@frozen
public struct Branch: Sendable {
    /// The path that it leaves.
    public let parent: PathID
    /// The offset of the branch point on the parent.
    public let offset: Centimetres
    /// The angle from the parent's direction into the side path, -180 ..< 180, clockwise positive.
    public let turnAngle: Degrees
    /// Whether the vehicle may turn off here. An illegal exit has probability 0 and only its first
    /// link. Only ``HorizonParameters/showsIllegalExits`` adds illegal exits.
    public let legality: ExitLegality
    /// Whether the exit is a U-turn onto the link of arrival. Only ``HorizonParameters/showsUTurns``
    /// adds U-turns.
    public let isUTurn: Bool
    /// The probability that a vehicle turns off at this branch point, 0...1.
    public private(set) var probability: Double
    /// The same probability without a course.
    let prior: Double

    init(
        parent: PathID, offset: Centimetres, turnAngle: Degrees, legality: ExitLegality,
        isUTurn: Bool, probability: Double, prior: Double
    ) {
        self.parent = parent
        self.offset = offset
        self.turnAngle = turnAngle
        self.legality = legality
        self.isUTurn = isUTurn
        self.probability = probability
        self.prior = prior
    }

    /// Sets the probability that a vehicle turns off at this branch point.
    mutating func weigh(_ probability: Double) { self.probability = probability }
}
