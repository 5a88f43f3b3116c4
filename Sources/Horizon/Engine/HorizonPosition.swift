public import Horizon
public import HorizonProvider
public import Quantities

/// The position of the vehicle at the moment of an update.
public struct HorizonPosition: Sendable, Hashable {
    /// The moment of the update.
    public var time: MonotonicTime
    /// On a path, or the reason why not.
    public var place: VehicleState.Place
    /// The path of the vehicle; `nil` where it is on none.
    public var path: PathID?
    /// The offset from the start of that path; `nil` where the vehicle is on none.
    public var offset: Metres?
    /// The speed; `nil` where not known.
    public var speed: MetresPerSecond?
    /// The heading against the path's direction, clockwise; `nil` where not known.
    public var relativeHeading: Degrees?
    /// The probability of that path, 0...1; `nil` where the vehicle is on none.
    public var probability: Double?
    /// The standard deviation of the position; `nil` where not known.
    public var accuracy: Metres?
    /// Other places of the vehicle that have a tree (``EngineParameters/candidateTrees``), in the
    /// order of their beginning.
    public var candidates: [Candidate] = []

    /// Another place where the vehicle may be.
    public struct Candidate: Sendable, Hashable {
        /// The name of its tree.
        public var id: CandidateTree.ID
        /// The main path of that tree.
        public var path: PathID?
        /// The offset from the start of that path.
        public var offset: Metres
        /// The heading against the path's direction, clockwise; `nil` where not known.
        public var relativeHeading: Degrees?
        /// The probability that it is there, 0...1.
        public var probability: Double
    }
}

extension HorizonPosition.Candidate {
    init(_ candidate: CandidateTree) {
        self.init(
            id: candidate.id, path: candidate.tree.mainPath?.id,
            offset: candidate.tree.vehicleOffset, relativeHeading: candidate.relativeHeading,
            probability: candidate.probability)
    }
}
