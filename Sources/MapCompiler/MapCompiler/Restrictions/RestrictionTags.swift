import RoadMap

/// A turn restriction of a relation
/// (https://wiki.openstreetmap.org/wiki/Relation:restriction).
struct StatedRestriction: Hashable {
    var rule: TurnRestriction.Rule
    var vehicles: TurnRestriction.Vehicles
    var exceptions: TurnRestriction.Vehicles
    /// The conditions under which it holds; any is enough. Without conditions it always holds.
    var conditions: [Condition]
    var from: [Int64]
    /// One node, or the ways in between.
    var viaNode: Int64?
    var viaWays: [Int64]
    var to: [Int64]
}

/// The restrictions of a relation; several if it has tags for several vehicles. Empty if it has
/// none, or if it is not understood, which is recorded.
func restrictions(
    _ members: [RelationMember],
    _ tags: Tags,
    noting remarks: inout TagRemarks
) -> [StatedRestriction] {
    var stated: [(suffix: Substring, value: String)] = tags.suffixed(.restrictionOther)
    if let plain = tags[.restriction] { stated.insert(("", plain), at: 0) }
    guard !stated.isEmpty else { return [] }
    let from = members.filter { $0.isWay && $0.role == "from" }.map(\.id)
    let to = members.filter { $0.isWay && $0.role == "to" }.map(\.id)
    let viaNodes = members.filter { $0.isNode && $0.role == "via" }.map(\.id)
    let viaWays = members.filter { $0.isWay && $0.role == "via" }.map(\.id)
    guard !from.isEmpty, !to.isEmpty, viaNodes.count + viaWays.count > 0,
        viaNodes.count < 2, viaNodes.isEmpty || viaWays.isEmpty
    else {
        remarks.note("restriction: members missing", stated[0].value)
        return []
    }
    let exceptions = (tags[.except] ?? "").listed.reduce(into: TurnRestriction.Vehicles()) {
        $0.formUnion(TurnRestriction.Vehicles(tag: $1))
    }
    guard let olderTimes = olderTimes(tags) else {
        remarks.note("restriction: day_on or hour_on not understood", stated[0].value)
        return []
    }
    var found: [StatedRestriction] = []
    for (suffix, value) in stated {
        var vehicles = TurnRestriction.Vehicles.all
        var isConditional = false
        var isKnown = true
        for part in suffix.split(separator: ":") {
            if part == "conditional" {
                isConditional = true
            } else {
                vehicles = TurnRestriction.Vehicles(tag: part)
                isKnown = isKnown && !vehicles.isEmpty
            }
        }
        guard isKnown else {
            remarks.note("restriction:\(suffix): not understood", value)
            continue
        }
        let values =
            isConditional
            ? conditionalValues(value)
            : [
                ConditionalValue(
                    value: Substring(value), text: Substring(value), reading: nil)
            ]
        let named = vehicles
        for part in values {
            var vehicles = named
            guard let rule = TurnRestriction.Rule(tag: part.value) else {
                remarks.note("restriction: not understood", value, clause: part.text)
                continue
            }
            if isConditional, part.reading == nil {
                remarks.note(
                    "restriction: condition not understood", value, clause: part.text)
                continue
            }
            if let vehicle = part.reading?.vehicle {
                vehicles = TurnRestriction.Vehicles(tag: vehicle[...])
            }
            found.append(
                StatedRestriction(
                    rule: rule,
                    vehicles: vehicles,
                    exceptions: exceptions,
                    conditions: isConditional ? part.reading?.conditions ?? [] : olderTimes,
                    from: from,
                    viaNode: viaNodes.first,
                    viaWays: viaWays,
                    to: to
                )
            )
        }
    }
    return found
}

/// The times of the older keys `day_on`, `day_off`, `hour_on` and `hour_off`, in pairs. Empty if
/// there are no such keys; `nil` if they are not understood.
private func olderTimes(_ tags: Tags) -> [Condition]? {
    let days = [tags[.dayOn], tags[.dayOff]].compactMap(\.self).map(weekday)
    let hours = [tags[.hourOn], tags[.hourOff]].compactMap(\.self).map(hour)
    guard !days.isEmpty || !hours.isEmpty else { return [] }
    guard !days.contains(nil), !hours.contains(nil), days.count != 1, hours.count != 1 else {
        return nil
    }
    let parts = [days.compactMap(\.self), hours.compactMap(\.self)].filter { !$0.isEmpty }
    return openingTimes(parts.map { $0.joined(separator: "-") }.joined(separator: " ")[...])
}

/// `07:00` of `7`, `07:30` of `7:30`.
private func hour(_ text: String) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first, (1...2).contains(first.count), UInt8(first) != nil,
        parts.count == 1 || parts.count == 2 && parts[1].count == 2 && UInt8(parts[1]) != nil
    else { return nil }
    return (first.count == 1 ? "0" : "") + first + ":" + (parts.count == 2 ? parts[1] : "00")
}

/// `Mo` of `Monday`.
private func weekday(_ text: String) -> String? {
    ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
        .first { text.lowercased().hasPrefix($0.lowercased()) }
}

extension TurnRestriction.Rule {
    fileprivate init?(tag: Substring) {
        if tag.hasPrefix("no_"), tag != "no_entry", tag != "no_exit" {
            self = .no
        } else if tag == "no_entry" || tag == "no_exit" {
            // Like the others, but with several ways on one side.
            self = .no
        } else if tag.hasPrefix("only_") {
            self = .only
        } else {
            return nil
        }
    }
}

extension TurnRestriction.Vehicles {
    fileprivate init(tag: Substring) {
        switch tag {
        case "motorcar": self = .cars
        case "hgv", "goods": self = .trucks
        case "bus", "tourist_bus", "coach": self = .buses
        case "taxi": self = .taxis
        case "psv": self = [.buses, .taxis]
        case "motor_vehicle": self = [.cars, .trucks, .buses, .taxis]
        case "vehicle": self = .all
        case "emergency": self = .emergency
        case "bicycle", "motorcycle", "moped", "mofa", "foot", "caravan", "trailer", "hazmat":
            self = .others
        default: self = []
        }
    }
}
