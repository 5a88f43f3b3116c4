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
            let type = profile.profileType.raw
            if !(1...9).contains(type), !(16...30).contains(type) {
                findings.report(.reservedValue, "short profile type \(type)")
            }
        case .profileLong(let profile):
            let type = profile.profileType.raw
            if !(1...11).contains(type), !(16...30).contains(type) {
                findings.report(.reservedValue, "long profile type \(type)")
            }
        case .metaData(let metaData):
            if metaData.countryCode.raw > 999 {
                findings.report(.reservedValue, "country \(metaData.countryCode.raw)")
            }
        }
    }

    private func check(_ form: FormOfWayCode, _ findings: inout Findings) {
        if form.raw == 6 || form.raw == 7 {
            findings.report(.reservedValue, "form of way \(form.raw)")
        }
    }
}

/// §6: what the values of the profiles can be. Curvature, slope and average speed have no number
/// without a meaning.
struct ProfileValueRule: ProtocolRule {
    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        switch seen.message {
        case .profileShort(let profile):
            check(profile.value0, profile.profileType, &findings)
            // What stands in the second value's bits means nothing where there is none.
            if profile.distance1 != .noSecondValue {
                check(profile.value1, profile.profileType, &findings)
            }
        case .profileLong(let profile): check(profile, &findings)
        default: return
        }
    }

    private func check(
        _ value: ProfileValueCode, _ type: ShortProfileType, _ findings: inout Findings
    ) {
        guard value != .notAvailable else { return }
        let highest: UInt16 =
            switch type {
            case .roadAccessibility: 0xFF
            case .roadCondition: 7
            default: 1022
            }
        if value.raw > highest {
            findings.report(.profileValue, "\(type.name) \(value.raw), at most \(highest)")
        }
    }

    private func check(_ profile: ProfileLongMessage, _ findings: inout Findings) {
        guard profile.value != .notAvailable else { return }
        let highest: UInt32 =
            switch profile.profileType {
            case .longitude, .bezierLongitude: 3_600_000_000
            case .latitude, .bezierLatitude: 1_800_000_000
            // No road is above 10 km.
            case .altitude, .bezierAltitude: 1_100_000
            default: .max
            }
        if profile.value.raw > highest {
            findings.report(
                .profileValue,
                "\(profile.profileType.name) \(profile.value.raw), at most \(highest)")
        }
    }
}
