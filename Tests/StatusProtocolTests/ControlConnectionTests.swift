import Quantities
import Testing

@testable import StatusProtocol

@Suite("A connection to the control socket")
struct ControlConnectionTests {
    private let start = MonotonicTime.zero
    private func connection() -> ControlConnection { ControlConnection(user: 1, at: start) }

    @Test("Lines come whole, in pieces of any size")
    func lines() {
        var connection = connection()
        for byte in Array("ab\n\ncd".utf8) { connection.receive([byte]) }
        #expect(connection.nextLine(at: start) == .line(Array("ab".utf8)))
        #expect(connection.hasLine)
        #expect(connection.nextLine(at: start) == .line([]))
        #expect(connection.nextLine(at: start) == nil)
        #expect(!connection.hasLine)
        connection.receive([0x0A])
        #expect(connection.nextLine(at: start) == .line(Array("cd".utf8)))
    }

    @Test("A line that is too long is noticed before it ends")
    func longLine() {
        var connection = connection()
        connection.receive(repeatElement(0x20, count: ControlRequest.longestLine))
        #expect(connection.nextLine(at: start) == nil)
        connection.receive([0x20])
        #expect(connection.nextLine(at: start) == .tooLong)
        var exact = self.connection()
        exact.receive(repeatElement(0x20, count: ControlRequest.longestLine))
        exact.receive([0x0A])
        #expect(
            exact.nextLine(at: start)
                == .line(Array(repeating: 0x20, count: ControlRequest.longestLine)))
    }

    @Test("A tree counts as unread until the client has taken all of it")
    func unreadTree() {
        var connection = connection()
        connection.answer([1, 2, 3])
        #expect(!connection.hasUnreadTree)
        connection.noteSent(3, at: start)
        connection.answer([1, 2, 3], isTree: true)
        connection.noteSent(2, at: start)
        #expect(connection.hasUnreadTree)
        connection.noteSent(1, at: start)
        #expect(!connection.hasUnreadTree)
    }

    @Test("A tree is refused, and not made, while another one waits and where it is too large")
    func refusedTree() throws {
        let request = try ControlRequest(parsing: Array(#"{"request":"tree","id":"7"}"#.utf8))
        func answer(links: Int, isWaiting: Bool = false) -> (text: String, isMade: Bool) {
            var isMade = false
            let line = ControlAnswer.tree(request, links: links, isWaiting: isWaiting) {
                isMade = true
                return TreeReport(map: "1234")
            }
            return (String(decoding: line, as: UTF8.self), isMade)
        }
        let largest = answer(links: TreeReport.mostLinks)
        #expect(largest.isMade && largest.text.contains(#""id":"7","ok":true,"map":"1234""#))
        let larger = answer(links: TreeReport.mostLinks + 1)
        #expect(!larger.isMade)
        #expect(larger.text.contains(#""ok":false,"error":"the tree has 8193 links; at most 8192"#))
        let waiting = answer(links: 1, isWaiting: true)
        #expect(!waiting.isMade)
        #expect(waiting.text.contains(#""ok":false,"error":"another client has not read its tree"#))
    }

    @Test("A client that does not take its answer is not read")
    func backPressure() {
        var connection = connection()
        connection.receive(Array("a\nb\n".utf8))
        _ = connection.nextLine(at: start)
        connection.answer([1, 2, 3])
        #expect(!connection.reads)
        #expect(!connection.hasLine)
        #expect(connection.nextLine(at: start) == nil)
        connection.noteSent(2, at: start)
        #expect(Array(connection.waiting) == [3])
        #expect(connection.nextLine(at: start) == nil)
        connection.noteSent(1, at: start)
        #expect(connection.nextLine(at: start) == .line(Array("b".utf8)))
    }

    @Test(
        "A client who writes without a pause and takes all answers is read no faster than he is answered"
    )
    func pipelining() {
        var connection = connection()
        let piece = Array(String(repeating: #"{"request":"status"}"# + "\n", count: 200).utf8)
        var most = 0
        for _ in 0..<1000 {
            if connection.reads { connection.receive(piece) }
            most = max(most, connection.waitingInput)
            #expect(connection.nextLine(at: start) != nil)
            connection.answer([1])
            connection.noteSent(1, at: start)
        }
        #expect(most <= ControlRequest.longestLine + piece.count)
    }

    @Test("A subscriber that takes nothing for a while is disconnected")
    func deafSubscriber() {
        var client = connection()
        client.subscribe(to: [.bus])
        let (later, patience) = (start + .seconds(1000), ControlConnection.patience)
        #expect(!client.isOver(at: later))
        client.add([1, 2], of: .bus, at: later)
        client.add([3], of: .bus, at: later + .seconds(20))
        #expect(!client.isOver(at: later + patience + .milliseconds(-1)))
        #expect(client.isOver(at: later + patience))
        client.noteSent(1, at: later + .seconds(20))
        #expect(!client.isOver(at: later + patience))
        client.noteSent(2, at: later + .seconds(21))
        #expect(!client.isOver(at: later + .seconds(1000)))
    }

    @Test("A subscriber that does not read loses events, and learns their number")
    func lostEvents() {
        var connection = connection()
        #expect(connection.add([0x61, 0x0A], of: .bus, at: .zero) == true)
        #expect(!connection.hasOutput)
        connection.subscribe(to: [.bus])
        let event = [UInt8](repeating: 0x61, count: 1000)
        var added = 0
        while connection.add(event, of: .bus, at: .zero) { added += 1 }
        #expect(added == ControlConnection.mostWaiting / 1000)
        #expect(connection.add(event, of: .bus, at: .zero) == false)
        #expect(connection.lost == 2)
        #expect(connection.waiting.count <= ControlConnection.mostWaiting)
        connection.noteSent(10_000, at: start)
        #expect(connection.add(event, of: .bus, at: .zero) == true)
        let note = #"{"version":1,"event":"lost","count":2}"# + "\n"
        #expect(
            Array(connection.waiting.suffix(1000 + note.utf8.count).prefix(note.utf8.count))
                == Array(note.utf8))
        // The number of lost events comes once.
        #expect(connection.add(event, of: .bus, at: .zero) == true)
        #expect(!String(decoding: connection.waiting.suffix(1500), as: UTF8.self).contains("lost"))
    }

    @Test("A silent client is disconnected, a subscriber is not")
    func patience() {
        var client = connection()
        let later = start + ControlConnection.patience
        #expect(!client.isOver(at: later + .milliseconds(-1)))
        #expect(client.isOver(at: later))
        client.subscribe(to: [.bus])
        #expect(!client.isOver(at: later))
        client.receive(Array("a\n".utf8))
        client.noteEndOfInput()
        #expect(!client.reads)
        #expect(!client.isOver(at: start))
        #expect(client.nextLine(at: start) != nil)
        client.answer([1])
        #expect(!client.isOver(at: start))
        client.noteSent(1, at: start)
        #expect(client.isOver(at: start))
    }

    @Test("After a line that is too long, the answer is still sent")
    func ending() {
        var client = connection()
        client.end(with: [1, 2])
        #expect(!client.reads)
        #expect(!client.isOver(at: start))
        client.noteSent(2, at: start)
        #expect(client.isOver(at: start))
    }

    @Test("The place comes once a second, and at once with another state")
    func schedule() {
        var schedule = EventSchedule()
        let road = StatusReport.Place("on-road")
        func names(_ place: StatusReport.Place, _ bus: String, _ milliseconds: Int64)
            -> [ControlEventKind?]
        {
            schedule.look(place, "can0", bus, at: start + .milliseconds(milliseconds)).map(\.kind)
        }
        #expect(names(road, "open", 0) == [.bus, .place])
        #expect(names(road, "open", 900).isEmpty)
        #expect(names(road, "open", 1000) == [.place])
        #expect(names(StatusReport.Place("off-road"), "open", 1100) == [.place])
        #expect(names(StatusReport.Place("off-road"), "down", 1200) == [.bus])
    }
}
