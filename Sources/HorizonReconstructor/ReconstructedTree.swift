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
    public internal(set) var metres: Int
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
    public internal(set) var whereabouts = Whereabouts.noPosition
    /// The candidates of the vehicle's place, 0 the best one.
    public internal(set) var positions = [4 of VehiclePosition?](repeating: nil)
    /// Country, unit, versions; its counter is cleared.
    public internal(set) var metaData: MetaDataMessage?
    /// The link that the car is on, from a provider without paths ("mini").
    public internal(set) var currentLink: SegmentMessage?

    /// A record for each index, 8 first.
    var records: [ReconstructedPath]

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
