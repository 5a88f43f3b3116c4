import RoadMap

/// The facts of a way's tags that hold for every link of it. Many ways share the same facts.
struct WayFacts: Hashable {
    var directions: DirectionSet
    var facts: [RoadFact] = []
    /// The additional facts inside a drawn built-up area.
    var builtUpFacts: [RoadFact] = []
    var texts: [RoadText] = []
    /// Its closures; empty if it is always open.
    var closures: [TimedClosure] = []
}
