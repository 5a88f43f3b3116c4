public import Quantities

/// How far the horizon reaches and how much of it is kept.
public struct HorizonParameters: Sendable, Hashable {
    /// How far the main path reaches ahead of the vehicle. Samples of other providers: 2 km.
    public var mainLookAhead = Centimetres(200_000)
    /// How far side paths reach: they are followed as long as they are nearer to the vehicle, by way
    /// of the tree, than this. Samples of other providers: 300 to 500 m.
    public var sideLookAhead = Centimetres(50_000)
    /// How much of the main path is kept behind the vehicle. Samples: 50 to 300 m.
    public var trailing = Centimetres(10_000)
    /// How many levels of side paths are followed; the roads that leave the last level are known by
    /// their first link alone.
    public var sideLevels = 1
    /// The most paths the tree holds. Where they do not suffice, the far end of the main path gives
    /// way.
    public var maximumPaths = 1024

    /// The defaults.
    public init() {}
}
