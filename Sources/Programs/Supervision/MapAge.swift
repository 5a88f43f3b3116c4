public import Positioning
public import Quantities

/// Notices that the data of the map are older than the drive by more than a limit. The time of the receiver
/// counts: a clock of the computer may be wrong.
public struct MapAge: Sendable {
    private let limit: Nanoseconds?
    /// The data time of the map that the line was about.
    private var reported: UTCTime?

    /// A limit in days; 0 for none.
    public init(days: Int) {
        limit = days > 0 ? .seconds(Double(days) * 86_400) : nil
    }

    /// Takes note of a report of the receiver, and of the time that the data of the map are of. Returns the line
    /// where they are too old, once for each map, without the program's name.
    public mutating func note(_ event: PositionEvent, dataTime: UTCTime?) -> String? {
        guard case .fix(let fix) = event, let time = fix.time, let limit, let dataTime,
            reported != dataTime, time - dataTime > limit
        else { return nil }
        reported = dataTime
        let days = Int((time - dataTime).seconds / 86_400)
        return "the data of the map are \(days) days older than the drive"
    }
}
