import RoadMapWriter
public import RoadMap

/// Why ways have their values: the tags, the law, the areas, the neighbours and the entries of overlays that decide. It
/// repeats the decision of the compiler without each tag, and without each limit of the law: what changes the result
/// is a reason for it.
public struct WayReasoning: Sendable {
    /// The tags of a way, before and after the overlays.
    struct Kept: Sendable {
        let tags: Tags
        let whole: CorrectedTags
        let sections: [RoadSection]

        init(_ tags: Tags, _ way: PlacedOverlay.CorrectedWay) {
            self.tags = tags
            whole = way.whole ?? CorrectedTags(tags, by: [])
            sections = way.sections
        }
    }

    /// A reason.
    public struct Reason: Sendable, Hashable {
        /// `dropped`, `tag`, `rule`, `law`, `area`, `neighbour`, `overlay`, or `data` if the way is not there.
        public let topic: String
        /// The reason in words.
        public let text: String
    }

    private let kept: [Int64: Kept]
    private let doubts: [NeighbourDoubt.Doubt]
    private let entries: [Int64: [String]]
    private let codes: [Int64: Set<String>]
    private let law: Jurisdiction

    init(
        _ network: RoadNetwork, _ entries: [OverlayEntry], _ outcomes: [OverlayOutcome],
        _ codes: [Int64: Set<String>], _ law: Jurisdiction
    ) {
        kept = network.keptTags
        doubts = network.doubts
        var found: [Int64: [String]] = [:]
        for (entry, outcome) in zip(entries, outcomes) {
            for way in outcome.ways where network.explained.contains(way) {
                found[way, default: []].append("\(entry.title): \(entry.factsText)")
            }
        }
        self.entries = found
        self.codes = codes
        self.law = law
    }

    /// The reasons for the values of some kinds on a way.
    public func reasons(for kinds: [AttributeKind], of way: Int64) -> [Reason] {
        guard let kept = kept[way] else {
            return [Reason(topic: "data", text: "way \(way) is not in the data")]
        }
        var reasons: [Reason] = []
        func add(_ topic: String, _ text: String) {
            let reason = Reason(topic: topic, text: text)
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        let laws = (codes[way] ?? [law.code]).sorted().compactMap { code in
            code == law.code ? law : Jurisdiction(of: code)
        }
        for tags in [kept.whole] + kept.sections.map(\.tags) {
            for variant in tags.variants {
                for law in laws {
                    explain(variant, kinds, under: law, before: kept.tags, add)
                }
            }
        }
        for text in entries[way] ?? [] { add("overlay", text) }
        if kinds.contains(.speedLimit), let doubt = doubts.first(where: { $0.way == way }) {
            let limits = doubt.neighbours.map { "way \($0.way) with \(Int($0.limit)) km/h" }
            add(
                "neighbour",
                "\(limits.joined(separator: " and ")) continue the road: the limit is doubtful"
                    + (!doubt.isHigh
                        ? ""
                        : doubt.isOfOverlay ? " and sent, being of an overlay" : " and not sent"))
        }
        return reasons
    }

    private func explain(
        _ tags: Tags, _ kinds: [AttributeKind], under law: Jurisdiction, before: Tags,
        _ add: (String, String) -> Void
    ) {
        let result = Result(tags, kinds, under: law)
        if case .dropped(let reason)? = result.judgement {
            add("dropped", "the way is not in the map: \(reason.rawValue)")
        }
        for index in tags.pairs.indices {
            var others = tags
            let (key, value) = tags.pairs[index]
            // Without its class a road is no road.
            others.replace(index, by: key == .highway && value != "road" ? "road" : nil)
            guard Result(others, kinds, under: law) != result else { continue }
            let name = tags.text(index)
            let isOfData = before.pairs.contains { $0.key == key && $0.value == value }
            add("tag", isOfData ? name : "\(name) (overlay)")
        }
        let known = Result(before, kinds, under: law).facts
        for fact in result.facts {
            add("rule", fact.rule(isOfOverlay: !known.contains { $0.states(fact) }))
        }
        if result.facts.isEmpty, result.builtUpFacts.isEmpty {
            add("rule", "no tag states a value")
        }
        for category in LegalCategory.allCases {
            let other = Result(tags, kinds, under: law.without(category))
            guard let limit = law.limit(category), other != result else { continue }
            let isInArea = other.facts == result.facts
            let source = LegalSpeedLimits.source(of: law.code).map { " (\($0))" } ?? ""
            add(
                "law",
                "\(law.code), \(category.name): \(limit.text)\(source)"
                    + (isInArea ? ", for the parts inside of landuse=residential alone" : ""))
        }
        if !result.builtUpFacts.isEmpty {
            add(
                "area",
                "parts inside of landuse=residential count as built up, because no tag states it; other parts do not"
            )
        }
    }

    /// The facts of some kinds that tags give.
    private struct Result: Equatable {
        var judgement: WayJudgement?
        var facts: [RoadFact] = []
        var builtUpFacts: [RoadFact] = []

        init(_ tags: Tags, _ kinds: [AttributeKind], under law: Jurisdiction) {
            var noted = TagRemarks()
            switch judge(tags, under: law, noting: &noted) {
            case .road(let found):
                facts = found.facts.filter { kinds.contains($0.kind) }
                builtUpFacts = found.builtUpFacts.filter { kinds.contains($0.kind) }
            case .dropped(let reason): judgement = .dropped(reason)
            }
        }
    }
}

extension RoadFact {
    /// Whether it says the same in the directions of another fact.
    fileprivate func states(_ other: RoadFact) -> Bool {
        kind == other.kind && value == other.value && directions.isSuperset(of: other.directions)
    }

