import Quantities
import Testing

@testable import Supervision

@Suite struct LineLimitTests {
    private func at(_ seconds: Int64) -> MonotonicTime { .zero + .milliseconds(seconds * 1000) }

    @Test func tenOfOneKindThenOneInTenSeconds() {
        var limit = LineLimit()
        var written: [String] = []
        for second in 0..<100 as Range<Int64> {
            if let line = limit.admit("block \(second) is damaged", at: at(second)) {
                written.append(line)
            }
        }
        #expect(written.count == 19)
        #expect(written[9] == "block 9 is damaged")
        #expect(written[10] == "block 10 is damaged")
        #expect(written[11] == "block 20 is damaged (9 earlier lines of this kind were suppressed)")
        // Another cause is not held up, and after a while all is as at first.
        #expect(limit.admit("can0 is down", at: at(100)) == "can0 is down")
        var again = 0
        for _ in 0..<20 where limit.admit("block 7 is damaged", at: at(1000)) != nil { again += 1 }
        #expect(again == 10)
    }

    @Test func manyCausesTakeNoMemory() {
        var limit = LineLimit()
        for number in 0..<1000 {
            let word = String(repeating: "x", count: number)
            #expect(limit.admit(word, at: at(Int64(number))) == word)
        }
    }

    /// A gpsd may name a new device in each line.
    @Test func everNewCausesHaveALimitTogether() {
        var limit = LineLimit()
        let names = "abcdefghijklmnopqrstuvwxyz"
        var written = 0
        for second in 0..<10 as Range<Int64> {
            for first in names {
                for other in names
                where limit.admit("\(first)\(other)\(Self.word(second))", at: at(second)) != nil {
                    written += 1
                }
            }
        }
        #expect(written == LineLimit.mostLines + 9)
    }

    /// Ever new names of devices do not hide what the bus does.
    @Test func aFloodOfNoticesHidesNoWarning() {
        var limit = LineLimit()
        for number in 0..<1000 as Range<Int64> {
            _ = limit.admit("gpsd: fixes come from \(Self.word(number))", at: at(1))
        }
        let line = "can0 is bus-off; no frame is sent until its controller has restarted"
        #expect(limit.admit(line, at: at(1)) == line)
        #expect(limit.admit("gpsd: fixes come from y", at: at(1)) == nil)
    }

    private static func word(_ number: Int64) -> String {
        String(repeating: "x", count: Int(number))
    }

    @Test func linesThatNobodyReadAreCounted() {
        var limit = LineLimit()
        #expect(limit.unreadLine == nil)
        limit.noteWritten(false)
        limit.noteWritten(false)
        #expect(limit.unreadLine == "2 lines were lost, because standard error was not read")
        limit.noteWritten(true)
        #expect(limit.unreadLine == nil)
    }
}
