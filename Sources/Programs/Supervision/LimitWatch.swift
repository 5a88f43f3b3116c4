import ADASISv2
public import Horizon
public import HorizonProvider
public import Quantities

/// Follows the speed limits that clients have received: which one holds where the vehicle is, and which lie ahead. It
/// decides what the log of limits has, and calls nothing of the system.
///
/// A limit holds on its path from its place to the next one, as a client reads SEGMENTs.
public struct LimitWatch: Sendable {
    /// What the log has a line for.
    public enum Event: Sendable, Hashable {
        /// Another limit holds where the vehicle is.
        case here
        /// A limit ahead was sent for the first time.
        case ahead
        /// The vehicle has driven on under the same limit.
        case driven
    }

    /// A line of the log.
    public struct Finding: Sendable {
        /// What has happened.
        public let event: Event
        /// The path; `nil` while the vehicle is on none.
        public let path: PathID?
        /// The place, from the start of the path.
        public let metres: Metres
        /// The distance from the vehicle to the place.
        public let distance: Metres
        /// The limit as it was sent; `nil` if none was sent.
        public let limit: TransmittedLimit?
    }

    private struct Entry: Sendable {
        let limit: TransmittedLimit
        let metres: Int
        var isLogged = false
    }

    /// A line is due after this distance under the same limit.
    public static let interval = Metres(50)
    /// The most limits that are followed.
    private static let most = 2048

    /// By path and place.
    private var entries: [Entry] = []
    private var last: Finding?
    /// The distance driven at the last line about the place of the vehicle.
    private var odometer = Metres.zero

    /// Nothing was sent.
    public init() {}

    /// Takes note of a limit that the kernel took.
    /// - Parameter vehicle: The place of the vehicle on the main path.
    public mutating func note(_ limit: TransmittedLimit, at vehicle: Metres) {
        let metres = limit.metres ?? Int(vehicle.value.rounded(.down))
        let index =
            entries.firstIndex { ($0.limit.path, $0.metres) >= (limit.path, metres) }
            ?? entries.count
        let isThere =
            index < entries.count && entries[index].limit.path == limit.path
            && entries[index].metres == metres
        guard isThere else {
            entries.insert(Entry(limit: limit, metres: metres), at: index)
            if entries.count > Self.most { entries.removeFirst() }
            return
        }
        let former = entries[index].limit
        guard former.limit != limit.limit || former.type != limit.type else { return }
        entries[index] = Entry(limit: limit, metres: metres)
    }

    /// Looks at a tick. Returns the lines that are due.
    /// - Parameter isOnPath: Whether POSITION reports the vehicle on the main path.
    public mutating func look(_ tree: PathTree, isOnPath: Bool) -> [Finding] {
        var findings: [Finding] = []
        guard isOnPath, let main = tree.mainID else {
            let none = Finding(
                event: .here, path: nil, metres: .zero, distance: .zero, limit: nil)
            if let last, last.path != nil { findings.append(none) }
            last = none
            return findings
        }
        let vehicle = tree.vehicleOffset
        let line = tree.line()
        entries.removeAll { entry in
            !line.contains { $0.path == entry.limit.path }
                && tree.index(of: entry.limit.path) == nil
        }
        let current = entries.lastIndex {
            // POSITION has whole metres.
            $0.limit.path == main && Double($0.metres) <= vehicle.value + 0.5
        }
        let here = Finding(
            event: .here, path: main, metres: vehicle, distance: .zero,
            limit: current.map { entries[$0].limit })
        let isOther =
            here.limit?.limit != last?.limit?.limit || here.limit?.type != last?.limit?.type
            || last?.path == nil
        if isOther {
            findings.append(here)
        } else if tree.odometer - odometer >= Self.interval {
            findings.append(
                Finding(
                    event: .driven, path: main, metres: vehicle, distance: .zero, limit: here.limit)
            )
        }
        if !findings.isEmpty { odometer = tree.odometer }
        last = here
        if let current {
            entries[current].isLogged = true
            // Those behind it hold nowhere ahead.
            let first = entries.firstIndex { $0.limit.path == main } ?? current
            entries.removeSubrange(first..<current)
        }
        for stretch in line {
            for index in entries.indices
            where !entries[index].isLogged && entries[index].limit.path == stretch.path {
                let metres = Metres(Double(entries[index].metres))
                let distance = stretch.startDistance + metres
                guard distance > .zero, metres <= stretch.to.metres else { continue }
                entries[index].isLogged = true
                findings.append(
                    Finding(
                        event: .ahead, path: stretch.path, metres: metres, distance: distance,
                        limit: entries[index].limit))
            }
        }
        return findings
    }
}
