import RoadMap

/// One speed limit from tags, or from the law if no tag states it.
struct StatedSpeedLimit: Hashable {
    var rule: SpeedLimitRule
    var directions: DirectionSet
    var provenance: Provenance
    /// The conditions under which it holds; any is enough. Without conditions it always holds.
    var conditions: [Condition] = []

    /// The same as a fact about the road, without its conditions.
    var fact: RoadFact {
        // A rejected limit is not the limit of the road.
        let isOwn = rule.kind == .general && conditions.isEmpty && !rule.isRejected
        return RoadFact(
            kind: isOwn ? .speedLimit : .particularSpeedLimit, value: rule.attributeValue,
            directions: directions, provenance: provenance)
    }

    /// The same with its conditions, which follow it.
    var facts: [RoadFact] {
        [fact]
            + conditions.map {
                RoadFact(
                    kind: .condition, value: $0.attributeValue, directions: directions,
                    provenance: provenance)
            }
    }
}

/// The speed limits of a road, from its tags and the law.
struct SpeedLimitTags {
    let tags: Tags
    let road: RoadKind
    let law: Jurisdiction
    /// Whether the road's position is in a built-up area; it counts if the tags do not state it.
    var isInBuiltUpArea = false

    /// All limits, the road's own first. A value for one direction precedes the value for both. If
    /// it is not understood, there is no limit instead of another one.
    func limits(noting remarks: inout TagRemarks) -> [StatedSpeedLimit] {
        let general = ownLimits(noting: &remarks)
        var limits: [StatedSpeedLimit] = []
        if let forward = general.forward, forward == general.backward, road.directions == .both {
            limits.append(forward.holding(.both))
        } else {
            for (own, holds) in [
                (general.forward, DirectionSet.forward), (general.backward, .backward),
            ] where !road.directions.isDisjoint(with: holds) {
                if let own { limits.append(own.holding(holds)) }
            }
        }
        for (suffix, value) in tags.suffixed(.maxspeedOther) {
            let particular = particularLimits(suffix, value, noting: &remarks)
                .compactMap(doubted)
            note(doubtful: particular, &remarks)
            limits += particular
        }
        return limits
    }

    private typealias Own = (rule: SpeedLimitRule, provenance: Provenance)

    private func ownLimits(
        noting remarks: inout TagRemarks
    ) -> (forward: StatedSpeedLimit?, backward: StatedSpeedLimit?) {
        let both = read(tags[.maxspeed], of: "maxspeed", noting: &remarks)
        let (ahead, back) = particularTexts(noting: &remarks)
        let zone = read(tags[.zoneMaxspeed], of: "zone:maxspeed", inZone: true, noting: &remarks)
        func own(_ text: SpeedText?, _ direction: String) -> StatedSpeedLimit? {
            let basis = basis(direction, zone)
            guard let (rule, provenance) = stated(text, basis) else { return nil }
            return StatedSpeedLimit(rule: rule, directions: .both, provenance: provenance)
        }
        let forward = own(ahead ?? both, "forward")
        let backward = own(back ?? both, "backward")
        note(unknownLaw: both, "maxspeed", &remarks)
        let limits = (forward: doubted(forward), backward: doubted(backward))
        note(doubtful: Set([limits.forward, limits.backward].compactMap { $0 }), &remarks)
        return limits
    }

    private func note(doubtful limits: some Sequence<StatedSpeedLimit>, _ remarks: inout TagRemarks)
    {
        for limit in limits where limit.rule.isImplausible {
            remarks.doubt(
                "speed limit on highway=\(road.roadClass.rawValue)", "\(limit.rule.limit.text)")
        }
    }

    /// The limit of each direction from keys that are more specific than `maxspeed`: the keys for
    /// motorcars, motor vehicles and vehicles, in this order, before the key for a direction.
    private func particularTexts(
        noting remarks: inout TagRemarks
    ) -> (forward: SpeedText?, backward: SpeedText?) {
        let others = tags.suffixed(.maxspeedOther)
        if others.isEmpty { return (nil, nil) }
        var found: (forward: SpeedText?, backward: SpeedText?)
        for key in Self.carKeys {
            guard let value = others.first(where: { $0.suffix == key.suffix })?.value else {
                continue
            }
            let text = read(value, of: "maxspeed", noting: &remarks)
            if key.directions.contains(.forward) { found.forward = found.forward ?? text }
            if key.directions.contains(.backward) { found.backward = found.backward ?? text }
        }
        return found
    }

    /// The keys of a car's own limit after `maxspeed:`, the most specific first.
    private static let carKeys: [(suffix: String, directions: DirectionSet)] =
        ["motorcar", "motor_vehicle", "vehicle"].flatMap { vehicle in
            [
                ("\(vehicle):forward", DirectionSet.forward), ("\(vehicle):backward", .backward),
                (vehicle, .both),
            ]
        } + [("forward", .forward), ("backward", .backward), ("both_ways", .both)]

