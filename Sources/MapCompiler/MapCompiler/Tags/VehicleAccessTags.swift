import RoadMap

extension VehicleAccess {
    /// The access restriction of each kind of vehicle in a direction; `nil` if the tags state none.
    /// The keys form a hierarchy, the most specific first
    /// (https://wiki.openstreetmap.org/wiki/Key:access#Transport_mode_restrictions). Without a tag,
    /// the right is unknown here, and on the road it is the right of the road's class.
    init?(stated tags: Tags, _ direction: Direction) {
        self.init()
        let motor: [TagKey] =
            direction == .forward
            ? [.motorVehicleForward, .motorVehicle, .vehicleForward, .vehicle, .accessForward]
            : [.motorVehicleBackward, .motorVehicle, .vehicleBackward, .vehicle, .accessBackward]
        let vehicle: [TagKey] =
            direction == .forward
            ? [.vehicleForward, .vehicle, .accessForward]
            : [.vehicleBackward, .vehicle, .accessBackward]
        self[.car] = CarAccess.stated(in: tags, direction)?.right ?? .unknown
        for (kind, keys) in [
            (Vehicle.truck, [.hgv] + motor + [.access]),
            (.bus, [.bus, .psv] + motor + [.access]),
            (.taxi, [.taxi, .psv] + motor + [.access]),
            (.delivery, [.goods] + motor + [.access]),
            (.emergency, [.emergency]),
            (.motorcycle, [.motorcycle] + motor + [.access]),
            (.bicycle, [.bicycle] + vehicle + [.access]),
            (.pedestrian, [.foot, .access]),
        ] as [(Vehicle, [TagKey])] {
            self[kind] = Self.right(of: kind, by: keys, in: tags)
        }
        if rawValue == 0 { return nil }
    }

    private static func right(
        of vehicle: Vehicle,
        by keys: [TagKey],
        in tags: Tags
    ) -> AccessRight {
        for key in keys {
            guard let value = tags[key], !value.contains("@") else { continue }
            let rights = value.listed.compactMap { AccessRight(tag: $0, of: vehicle) }
            if let best = rights.max(by: { $0.freedom < $1.freedom }) { return best }
        }
        return .unknown
    }
}

extension AccessRight {
    /// The access of a kind of vehicle in a value; `nil` if the value does not state it.
    fileprivate init?(tag value: Substring, of vehicle: VehicleAccess.Vehicle) {
        switch value {
        case "yes", "permissive", "designated", "official", "public", "discouraged": self = .open
        case "no", "agricultural", "forestry", "dismount", "use_sidepath": self = .closed
        // A value that names one kind of vehicle closes the road to the others.
        case "psv": self = vehicle == .bus || vehicle == .taxi ? .open : .closed
        case "bus": self = vehicle == .bus ? .open : .closed
        case "taxi": self = vehicle == .taxi ? .open : .closed
        case "emergency": self = vehicle == .emergency ? .open : .closed
        case "foot": self = vehicle == .pedestrian ? .open : .closed
        case "bicycle": self = vehicle == .bicycle ? .open : .closed
        case "delivery": self = vehicle == .delivery ? .open : .restricted
        case "", "unknown": return nil
        default: self = .restricted
        }
    }

    fileprivate var freedom: Int {
        switch self {
        case .unknown: 0
        case .closed: 1
        case .restricted: 2
        case .open: 3
        }
    }
}

extension CarAccess {
    /// The right that it is.
    var right: AccessRight {
        switch self {
        case .closed: .closed
        case .restricted: .restricted
        case .open: .open
        }
    }
}
