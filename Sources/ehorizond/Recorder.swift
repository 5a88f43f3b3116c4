import CANFrames
import Console
import Engine
import Quantities
import Recording

/// Records what happens to the engine, as long as that goes well. It neither waits nor allocates.
struct Recorder: ~Copyable {
    private let path: String
    private let file: RecordingFile
    private let limit: Int
    private var encoder: RecordingEncoder
    private var isOpen = true
    private var bytes: Int
    private var lastHandOver: MonotonicTime

    /// A chunk this full is handed over; what is left is for when the file is just being written.
    private static let fullChunk = 3 * RecordingFormat.longestChunk / 4
    /// A chunk this old is handed over, so that little is lost with the process.
    private static let longestDelay = Nanoseconds.milliseconds(1000)

    /// Begins a recording of at most so many bytes.
    init(path: String, limit: Int, header: RecordingHeader) throws {
        self.path = path
        self.limit = limit
        file = try RecordingFile(path: path, header: header)
        encoder = RecordingEncoder(start: header.start)
        bytes = header.encoded().count
        lastHandOver = header.start
    }

    /// Notes an event, before the engine is told of it.
    mutating func note(_ event: EngineEvent, at time: MonotonicTime) {
        guard makeRoom(at: time) else { return }
        encoder.note(event, at: time)
    }

    /// Notes that the engine was asked for a frame, and which one the bus took.
    mutating func noteAsked(at time: MonotonicTime, sent frame: CANFrame?) {
        guard makeRoom(at: time) else { return }
        if let frame {
            encoder.noteSent(frame, at: time)
        } else {
            encoder.noteAsked(at: time)
        }
    }

    /// Ends the recording in good order.
    mutating func close() {
        guard isOpen else { return }
        isOpen = false
        // The thread never holds the lock for long.
        for _ in 0..<1000 where encoder.hasRecords {
            guard case .later = file.take(from: &encoder) else { break }
        }
        file.close()
        file.waitUntilWritten()
    }

    /// Hands the chunk over where it is time for it. Says whether there is room for a record.
    private mutating func makeRoom(at time: MonotonicTime) -> Bool {
        guard isOpen else { return false }
        let isFull = encoder.byteCount >= Self.fullChunk
        let isOld = encoder.hasRecords && time - lastHandOver >= Self.longestDelay
        guard isFull || isOld else { return true }
        let count = encoder.byteCount
        if bytes + count + RecordingFormat.longestChunk > limit {
            end("it has reached daemon.record_limit_mib, \(limit >> 20) MiB, and ends here")
            return false
        }
        switch file.take(from: &encoder) {
        case .taken:
            bytes += count
            lastHandOver = time
        case .ended: isOpen = false
        case .later where encoder.hasRoom: break
        case .later: end("the disk does not keep up; the recording ends here")
        }
        return isOpen
    }

    /// Ends it with a line. What is in the chunk is lost; what was handed over is good.
    private mutating func end(_ reason: String) {
        isOpen = false
        Program.say("ehorizond: \(path): \(reason)")
        file.close()
    }
}
