import Geodesy
import Quantities

/// The enforcement of speed limits, as a relation states it
/// (https://wiki.openstreetmap.org/wiki/Relation:enforcement).
struct StatedEnforcement: Hashable {
    /// The cameras.
    var devices: [Int64]
    /// The nodes that the checked vehicles come from and drive to.
    var from: [Int64]
    var to: [Int64]

    /// The content of a relation; `nil` if it is not an enforcement relation for speed limits.
    init?(_ members: [RelationMember], _ tags: Tags) {
        guard tags[.enforcement] == "maxspeed" else { return nil }
        func nodes(_ role: String) -> [Int64] {
            members.filter { $0.isNode && $0.role == role }.map(\.id)
        }
        devices = nodes("device")
        from = nodes("from")
        to = nodes("to")
    }
}

/// The places of the members of enforcement relations.
struct EnforcementPlaces {
    private let stated: [StatedEnforcement]
    private let wanted: Set<Int64>
    /// The cameras.
    let devices: Set<Int64>
    private var places: [Int64: Coordinate] = [:]

    init(_ stated: [StatedEnforcement]) {
        self.stated = stated
        devices = Set(stated.flatMap(\.devices))
        wanted = Set(stated.flatMap { $0.devices + $0.from + $0.to })
    }

    /// Whether a relation names a node.
    func wants(_ id: Int64) -> Bool { !wanted.isEmpty && wanted.contains(id) }

    /// Adds a node if a relation names it. Of several nodes with one id, the first counts.
    mutating func take(_ id: Int64, at place: Coordinate) {
        if wants(id), places[id] == nil { places[id] = place }
    }

    /// Each camera with the driving direction of the checked vehicles, degrees; `nil` if the relation does
    /// not state it.
    var cameras: [(place: Coordinate, heading: Double?)] {
        stated.flatMap { relation in
            let from = relation.from.compactMap { places[$0] }.first
            let to = relation.to.compactMap { places[$0] }.first
            return relation.devices.compactMap { places[$0] }.map { device in
                (device, heading(from ?? device, to ?? device))
            }
        }
    }

    /// The number of relations without a camera at a known place.
    var incomplete: Int {
        stated.count { relation in !relation.devices.contains { places[$0] != nil } }
    }

    private func heading(_ from: Coordinate, _ to: Coordinate) -> Double? {
        let vector = LocalFrame(around: from).project(to)
        return vector.lengthSquared > 0 ? vector.bearing.value : nil
    }
}
