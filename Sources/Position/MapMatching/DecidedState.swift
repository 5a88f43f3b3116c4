/// The decision about one step.
struct DecidedState {
    let step: Int
    /// The number of the fix that was used.
    let firstFix: Int
    /// The place on a road; `nil` off the road.
    let place: MatchedPlace?
    /// The answer off the road at that time; `nil` if off-road was improbable then.
    let offRoad: MatchResult?
    /// Whether the place can be reached from the place of the decision before.
    let follows: Bool
}
