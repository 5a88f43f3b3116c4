import Geodesy
import RecordSorting
import RoadShape

/// The lines that continue a road: at its ends, and at junctions where it turns off and another
/// road continues one of its sides.
struct RoadContinuation: Sendable {
    /// The continuation of a road, or of the part of it on one side of a node.
    struct Joint: Sendable {
        /// The position of the node in the road.
        var position: Int
        /// Whether the road or the part starts there.
        var isStart: Bool
        /// The line to the node, or from it, in the road's direction.
        var neighbour: RoadCurvature.Neighbour
        /// Whether the continuation is a bridge or a tunnel.
        var isStructure: Bool

        /// The neighbour's line from the node on.
        var outward: [Coordinate] { isStart ? neighbour.line.reversed() : neighbour.line }
    }

    /// In the order of their positions.
    fileprivate(set) var joints: [Joint] = []

    /// The continuation of the part that starts or ends at a position; `nil` if it ends.
    func joint(at position: Int, isStart: Bool) -> Joint? {
        joints.first { $0.position == position && $0.isStart == isStart }
    }

    /// Whether another road continues one of the sides of a node.
    func isParted(at position: Int) -> Bool { joints.contains { $0.position == position } }

    /// The next position after a given one, at which another road continues a side.
    func parting(after position: Int) -> Int? {
        joints.first { $0.position > position }?.position
    }
}

/// The continuations of roads, in the order of the roads.
final class RoadContinuations {
    private let records: SortedRecords
    private var hasRecord: Bool

    init(_ records: SortedRecords) throws(MapCompileError) {
        self.records = records
        hasRecord = try records.advance()
    }

    /// The continuations of a road. The caller asks for roads in their order.
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
