import ADASISv2
import CANFrames
import Foundation
import Testing

/// A candump log, read line by line, and the messages in it.
struct FrameLog {
    /// A message and when it went, in nanoseconds.
    struct Entry {
        let time: Int64
        let message: Message
    }

    private(set) var entries: [Entry] = []

    /// Reads a log in the layout `adasis`, in which everything has to be a message.
    init(_ text: String) throws {
        let layout = Layout(.adasis)
        for line in text.split(separator: "\n") {
            let logged = try LoggedFrame(parsing: String(line))
            guard case .data(let frame) = logged.content else {
                Issue.record("not a data frame: \(line)")
                continue
            }
            let message = try #require(try layout.decode(frame), "\(line)")
            entries.append(Entry(time: logged.nanoseconds, message: message))
        }
    }

    init(of outcome: Outcome) throws { try self.init(outcome.text) }

    /// The names of the mask for what is in it.
    var names: Set<String> {
        Set(
            entries.map { entry in
                switch entry.message {
                case .profileShort(let profile): "profile-short.\(profile.profileType.name)"
                case .profileLong(let profile): "profile-long.\(profile.profileType.name)"
                default: entry.message.kind.maskName
                }
            })
    }

    /// The POSITION messages.
    var positions: [PositionMessage] {
        entries.compactMap {
            if case .position(let position) = $0.message { position } else { nil }
        }
    }

    /// The POSITION messages on a path.
    var places: [PositionMessage] { positions.filter { $0.pathIndex.isNormal } }

    /// How many POSITIONs come after one moment and not after another, in nanoseconds.
    ///
    /// One goes each 100 ms, and fewer where the machine stops the daemon: their number is a time that does not grow on
    /// a busy machine.
    func positions(after begin: Int64, until end: Int64) -> Int {
        entries.count { $0.message.kind == .position && $0.time > begin && $0.time <= end }
    }

    /// How often a message's counter is not the one after that of the message of its kind before.
    var counterHoles: Int {
        var holes = 0
        var last: [MessageKind: CyclicCounter] = [:]
        for entry in entries {
            let counter = entry.message.cyclicCounter
            if let before = last[entry.message.kind], before.next != counter { holes += 1 }
            last[entry.message.kind] = counter
        }
        return holes
    }

    /// The longest time without a POSITION from the first message to the last, in milliseconds.
    var longestGap: Int64 {
        var times = entries.filter { $0.message.kind == .position }.map(\.time)
        guard let first = entries.first, let last = entries.last else { return .max }
        times = [first.time] + times + [last.time]
        return zip(times.dropFirst(), times).map { $0 - $1 }.max().map { $0 / 1_000_000 } ?? .max
    }
}
