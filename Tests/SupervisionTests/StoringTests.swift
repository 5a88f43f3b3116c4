import Quantities
import Supervision
import Testing

@Suite struct StoringTests {
    @Test func newTurnsAreWrittenByOneThread() {
        var storing = Storing<UInt64>(stored: 5)
        #expect(storing.begin(5) == false)
        #expect(storing.begin(6) == true)
        #expect(storing.isBusy)
        #expect(storing.begin(7) == false)
        #expect(storing.end(nil) == nil)
        #expect(!storing.isBusy)
        #expect(!storing.lacks(6))
        #expect(storing.lacks(7))
        #expect(storing.begin(7) == true)
    }

    @Test func aFailureIsReportedOnceAndWrittenAgain() {
        var storing = Storing<UInt64>(stored: 0)
        #expect(storing.begin(1) == true)
        #expect(storing.end("no space left") == "no space left")
        #expect(storing.lacks(1))
        #expect(storing.begin(1) == true)
        #expect(storing.end("no space left") == nil)
        #expect(storing.begin(1) == true)
        #expect(storing.end(nil) == nil)
        #expect(storing.begin(2) == true)
        // After a success the same failure is news.
        #expect(storing.end("no space left") == "no space left")
    }
}

@Suite struct ChunkScheduleTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime {
        .zero + .milliseconds(milliseconds)
    }

    @Test func aChunkIsHandedOverByAgeOrSize() {
        var schedule = ChunkSchedule(limit: 10_000, longestChunk: 1000, written: 100, at: at(0))
        #expect(schedule.step(chunk: 20, hasRecords: true, at: at(999)) == .append)
        #expect(schedule.step(chunk: 20, hasRecords: true, at: at(1000)) == .handOver)
        // An empty chunk never is.
        #expect(schedule.step(chunk: 8, hasRecords: false, at: at(5000)) == .append)
        // Three quarters of 1000 bytes.
        #expect(schedule.step(chunk: 749, hasRecords: true, at: at(1)) == .append)
        #expect(schedule.step(chunk: 750, hasRecords: true, at: at(1)) == .handOver)
        schedule.noteHandedOver(750, at: at(900))
        #expect(schedule.step(chunk: 20, hasRecords: true, at: at(1899)) == .append)
        #expect(schedule.step(chunk: 20, hasRecords: true, at: at(1900)) == .handOver)
    }

    @Test func theRecordingEndsAtItsLimit() {
        var schedule = ChunkSchedule(limit: 2600, longestChunk: 1000, written: 100, at: at(0))
        #expect(schedule.step(chunk: 800, hasRecords: true, at: at(1)) == .handOver)
        schedule.noteHandedOver(800, at: at(1))
        // 900 + 700 + 1000 bytes are exactly the limit.
        #expect(schedule.step(chunk: 700, hasRecords: true, at: at(1001)) == .handOver)
        #expect(schedule.step(chunk: 750, hasRecords: true, at: at(2)) == .end)
    }
}
