import ADASISv2
import Engine
import Horizon
import HorizonReconstructor
public import Quantities

/// Looks, once a second, at the roads that leave the main path ahead: whether a client knows each of
/// them, and whether it has an index.
public struct IndexGauge: Sendable {
    /// How far ahead is looked.
    public let distance: Metres
    /// How many roads were looked at, each once a second.
    public private(set) var looks = 0
    /// How often one of them had no index.
    public private(set) var withoutIndex = 0
    /// How often one of them, or its index, was unknown to a client of whom the provider assumed that it had
    /// everything.
    public private(set) var notReported = 0
    /// How often one of them was still to be reported a second after the fix that brought it within
    /// sight: what the client has read from the wire does not say its index yet.
    public private(set) var onTheWay = 0
    /// In how many seconds the provider had everything sent.
    public private(set) var completeSeconds = 0
    /// How many seconds were looked at.
    public private(set) var seconds = 0
    /// The most indexes that a client held at once.
    public private(set) var mostPaths = 0
    /// Where the first roads without an index were seen.
    public private(set) var firstSeen: [MonotonicTime] = []
    /// Where the first roads that were still on their way were seen.
    public private(set) var firstOnTheWay: [MonotonicTime] = []

    /// A gauge that looks so far.
    public init(distance: Metres = Metres(500)) { self.distance = distance }

    /// Looks at a drive at a moment.
    public mutating func look(at drive: WatchedDrive, _ time: MonotonicTime) {
        guard let main = drive.engine.tree.mainPath, let root = drive.client.tree.root else {
            return
        }
        seconds += 1
        mostPaths = max(mostPaths, drive.client.tree.paths.count)
        let isComplete = drive.engine.isComplete
        if isComplete { completeSeconds += 1 }
        for path in drive.engine.tree.paths {
            guard let branch = path.branch, branch.parent == main.id,
                path.startDistance > .zero, path.startDistance.metres < distance
            else { continue }
            looks += 1
            guard let index = drive.engine.pathIndex(of: path.id) else {
                withoutIndex += 1
                if firstSeen.count < 20 { firstSeen.append(time) }
                continue
            }
            let isKnown = root.stubs.items.contains {
                abs(Double($0.metres) - branch.offset.metres.value) <= 1
                    && $0.content.subPathIndex == index
            }
            if !isKnown {
                if isComplete {
                    notReported += 1
                } else {
                    onTheWay += 1
                    if firstOnTheWay.count < 20 { firstOnTheWay.append(time) }
                }
            }
        }
    }

    /// Adds what another gauge saw.
    public mutating func add(_ other: IndexGauge) {
        looks += other.looks
        withoutIndex += other.withoutIndex
        notReported += other.notReported
        onTheWay += other.onTheWay
        completeSeconds += other.completeSeconds
        seconds += other.seconds
        mostPaths = max(mostPaths, other.mostPaths)
    }
}
