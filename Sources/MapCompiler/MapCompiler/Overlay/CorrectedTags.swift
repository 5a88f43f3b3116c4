import RecordSorting
import RoadMap

/// The tags of a way or of a part of it before and after the entries of an overlay.
struct CorrectedTags: Sendable {
    /// The tags of the data.
    let original: Tags
    /// The corrected tags, without limits of one direction.
    let corrected: Tags
    /// The corrected tags with the limit of a direction, as if it held for both.
    private var ofDirection: [Tags?] = [nil, nil]

    /// Corrects tags. Of several facts of one property and direction, the first counts.
    init(_ original: Tags, by facts: [(fact: OverlayFact, directions: DirectionSet)]) {
        self.original = original
        var tags = original
        var done: [String: DirectionSet] = [:]
        var ofDirection: [(OverlayFact, Int)] = []
        for (fact, directions) in facts {
            let known = done[fact.name, default: []]
            let directions = directions.subtracting(known)
            guard !directions.isEmpty else { continue }
            done[fact.name] = known.union(directions)
            if directions != .both, fact.isLimit {
                ofDirection.append((fact, directions == .forward ? 0 : 1))
            } else {
                tags.take(fact, directions)
            }
        }
        corrected = tags
        for (fact, number) in ofDirection {
            var own = self.ofDirection[number] ?? tags
            own.take(fact, .both)
            self.ofDirection[number] = own
        }
    }

    /// The tags that give the values of each direction.
    var variants: [Tags] { [corrected] + ofDirection.compactMap(\.self) }

    /// The corrected result for the way. Its facts that differ from those of the data are of the overlay.
    func judged(under law: Jurisdiction) -> WayJudgement {
        var noted = TagRemarks()
        let result = judge(corrected, under: law, noting: &noted)
        guard case .road(var facts) = result else { return result }
        for (tags, direction) in zip(ofDirection, [DirectionSet.forward, .backward]) {
            guard let tags, case .road(let own) = judge(tags, under: law, noting: &noted) else {
                continue
            }
            facts.facts.takeLimits(of: own.facts, in: direction)
            facts.builtUpFacts.takeLimits(of: own.builtUpFacts, in: direction)
        }
        var before: [RoadFact] = []
        if case .road(let known) = judge(original, under: law, noting: &noted) {
            before = known.facts
        }
        facts.facts.mark(before: before)
        return .road(facts)
    }

    /// The tags that it holds, for a record.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        for tags in [original, corrected] + ofDirection {
            writer.varint(tags == nil ? 0 : UInt64((tags?.pairs.count ?? 0) + 1))
            for (key, value) in tags?.pairs ?? [] {
                writer.u8(UInt8(key.number))
                let utf8 = Array(value.utf8)
                writer.varint(UInt64(utf8.count))
                writer.bytes(utf8)
            }
        }
        return writer.bytes
    }

    /// The tags of a record that ``bytes`` made.
    init(_ record: inout RecordBytes) {
        func tags(_ record: inout RecordBytes) -> Tags? {
            let count = record.varint()
            guard count > 0 else { return nil }
            var tags = Tags()
            for _ in 1..<count {
                let key = TagKey.all[Int(record.u8())]
                tags.append(key, String(decoding: record.slice(), as: UTF8.self))
            }
            return tags
        }
        original = tags(&record) ?? Tags()
        corrected = tags(&record) ?? Tags()
        ofDirection = [tags(&record), tags(&record)]
    }
}

extension OverlayFact {
    /// Whether it states a limit, which may differ by direction.
    var isLimit: Bool {
        switch self {
        case .limit, .conditionalLimit: true
        default: false
        }
    }
}

extension [RoadFact] {
    /// Takes the limits of a direction from other facts.
    fileprivate mutating func takeLimits(of others: Self, in direction: DirectionSet) {
        func limits(_ facts: Self, in directions: DirectionSet) -> Self {
            facts.filter(\.isOfLimit).compactMap { fact in
                var fact = fact
                fact.directions.formIntersection(directions)
                return fact.directions.isEmpty ? nil : fact
            }
        }
        guard filter(\.isOfLimit) != others.filter(\.isOfLimit) else { return }
        let kept = limits(self, in: DirectionSet.both.subtracting(direction))
        let place = firstIndex(where: \.isOfLimit) ?? Swift.min(2, count)
        removeAll(where: \.isOfLimit)
        insert(contentsOf: limits(others, in: direction) + kept, at: Swift.min(place, count))
    }

    /// Marks the facts that differ from those before.
    fileprivate mutating func mark(before: Self) {
        for index in indices where self[index].provenance != .legalDefault {
            let fact = self[index]
            let same = before.first {
                $0.kind == fact.kind && $0.value == fact.value
                    && $0.directions.isSuperset(of: fact.directions)
            }
            if let same {
                self[index].provenance = same.provenance
                continue
            }
            self[index].provenance = .overlay
            guard fact.kind == .particularSpeedLimit,
                var rule = SpeedLimitRule(attributeValue: fact.value), rule.isRejected
            else { continue }
            // A limit of an overlay is sent, whatever the class of the road; it stays in doubt.
            rule.isRejected = false
            self[index].value = rule.attributeValue
            let next = index + 1 < count ? self[index + 1].kind : nil
            if rule.kind == .general, next != .condition { self[index].kind = .speedLimit }
        }
    }
}

extension RoadFact {
    fileprivate var isOfLimit: Bool {
        kind == .speedLimit || kind == .particularSpeedLimit || kind == .condition
    }
}
