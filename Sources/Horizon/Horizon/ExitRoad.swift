import RoadMap

/// A road that leaves a junction, without its probability.
struct ExitRoad {
    let link: DirectedLink
    let record: Link
    let traits: LinkTraits
    /// Whether the vehicle may take it.
    let legality: ExitLegality
    /// Whether it is a U-turn onto the link of arrival.
    let isUTurn: Bool
}
