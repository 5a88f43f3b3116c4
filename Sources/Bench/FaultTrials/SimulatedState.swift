import Configuration
import Engine
import Horizon
import Quantities
import Recording
import RoadMap
import Supervision
import TextFiles

/// What a simulated daemon starts with.
struct SimulatedStart {
    let parameters: EngineParameters
    let configuration: LoadedSettings
    let interface: SimulatedInterface
    let isOwner: Bool
    let map: SimulatedMap
    /// The daemon's files; `nil` where it keeps none.
    let state: SimulatedState?
    let lines: SimulatedDaemon.LineBox
}

/// The files of a simulated daemon: what it knows at its start, and where it stores.
final class SimulatedState {
    let disk: SimulatedDisk
    private let records: Bool
    /// How the run before has ended.
    private var lastEnd = StateWitness.End.powerCut
    /// Takes note of the ends of writes.
    private(set) var settle: (MonotonicTime) -> Void = { _ in }

    /// The longest recording, bytes.
    static let recordLimit = 384 << 10

    init(_ disk: SimulatedDisk, records: Bool) {
        self.disk = disk
        self.records = records
    }

    /// What is stored.
    struct Known {
        let place: LastPlace?
        let turns: LearnedTurns?
    }

    /// Takes note of the end of a run.
    func noteEnd(_ end: StateWitness.End) { lastEnd = end }

    /// Reads what is stored, and compares it with what was.
    func read(
        on map: RoadMap, at now: MonotonicTime, _ lines: SimulatedDaemon.LineBox,
        _ witness: StateWitness
    ) -> Known {
        let identity = map.identity
        let folder = SimulatedFolder(disk: disk, now: now)
        var said: String?
        func say(_ line: String) {
            said = line
            lines.add(line)
        }
        func check(_ name: String, _ before: [UInt8]?, _ isRotten: Bool, _ used: [UInt8]?) {
            witness.noteStart(
                of: name, used: used, before: before, line: said, isRotten: isRotten,
                isSettled: lastEnd == .powerCut, at: now
            ) { bytes in
                guard name == StoredState.placeName else { return false }
                do throws(StoredPlaceError) {
                    _ = try LastPlace(bytes, on: identity)
                    return false
                } catch {
                    if case .otherMap = error { return true }
                    return false
                }
            }
            said = nil
        }
        var (name, before) = (StoredState.placeName, disk.content(of: StoredState.placeName))
        var isRotten = disk.isRotten(name)
        let place = StoredState.place(in: folder, on: map, say)
        check(name, before, isRotten, place?.bytes(on: identity))
        (name, before) = (StoredState.turnsName, disk.content(of: StoredState.turnsName))
        isRotten = disk.isRotten(name)
        let turns = StoredState.turns(in: folder, say)
        check(name, before, isRotten, turns?.bytes)
        return Known(place: place, turns: turns)
    }

    /// What is wrong with the files after an orderly end on a disk in order; `nil` if nothing is.
    func problem(after place: LastPlace?, on map: MapIdentity, _ turns: LearnedTurns?) -> String? {
        if let place, let bytes = disk.content(of: StoredState.placeName),
            !disk.isRotten(StoredState.placeName)
        {
            guard let stored = try? LastPlace(bytes, on: map), stored.isNear(place) else {
                return "last-place: it is not the place at the end"
            }
        }
        if let turns, let bytes = disk.content(of: StoredState.turnsName),
            !disk.isRotten(StoredState.turnsName), bytes != turns.bytes
        {
            return "learned-turns: they are not those at the end"
        }
        let isMissing =
            place != nil && disk.content(of: StoredState.placeName) == nil
            || (turns?.turnCount ?? 0) > 0 && disk.content(of: StoredState.turnsName) == nil
        return isMissing ? "a file is missing at the end" : nil
    }

    /// The header of a recording.
    static func header(
        of map: MapIdentity, _ turns: LearnedTurns?, at now: MonotonicTime
    ) -> RecordingHeader {
        RecordingHeader(
            start: now, startUTC: UTCTime(nanoseconds: 0), map: map, configuration: [],
            learnedTurns: turns?.bytes ?? [])
    }

    /// Begins a recording. If the disk refuses it, the daemon continues without a recording.
    func recording(
        of map: MapIdentity, turns: LearnedTurns?, at now: MonotonicTime,
        say: @escaping (String) -> Void
    ) -> SimulatedRecording? {
        guard records else { return nil }
        disk.remove(SimulatedRecording.name)
        do throws(Failure) {
            return try SimulatedRecording(
                Self.header(of: map, turns, at: now), on: disk, at: now, say: say)
        } catch {
            say("\(error); nothing is recorded")
            return nil
        }
    }

    /// Where the run stores.
    func store(
        _ known: Known?, on map: MapIdentity, at now: MonotonicTime,
        _ lines: SimulatedDaemon.LineBox, _ witness: StateWitness
    ) -> SimulatedStore? {
        let places = SimulatedKeeper<LocatedPlace, LocatedPlace>(
            StoredState.placeName, on: disk,
            stored: known?.place.map { LocatedPlace($0, on: map) }, key: { $0 },
            bytes: { $0.place.bytes(on: $0.map) }, note: witness.noteWrite, say: lines.add)
        let turns = SimulatedKeeper<LearnedTurns, UInt64>(
            StoredState.turnsName, on: disk, stored: known?.turns?.turnCount ?? 0,
            key: { $0.turnCount }, bytes: \.bytes,
            note: { witness.noteWrite(of: StoredState.turnsName, $1) }, say: lines.add)
        settle = {
            places.settle(to: $0)
            turns.settle(to: $0)
        }
        return SimulatedStore(places: places, turns: turns, start: now)
    }
}

/// What a simulated daemon stores of a run.
typealias SimulatedStore = StateStore<
    SimulatedKeeper<LocatedPlace, LocatedPlace>, SimulatedKeeper<LearnedTurns, UInt64>
>