    /// The rule that gave it, in words.
    fileprivate func rule(isOfOverlay: Bool) -> String {
        if let rule = SpeedLimitRule(attributeValue: value),
            kind == .speedLimit || kind == .particularSpeedLimit
        {
            if rule.isRejected {
                return "a \(rule.limit.text) limit contradicts the class of the road and is "
                    + (isOfOverlay ? "sent, being of an overlay" : "not sent")
            }
            switch provenance {
            case .legalDefault: return "no tag states a limit: the law applies"
            case .derived: return "a tag names the law for the kind of road"
            case .tagged, .overlay: return "a tag states the limit"
            case .observed: return "seen on drives"
            }
        }
        switch provenance {
        case .tagged, .overlay: return "a tag states the value"
        case .derived: return "concluded from other tags, or because no tag says otherwise"
        case .legalDefault: return "no tag states a value: the law applies"
        case .observed: return "seen on drives"
        }
    }
}

extension LegalCategory {
    /// The kind of road in words.
    fileprivate var name: String {
        switch self {
        case .urban: "built-up area"
        case .rural: "outside of built-up areas"
        case .dualCarriageway: "divided road outside of built-up areas"
        case .motorRoad: "motor road"
        case .motorway: "motorway"
        case .livingStreet: "living street"
        }
    }
}

extension NewLink {
    /// The codes of the countries and regions on the link.
    func codesOfLaw(own: String) -> Set<String> {
        var codes: Set<String> = []
        let countries = attributes.filter { $0.kind == .country }.compactMap {
            UInt16(exactly: $0.value).flatMap { CountryTable.alpha2(numericCode: $0) }
        }
        let regions = attributes.filter { $0.kind == .region }.compactMap {
            RegionCode(attributeValue: $0.value)?.text
        }
        for country in countries.isEmpty ? [own] : countries {
            let ofRegions = regions.map { "\(country)-\($0)" }.filter(LegalSpeedLimits.isOwn)
            codes.formUnion(ofRegions.isEmpty ? [country] : ofRegions)
        }
        return codes
    }
}
