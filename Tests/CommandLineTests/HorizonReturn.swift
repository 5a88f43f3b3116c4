import ADASISv2
import FaultTrials
import HorizonReconstructor
import Quantities
import Testing

/// How soon a client that joins when the bus is back has META-DATA, POSITION, and the whole main path.
struct HorizonReturn {
    private var known = HorizonReconstructor()
    private var newcomer = HorizonReconstructor()
    private var first: [MessageKind: Int64] = [:]
    /// When the first frame came after the return, nanoseconds.
    private var begin: Int64?
    /// When the newcomer lacked nothing more, nanoseconds.
    private(set) var complete: Int64?

    /// The length of the compared main path, metres from the vehicle: 2 km, less a reserve for its movement between
    /// two updates of the far end.
    private static let reach = 1950

    /// Reads what was on the bus before and after the return.
    init(before: FrameLog, after: FrameLog) {
        for entry in before.entries { known.ingest(entry.message, at: Self.time(entry)) }
        for entry in after.entries {
            begin = begin ?? entry.time
            first[entry.message.kind] = first[entry.message.kind] ?? entry.time
            known.ingest(entry.message, at: Self.time(entry))
            newcomer.ingest(entry.message, at: Self.time(entry))
            guard complete == nil, entry.message.kind == .position else { continue }
            if newcomer.tree.missing(of: known.tree, within: Self.reach) == nil {
                complete = entry.time
            }
        }
    }

    private static func time(_ entry: FrameLog.Entry) -> MonotonicTime {
        MonotonicTime(nanoseconds: entry.time)
    }

    /// META-DATA and POSITION within 0.1 s of each other, the whole main path within 4 s.
    func expectInTime(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let begin = try #require(begin, sourceLocation: sourceLocation)
        for kind in [MessageKind.metaData, .position] {
            let time = try #require(first[kind], sourceLocation: sourceLocation)
            #expect(time - begin <= 100_000_000, "\(kind)", sourceLocation: sourceLocation)
        }
        let complete = try #require(complete, "the main path", sourceLocation: sourceLocation)
        print("the whole main path \(Double(complete - begin) / 1e9) s after the return")
        #expect(complete - begin <= 4_000_000_000, sourceLocation: sourceLocation)
    }
}
