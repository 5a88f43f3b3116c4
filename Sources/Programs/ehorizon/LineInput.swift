import CLibrary
import TextFiles

/// The lines of a file or of standard input, as they arrive, for example from a live `candump -L`.
final class LineInput {
    /// The path, or `standard input`, as messages name it.
    let name: String
    private let descriptor: Int32

    /// The longest line in bytes. The rest of a longer line is skipped.
    private static let longestLine = 1 << 16

    /// Opens a file; `-` is standard input.
    init(_ path: String) throws(Failure) {
        name = path == "-" ? "standard input" : path
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure("cannot open \(path): \(systemErrorText())")
        }
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// Calls `line` with each line, without its line feed, and its number from 1. Calls `pause` when no more
    /// input is available at the moment.
    func forEach(
        line: (Span<UInt8>, Int) throws(Failure) -> Void,
        pause: () throws(Failure) -> Void
    ) throws(Failure) {
        var buffer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var number = 0
        var isOverlong = false
        while true {
            let count = chunk.withUnsafeMutableBytes {
                CLibrary.read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure("cannot read \(name): \(systemErrorText())")
            }
            if count == 0 { break }
            buffer.append(contentsOf: chunk[..<count])
            var start = 0
            while let end = lineEnd(buffer, from: start) {
                let isWhole = buffer[end] == 0x0A
                if !isOverlong {
                    number += 1
                    try line(buffer.span.extracting(start..<end), number)
                }
                isOverlong = !isWhole
                start = isWhole ? end + 1 : end
            }
            buffer.removeSubrange(..<start)
            try pause()
        }
        if !buffer.isEmpty, !isOverlong { try line(buffer.span, number + 1) }
        try pause()
    }

    private func lineEnd(_ buffer: [UInt8], from start: Int) -> Int? {
        let limit = start + Self.longestLine
        var place = start
        while place < buffer.count {
            if buffer[place] == 0x0A || place == limit { return place }
            place += 1
        }
        return nil
    }
}
