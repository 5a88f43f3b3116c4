public import ADASISv2
public import Quantities

/// Where the vehicle is, or why that is not known.
public enum Whereabouts: Sendable, Hashable {
    /// On a path: ``ReconstructedTree/positions`` says where.
    case onPath
    /// In an area without map.
    case noMap
    /// Not on a road.
    case offRoad
    /// The position is not calibrated.
    case notCalibrated
    /// No POSITION came yet, or none for too long.
    case noPosition
}

/// A place where the vehicle may be.
public struct VehiclePosition: Sendable {
    /// The last POSITION.
    public let message: PositionMessage
    /// The offset in whole metres from the path's start, unwrapped.
    public let metres: Int
    /// When the message came.
    public let received: MonotonicTime

    /// The path.
    public var path: PathIndex { message.pathIndex }

    /// Where the vehicle is by now: the offset carried on by speed and age, as far as those are
    /// known. Reference §4, confidence A.
    public func offset(at time: MonotonicTime) -> Metres {
        let offset = Metres(Double(metres))
        guard let speed = message.speed.reading.value,
            let age = message.positionAge.reading.value
        else { return offset }
        return offset + Metres(speed.value * (age + (time - received)).seconds)
    }
}

/// The path tree as a client holds it.
public struct ReconstructedTree: Sendable {
    /// Where the vehicle is.
    public private(set) var whereabouts = Whereabouts.noPosition
    /// The candidates of the vehicle's place, 0 the best one.
    public private(set) var positions = [4 of VehiclePosition?](repeating: nil)
    /// Country, unit, versions; its counter is cleared.
    public private(set) var metaData: MetaDataMessage?
    /// The link that the car is on, from a provider without paths ("mini").
    public private(set) var currentLink: SegmentMessage?

    /// A record for each index, 8 first.
    private(set) var records: [ReconstructedPath]
    /// When the last POSITION of index 0 came; `nil` before the first and after too long.
    private(set) var lastPosition: MonotonicTime?
    /// When the last SEGMENT of the link that the vehicle is on came; `nil` where it is not known.
    private(set) var lastCurrentLink: MonotonicTime?

    init() {
        records = (8...63).map { ReconstructedPath(index: PathIndex(raw: $0)) }
    }

    /// The best place of the vehicle; `nil` where there is no horizon.
    public var vehicle: VehiclePosition? { positions[0] }

    /// The paths that the vehicle can reach or came from, by their index.
    public var paths: [ReconstructedPath] { records.filter { $0.isHeld && $0.isReachable } }

    /// The paths of which nothing says yet where they begin, by their index.
    public var pendingPaths: [ReconstructedPath] { records.filter { $0.isHeld && !$0.isReachable } }

    /// The path of an index, pending or not.
    public subscript(index: PathIndex) -> ReconstructedPath? {
        guard index.isNormal else { return nil }
        let record = records[Int(index.raw) - 8]
        return record.isHeld ? record : nil
    }

    /// The path that the vehicle is on.
    public var root: ReconstructedPath? { vehicle.flatMap { self[$0.path] } }

    /// The path that begins at a stub; `nil` where nothing of it is held.
    public func path(at stub: Placed<StubMessage>, of parent: ReconstructedPath)
        -> ReconstructedPath?
    {
        guard let path = self[stub.content.subPathIndex], path.parent == parent.index,
            path.stubMetres == stub.metres
        else { return nil }
        return path
    }
}

// What messages and time change. Each path changes itself.
extension ReconstructedTree {
    /// Changes the record of a path.
    mutating func change<Result>(
        _ slot: Int, _ change: (inout ReconstructedPath) throws(DropReason) -> Result
    ) throws(DropReason) -> Result {
        try change(&records[slot])
    }

    /// Changes the record of a path.
    mutating func change(_ slot: Int, _ change: (inout ReconstructedPath) -> Void) {
        change(&records[slot])
    }

    /// Takes a candidate of the vehicle's place, `nil` for none.
    mutating func setPosition(_ position: VehiclePosition?, of candidate: Int) {
        positions[candidate] = position
    }

    /// Takes where the vehicle is by a POSITION of index 0, at a time.
    mutating func setWhereabouts(_ whereabouts: Whereabouts, at time: MonotonicTime) {
        self.whereabouts = whereabouts
        lastPosition = time
    }

    /// Forgets where the vehicle is: no POSITION came for too long.
    mutating func forgetWhereabouts() {
        whereabouts = .noPosition
        lastPosition = nil
    }

    mutating func setMetaData(_ message: MetaDataMessage) { metaData = message }

    /// Takes the link that the vehicle is on.
    mutating func setCurrentLink(_ segment: SegmentMessage, at time: MonotonicTime) {
        currentLink = segment
        lastCurrentLink = time
    }

    /// Forgets the link that the vehicle is on.
    mutating func forgetCurrentLink() {
        currentLink = nil
        lastCurrentLink = nil
    }

    /// Forgets a path. What begins on it has no known beginning any more.
    mutating func release(_ slot: Int) {
        let index = records[slot].index
        records[slot].clear()
        for child in records.indices where records[child].parent == index {
            records[child].forgetBeginning()
        }
    }

    /// Gives everything up but META-DATA and the time of the last POSITION.
    mutating func clear() {
        for slot in records.indices { records[slot].clear() }
        for candidate in 0..<4 { positions[candidate] = nil }
        whereabouts = .noPosition
        forgetCurrentLink()
    }
}
