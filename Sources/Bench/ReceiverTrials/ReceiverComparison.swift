import Geodesy
public import Positioning
import Quantities

/// Puts the fixes of a recording beside what gpsd makes of it.
///
/// An epoch is a time of day for which both have a fix. gpsd reports a moment as often as it learns
/// something of it, and not always the same: its report that is most like ours counts.
public struct ReceiverComparison: Sendable {
    /// What may differ.
    public enum Difference: String, Sendable, CaseIterable {
        /// By more than 1e-6 degrees, 11 cm.
        case place
        /// By less, but more than the last digit of fixed point.
        case digits = "place, by less than 11 cm"
        /// Both have one.
        case speed
        /// gpsd has one and the receiver stated none: it takes the way between two places by the time
        /// between them.
        case speedOfGPSDAlone = "speed, gpsd alone"
        /// The receiver states it, in a sentence that comes after gpsd's report of the moment.
        case speedOfOursAlone = "speed, ours alone"
        /// Both have one.
        case track
        /// gpsd has one, which it keeps from the moment before.
        case trackOfGPSDAlone = "track, gpsd alone"
        /// As with the speed.
        case trackOfOursAlone = "track, ours alone"
        /// Two or three dimensions.
        case mode

        /// Whether it is no disagreement: only one of both has it, or it is next to nothing.
        var isMinor: Bool {
            switch self {
            case .speedOfGPSDAlone, .speedOfOursAlone, .trackOfGPSDAlone, .trackOfOursAlone: true
            case .digits: true
            case .place, .speed, .track, .mode: false
            }
        }
    }

    /// An epoch that differs.
    public struct Finding: Sendable {
        /// In what.
        public var differences: [Difference]
        /// gpsd's report that differs least.
        public var report: GPSDReport
        /// Our fix.
        public var fix: Fix
    }

    /// Epochs with a fix of both.
    public private(set) var epochs = 0
    /// The epochs that differ.
    public private(set) var findings: [Finding] = []
    /// Fixes of ours at whose time gpsd has none.
    public private(set) var oursAlone = 0
    /// Fixes of gpsd at whose time we have none.
    public private(set) var gpsdAlone = 0

    /// The place in degrees, half of the last digit of fixed point and of gpsd's own.
    private static let digitTolerance = 0.6e-7
    private static let placeTolerance = 1e-6
    /// Of the last digits that gpsd prints: mm/s and 1e-4 degrees. gpsd's knot is 0.514444 m/s.
    private static let speedTolerance = 0.0006
    private static let trackTolerance = 0.0006

    /// Compares the fixes of a recording with gpsd's reports of it.
    public init(_ fixes: [Fix], _ reports: [GPSDReport]) {
        let theirs = Self.moments(reports)
        var places: [Int: [Int]] = [:]
        for (index, reports) in theirs.enumerated() {
            if let time = reports.first?.hundredths { places[time, default: []].append(index) }
        }
        var isTaken = Array(repeating: false, count: theirs.count)
        var next = 0
        for fix in fixes {
            guard let time = fix.time else { continue }
            let day: Int64 = 86_400 * 1_000_000_000
            let hundredths = Int((time.nanoseconds % day + day) % day + 5_000_000) / 10_000_000
            // The same time of day comes again on the next day and in logs that were joined.
            let candidates = places[hundredths % 8_640_000, default: []].filter { !isTaken[$0] }
            guard let index = candidates.first(where: { $0 >= next }) else {
                oursAlone += 1
                continue
            }
            isTaken[index] = true
            next = index
            epochs += 1
            let findings = theirs[index].map { report in
                Finding(
                    differences: Self.differences(fix, report), report: report, fix: fix)
            }
            let closest = findings.min { $0.differences.count < $1.differences.count }
            if let closest, !closest.differences.isEmpty { self.findings.append(closest) }
        }
        gpsdAlone = isTaken.count { !$0 }
    }

    /// The reports of fixes, those of one moment together.
    private static func moments(_ reports: [GPSDReport]) -> [[GPSDReport]] {
        var moments: [[GPSDReport]] = []
        for report in reports where report.isFix {
            if moments.last?.first?.time == report.time {
                moments[moments.count - 1].append(report)
            } else {
                moments.append([report])
            }
        }
        return moments
    }

    private static func differences(_ fix: Fix, _ report: GPSDReport) -> [Difference] {
        var differences: [Difference] = []
        let apart = max(
            abs((report.latitude ?? 0) - fix.place.latitude),
            abs((report.longitude ?? 0) - fix.place.longitude))
        if apart > placeTolerance {
            differences.append(.place)
        } else if apart > digitTolerance {
            differences.append(.digits)
        }
        // A receiver that states a speed states a course with it, but at rest.
        let isDerived = report.track == nil && fix.course != nil
        switch (fix.speed?.value, isDerived ? nil : report.speed) {
        case (let ours?, let theirs?):
            if abs(ours - theirs) > speedTolerance + theirs * 1e-6 { differences.append(.speed) }
        case (nil, _?): differences.append(.speedOfGPSDAlone)
        case (_?, nil): differences.append(.speedOfOursAlone)
        case (nil, nil): break
        }
        switch (fix.course, report.track) {
        case (let ours?, let theirs?):
            if abs(ours.turn(from: Degrees(theirs)).value) > trackTolerance {
                differences.append(.track)
            }
        case (nil, _?): differences.append(.trackOfGPSDAlone)
        case (_?, nil): differences.append(.trackOfOursAlone)
        case (nil, nil): break
        }
        if Int(fix.mode?.rawValue ?? 0) != report.mode { differences.append(.mode) }
        return differences
    }
}
