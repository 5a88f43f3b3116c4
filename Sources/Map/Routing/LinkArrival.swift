/// The arrival of a route at a node.
struct LinkArrival {
    /// The link by which the route arrives.
    var over: NodeExit
    var cost: Double
    var distance: Double
    var uTurns: UInt8 = 0
    var deadEnds: UInt8 = 0
    var forbiddenTurns: UInt8 = 0
    var parent: Int32
    /// The number of the trail.
    var trail = 0
}
