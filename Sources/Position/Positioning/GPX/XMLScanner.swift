/// Cuts XML into its tags and the text before each of them, whatever they mean. It takes any bytes;
/// comments, declarations, processing instructions and CDATA are skipped.
///
/// Not covered, since GPX has no use for it: entities, and a `>` inside of a DTD. Nor is it a
/// parser of all XML, such as expat: those stop at the first error, as XML 1.0 (1.2, "fatal error")
/// has it. Of a recording that is broken in one place this scanner reads the rest, and reports the
/// place.
struct XMLScanner {
    /// The next part of the input.
    enum Piece {
        /// A tag; its bytes are in ``XMLScanner/tag``, without brackets.
        case tag
        /// The XML is broken here; the scan continues after it.
        case broken
    }

    private enum State {
        case text, tag, comment, characters
    }

    /// The longest tag, bytes.
    static let tagLimit = 1024
    /// The longest text that is kept, bytes: a number or a time.
    static let textLimit = 64

    private(set) var tag: [UInt8] = []
    /// The text before the tag, blanks around it left out; empty where it was too long.
    private(set) var text: [UInt8] = []
    /// The place of the last byte taken, counted from 1.
    private(set) var line = 1
    private(set) var column = 0
    private var state = State.text
    private var quote: UInt8?
    private var isTextTooLong = false
    private var hasTag = false
    /// The number of bytes so far of the end of a comment (`-->`) or CDATA (`]]>`).
    private var ending = 0

    /// Whether the input may not end here.
    var isInside: Bool { state != .text }

    /// The next tag of the chunk, from `index` on, which moves after it; `nil` where the rest of
    /// the chunk has none. The rest is kept.
    mutating func next(in chunk: Span<UInt8>, from index: inout Int) -> Piece? {
        if hasTag {
            hasTag = false
            text.removeAll(keepingCapacity: true)
            isTextTooLong = false
        }
        while index < chunk.count {
            let byte = chunk[index]
            index += 1
            column += 1
            if byte == 0x0A {
                line += 1
                column = 0
            }
            switch state {
            case .text: takeText(byte)
            case .tag: if let piece = takeTag(byte) { return piece }
            case .comment: pass(byte, UInt8(ascii: "-"))
            case .characters: pass(byte, UInt8(ascii: "]"))
            }
        }
        return nil
    }

    private mutating func takeText(_ byte: UInt8) {
        if byte == UInt8(ascii: "<") {
            state = .tag
            quote = nil
            tag.removeAll(keepingCapacity: true)
            while let last = text.last, last <= 0x20 { text.removeLast() }
            return
        }
        if isTextTooLong || (text.isEmpty && byte <= 0x20) { return }
        guard text.count < Self.textLimit else {
            isTextTooLong = true
            text.removeAll(keepingCapacity: true)
            return
        }
        text.append(byte)
    }

    private mutating func takeTag(_ byte: UInt8) -> Piece? {
        if let open = quote {
            if byte == open { quote = nil }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            quote = byte
        } else if byte == UInt8(ascii: ">") {
            state = .text
            hasTag = true
            return .tag
        } else if byte == UInt8(ascii: "<") {
            // The tag before has no end: this one may have.
            tag.removeAll(keepingCapacity: true)
            return .broken
        }
        guard tag.count < Self.tagLimit else {
            state = .text
            hasTag = true
            return .broken
        }
        tag.append(byte)
        if tag.count == 3, tag.span.holds("!--", at: 0..<3) {
            ending = 0
            state = .comment
        } else if tag.count == 8, tag.span.holds("![CDATA[", at: 0..<8) {
            ending = 0
            state = .characters
        }
        return nil
    }

    /// Skips a byte of a comment or CDATA.
    private mutating func pass(_ byte: UInt8, _ mark: UInt8) {
        if byte == mark {
            ending += 1
        } else {
            if byte == UInt8(ascii: ">"), ending >= 2 { state = .text }
            ending = 0
        }
    }
}

/// The kind and the name of a tag.
struct XMLTag {
    /// The range of its name, without the name space.
    let name: Range<Int>
    /// It opens an element.
    let isOpening: Bool
    /// It closes one; with `<a/>` it does both.
    let isClosing: Bool

    init(_ bytes: Span<UInt8>) {
        var start = 0
        let isEnd = bytes.count > 0 && bytes[0] == UInt8(ascii: "/")
        if isEnd { start = 1 }
        var end = start
        while end < bytes.count, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "/") {
            if bytes[end] == UInt8(ascii: ":") { start = end + 1 }
            end += 1
        }
        name = start..<end
        isOpening = !isEnd
        isClosing = isEnd || (bytes.count > 0 && bytes[bytes.count - 1] == UInt8(ascii: "/"))
    }

    /// The value of an attribute, `nil` where the tag has none of that name.
    func attribute(_ wanted: String, in bytes: Span<UInt8>) -> Range<Int>? {
        var index = name.upperBound
        while index < bytes.count {
            while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
            let start = index
            while index < bytes.count, bytes[index] > 0x20, bytes[index] != UInt8(ascii: "=") {
                index += 1
            }
            let key = start..<index
            while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
            guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
                if index == start { index += 1 }
                continue
            }
            index += 1
            while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
            guard index < bytes.count,
                bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'")
            else { continue }
            let quote = bytes[index]
            index += 1
            let first = index
            while index < bytes.count, bytes[index] != quote { index += 1 }
            guard index < bytes.count else { return nil }
            if bytes.holds(wanted, at: key) { return first..<index }
            index += 1
        }
        return nil
    }
}
