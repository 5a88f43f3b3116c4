import Geodesy
import Positioning
import Quantities
import Testing

@testable import MapMatching

/// The numbers of fixes, and the time since the last accepted one.
@Suite struct FixSequenceTests {
    @Test func rejectedFixesCountButDoNotEndTheSilence() throws {
        let place = try #require(Coordinate(latitude: 48, longitude: 9))
        let fix = Fix(time: nil, place: place)
        var sequence = FixSequence()
        var silences: [Nanoseconds] = []
        for (seconds, isRejected) in [(10.0, false), (12, true), (15, false), (16, false)] {
            let dated = sequence.next(fix, at: .zero + .seconds(seconds))
            #expect(dated.number == sequence.count - 1)
            silences.append(
                isRejected ? sequence.silence(before: dated) : sequence.accept(dated))
        }
        #expect(sequence.count == 4)
        #expect(silences.dropFirst() == [.seconds(2), .seconds(5), .seconds(1)])
    }
}
