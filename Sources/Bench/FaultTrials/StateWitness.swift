import Engine
import Quantities
import Recording
import RoadMap
import Supervision

/// Knows what each file of the daemon may hold at its next start: what the last write that was confirmed has
/// written, or a write that began after it. Anything else is wrong.
final class StateWitness {
    /// A write of a file.
    struct Write {
        /// What was written; `nil` where the file was taken away.
        let bytes: [UInt8]?
        /// When it began.
        let start: MonotonicTime
        /// When the disk has confirmed it.
        let end: MonotonicTime
        /// Whether it has.
        let isDone: Bool
    }

    /// How a run ends.
    enum End: Hashable { case powerCut, killed, stopped }

    private var writes: [String: [Write]] = [:]
    /// The last place that the engine has reported.
    private var truth: (place: LastPlace, map: MapIdentity)?
    /// What is wrong, since the last look.
    private(set) var problems: [String] = []

    func removeProblems() { problems.removeAll() }

    /// Takes note of the engine's place at a tick.
    func note(_ place: LastPlace?, on map: MapIdentity) {
        if let place { truth = (place, map) }
    }

    /// Takes note of a place that is written.
    func noteWrite(_ located: LocatedPlace, _ write: Write) {
        noteWrite(of: StoredState.placeName, write)
        guard let truth else { return problems.append("a place that nobody has reported") }
        guard located.map == truth.map else {
            return problems.append("a place of one map is stored as that of another")
        }
        switch (located.place, truth.place) {
        case (.unknown, _), (.offRoad, .offRoad): break
        case (.onRoad(let stored, _, _), .onRoad(let place, _, _)) where stored == place: break
        default: problems.append("\(located.place) is stored, \(truth.place) was the place")
        }
    }

    /// Takes note of a file that is written.
    func noteWrite(of name: String, _ write: Write) { writes[name, default: []].append(write) }

    /// Takes note of the end of a run: writes that are not over are not confirmed.
    func noteEnd(at now: MonotonicTime) {
        truth = nil
        for (name, list) in writes {
            writes[name] = list.compactMap { write in
                if write.end <= now { return write }
                return write.start > now
                    ? nil : Write(bytes: write.bytes, start: write.start, end: now, isDone: false)
            }
        }
    }

    /// Takes note of a file at the start of a run.
    /// - Parameters:
    ///   - used: What the run uses of it, as bytes; `nil` if it uses nothing.
    ///   - before: What the file held before the start; `nil` where there was none.
    ///   - line: The line that people read about it.
    ///   - isRotten: Whether a bit of it was flipped.
    ///   - isForeign: Whether bytes are those of another map.
    ///   - isSettled: Whether nothing of it can be lost any more.
    func noteStart(
        of name: String, used: [UInt8]?, before: [UInt8]?, line: String?, isRotten: Bool,
        isSettled: Bool, at now: MonotonicTime, isForeign: ([UInt8]) -> Bool
    ) {
        var possible = writes[name] ?? []
        if let last = possible.lastIndex(where: \.isDone) {
            possible.removeFirst(last)
        } else {
            possible.insert(Write(bytes: nil, start: .zero, end: .zero, isDone: true), at: 0)
        }
        let known = possible.map(\.bytes)
        if isSettled { possible = [Write(bytes: before, start: now, end: now, isDone: true)] }
        // A file with a line is renamed, which the disk need not have yet.
        if line != nil { possible.append(Write(bytes: nil, start: now, end: now, isDone: false)) }
        writes[name] = possible
        if let used {
            if line != nil { problems.append("\(name): it is used, with a line that it is not") }
            if !known.contains(used) { problems.append("\(name): it is none that was stored") }
        } else if line == nil {
            if !known.contains(nil) { problems.append("\(name): nothing is used, without a line") }
        } else if !isRotten, !known.contains(where: { $0.map(isForeign) ?? false }) {
            problems.append(line ?? name)
        }
    }
}
