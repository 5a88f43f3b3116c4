import Quantities
import Recording
import RoadMap
import Supervision
import TextFiles

/// The file of a recording on a simulated disk, with the thread that writes it, in virtual time. It keeps what was
/// handed over, to compare it with what is read after the end.
final class SimulatedRecording: RecordingOutput {
    static let name = "drive.rec"

    private let disk: SimulatedDisk
    private let file: SimulatedDisk.File
    private let say: (String) -> Void
    private var queue = ChunkQueue()
    private var chunk: [UInt8]?
    private var busyUntil: MonotonicTime
    private var now: MonotonicTime
    /// All that was handed over.
    private var handedOver: [UInt8]
    /// The bytes that were written by a moment.
    private var written: [(time: MonotonicTime, count: Int)] = []
    private var isClean = false

    init(
        _ header: RecordingHeader, on disk: SimulatedDisk, at now: MonotonicTime,
        say: @escaping (String) -> Void
    ) throws(Failure) {
        self.disk = disk
        self.say = say
        self.now = now
        file = try disk.create()
        handedOver = header.encoded()
        busyUntil = now
        try disk.give(Self.name, to: file, at: &busyUntil)
        try writeAll(handedOver)
    }

    var byteCount: Int { handedOver.count }

    func take(from encoder: inout RecordingEncoder) -> ChunkQueue.Outcome {
        let outcome = queue.take(from: &encoder)
        work(to: now)
        return outcome
    }

    func close() { queue.close() }
    func close(with last: inout RecordingEncoder) { queue.close(with: &last) }

    func waitUntilWritten() {
        let end = now + .seconds(5)
        work(to: end)
        if !queue.hasEnded {
            say("\(Self.name): the disk did not take the end of the recording in time")
        }
    }

    /// Lets the thread write until a moment.
    func work(to now: MonotonicTime) {
        self.now = max(self.now, now)
        while !queue.hasEnded, busyUntil <= now {
            if let chunk { queue.noteWritten(chunk) }
            chunk = nil
            busyUntil = max(busyUntil, self.now)
            do throws(Failure) {
                switch queue.next() {
                case .wait: return
                case .write(let chunk):
                    self.chunk = chunk
                    handedOver += chunk
                    try writeAll(chunk)
                case .finish:
                    handedOver += RecordingEncoder.endChunk
                    try writeAll(RecordingEncoder.endChunk)
                    isClean = true
                    queue.end()
                }
            } catch {
                say("cannot write \(Self.name): \(error); the recording ends here")
                queue.end()
            }
        }
    }

    private func writeAll(_ bytes: [UInt8]) throws(Failure) {
        var done = 0
        let before = written.last?.count ?? 0
        while done < bytes.count {
            done += try disk.append(bytes[done...], to: file, at: &busyUntil)
        }
        written.append((busyUntil, before + bytes.count))
    }

    // MARK: After the end

    /// What is wrong with the file after a run; `nil` if nothing is: it reads as what was handed over, up to a place
    /// that is not before what the disk surely has.
    func problem(after end: StateWitness.End, at now: MonotonicTime) -> String? {
        let since =
            switch end {
            case .powerCut: now - (SimulatedDisk.writeBack + .seconds(1))
            case .killed: now
            case .stopped: now + .seconds(5)
            }
        let sure = written.last { $0.time <= since }?.count ?? 0
        guard let bytes = disk.content(of: Self.name) else {
            return sure == 0 ? nil : "the recording is gone"
        }
        if bytes.count > SimulatedState.recordLimit { return "\(bytes.count) bytes are too many" }
        var wanted = Events(Array(handedOver.prefix(max(sure, 0))))
        var whole = Events(handedOver)
        var read = Events(bytes)
        var count = 0
        while let event = read.next() {
            guard event == whole.next() else { return "record \(count) is another one" }
            _ = wanted.next()
            count += 1
        }
        if wanted.next() != nil { return "it ends after record \(count): \(read.ending)" }
        if end == .stopped, isClean, read.ending != "closed" {
            return "it was closed, and reads as \(read.ending)"
        }
        return nil
    }
}

/// The events of a recording up to its end, or to what is wrong with it.
private struct Events {
    private var reader: RecordingReader?
    /// How it ends.
    private(set) var ending = "closed"

    init(_ bytes: [UInt8]) {
        do { reader = try RecordingReader(MemoryBlockSource(bytes)) } catch { ending = "\(error)" }
    }

    mutating func next() -> RecordedEvent? {
        do { return try reader?.next() } catch {
            ending = "\(error)"
            return nil
        }
    }
}
