import Geodesy
import RecordSorting
import RoadShape

/// The lines that a road goes on in: at its ends, and at junctions where it turns off and another road
/// goes on as one of its sides.
struct RoadContinuation: Sendable {
    /// What a road, or the part of it on one side of a node, goes on in.
    struct Joint: Sendable {
        /// The position of the node in the road.
        var position: Int
        /// Whether the road or the part starts there.
        var isStart: Bool
        /// What leads to the node, or on from it, in the road's direction.
        var neighbour: RoadCurvature.Neighbour
        /// Whether that is a bridge or a tunnel.
        var isStructure: Bool

        /// The neighbour's line from the node on.
        var outward: [Coordinate] { isStart ? neighbour.line.reversed() : neighbour.line }
    }

    /// In the order of their positions.
    fileprivate(set) var joints: [Joint] = []

    /// What the part that starts or ends at a position goes on in; `nil` where it ends.
    func joint(at position: Int, isStart: Bool) -> Joint? {
        joints.first { $0.position == position && $0.isStart == isStart }
    }

    /// Whether one of the sides of a node goes on in another road.
    func isParted(at position: Int) -> Bool { joints.contains { $0.position == position } }

    /// The next position behind one at which a side goes on in another road.
    func parting(after position: Int) -> Int? {
        joints.first { $0.position > position }?.position
    }
}

/// The lines that roads go on in, in the order of the roads.
final class RoadContinuations {
    private let records: SortedRecords
    private var hasRecord: Bool

    init(_ records: SortedRecords) throws(MapCompileError) {
        self.records = records
        hasRecord = try records.advance()
    }

    /// Those of a road. Roads are asked for in their order.
    func of(_ road: Int) throws(MapCompileError) -> RoadContinuation {
        var found = RoadContinuation()
        while hasRecord, records.key >> 32 <= UInt64(road) {
            if records.key >> 32 == UInt64(road) {
                var bytes = records.bytes
                let isStructure = bytes.u8() != 0
                let line = bytes.line()
                let outward =
                    bytes.count > 0
                    ? RoadCurvature.Junction(curvature: bytes.f64(), error: bytes.f64()) : nil
                let isStart = records.key & 1 == 0
                found.joints.append(
                    RoadContinuation.Joint(
                        position: Int(records.key & 0xFFFF_FFFF) >> 1,
                        isStart: isStart,
                        neighbour: isStart
                            ? .init(line.reversed(), outward?.reversed) : .init(line, outward),
                        isStructure: isStructure))
            }
            hasRecord = try records.advance()
        }
        return found
    }
}
