/// An answer to a ``PageRequest``: a line and as many bytes as it says, on a pipe.
///
/// The line is `NUMBER STATUS LENGTH TYPE NEXT`. `NEXT` is the path of the request that gets the continuation, `-` at the
/// end. So a browser that reads slowly is sent no more than it asked for.
public struct PageAnswer: Sendable, Hashable {
    /// The status of HTTP.
    public var status: Int
    /// The type of the content, as HTTP names it, without spaces.
    public var type: String
    /// The content.
    public var body: [UInt8]
    /// The path of the continuation; `nil` at the end.
    public var next: String?

    /// An answer.
    public init(
        _ status: Int = 200, type: String = "text/plain", body: [UInt8] = [], next: String? = nil
    ) {
        self.status = status
        self.type = type
        self.body = body
        self.next = next
    }

    /// The bytes for the pipe.
    public func bytes(to number: Int) -> [UInt8] {
        Array("\(number) \(status) \(body.count) \(type) \(next ?? "-")\n".utf8) + body
    }
}

/// Reads answers from the bytes of a pipe, as they arrive.
public struct PageAnswerReader: Sendable {
    /// What the pipe brought is no answer.
    public struct Failure: Error, Sendable, Hashable {}

    /// The longest line, and the longest content, bytes.
    private static let longest = (line: 4096, body: 1 << 30)
    private var buffer: [UInt8] = []
    private var begin = 0
    private var open: (number: Int, answer: PageAnswer, length: Int)?

    /// A reader at the begin of a pipe.
    public init() {}

    /// Takes the next bytes.
    public mutating func take(_ bytes: some Sequence<UInt8>) { buffer.append(contentsOf: bytes) }

    /// The next whole answer and the number of its request; `nil` while it is not complete.
    public mutating func next() throws(Failure) -> (number: Int, answer: PageAnswer)? {
        if open == nil {
            guard let end = buffer[begin...].firstIndex(of: 0x0A) else {
                guard buffer.count - begin <= Self.longest.line else { throw Failure() }
                return nil
            }
            open = try Self.head(buffer[begin..<end])
            begin = end + 1
        }
        guard let (number, head, length) = open, buffer.count - begin >= length else { return nil }
        var answer = head
        answer.body = Array(buffer[begin..<begin + length])
        begin += length
        open = nil
        if begin > 1 << 16 || begin == buffer.count {
            buffer.removeFirst(begin)
            begin = 0
        }
        return (number, answer)
    }

    private static func head(
        _ line: ArraySlice<UInt8>
    ) throws(Failure) -> (number: Int, answer: PageAnswer, length: Int) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count == 5, let number = Int(words[0]), let status = Int(words[1]),
            (100...599).contains(status), let length = Int(words[2]),
            (0...longest.body).contains(length)
        else { throw Failure() }
        let answer = PageAnswer(
            status, type: String(words[3]), next: words[4] == "-" ? nil : String(words[4]))
        return (number, answer, length)
    }
}
