public import ADASISv2
public import Quantities

/// What is sent, how often and how fast.
public struct ProviderParameters: Sendable {
    /// Where the fields stand in the frames, and the frames' identifiers.
    public var layout = Layout(.adasis)
    /// The messages and profile types that are sent.
    public var mask = MessagePreset.default.mask
    /// How far the vehicle drives before what lies ahead is sent again, so that a control unit that
    /// joined late has the whole horizon. Samples of other providers: 100 to 300 m.
    public var repetitionDistance = Metres(300)
    /// The time from one META-DATA to the next. Other providers: 5 s.
    public var metaDataInterval = Nanoseconds.milliseconds(5000)
    /// The same at start-up, where clients wait for it.
    public var metaDataStartInterval = Nanoseconds.milliseconds(500)
    /// How long start-up lasts.
    public var metaDataStartDuration = Nanoseconds.milliseconds(5000)
    /// The most frames per second, POSITION and META-DATA included.
    public var maximumFramesPerSecond = 250
    /// How many frames may follow each other at once within that bound.
    public var burst = 4
    /// The shortest time before a path index is used again after its path was given up. Clients
    /// forget a path that goes unmentioned for 10 s.
    public var indexRest = Nanoseconds.milliseconds(10_000)
    /// The fix age from which POSITION says that the position is not known any more.
    public var positionLifetime = Nanoseconds.milliseconds(10_000)

    /// The defaults.
    public init() {}
}
