import Geodesy
import Positioning
import Quantities

/// Whether the course of a receiver says more than its positions do.
///
/// Phones and cheap receivers compute course and speed from positions. Such a course has the errors of these
/// positions: beside them it is no evidence, and a matcher that counts both is too sure. A measured course (of the
/// Doppler shift) is the tangent of the path: where the path turns, it differs from the bearing between two fixes
/// by half the turn. A computed one is equal to that bearing.
struct CourseOrigin {
    /// Fixes whose course is the bearing from the fix before, less those whose course is another one.
    private var arriving = 0
    /// The same for the bearing to the fix after.
    private var leaving = 0
    /// The last fix, its course, and the bearing to it from the fix before.
    private var last: (frame: LocalFrame, time: MonotonicTime, course: Degrees?, bearing: Degrees?)?

    /// So many more fixes with a computed course make all courses computed ones.
    private static let sure = 3
    /// More evidence does not count, so that another receiver is recognised as well.
    private static let most = 10
    /// A course that differs has this weight: by chance a measured course often lies near the bearing.
    private static let weightOfOther = 2
    /// The resolution of a course, degrees, and of positions, metres.
    private static let resolution = (course: 0.5, place: 0.2)
    /// The smallest turn, in resolutions, in which both kinds of course differ.
    private static let turns = 4.0

    /// Whether courses are computed from positions.
    var isComputed: Bool { max(arriving, leaving) >= Self.sure }

    /// Takes each fix, and returns it without course and speed where these are computed from positions.
    mutating func ingest(_ dated: DatedFix, _ parameters: MatchingParameters) -> DatedFix {
        observe(dated, parameters)
        guard isComputed, dated.fix.course != nil else { return dated }
        var fix = dated.fix
        fix.course = nil
        fix.speed = nil
        return DatedFix(fix, number: dated.number, time: dated.time)
    }

    /// Compares the courses of this fix and the last one with the bearing between both.
    private mutating func observe(_ dated: DatedFix, _ parameters: MatchingParameters) {
        guard let last, (dated.time - last.time).seconds <= parameters.noise.noiseSpan else {
            last = (dated.frame, dated.time, dated.fix.course, nil)
            return
        }
        let step = last.frame.project(dated.fix.place)
        guard step.length > Self.resolution.place else {
            self.last = (dated.frame, dated.time, dated.fix.course, nil)
            return
        }
        let bearing = step.bearing
        self.last = (dated.frame, dated.time, dated.fix.course, bearing)
        let tolerance =
            Self.resolution.course + Self.resolution.place / step.length * degreesPerRadian
        guard let before = last.bearing,
            bearing.turn(from: before).value.magnitude > Self.turns * tolerance
        else { return }
        Self.count(dated.fix.course, bearing, tolerance, in: &arriving)
        Self.count(last.course, bearing, tolerance, in: &leaving)
    }

    private static func count(
        _ course: Degrees?, _ bearing: Degrees, _ tolerance: Double, in count: inout Int
    ) {
        guard let course else { return }
        let isSame = course.turn(from: bearing).value.magnitude <= tolerance
        count += isSame ? 1 : -weightOfOther
        count = min(max(count, -most), most)
    }
}
