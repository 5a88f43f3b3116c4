public import CANFrames
public import Engine
public import Quantities
public import Recording

/// The file of a recording, which takes chunks without ever making the loop wait.
public protocol RecordingOutput {
    /// Takes an encoder's chunk in exchange for an empty one.
    func take(from encoder: inout RecordingEncoder) -> ChunkQueue.Outcome
    /// Lets the rest be written, and ends.
    func close()
    /// The same with an encoder's last chunk.
    func close(with last: inout RecordingEncoder)
    /// Waits until all is written, for some seconds at most.
    func waitUntilWritten()
}

/// Records what happens to the engine, as long as that goes well. It neither waits nor allocates.
/// ``ChunkSchedule`` decides when a chunk is written.
public struct EventRecorder<Output: RecordingOutput>: ~Copyable {
    private let path: String
    private let limit: Int
    private let file: Output
    /// Takes a line for people.
    private let say: (String) -> Void
    private var encoder: RecordingEncoder
    private var schedule: ChunkSchedule
    private var isOpen = true

    /// Begins a recording.
    /// - Parameters:
    ///   - file: The file, which has its header.
    ///   - path: Its path, for people.
    ///   - limit: The longest recording, bytes.
    ///   - say: Takes a line for people, without the program's name.
    public init(
        to file: Output, path: String, limit: Int, header: RecordingHeader,
        say: @escaping (String) -> Void
    ) {
        self.path = path
        self.limit = limit
        self.file = file
        self.say = say
        encoder = RecordingEncoder(start: header.start)
        schedule = ChunkSchedule(
            limit: limit, longestChunk: RecordingFormat.longestChunk,
            written: header.encoded().count, at: header.start)
    }

    /// Records an event, before the engine takes it.
    public mutating func note(_ event: EngineEvent, at time: MonotonicTime) {
        guard makeRoom(at: time) else { return }
        encoder.note(event, at: time)
    }

    /// Records that the engine was asked for a frame, and the frame that the kernel took.
    public mutating func noteAsked(at time: MonotonicTime, sent frame: CANFrame?) {
        guard makeRoom(at: time) else { return }
        if let frame {
            encoder.noteSent(frame, at: time)
        } else {
            encoder.noteAsked(at: time)
        }
    }

    /// Ends the recording in good order.
    public mutating func close() {
        guard isOpen else { return }
        isOpen = false
        file.close(with: &encoder)
        file.waitUntilWritten()
    }

    /// Hands the chunk over where it is time for it. Returns whether there is room for a record.
    private mutating func makeRoom(at time: MonotonicTime) -> Bool {
        guard isOpen else { return false }
        let count = encoder.byteCount
        switch schedule.step(chunk: count, hasRecords: encoder.hasRecords, at: time) {
        case .append: return true
        case .handOver: break
        case .end:
            end("it has reached daemon.record_limit_mib, \(limit >> 20) MiB, and ends here")
            return false
        }
        switch file.take(from: &encoder) {
        case .taken: schedule.noteHandedOver(count, at: time)
        case .ended: isOpen = false
        case .later where encoder.hasRoom: break
        case .later: end("the disk does not keep up; the recording ends here")
        }
        return isOpen
    }

    /// Ends the recording with a line. The chunk is lost; what was handed over is good.
    private mutating func end(_ reason: String) {
        isOpen = false
        say("\(path): \(reason)")
        file.close()
    }
}
