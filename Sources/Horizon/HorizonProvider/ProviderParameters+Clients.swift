import ADASISv2
import CANFrames
import Quantities

// Values that follow from the parameters and from the behaviour of clients.
extension ProviderParameters {
    /// The start of a side path that the car has passed. Clients keep 50 m (confidence C).
    var passedRoad: Centimetres { Centimetres(-5000) }

    /// The distance that the car drives before the index of a path that it left is used again. It
    /// is the length that clients keep, plus the same length for the possible error of POSITION's
    /// offset.
    var restDistance: Metres { Metres(60) }

    /// How many other courses the vehicle can begin before the indexes of the first one have waited
    /// long enough. It turns off at most every 4 s. A quarter of a circle of 6 m takes 2 s at a
    /// lateral acceleration of 4 m/s², which is more than drivers accept. They need the same time
    /// from one turn to the next.
    var coursesWithinRest: Int { 1 + Int(indexRest.value / Nanoseconds.milliseconds(4000).value) }

    /// The most bits of a frame with a message.
    func frameBits(_ message: Message) -> Int { layout.encode(message).worstCaseBits }

    /// The bits of the frames of the tree, by message.
    private var treeFrames: [Int] {
        [
            frameBits(.stub(StubMessage())), frameBits(.segment(SegmentMessage())),
            frameBits(.profileShort(ProfileShortMessage())),
            frameBits(.profileLong(ProfileLongMessage())),
        ]
    }

    /// The most bits of a frame that counts against the bus load limit.
    var longestFrame: Int {
        treeFrames.reduce(max(frameBits(.position(PositionMessage())), metaDataBits), max)
    }

    /// The least worst-case bits of any frame of the tree.
    var shortestFrame: Int { treeFrames.reduce(.max, min) }

    /// The most bits of a frame with META-DATA.
    var metaDataBits: Int {
        frameBits(
            .metaData(
                MetaDataMessage(
                    countryCode: .unknown, drivingSide: .right, speedUnit: .kilometresPerHour)))
    }

    /// The least number of frames in a package that can use up the bus load limit: N × bits of a
    /// frame ÷ package interval is not below it.
    public var leastPackage: Int {
        let tree = pace.bitsPerSecond - bitsSetAside
        // In bits × 1e9.
        let needed = Int64(max(tree, 0)) * pace.packageInterval.value
        let frame = Int64(shortestFrame) * 1_000_000_000
        return max(1, Int((needed + frame - 1) / frame))
    }

    /// The largest number of frames in a package.
    public var packageSize: Int {
        pace.packageSize.map { max($0, 1) } ?? max(PaceParameters.usualPackage, leastPackage)
    }

    /// The least bus load limit that allows a horizon, bits in a second: the bits of META-DATA and
    /// POSITION, as far as they are sent, and ten frames more.
    public var leastBudget: Int { bitsNeverWaiting + 10 * longestFrame }

    /// The most bits of META-DATA in a second, and of POSITION if it is sent.
    public var bitsNeverWaiting: Int {
        let interval = min(timing.metaDataInterval, timing.metaDataStartInterval)
        return (extent.includes(.position) ? positionBitsSetAside : 0)
            + metaDataFrames(every: interval) * metaDataBits
    }

    /// The bits in a second that no other frame may use: those of the best candidate's POSITION, and of a META-DATA that
    /// announces.
    public var bitsSetAside: Int {
        // This holds for any mask, since the mask may change.
        positionBitsSetAside + metaDataBits
    }

    /// The most bits of the best candidate's POSITION in a second.
    var positionBitsSetAside: Int {
        // POSITION follows the ticks and may come a little late; META-DATA follows its own times.
        let positions = 1_000_000_000 / max(timing.positionInterval.value, 1_000_000) + 1
        return Int(positions) * frameBits(.position(PositionMessage()))
    }

    /// The largest number of META-DATA messages in a second.
    private func metaDataFrames(every interval: Nanoseconds) -> Int {
        let interval = max(interval.value, 1_000_000)
        return Int((1_000_000_000 + interval - 1) / interval)
    }

    /// How long clients remember messages.
    public var clientMemory: ClientMemory {
        ClientMemory(path: .milliseconds(10_000), positionTimeout: .milliseconds(2000))
    }
}
