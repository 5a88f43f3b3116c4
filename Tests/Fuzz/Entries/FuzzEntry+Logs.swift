import BusLogs
import CANFrames
import LogSketch

extension FuzzEntry {
    /// Bytes as a bus log of any format: its items do not depend on the pieces, each problem is one line with a
    /// place, and the frames come back from each format that is written.
    static func log(_ bytes: [UInt8]) -> String? {
        let whole = items(bytes, pieces: bytes.count)
        // Single bytes of a long log take too long.
        let sizes = bytes.count < 1024 ? [1, 7] : [97, 1001]
        for size in sizes where items(bytes, pieces: size) != whole {
            return "in pieces of \(size) bytes it is something else"
        }
        var frames: [LoggedFrame] = []
        for item in whole {
            switch item {
            case .frame(let frame, _): frames.append(frame)
            case .problem(let problem, let place):
                if problem.isEmpty || problem.contains("\n") { return "no line: \(problem)" }
                if let wrong = wrongPlace(place) { return "\(wrong): \(problem)" }
            }
        }
        return ["log.log", "log.asc", "log.blf", "log.pcapng"].lazy
            .compactMap { roundTrip(frames, $0) }.first
    }

    private static func wrongPlace(_ place: BusLogPlace) -> String? {
        switch place {
        case .line(let line, let column):
            line < 1 || column.map { $0 < 1 } ?? false ? "no place of a text: \(place)" : nil
        case .byte(let byte): byte < 0 ? "no place of a file: \(place)" : nil
        }
    }

    private static func items(_ bytes: [UInt8], pieces size: Int) -> [BusLogItem] {
        var log = BusLog()
        return log.items(of: bytes, pieces: size)
    }

    /// Writes the frames to a log of this name, and reads them again.
    private static func roundTrip(_ frames: [LoggedFrame], _ name: String) -> String? {
        var output = BusLogOutput(named: name)
        var bytes: [UInt8] = []
        for frame in frames { output.write(frame, to: &bytes) }
        output.finish(to: &bytes)
        if let header = output.header { bytes.replaceSubrange(..<header.count, with: header) }
        let again = items(bytes, pieces: 1 << 16)
        guard again.count == frames.count else {
            return "\(name): \(frames.count) frames are written, \(again.count) items read"
        }
        for (sent, item) in zip(frames, again) {
            guard case .frame(let read, _) = item else { return "\(name): \(item)" }
            guard isSame(read.content, sent.content) else {
                return "\(name): \(sent.text) is read as \(read.text)"
            }
        }
        return nil
    }

    /// Whether the contents are the same. ASC and TRC have no details of an error frame.
    private static func isSame(_ left: LoggedFrame.Content, _ right: LoggedFrame.Content) -> Bool {
        if case (.error, .error) = (left, right) { return true }
        return left == right
    }
}
