import Quantities
import RandomNumbers
import TextFiles

/// A disk with one folder, in virtual time. A step takes its time and is done at its end. What no sync has confirmed
/// may be lost or torn where power is cut; where only the daemon ends, nothing is lost that the kernel has.
///
/// Files only grow, so what the disk surely has of one is a number of bytes.
final class SimulatedDisk {
    /// A file, whatever its name is.
    typealias File = Int

    private enum Step {
        case append(File, [UInt8])
        case sync(File)
        case name(File, String)
        case rename(String, to: String)
        case syncFolder
    }

    private struct Pending {
        let start: MonotonicTime
        let end: MonotonicTime
        let step: Step
    }

    /// How the part of a file that no sync has confirmed looks after a power cut.
    private enum Tear: CaseIterable { case short, zeros, holes }

    private var random: SplitMix64
    private var files = 0
    /// The content as the kernel has it.
    private var contents: [File: [UInt8]] = [:]
    private var names: [String: File] = [:]
    /// The bytes that the disk surely has.
    private var synced: [File: Int] = [:]
    private var syncedNames: [String: File] = [:]
    /// The changes of names since, in their order.
    private var folderSteps: [(time: MonotonicTime, step: Step)] = []
    /// The content since, which the kernel writes by and by.
    private var dirty: [(time: MonotonicTime, file: File, count: Int)] = []
    private var pending: [Pending] = []
    private var rotten: Set<File> = []
    /// The faults of now.
    var faults: Set<Fault> = []

    /// The kernel writes what is older than this without being asked.
    static let writeBack = Nanoseconds.seconds(35)
    /// The journal of the file system is written as often.
    private static let journal = Nanoseconds.seconds(10)

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// All that it holds.
    var byteCount: Int { contents.reduce(0) { $0 + $1.value.count } }

    // MARK: Steps

    /// Makes a file without a name.
    func create() throws(Failure) -> File {
        try fail()
        files += 1
        contents[files] = []
        synced[files] = 0
        return files
    }

    /// Appends bytes, perhaps not all of them. Returns their number.
    func append(
        _ bytes: ArraySlice<UInt8>, to file: File, at time: inout MonotonicTime
    ) throws(Failure) -> Int {
        try fail()
        if faults.contains(.diskFull) {
            // A few bytes find room.
            let count = Int.random(in: 0...min(bytes.count, 40), using: &random)
            begin(.append(file, Array(bytes.prefix(count))), at: &time)
            throw Failure("No space left on device")
        }
        let isShort = bytes.count > 1 && Int.random(in: 0..<10, using: &random) == 0
        let count = isShort ? Int.random(in: 1..<bytes.count, using: &random) : bytes.count
        begin(.append(file, Array(bytes.prefix(count))), at: &time)
        return count
    }

    /// Confirms the content of a file.
    func sync(_ file: File, at time: inout MonotonicTime) throws(Failure) {
        try fail()
        begin(.sync(file), at: &time)
    }

    /// Gives a file a name, in the place of the one that has it.
    func give(_ name: String, to file: File, at time: inout MonotonicTime) throws(Failure) {
        try fail()
        begin(.name(file, name), at: &time)
    }

    /// Confirms the names.
    func syncFolder(at time: inout MonotonicTime) throws(Failure) {
        try fail()
        begin(.syncFolder, at: &time)
    }

    /// Renames a file, at once. Returns whether there is one.
    func rename(_ name: String, to other: String, at now: MonotonicTime) -> Bool {
        guard names[name] != nil, !faults.contains(.diskErrors) else { return false }
        apply(.rename(name, to: other), at: now)
        return true
    }

    private func fail() throws(Failure) {
        guard faults.contains(.diskErrors), Int.random(in: 0..<4, using: &random) == 0 else {
            return
        }
        throw Failure("Input/output error")
    }

    private func begin(_ step: Step, at time: inout MonotonicTime) {
        let longest: Int64 =
            switch step {
            case .sync, .syncFolder: 50_000
            default: 1_000
            }
        let slow: Int64 = faults.contains(.slowDisk) ? 100 : 1
        let start = time
        time = time + Nanoseconds(Int64.random(in: 10...longest, using: &random) * slow * 1000)
        pending.append(Pending(start: start, end: time, step: step))
    }

