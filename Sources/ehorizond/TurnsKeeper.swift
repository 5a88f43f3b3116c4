import Configuration
import Console
import Glibc
import Horizon
import LinuxLoop
import Quantities
import Synchronization

/// Keeps what the vehicle learns of turns in a file: now and then while it drives, since a control unit may
/// lose its power at any moment, and at the end. Disks block, so a thread of its own writes.
final class TurnsKeeper: Sendable {
    private struct State {
        var isWriting = false
        /// How many turns the file knows of; `nil` where it could not be written.
        var turns: UInt64?
        /// What the disk said last, told once.
        var problem: String?
    }

    /// So often at most they are written: no more than that is lost, and flash memory wears off by writing.
    static let interval = Nanoseconds.seconds(300)
    /// How long the disk may take at the end, ms.
    private static let closingTime = 5_000

    private let path: String
    private let state: Mutex<State>

    /// Keeps them in a file, in which those are that are known.
    init(path: String, known: LearnedTurns?) {
        self.path = path
        state = Mutex(State(turns: known?.turnCount ?? 0))
    }

    /// Reads a file. What cannot be used is a line and is set aside as `FILE.1`, and nothing is known.
    static func read(_ path: String) -> LearnedTurns? {
        do throws(Failure) {
            return try LearnedTurnsFile.read(path)
        } catch {
            let isKept = rename(path, path + ".1") == 0
            Program.say(
                "ehorizond: \(error); it is "
                    + (isKept ? "\(path).1 now" : "left as it is") + ", and learning begins anew")
            return nil
        }
    }

    /// Has them written where there are new ones: to be called each ``interval``. It never waits for the disk.
    func keep(_ turns: LearnedTurns?) {
        guard let turns else { return }
        let isDue = state.withLock { state in
            guard !state.isWriting, turns.turnCount != state.turns else { return false }
            (state.isWriting, state.turns) = (true, turns.turnCount)
            return true
        }
        guard isDue else { return }
        do throws(SystemError) {
            try startThread { [self] in write(turns) }
        } catch {
            end("\(path): \(error)")
        }
    }

    /// Writes them at the end, after what is just being written.
    func finish(_ turns: LearnedTurns?) {
        for _ in 0..<Self.closingTime where state.withLock({ $0.isWriting }) { usleep(1000) }
        guard let turns, state.withLock({ $0.turns != turns.turnCount }) else { return }
        write(turns)
    }

    private func write(_ turns: LearnedTurns) {
        do throws(Failure) {
            try LearnedTurnsFile.write(turns, to: path)
            end(nil)
        } catch {
            end(error.description)
        }
    }

    /// Notes what became of it. The same problem is told once.
    private func end(_ problem: String?) {
        let told = state.withLock { state in
            defer { state.problem = problem }
            state.isWriting = false
            if problem != nil { state.turns = nil }
            return state.problem
        }
        if let problem, problem != told { Program.say("ehorizond: \(problem)") }
    }
}
