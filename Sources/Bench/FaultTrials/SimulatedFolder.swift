import Engine
import Horizon
import Quantities
import Recording
import Supervision
import TextFiles

/// The daemon's own folder on a simulated disk.
struct SimulatedFolder: StateFolder {
    let disk: SimulatedDisk
    /// The moment of the start, at which it is read.
    let now: MonotonicTime

    func path(of name: String) -> String { "/state/\(name)" }

    func read(_ name: String, atMost most: Int) throws(Failure) -> [UInt8]? {
        guard let bytes = disk.content(of: name) else { return nil }
        guard bytes.count <= most else {
            throw Failure("\(path(of: name)): more than \(most) bytes")
        }
        return bytes
    }

    func setAside(_ name: String) -> Bool { disk.rename(name, to: name + ".1", at: now) }
}

/// A file on its way to its name on a simulated disk.
final class SimulatedNewFile: FileSteps {
    private let disk: SimulatedDisk
    private let name: String
    private let file: SimulatedDisk.File
    /// When the last step is over.
    private(set) var time: MonotonicTime

    init(_ name: String, on disk: SimulatedDisk, at now: MonotonicTime) throws(Failure) {
        self.disk = disk
        self.name = name
        file = try disk.create()
        time = now
    }

    func write(_ bytes: [UInt8], from start: Int) throws(Failure) -> Int {
        try disk.append(bytes[start...], to: file, at: &time)
    }

    func sync() throws(Failure) { try disk.sync(file, at: &time) }
    func replace() throws(Failure) { try disk.give(name, to: file, at: &time) }
    func syncFolder() throws(Failure) { try disk.syncFolder(at: &time) }
}

/// What writes values to a file on a simulated disk: the thread of the daemon's own, in virtual time.
final class SimulatedKeeper<Value, Key: StorageKey>: StateKeeper {
    private let name: String
    private let disk: SimulatedDisk
    private let key: (Value) -> Key
    private let bytes: (Value) -> [UInt8]
    private let note: (Value, StateWitness.Write) -> Void
    private let say: (String) -> Void
    private var storing: Storing<Key>
    private var underWay: (end: MonotonicTime, failure: String?)?

    init(
        _ name: String, on disk: SimulatedDisk, stored: Key?, key: @escaping (Value) -> Key,
        bytes: @escaping (Value) -> [UInt8],
        note: @escaping (Value, StateWitness.Write) -> Void, say: @escaping (String) -> Void
    ) {
        self.name = name
        self.disk = disk
        self.key = key
        self.bytes = bytes
        self.note = note
        self.say = say
        storing = Storing(stored: stored)
    }

    func store(_ value: Value, at now: MonotonicTime) -> Bool {
        settle(to: now)
        guard storing.begin(key(value)) else { return false }
        write(value, at: now)
        return true
    }

    func finish(_ value: Value?, at now: MonotonicTime) {
        // The end waits for the disk.
        let begin = max(now, underWay?.end ?? now)
        settle(to: begin)
        guard let value, storing.lacks(key(value)) else { return }
        write(value, at: begin)
        settle(to: underWay?.end ?? begin)
    }

    /// Takes note of the end of writing.
    func settle(to now: MonotonicTime) {
        guard let underWay, underWay.end <= now else { return }
        self.underWay = nil
        storing.end(underWay.failure).map(say)
    }

    private func write(_ value: Value, at now: MonotonicTime) {
        let bytes = bytes(value)
        var end = now
        var failure: String?
        do throws(Failure) {
            let file = try SimulatedNewFile(name, on: disk, at: now)
            defer { end = file.time }
            try file.write(bytes)
            try file.takeName(isDurable: true)
        } catch {
            failure = "cannot write \(name): \(error)"
        }
        underWay = (end, failure)
        note(value, StateWitness.Write(bytes: bytes, start: now, end: end, isDone: failure == nil))
    }
}