    /// Does what is over by now.
    func settle(to now: MonotonicTime) {
        if pending.contains(where: { $0.end <= now }) {
            let done = pending.filter { $0.end <= now }.sorted { $0.end < $1.end }
            pending.removeAll { $0.end <= now }
            for step in done { apply(step.step, at: step.end) }
            forgetFiles()
        }
        while let first = dirty.first, now - first.time > Self.writeBack {
            synced[first.file] = max(synced[first.file] ?? 0, first.count)
            dirty.removeFirst()
        }
        while let first = folderSteps.first, now - first.time > Self.journal {
            Self.change(&syncedNames, by: first.step)
            folderSteps.removeFirst()
        }
    }

    private func apply(_ step: Step, at time: MonotonicTime) {
        switch step {
        case .append(let file, let bytes):
            contents[file, default: []] += bytes
            dirty.append((time, file, contents[file, default: []].count))
        case .sync(let file): synced[file] = contents[file, default: []].count
        case .name, .rename:
            Self.change(&names, by: step)
            folderSteps.append((time, step))
        case .syncFolder:
            syncedNames = names
            folderSteps.removeAll()
        }
    }

    private static func change(_ names: inout [String: File], by step: Step) {
        switch step {
        case .name(let file, let name): names[name] = file
        case .rename(let name, let other):
            names[other] = names[name]
            names[name] = nil
        default: break
        }
    }

    /// Forgets what no name leads to any more.
    private func forgetFiles() {
        guard pending.isEmpty else { return }
        var kept = Set(names.values).union(syncedNames.values)
        for step in folderSteps { if case .name(let file, _) = step.step { kept.insert(file) } }
        for file in contents.keys where !kept.contains(file) && file != files {
            contents[file] = nil
            synced[file] = nil
        }
        dirty.removeAll { contents[$0.file] == nil }
    }

    // MARK: Ends

    /// The daemon ends at once. Of the steps that are under way some are done, some half.
    func kill(at now: MonotonicTime) {
        settle(to: now)
        for step in pending where step.start <= now {
            guard Bool.random(using: &random) else { continue }
            guard case .append(let file, let bytes) = step.step else {
                apply(step.step, at: now)
                continue
            }
            let count = Int.random(in: 0...bytes.count, using: &random)
            apply(.append(file, Array(bytes.prefix(count))), at: now)
        }
        pending.removeAll()
    }

    /// Power is cut: of what no sync has confirmed, a part is there, and not as it was.
    func cut(at now: MonotonicTime) {
        kill(at: now)
        var survivors = syncedNames
        let count = Int.random(in: 0...folderSteps.count, using: &random)
        for step in folderSteps.prefix(count) { Self.change(&survivors, by: step.step) }
        names = survivors
        syncedNames = survivors
        folderSteps.removeAll()
        dirty.removeAll()
        for (file, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            let torn = torn(bytes, from: min(synced[file] ?? 0, bytes.count))
            contents[file] = torn
            synced[file] = torn.count
        }
        forgetFiles()
    }

    private func torn(_ bytes: [UInt8], from start: Int) -> [UInt8] {
        guard start < bytes.count else { return bytes }
        var bytes = bytes
        let place = Int.random(in: start...bytes.count, using: &random)
        switch Tear.allCases.randomElement(using: &random) ?? .short {
        case .short: bytes.removeSubrange(place...)
        case .zeros: for index in place..<bytes.count { bytes[index] = 0 }
        case .holes:
            for page in stride(from: start, to: bytes.count, by: 512)
            where Bool.random(using: &random) {
                for index in page..<min(page + 512, bytes.count) { bytes[index] = 0 }
            }
        }
        return bytes
    }

    // MARK: Content

    /// The content of a name; `nil` where there is no such file.
    func content(of name: String) -> [UInt8]? { names[name].map { contents[$0, default: []] } }

    /// Whether a bit of it was flipped.
    func isRotten(_ name: String) -> Bool { names[name].map(rotten.contains) ?? false }

    /// Flips a bit of a file.
    func flipBit(of name: String) {
        guard let file = names[name], let count = contents[file]?.count, count > 0 else { return }
        let place = Int.random(in: 0..<count, using: &random)
        contents[file]?[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        rotten.insert(file)
    }

    /// Removes a file, for good.
    func remove(_ name: String) {
        names[name] = nil
        syncedNames[name] = nil
        folderSteps.removeAll { if case .name(_, name) = $0.step { true } else { false } }
        forgetFiles()
    }
}
