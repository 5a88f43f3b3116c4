import ADASISv2
import CANFrames
import Quantities

// What follows from the parameters and from what clients do.
extension ProviderParameters {
    /// Where a side path that the car has passed has its start. Clients keep 50 m (confidence C).
    var passedRoad: Centimetres { Centimetres(-5000) }

    /// How far the car has to come before the index of a path that it left is used again: what clients
    /// keep, and as far again as the offsets of POSITIONs may be off.
    var restDistance: Metres { Metres(60) }

    /// How many other courses the vehicle can begin before the indexes of the first one it left have
    /// rested: it turns off at most every 4 s. A quarter of a circle of 6 m at a lateral acceleration of
    /// 4 m/s², which is more than drivers bear, takes 2 s, and they need as long again from one turn to
    /// the next.
    var coursesWithinRest: Int { 1 + Int(indexRest.value / Nanoseconds.milliseconds(4000).value) }

    /// The most bits that a frame of a message takes.
    func frameBits(_ message: Message) -> Int { layout.encode(message).worstCaseBits }

    /// The bits that the frames of the tree take, by message.
    private var treeFrames: [Int] {
        [
            frameBits(.stub(StubMessage())), frameBits(.segment(SegmentMessage())),
            frameBits(.profileShort(ProfileShortMessage())),
            frameBits(.profileLong(ProfileLongMessage())),
        ]
    }

    /// The most bits that a frame takes, of all that the budget is asked for.
    var longestFrame: Int {
        treeFrames.reduce(max(frameBits(.position(PositionMessage())), metaDataBits), max)
    }

    /// The least bits that any frame of the tree takes at its worst.
    var shortestFrame: Int { treeFrames.reduce(.max, min) }

    private var metaDataBits: Int {
        frameBits(
            .metaData(
                MetaDataMessage(
                    countryCode: .unknown, drivingSide: .right, speedUnit: .kilometresPerHour)))
    }

    /// How many frames a package has at least, so that the budget can be used up: N × bits of a
    /// frame ÷ package interval is not below it.
    public var leastPackage: Int {
        let tree = pace.bitsPerSecond - bitsSetAside(metaDataInterval: timing.metaDataInterval)
        // In bits × 1e9.
        let needed = Int64(max(tree, 0)) * pace.packageInterval.value
        let frame = Int64(shortestFrame) * 1_000_000_000
        return max(1, Int((needed + frame - 1) / frame))
    }

    /// How many frames a package has at most.
    public var packageSize: Int {
        pace.packageSize.map { max($0, 1) } ?? max(PaceParameters.usualPackage, leastPackage)
    }

    /// The least budget that makes a horizon, bits in a second: what META-DATA and POSITION need, as far
    /// as they are sent, and ten frames more.
    public var leastBudget: Int { bitsNeverWaiting + 10 * longestFrame }

    /// What META-DATA needs in a second, and POSITION where it is told.
    public var bitsNeverWaiting: Int {
        extent.tells(of: .position)
            ? bitsSetAside
            : metaDataFrames(
                every: min(timing.metaDataInterval, timing.metaDataStartInterval)) * metaDataBits
    }

    /// What META-DATA and the best place's POSITION may need in a second, for they never wait.
    public var bitsSetAside: Int {
        bitsSetAside(metaDataInterval: min(timing.metaDataInterval, timing.metaDataStartInterval))
    }

    func bitsSetAside(metaDataInterval: Nanoseconds) -> Int {
        let second = Int64(1_000_000_000)
        // POSITION keeps to the times of the ticks and may come a little late, META-DATA to its own.
        let positions = second / max(timing.positionInterval.value, 1_000_000) + 1
        // Whatever the mask is now: it may change.
        return Int(positions) * frameBits(.position(PositionMessage()))
            + metaDataFrames(every: metaDataInterval) * metaDataBits
    }

    /// How many META-DATAs there may be in a second.
    private func metaDataFrames(every interval: Nanoseconds) -> Int {
        let interval = max(interval.value, 1_000_000)
        return Int((1_000_000_000 + interval - 1) / interval)
    }

    /// After so long clients forget a path that goes unmentioned.
    var clientMemory: Nanoseconds { .milliseconds(10_000) }

    /// Without a POSITION for so long clients have no horizon.
    var positionTimeout: Nanoseconds { .milliseconds(2000) }
}
