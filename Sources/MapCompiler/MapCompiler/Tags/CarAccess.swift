import RoadMap

/// Whether a car may drive a road, by OpenStreetMap's access tags.
///
/// The keys form a hierarchy, and the most specific one that is tagged decides: `motorcar`,
/// `motor_vehicle`, `vehicle`, `access`, each before its general form with `:forward` or `:backward`
/// (https://wiki.openstreetmap.org/wiki/Key:access).
enum CarAccess: Int, Comparable {
    /// No car drives here.
    case closed
    /// Cars drive here, but only with a reason: the tag says private, destination, customers, …
    case restricted
    /// Any car may drive here.
    case open

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    private static let forwardKeys: [TagKey] = [
        .motorcarForward, .motorcar, .motorVehicleForward, .motorVehicle, .vehicleForward,
        .vehicle, .accessForward, .access,
    ]
    private static let backwardKeys: [TagKey] = [
        .motorcarBackward, .motorcar, .motorVehicleBackward, .motorVehicle, .vehicleBackward,
        .vehicle, .accessBackward, .access,
    ]

    /// The access in a direction; `nil` if the tags do not state it.
    static func stated(in tags: Tags, _ direction: Direction) -> CarAccess? {
        for key in direction == .forward ? forwardKeys : backwardKeys {
            if let value = tags[key], let access = CarAccess(value) { return access }
        }
        return nil
    }

    /// Whether the tags name cars themselves, not only by `access` or `vehicle`.
    static func namesCars(in tags: Tags) -> Bool {
        for key in [TagKey.motorcar, .motorVehicle] {
            if let value = tags[key], let access = CarAccess(value) { return access != .closed }
        }
        return false
    }

    /// Whether buses or taxis may drive where cars may not.
    static func admitsPublicTransport(_ tags: Tags) -> Bool {
        [TagKey.psv, .bus, .taxi].contains { key in
            tags[key] == "yes" || tags[key] == "designated"
        } || ["psv", "bus"].contains { tags[.access] == $0 || tags[.motorVehicle] == $0 }
    }

    /// The meaning of a value; `nil` if it has none. Of a list the most permissive part counts.
    init?(_ value: String) {
        // A condition that is wrongly in the plain key has no meaning for the rest of the time.
        if value.contains("@") { return nil }
        let best = value.listed.compactMap { CarAccess(single: $0) }.max()
        guard let best else { return nil }
        self = best
    }

    private init?(single value: Substring) {
        switch value {
        case "yes", "permissive", "designated", "official", "public", "discouraged":
            self = .open
        case "no", "agricultural", "forestry", "psv", "bus", "taxi", "emergency", "foot",
            "bicycle", "dismount", "use_sidepath":
            self = .closed
        case "", "unknown": return nil
        // private, destination, customers, delivery, permit, residents, military, … and any other
        // value of a mapper: some vehicles drive there, not all.
        default: self = .restricted
        }
    }
}
