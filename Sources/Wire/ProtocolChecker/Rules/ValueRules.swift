import ADASISv2

/// §3 to §7: no number without a meaning.
struct ReservedValueRule: ProtocolRule {
    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        switch seen.message {
        case .systemSpecific: return
        case .position(let position):
            if position.currentLane.raw == 6 { findings.report(.reservedValue, "current lane 6") }
        case .stub(let stub): check(stub.formOfWay, &findings)
        case .segment(let segment): check(segment.formOfWay, &findings)
        case .profileShort(let profile):
            check(.short(profile.profileType), "short", &findings)
        case .profileLong(let profile):
            check(.long(profile.profileType), "long", &findings)
        case .metaData(let metaData):
            if metaData.countryCode.raw > 999 {
                findings.report(.reservedValue, "country \(metaData.countryCode.raw)")
            }
        }
    }

    private func check(_ type: ProfileType, _ size: String, _ findings: inout Findings) {
        if type.isReserved {
            findings.report(.reservedValue, "\(size) profile type \(type.number)")
        }
    }

    private func check(_ form: FormOfWayCode, _ findings: inout Findings) {
        if form.raw == 6 || form.raw == 7 {
            findings.report(.reservedValue, "form of way \(form.raw)")
        }
    }
}

/// §6: the highest number that the public codings give a meaning, or that a road can have.
struct ProfileValueRule: ProtocolRule {
    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        switch seen.message {
        case .profileShort(let profile):
            let type = ProfileType.short(profile.profileType)
            check(profile.value0, type, &findings)
            // The second value's bits mean nothing where there is no second value.
            if profile.distance1 != .noSecondValue { check(profile.value1, type, &findings) }
        case .profileLong(let profile) where profile.value != .notAvailable:
            check(profile.value.raw, .long(profile.profileType), .max, &findings)
        default: return
        }
    }

    private func check(
        _ value: ProfileValueCode, _ type: ProfileType, _ findings: inout Findings
    ) {
        guard value != .notAvailable else { return }
        check(UInt32(value.raw), type, 1022, &findings)
    }

    private func check(
        _ raw: UInt32, _ type: ProfileType, _ largest: UInt32, _ findings: inout Findings
    ) {
        var highest = largest
        // A coding of this project binds no other sender.
        if let record = type.record, record.confidence != .own {
            highest = min(record.highestOnRoads ?? record.coding.highest, largest)
        }
        if raw > highest {
            findings.report(.profileValue, "\(type.name) \(raw), at most \(highest)")
        }
    }
}
