public import ADASISv2
public import Horizon
public import HorizonProvider
public import MapMatching
public import Quantities

/// Why the horizon of an engine is what it is at a moment: the place, the exits, and the values of the map.
///
/// ```swift
/// engine.keepReasons()                    // before the first event
/// try engine.ingest(event, at: time)
/// let reasons = try HorizonReasons(of: engine)
/// ```
/// It is made on demand, for people: it allocates memory, and changes nothing in the engine.
public struct HorizonReasons {
    /// The state of the vehicle as POSITION reports it.
    public let vehicle: VehicleState
    /// The offset of the vehicle on the main path; `nil` without one.
    public let offset: Metres?
    /// The places of the last fix that was used, the most probable first, with the terms of their log-likelihoods.
    public let candidates: [CandidateReasons]
    /// The paths of the tree, parents before their children.
    public let paths: [PathReasons]
    /// The junctions ahead with the reasons for the probability of each exit. Those of the main path come first, near
    /// before far.
    public let junctions: [JunctionReasons]
    /// The values of the map at the vehicle's place in the tree; `nil` without one.
    public let values: PlaceValues?

    /// A path of the tree.
    public struct PathReasons {
        /// The path, with its branch point and its links.
        public let path: HorizonPath
        /// The path index on the wire; `nil` if it is not transmitted.
        public let index: PathIndex?
        /// The probability that the vehicle enters it, 0...1.
        public let probability: Double
    }
}
