import Foundation
import Geodesy
import Positioning
import Quantities
import Testing

@testable import MapMatching

/// Courses that are computed from positions against measured ones, on a circle of 50 m with a fix a second.
@Suite struct CourseOriginTests {
    private static let radius = 50.0
    private static let degreesPerSecond = 12.0

    /// What the course of a fix is.
    enum Course: CaseIterable {
        case tangent, fromTheFixBefore, toTheFixAfter
    }

    private func place(_ second: Double) throws -> Coordinate {
        let origin = try #require(Coordinate(latitude: 48, longitude: 9))
        let angle = second * Self.degreesPerSecond * .pi / 180
        return try #require(
            LocalFrame(around: origin).unproject(
                PlanarVector(x: Self.radius * sin(angle), y: Self.radius * cos(angle))))
    }

    private func fix(_ second: Int, _ course: Course) throws -> DatedFix {
        let now = try place(Double(second))
        let other = try place(Double(second) + (course == .toTheFixAfter ? 1 : -1))
        let ahead = LocalFrame(around: now).project(other).bearing
        // A clockwise circle whose top is passed eastwards.
        let degrees =
            switch course {
            case .tangent: Degrees(90 + Self.degreesPerSecond * Double(second))
            case .fromTheFixBefore: Degrees(ahead.value + 180)
            case .toTheFixAfter: ahead
            }
        let wrapped = Degrees(degrees.value.truncatingRemainder(dividingBy: 360))
        return DatedFix(
            Fix(time: nil, place: now, course: wrapped, speed: MetresPerSecond(10)),
            number: second, time: .zero + .milliseconds(Int64(second) * 1000))
    }

    @Test(arguments: Course.allCases) func aComputedCourseIsDropped(course: Course) throws {
        var origin = CourseOrigin()
        var kept: [Bool] = []
        for second in 0..<20 {
            let fix = try origin.ingest(fix(second, course), MatchingParameters()).fix
            #expect((fix.course == nil) == (fix.speed == nil))
            kept.append(fix.course != nil)
        }
        #expect(kept[..<4].allSatisfy { $0 })
        #expect(kept[8...].allSatisfy { $0 == (course == .tangent) })
    }

    /// Another receiver, or one that now measures, is recognised within some fixes.
    @Test func aMeasuredCourseCountsAgain() throws {
        var origin = CourseOrigin()
        for second in 0..<60 {
            _ = try origin.ingest(fix(second, .fromTheFixBefore), MatchingParameters())
        }
        #expect(origin.isComputed)
        for second in 60..<70 {
            _ = try origin.ingest(fix(second, .tangent), MatchingParameters())
        }
        #expect(!origin.isComputed)
    }

    /// On a straight road both kinds of course are the same, and nothing is known.
    @Test func aStraightRoadShowsNothing() throws {
        let start = try #require(Coordinate(latitude: 48, longitude: 9))
        var origin = CourseOrigin()
        for second in 0..<100 {
            let place = try #require(
                LocalFrame(around: start).unproject(PlanarVector(x: 10 * Double(second), y: 0)))
            let fix = Fix(
                time: nil, place: place, course: Degrees(90), speed: MetresPerSecond(10))
            let dated = DatedFix(
                fix, number: second, time: .zero + .milliseconds(Int64(second) * 1000))
            #expect(origin.ingest(dated, MatchingParameters()).fix.course != nil)
        }
        #expect(!origin.isComputed)
    }
}
