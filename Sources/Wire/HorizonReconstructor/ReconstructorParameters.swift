public import Quantities

/// What a client decides for itself: the protocol leaves these to it.
///
/// The defaults are what clients are known to do (drop after a jump of 200 m, no horizon after 2 s
/// without POSITION, forget a path after 10 s, keep 50 m behind; one source each, confidence C).
public struct ReconstructorParameters: Sendable, Hashable {
    /// How much is kept behind the vehicle, in whole metres.
    public var trailingLength = 50
    /// A vehicle that comes farther than this between two POSITIONs, in metres, has left its horizon.
    public var longestJump = 200
    /// Without a POSITION for this long there is no horizon.
    public var positionTimeout = Nanoseconds.milliseconds(2_000)
    /// A path is forgotten when nothing has been said of it for this long, and so is the link that the
    /// car is on.
    public var pathTimeout = Nanoseconds.milliseconds(10_000)
    /// How far messages can overtake each other on the way here.
    public var reorderWindow = Nanoseconds.milliseconds(50)
    /// How far behind the vehicle the sender speaks of anything, in metres. Offsets repeat after
    /// 8191 m, so this decides what is behind and what ahead: the sender's reach can be 8190 m less
    /// this. Too small a number shows things behind as 8 km ahead, too large a one shows the far
    /// end of a very long horizon late; the samples go up to 300 m.
    public var longestSentBehind = 1_000
    /// The most stubs, segments, and spots of one profile that a path holds.
    public var itemsPerTrack = 1_024

    /// The defaults.
    public init() {}
}
