import Geodesy
import Positioning
import Quantities

/// Notices that no fix arrives, and that the fixes are not on the map. These are the first questions about a missing
/// horizon.
struct PositionWatch: Sendable {
    /// Missing fixes are reported after this time.
    static let lossDelay = Nanoseconds.seconds(5)

    private var lastFix: MonotonicTime
    /// Whether no fix has come for ``lossDelay``.
    private(set) var isLost = false
    private var isOffMap = false

    /// A watch that waits for the first fix.
    init(start: MonotonicTime) { lastFix = start }

    /// Takes note of a report of the receiver, and of the bounds of the map. Returns the line about a change,
    /// without the program's name.
    mutating func note(
        _ event: PositionEvent, on bounds: BoundingBox?, at now: MonotonicTime
    ) -> String? {
        guard case .fix(let fix) = event else { return nil }
        defer { lastFix = now }
        if isLost {
            isLost = false
            return "position: fixes again, after \(Int((now - lastFix).seconds)) s"
        }
        guard let bounds, bounds.contains(fix.place) == isOffMap else { return nil }
        isOffMap.toggle()
        return isOffMap
            ? "position: \(fix.place.text) is not on the map, which covers \(bounds.text)"
            : "position: on the map again"
    }

    /// The line about missing fixes, once.
    mutating func look(at now: MonotonicTime) -> String? {
        guard !isLost, now - lastFix >= Self.lossDelay else { return nil }
        isLost = true
        return "position: no fix for 5 s"
    }
}