    private func read(
        _ text: String?,
        of key: String,
        inZone: Bool = false,
        noting remarks: inout TagRemarks
    ) -> SpeedText? {
        guard let text else { return nil }
        let read = SpeedText(text, unit: law.unit)
        switch read {
        case .unread(let reason):
            remarks.note("\(key): \(reason)", text)
            return read
        case .limit(let limit) where inZone: return .zone(limit)
        default: return read
        }
    }

    /// The stated basis of the limit of a direction.
    private func basis(_ direction: String, _ zone: SpeedText?) -> [SpeedText] {
        var texts: [String?] = [
            tags.suffixed(.maxspeedOther, "type:\(direction)"), tags[.maxspeedType],
            tags.suffixed(.sourceMaxspeedOther, direction), tags[.sourceMaxspeed],
            tags.suffixed(.maxspeedOther, "source"),
        ]
        texts.removeAll { $0 == nil }
        let read = texts.compactMap { $0 }.map { text in
            SpeedText(text, unit: law.unit)
        }
        return (zone.map { [$0] } ?? []) + read
    }

    private func source(_ basis: [SpeedText]) -> SpeedLimitSource {
        for text in basis {
            switch text {
            case .zone: return .zone
            case .legal: return .law
            default: continue
            }
        }
        for key in [
            tags[.maxspeedType], tags[.sourceMaxspeed], tags.suffixed(.maxspeedOther, "source"),
        ] {
            switch key {
            case "sign", "signed": return .sign
            case "markings", "marking", "road_marking": return .marking
            default: continue
            }
        }
        for direction in ["forward", "backward"]
        where tags.suffixed(.sourceMaxspeedOther, direction) == "sign" { return .sign }
        return .unstated
    }

    private func stated(_ text: SpeedText?, _ basis: [SpeedText]) -> Own? {
        switch text {
        case .limit(let limit):
            return (SpeedLimitRule(limit, source: source(basis)), .tagged)
        case .zone(let limit): return (SpeedLimitRule(limit, source: .zone), .tagged)
        case .legal(let category, let country):
            return law.limit(category, in: country).map {
                (SpeedLimitRule($0, source: .law), .derived)
            }
        case .unread: return nil
        case .nothing, nil: return lawful(basis)
        }
    }

    /// The limit if none is tagged: from the zone or the kind of road in the tags, or from the road
    /// itself and whether it is built up.
    private func lawful(_ basis: [SpeedText]) -> Own? {
        for text in basis {
            if case .zone(let limit) = text {
                return (SpeedLimitRule(limit, source: .zone), .tagged)
            }
        }
        for text in basis {
            guard case .legal(let category, let country) = text else { continue }
            return law.limit(category, in: country).map {
                (SpeedLimitRule($0, source: .law), .legalDefault)
            }
        }
        guard let category = legalCategory, let limit = law.limit(category) else { return nil }
        return (SpeedLimitRule(limit, source: .law), .legalDefault)
    }

    /// The kind of road with a legal limit, if the road's own tags define it. Without a tag about
    /// the built-up area, only a motorway and a living street have one, since both begin at a sign.
    private var legalCategory: LegalCategory? {
        switch road.roadClass {
        case .motorway: return road.isLink ? nil : .motorway
        case .livingStreet: return .livingStreet
        case .track, .pedestrian: return nil
        case .service where tags[.service] != nil: return nil
        default: break
        }
        guard let isBuiltUp = builtUpArea(tags)?.isBuiltUp ?? (isInBuiltUpArea ? true : nil)
        else { return nil }
        let isMotorRoad = tags[.motorroad] == "yes"
        if isBuiltUp { return isMotorRoad ? nil : .urban }
        if isMotorRoad { return .motorRoad }
        if tags[.dualCarriageway] == "yes" { return .dualCarriageway }
        let isSingle = road.directions == .both && (tags[.lanes].flatMap { Int($0) } ?? 2) < 4
        // One half of a divided road and a one-way street look the same.
        let same = law.limit(.rural) == law.limit(.dualCarriageway)
        return isSingle || tags[.dualCarriageway] == "no" || same ? .rural : nil
    }

    private func note(unknownLaw text: SpeedText?, _ key: String, _ remarks: inout TagRemarks) {
        guard case .legal(let category, let country) = text,
            law.limit(category, in: country) == nil
        else { return }
        remarks.note("\(key): no legal limit known", tags[.maxspeed] ?? "")
    }

    private func doubted(_ limit: StatedSpeedLimit?) -> StatedSpeedLimit? {
        guard var limit else { return nil }
        // On the Isle of Man, roads of every class have no limit without a sign.
        let isOfMan = law.code == "IM" && limit.rule.limit == .unlimited
        limit.rule.isImplausible = !isOfMan && !road.isPlausible(limit.rule.limit)
        limit.rule.isRejected = limit.rule.isImplausible
        return limit
    }
}

extension StatedSpeedLimit {
    fileprivate func holding(_ directions: DirectionSet) -> StatedSpeedLimit {
        var limit = self
        limit.directions = directions
        return limit
    }
}
