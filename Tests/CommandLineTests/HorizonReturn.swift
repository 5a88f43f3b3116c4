import ADASISv2
import FaultTrials
import HorizonReconstructor
import Quantities
import Testing

/// How soon a client that joins when the bus is back has META-DATA, POSITION, and the whole main path.
struct HorizonReturn {
    private var known = HorizonReconstructor()
    private var newcomer = HorizonReconstructor()
    /// When the first frame came after the return, nanoseconds.
    private var begin: Int64?
    /// When the newcomer lacked nothing more, nanoseconds.
    private(set) var complete: Int64?
    /// Whether the main path of before is the main path at the end.
    private(set) var hasSamePath = false
    private let after: FrameLog

    /// The length of the compared main path, metres from the vehicle: 2 km, less a reserve for its movement between
    /// two updates of the far end.
    private static let reach = 1950

    /// Reads what was on the bus before and after the return.
    init(before: FrameLog, after: FrameLog) {
        self.after = after
        for entry in before.entries { known.ingest(entry.message, at: Self.time(entry)) }
        let earlier = known.tree
        defer {
            hasSamePath = newcomer.tree.root?.index == earlier.root?.index && earlier.root != nil
        }
        for entry in after.entries {
            begin = begin ?? entry.time
            known.ingest(entry.message, at: Self.time(entry))
            newcomer.ingest(entry.message, at: Self.time(entry))
            guard complete == nil, entry.message.kind == .position else { continue }
            // After a long silence the client of before has dropped all that it knew.
            let missing =
                newcomer.tree.missing(of: known.tree, within: Self.reach)
                ?? newcomer.tree.missing(ofEarlier: earlier, within: Self.reach)
            if missing == nil { complete = entry.time }
        }
    }

    private static func time(_ entry: FrameLog.Entry) -> MonotonicTime {
        MonotonicTime(nanoseconds: entry.time)
    }

    /// META-DATA and POSITION come first, the whole main path within 4 s, which are 40 POSITIONs.
    /// - Parameter inAnyOrder: Whether META-DATA may follow POSITION.
    func expectInTime(
        inAnyOrder: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let begin = try #require(begin, sourceLocation: sourceLocation)
        let kinds = after.entries.prefix(2).map(\.message.kind)
        #expect(
            kinds == [.metaData, .position] || inAnyOrder && kinds == [.position, .metaData],
            sourceLocation: sourceLocation)
        let complete = try #require(complete, "the main path", sourceLocation: sourceLocation)
        print("the whole main path \(Double(complete - begin) / 1e9) s after the return")
        #expect(
            after.positions(after: begin, until: complete) <= 40, sourceLocation: sourceLocation)
    }
}
