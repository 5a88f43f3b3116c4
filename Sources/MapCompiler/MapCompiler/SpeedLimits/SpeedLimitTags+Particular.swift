import RoadMap

// The additional limits of a road: for some vehicles, lanes or times, advisory, variable.
extension SpeedLimitTags {
    /// The meaning of a key such as `maxspeed:hgv:conditional`.
    func particularLimits(
        _ suffix: Substring,
        _ value: String,
        noting remarks: inout TagRemarks
    ) -> [StatedSpeedLimit] {
        guard let key = SpeedKey(suffix) else {
            remarks.note("maxspeed:\(suffix): not understood", value)
            return []
        }
        let holds = (key.directions ?? .both).intersection(road.directions)
        guard key.isLimit, !holds.isEmpty else { return [] }
        let name = "maxspeed:\(suffix)"
        if key.kind == .variable {
            guard value != "no" else { return [] }
            return [
                StatedSpeedLimit(
                    rule: SpeedLimitRule(.variable, kind: .variable, source: .sign),
                    directions: holds,
                    provenance: .tagged
                )
            ]
        }
        if key.isLanes {
            return laneLimits(value, name, key, holds, noting: &remarks)
        }
        if key.isConditional {
            return conditionalLimits(value, name, key.kind, holds, noting: &remarks)
        }
        guard let limit = number(value, of: name, noting: &remarks) else { return [] }
        return [
            StatedSpeedLimit(
                rule: SpeedLimitRule(limit, kind: key.kind),
                directions: holds,
                provenance: .tagged,
                conditions: key.weather.map { weather in
                    var condition = Condition()
                    condition.weather = weather
                    return [condition]
                } ?? []
            )
        ]
    }

    private func number(
        _ text: some StringProtocol,
        of name: String,
        noting remarks: inout TagRemarks
    ) -> SpeedLimit? {
        switch SpeedText(text, unit: law.unit) {
        case .limit(let limit), .zone(let limit): return limit
        case .legal(let category, let country):
            if let limit = law.limit(category, in: country) { return limit }
            remarks.note("\(name): no legal limit known", text)
        case .unread(let reason): remarks.note("\(name): \(reason)", text)
        case .nothing: break
        }
        return nil
    }

    /// `120|100|80`, from the left in driving direction, or with a condition after it. No source
    /// defines the direction of a list without one on a two-way road.
    private func laneLimits(
        _ value: String,
        _ name: String,
        _ key: SpeedKey,
        _ holds: DirectionSet,
        noting remarks: inout TagRemarks
    ) -> [StatedSpeedLimit] {
        guard holds != .both else {
            remarks.note("\(name): lanes of no direction", value)
            return []
        }
        let parts =
            key.isConditional
            ? conditionalValues(value)
            : [ConditionalValue(value: value[...], text: value[...], reading: nil)]
        var limits: [StatedSpeedLimit] = []
        for part in parts {
            let lanes = part.value.split(separator: "|", omittingEmptySubsequences: false)
            let isRead = !key.isConditional || part.reading.map { $0.vehicle == nil } ?? false
            guard isRead, lanes.count <= 15 else {
                let reason = isRead ? "more than 15 lanes" : "condition not understood"
                remarks.note("\(name): \(reason)", value, clause: part.text)
                continue
            }
            for (index, text) in lanes.enumerated() {
                guard let limit = number(text, of: name, noting: &remarks) else { continue }
                limits.append(
                    StatedSpeedLimit(
                        rule: SpeedLimitRule(limit, kind: key.kind, lane: UInt8(index + 1)),
                        directions: holds,
                        provenance: .tagged,
                        conditions: part.reading?.conditions ?? []
                    )
                )
            }
        }
        return limits
    }

    private func conditionalLimits(
        _ value: String,
        _ name: String,
        _ kind: SpeedLimitKind,
        _ holds: DirectionSet,
        noting remarks: inout TagRemarks
    ) -> [StatedSpeedLimit] {
        var limits: [StatedSpeedLimit] = []
        for part in conditionalValues(value) {
            guard let reading = part.reading else {
                remarks.note(
                    "\(name): condition not understood", value, clause: part.text)
                continue
            }
            guard let limit = number(part.value, of: name, noting: &remarks) else { continue }
            var rule = SpeedLimitRule(limit, kind: kind)
            switch (reading.vehicle, kind) {
            case (nil, _): break
            case ("hgv", .general): rule.kind = .truck
            case ("goods", .general): rule.kind = .goods
            case ("bus", .general): rule.kind = .bus
            case ("trailer", .general), ("caravan", .general): rule.kind = .trailer
            default:
                remarks.note(
                    "\(name): condition not understood", value, clause: part.text)
                continue
            }
            limits.append(
                StatedSpeedLimit(
                    rule: rule,
                    directions: holds,
                    provenance: .tagged,
                    conditions: reading.conditions
                )
            )
        }
        return limits
    }
}
