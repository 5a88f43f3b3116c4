/// The OpenStreetMap tag keys that the compiler reads; the raw value is the key. A key that ends in
/// `*` stands for all keys with this beginning that are not in the list. Its values are
/// `rest-of-the-key=value`. A way is read only if it has one of ``required``, which come first. A
/// relation is read only if it has one of ``requiredOfRelations``.
enum TagKey: String, CaseIterable {
    case highway, route
    case landuse, amenity, place
    case restriction
    case restrictionOther = "restriction:*"
    case adminLevel = "admin_level"
    case enforcement
    case boundary, timezone
    case isoCountry = "ISO3166-1"
    case isoCountryAlpha2 = "ISO3166-1:alpha2"
    case isoRegion = "ISO3166-2"
    case except
    case dayOn = "day_on"
    case dayOff = "day_off"
    case hourOn = "hour_on"
    case hourOff = "hour_off"
    case barrier, crossing, railway, direction
    case trafficSignalsDirection = "traffic_signals:direction"
    case trafficCalming = "traffic_calming"
    case trafficSign = "traffic_sign"
    case trafficSignDirection = "traffic_sign:direction"
    case trafficSignForward = "traffic_sign:forward"
    case trafficSignBackward = "traffic_sign:backward"
    case junction, oneway
    case onewayMotorcar = "oneway:motorcar"
    case onewayMotorVehicle = "oneway:motor_vehicle"
    case onewayVehicle = "oneway:vehicle"
    case area, service, tracktype, surface, motorroad, name, ref, layer, tunnel, bridge, lanes
    case nameOther = "name:*"
    case internationalRef = "int_ref"
    case covered, toll
    case tollTrucks = "toll:hgv"
    case priorityRoad = "priority_road"
    case turnLanes = "turn:lanes"
    case turnLanesForward = "turn:lanes:forward"
    case turnLanesBackward = "turn:lanes:backward"
    case frontageRoad = "frontage_road"
    case sideRoad = "side_road"
    case lanesForward = "lanes:forward"
    case lanesBackward = "lanes:backward"
    case lanesBothWays = "lanes:both_ways"
    case dualCarriageway = "dual_carriageway"
    case maxspeed
    case maxspeedOther = "maxspeed:*"
    case maxspeedType = "maxspeed:type"
    case sourceMaxspeed = "source:maxspeed"
    case sourceMaxspeedOther = "source:maxspeed:*"
    case zoneMaxspeed = "zone:maxspeed"
    case zoneTraffic = "zone:traffic"
    case access
    case accessForward = "access:forward"
    case accessBackward = "access:backward"
    case vehicle
    case vehicleForward = "vehicle:forward"
    case vehicleBackward = "vehicle:backward"
    case motorVehicle = "motor_vehicle"
    case motorVehicleForward = "motor_vehicle:forward"
    case motorVehicleBackward = "motor_vehicle:backward"
    case motorcar
    case motorcarForward = "motorcar:forward"
    case motorcarBackward = "motorcar:backward"
    case accessConditional = "access:conditional"
    case vehicleConditional = "vehicle:conditional"
    case motorVehicleConditional = "motor_vehicle:conditional"
    case motorcarConditional = "motorcar:conditional"
    case hgvConditional = "hgv:conditional"
    case onewayConditional = "oneway:conditional"
    case accessForwardConditional = "access:forward:conditional"
    case accessBackwardConditional = "access:backward:conditional"
    case vehicleForwardConditional = "vehicle:forward:conditional"
    case vehicleBackwardConditional = "vehicle:backward:conditional"
    case motorVehicleForwardConditional = "motor_vehicle:forward:conditional"
    case motorVehicleBackwardConditional = "motor_vehicle:backward:conditional"
    case motorcarForwardConditional = "motorcar:forward:conditional"
    case motorcarBackwardConditional = "motorcar:backward:conditional"
    case psv, bus, taxi, hgv, goods, emergency, foot, bicycle, motorcycle
    case lit

    /// Every key by its number, the place in which it stands above.
    static let all = allCases
    private static let numbers = Dictionary(uniqueKeysWithValues: zip(all, all.indices))

    /// Its number.
    var number: Int { Self.numbers[self, default: 0] }

    /// The number of the first keys that make a way a road or a ferry.
    static let requiredOfRoads = 2
    /// The number of the first keys that make a way relevant.
    static let required = 5
    /// The number of the first keys that make a relation relevant. A relation with only keys of
    /// ways is skipped later.
    static let requiredOfRelations = 9
}

/// The tags of a way that the compiler reads.
struct Tags: ExpressibleByDictionaryLiteral {
    private(set) var pairs: [(key: TagKey, value: String)]

    init() { pairs = [] }

    init(dictionaryLiteral elements: (TagKey, String)...) {
        pairs = elements.map { (key: $0.0, value: $0.1) }
    }

    /// The value of a key; that of the first tag where a broken file has several.
    subscript(key: TagKey) -> String? {
        // A way has a handful of tags, so a search is quicker than any table.
        for pair in pairs where pair.key == key { return pair.value }
        return nil
    }

    /// The tags of a key that ends in `*`, with the rest of their keys, in the order of the file.
    func suffixed(_ key: TagKey) -> [(suffix: Substring, value: String)] {
        pairs.compactMap { pair in
            guard pair.key == key, let equals = pair.value.firstIndex(of: "=") else { return nil }
            return (pair.value[..<equals], String(pair.value[pair.value.index(after: equals)...]))
        }
    }

    /// The value of one key that is meant by a key that ends in `*`.
    func suffixed(_ key: TagKey, _ suffix: String) -> String? {
        suffixed(key).first { $0.suffix == suffix }?.value
    }

    mutating func append(_ key: TagKey, _ value: String) { pairs.append((key, value)) }

    mutating func removeAll() { pairs.removeAll(keepingCapacity: true) }

    /// The value of a key as the input writes it.
    func value(of name: String) -> String? {
        for (key, value) in pairs {
            if key.rawValue == name { return value }
            guard key.rawValue.last == "*", let equals = value.firstIndex(of: "="),
                name == key.rawValue.dropLast() + value[..<equals]
            else { continue }
            return String(value[value.index(after: equals)...])
        }
        return nil
    }

    /// A tag as the input writes it.
    func text(_ index: Int) -> String {
        let (key, value) = pairs[index]
        let name = key.rawValue
        return name.last == "*" ? name.dropLast() + value : "\(name)=\(value)"
    }

    /// Replaces the value of a tag, or removes the tag.
    mutating func replace(_ index: Int, by value: String?) {
        if let value { pairs[index].value = value } else { pairs.remove(at: index) }
    }

    /// Removes the tags of keys.
    mutating func remove(_ keys: [TagKey]) { pairs.removeAll { keys.contains($0.key) } }

    /// Removes tags of a key that ends in `*`, by the rest of their keys.
    mutating func removeSuffixes(of key: TagKey, where isRemoved: (Substring) -> Bool) {
        pairs.removeAll { pair in
            pair.key == key && isRemoved(pair.value.prefix { $0 != "=" })
        }
    }
}

extension String {
    /// The parts of a value that lists several, such as `agricultural;forestry`.
    var listed: [Substring] {
        split(separator: ";").map { part in
            var part = part
            while part.first == " " { part.removeFirst() }
            while part.last == " " { part.removeLast() }
            return part
        }
    }
}
