import CANFrames
import LogSketch

@testable import BusLogs

extension MDF4TestFile {
    /// What the reader makes of bytes that come in pieces of a size: lines, and problems.
    static func read(_ bytes: [UInt8], pieces: Int = 1000) -> (lines: [String], problems: [String])
    {
        var reader = MDF4Reader()
        var items: [BusLogItem] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            let piece = Array(bytes[start..<min(start + pieces, bytes.count)])
            reader.take(piece.span, into: &items)
        }
        reader.finish(into: &items)
        var lines: [String] = []
        var problems: [String] = []
        for item in items {
            switch item {
            case .frame(let frame, at: _): lines.append(frame.text)
            case .problem(let text, at: let place): problems.append("\(place): \(text)")
            }
        }
        return (lines, problems)
    }
}
