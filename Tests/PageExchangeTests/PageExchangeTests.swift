import PageExchange
import Testing

@Suite struct PageExchangeTests {
    @Test func aRequestComesBackFromItsLine() throws {
        let request = PageRequest(
            17, "tree", [.init("at", "53.5,13.2"), .init("empty", ""), .init("sign", "a=b")])
        let line = try #require(request.line)
        let text = String(decoding: line, as: UTF8.self)
        #expect(text == "17 tree\tat=53.5,13.2\tempty=\tsign=a=b\n")
        #expect(PageRequest(line: String(decoding: line.dropLast(), as: UTF8.self)) == request)
        #expect(PageRequest(line: "0 ") == PageRequest(0, ""))
        #expect(request["at"] == "53.5,13.2" && request["other"] == nil)
    }

    @Test(arguments: ["", "x scene", "-1 scene", "7", "7 tree\tat"])
    func aLineThatIsNoRequestIsRefused(line: String) {
        #expect(PageRequest(line: line) == nil)
    }

    /// A line feed in a path would be a second request.
    @Test func controlCharactersAreRefused() {
        #expect(PageRequest(1, "scene\n2 tree").line == nil)
        #expect(PageRequest(1, "tree", [.init("at", "1\t2")]).line == nil)
        #expect(PageRequest(1, "tree", [.init("a\u{7F}", "")]).line == nil)
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func answersComeBackHoweverThePipeSplitsThem(size: Int) throws {
        let answers = [
            PageAnswer(type: "application/json", body: Array("{\"r\":1}\n\n".utf8)),
            PageAnswer(204),
            PageAnswer(type: "a/b", body: Array(repeating: 0x0A, count: 500), next: "scene/500"),
        ]
        let bytes = answers.enumerated().flatMap { $1.bytes(to: $0 + 1) }
        var reader = PageAnswerReader()
        var read: [PageAnswer] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.take(bytes[start..<min(start + size, bytes.count)])
            while let (number, answer) = try reader.next() {
                read.append(answer)
                #expect(number == read.count)
            }
        }
        #expect(read == answers)
    }

    @Test(arguments: [
        "1 200 5 text/plain\n", "x 200 5 a -\n", "1 99 5 a -\n", "1 200 -5 a -\n",
        "1 200 99999999999 a -\n",
    ])
    func whatIsNoAnswerIsAnError(line: String) {
        var reader = PageAnswerReader()
        reader.take(Array(line.utf8))
        #expect(throws: PageAnswerReader.Failure.self) { try reader.next() }
    }

    @Test func aLineWithoutAnEndIsAnError() {
        var reader = PageAnswerReader()
        reader.take(Array(repeating: 0x31, count: 5000))
        #expect(throws: PageAnswerReader.Failure.self) { try reader.next() }
    }
}
