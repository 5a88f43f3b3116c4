import CANFrames

/// Splits the bytes of a text log into lines, whatever pieces they come in.
///
/// A line ends with LF or CRLF, the last one also with the log. The byte order mark of UTF-8 before the first line is
/// dropped. Of a line that is too long, the end is dropped.
final class TextLogLines {
    /// The most bytes of a line, without its end. No format has a line nearly as long; a file that is
    /// no text must not fill the memory.
    static let longest = 65_536

    /// The current line, without its end.
    private(set) var line: [UInt8] = []
    /// The current line's number, from 1.
    private(set) var number = 0
    /// Whether the current line was cut off.
    private(set) var isTooLong = false
    private var isComplete = true

    /// Reads up to the end of the next line. False where the bytes end before it.
    func next(in bytes: Span<UInt8>, from position: inout Int) -> Bool {
        if isComplete {
            line.removeAll(keepingCapacity: true)
            isTooLong = false
            isComplete = false
        }
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == 0x0A {
                complete()
                return true
            }
            // One byte more than the longest line: it may be the CR of the line's end.
            if line.count <= TextLogLines.longest {
                line.append(byte)
            } else {
                isTooLong = true
            }
        }
        return false
    }

    /// Completes the line that the end of the log has ended. False where there is none.
    func last() -> Bool {
        guard !isComplete, !line.isEmpty else { return false }
        complete()
        return true
    }

    private func complete() {
        isComplete = true
        number += 1
        if !isTooLong, line.last == 0x0D { line.removeLast() }
        if line.count > TextLogLines.longest { isTooLong = true }
        if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
}

/// An error in a line of a text log, with its column in bytes, from 1.
struct TextLogError: Error, Equatable {
    /// The error, as a sentence without a full stop.
    let message: String
    /// Where.
    let column: Int
}

/// A reader of a format of lines. A line is at most one frame.
protocol TextLogReader: BusLogReader {
    /// The lines read so far.
    var lines: TextLogLines { get }

    /// Reads a line: a frame, or nothing where the line is no frame and need not be one.
    mutating func read(_ line: Span<UInt8>) throws(TextLogError) -> LoggedFrame?

    /// Adds the item of a line. A reader that does not know the frame's time yet may hold it back.
    mutating func add(_ item: BusLogItem, to items: inout [BusLogItem])
}

extension TextLogReader {
    mutating func take(_ bytes: Span<UInt8>, into items: inout [BusLogItem]) {
        var position = 0
        while lines.next(in: bytes, from: &position) { readLine(into: &items) }
    }

    mutating func finish(into items: inout [BusLogItem]) {
        if lines.last() { readLine(into: &items) }
    }

    mutating func add(_ item: BusLogItem, to items: inout [BusLogItem]) {
        items.append(item)
    }

    /// Reads the current line and adds its item.
    mutating func readLine(into items: inout [BusLogItem]) {
        let number = lines.number
        guard !lines.isTooLong else {
            let longest = TextLogLines.longest
            let message = "expected a line of at most \(longest) bytes"
            add(.problem(message, at: .line(number, column: 1)), to: &items)
            return
        }
        let line = lines.line
        do throws(TextLogError) {
            guard let frame = try read(line.span) else { return }
            add(.frame(frame, at: .line(number, column: nil)), to: &items)
        } catch {
            add(.problem(error.message, at: .line(number, column: error.column)), to: &items)
        }
    }
}
