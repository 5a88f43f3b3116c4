import ADASISv2

/// §3: where path indexes below 8 and the offset 8191 can stand.
struct IndexRule: ProtocolRule {
    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        switch seen.message {
        case .systemSpecific, .metaData: return
        case .position(let position):
            if position.pathIndex.isNormal {
                if position.offset == .notAvailable {
                    findings.report(.offset, "on path \(position.pathIndex.raw) without an offset")
                }
            } else if !(1...3).contains(position.pathIndex.raw) {
                findings.report(.pathIndex, "path index \(position.pathIndex.raw)")
            } else if position.offset != .notAvailable {
                findings.report(
                    .offset,
                    "offset \(position.offset.raw) with path index \(position.pathIndex.raw)")
            }
        case .stub(let stub):
            let sub = stub.subPathIndex
            if !sub.isNormal, sub != .noFurtherData, sub != .continuation {
                findings.report(.pathIndex, "sub-path index \(sub.raw)")
            }
            checkPath(seen, allowsCurrentLink: false, &findings)
        case .segment: checkPath(seen, allowsCurrentLink: true, &findings)
        case .profileShort, .profileLong:
            checkPath(seen, allowsCurrentLink: false, &findings)
        }
    }

    private func checkPath(
        _ seen: Observation, allowsCurrentLink: Bool, _ findings: inout Findings
    ) {
        guard let place = seen.place else { return }
        if place.path.isNormal {
            if place.offset == .notAvailable {
                findings.report(.offset, "on path \(place.path.raw) without an offset")
            }
        } else if place.path != .currentLink || !allowsCurrentLink {
            findings.report(.pathIndex, "path index \(place.path.raw)")
        }
    }
}

/// §8: trailing length + reach of one path ≤ 7,900 m, or a client cannot unwrap the offset. As long as
/// no POSITION comes, nothing is ahead or behind.
struct ReachRule: ProtocolRule {
    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard let place = seen.place, place.path.isNormal, bus.hasPosition,
            let metres = bus.metres(place.offset, on: place.path)
        else { return }
        let ahead = bus.ahead(metres, on: place.path)
        if ahead > bus.parameters.longestReach {
            findings.report(
                .reach,
                "\(ahead) m ahead on path \(place.path.raw), \(bus.parameters.longestReach) m are"
                    + " the most")
        } else if -ahead > bus.parameters.longestTrailing {
            findings.report(
                .reach,
                "\(-ahead) m behind on path \(place.path.raw), \(bus.parameters.longestTrailing) m"
                    + " are the most")
        }
    }
}
