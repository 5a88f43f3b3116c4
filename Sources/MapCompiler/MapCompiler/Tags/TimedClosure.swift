import RoadMap

/// A closure of a road for vehicles under conditions, such as at times.
struct TimedClosure: Hashable {
    var vehicles: TurnRestriction.Vehicles
    /// The vehicles of a more specific key.
    var exceptions: TurnRestriction.Vehicles
    /// Any of them is enough.
    var conditions: [Condition]
}

/// The keys of a closure, from the most general one on
/// (https://wiki.openstreetmap.org/wiki/Key:access).
private let closingKeys: [(key: TagKey, vehicles: TurnRestriction.Vehicles)] = [
    (.accessConditional, .all), (.vehicleConditional, .all),
    (.motorVehicleConditional, [.cars, .trucks, .buses, .taxis]), (.motorcarConditional, .cars),
    (.hgvConditional, .trucks),
]

/// The keys for each kind of vehicle without a condition, with their specificity.
private let plainKeys: [(vehicles: TurnRestriction.Vehicles, keys: [(TagKey, rank: Int)])] = [
    (.cars, [(.vehicle, 1), (.motorVehicle, 2), (.motorcar, 3)]),
    (.trucks, [(.vehicle, 1), (.motorVehicle, 2), (.hgv, 3)]),
    (.buses, [(.vehicle, 1), (.motorVehicle, 2), (.psv, 3), (.bus, 3)]),
    (.taxis, [(.vehicle, 1), (.motorVehicle, 2), (.psv, 3), (.taxi, 3)]),
    (.emergency, [(.emergency, 3)]),
]

/// Closures of one direction at times are not supported. A restriction names the forbidden way, and
/// the way has two directions.
private let unreadKeys: [TagKey] = [
    .onewayConditional, .accessForwardConditional, .accessBackwardConditional,
    .vehicleForwardConditional, .vehicleBackwardConditional, .motorVehicleForwardConditional,
    .motorVehicleBackwardConditional, .motorcarForwardConditional, .motorcarBackwardConditional,
]

/// The closures of a road, from the conditional forms of the access tags. Other conditions are
/// recorded as not understood, for example that a closed road is open at times, or exceptions for
/// some vehicles. Their plain forms hold all the time.
func timedClosures(_ tags: Tags, noting remarks: inout TagRemarks) -> [TimedClosure] {
    var found: [TimedClosure] = []
    for (rank, (key, vehicles)) in closingKeys.enumerated() {
        guard let value = tags[key] else { continue }
        guard let conditions = closingConditions(value) else {
            remarks.note("\(key.rawValue): not in the map", value)
            continue
        }
        var exceptions = TurnRestriction.Vehicles()
        for (kind, plain) in plainKeys
        where plain.contains(where: { $0.rank > rank && tags[$0.0] != nil }) {
            exceptions.formUnion(kind)
        }
        found.append(
            TimedClosure(
                vehicles: vehicles, exceptions: exceptions.intersection(vehicles),
                conditions: conditions))
    }
    for key in unreadKeys {
        if let value = tags[key] { remarks.note("\(key.rawValue): not in the map", value) }
    }
    return found
}

/// The conditions of a value that only closes a road; `nil` for any other value.
private func closingConditions(_ value: String) -> [Condition]? {
    var conditions: [Condition] = []
    for part in conditionalValues(value) {
        guard ["no", "agricultural", "forestry"].contains(part.value),
            let reading = part.reading, reading.vehicle == nil
        else { return nil }
        conditions += reading.conditions
    }
    return conditions.isEmpty ? nil : conditions
}
