import RoadMap

/// Overlays on the ways of the input: it corrects ways and records the result of each entry.
struct PlacedOverlay {
    /// A way after the entries that select it.
    struct CorrectedWay {
        /// The tags of the whole way, if an entry selects all of it.
        var whole: CorrectedTags?
        var sections: [RoadSection]
    }

    private let entries: [OverlayEntry]
    private let corrections: [Int64: WayCorrection]
    /// The results, in the order of the entries.
    private(set) var outcomes: [OverlayOutcome]
    private var seen: Set<Int64> = []
    private var signs: [Int64: [RoadsidePlace]] = [:]

    /// No entries.
    init() { (entries, corrections, outcomes) = ([], [:], []) }

    /// Entries with their places and the results so far.
    init(
        _ entries: [OverlayEntry], _ corrections: [Int64: WayCorrection],
        _ outcomes: [OverlayOutcome]
    ) {
        self.entries = entries
        self.corrections = corrections
        self.outcomes = outcomes
    }

    /// Whether an entry selects a way.
    func corrects(_ way: Int64) -> Bool { corrections[way] != nil }

    /// The signs that entries put beside a road.
    func signs(on way: Int64) -> [RoadsidePlace] { signs[way] ?? [] }

    /// Corrects a way with its tags without names and the result of these tags. Of a way that occurs twice, the first
    /// counts.
    mutating func correct(
        _ way: Int64, nodeCount: Int, _ tags: Tags, _ known: WayJudgement, under law: Jurisdiction
    ) -> CorrectedWay {
        guard let correction = corrections[way] else { return CorrectedWay(sections: []) }
        let wholes = correction.parts.filter { $0.range == nil }
        let whole = wholes.isEmpty ? nil : CorrectedTags(tags, by: facts(wholes))
        let open: DirectionSet?
        switch whole?.judged(under: law) ?? known {
        case .road(let facts): open = facts.directions
        case .dropped: open = nil
        }
        if seen.insert(way).inserted {
            let road = Road(
                way: way, nodeCount: nodeCount, tags: tags, known: known, wholes: wholes,
                open: open, law: law)
            var standing: [Standing] = []
            for part in correction.parts {
                standing.append(record(part, after: standing, on: road))
            }
            for (entry, place) in correction.signs {
                guard let open else {
                    outcomes[entry].note(.noEffect, "way \(way) is not in the map")
                    continue
                }
                guard !open.isDisjoint(with: place.directions) else {
                    noteClosedDirection(way, entry)
                    continue
                }
                outcomes[entry].apply(on: way)
                signs[way, default: []].append(place)
            }
        }
        // A part of a way that is not in the map cannot be in it either.
        let sections = open != nil ? correction.sections : []
        return CorrectedWay(
            whole: whole,
            sections: sections.map {
                RoadSection(range: $0.range, tags: CorrectedTags(tags, by: facts($0.parts)))
            })
    }

    /// A part and those of its facts that no part before it contradicts.
    private struct Standing {
        var part: WayCorrection.Part
        var facts: [OverlayFact]
    }

    /// A way of the data, and what all entries for the whole of it make of it.
    private struct Road {
        let way: Int64
        let nodeCount: Int
        let tags: Tags
        /// The result of the tags.
        let known: WayJudgement
        /// The parts of the correction that are the whole way.
        let wholes: [WayCorrection.Part]
        /// The directions that are open with all entries; `nil` where the way is not in the map.
        let open: DirectionSet?
        let law: Jurisdiction
    }

    /// What parts of a way state, and for which directions.
    private func facts(_ parts: [WayCorrection.Part]) -> [(OverlayFact, DirectionSet)] {
        parts.flatMap { part in entries[part.entry].facts.map { ($0, part.directions) } }
    }

    /// Records what a part does to a way, after others.
    private mutating func record(
        _ part: WayCorrection.Part, after others: [Standing], on road: Road
    ) -> Standing {
        let facts = entries[part.entry].facts.filter { fact in
            for other in others where other.part.meets(part) {
                guard !other.part.directions.isDisjoint(with: part.directions),
                    let first = other.facts.first(where: { $0.name == fact.name })
                else { continue }
                let entry = entries[other.part.entry]
                outcomes[part.entry].note(
                    first == fact ? .needless : .conflict,
                    "way \(road.way): \(fact.name) of entry \(entry.number) of \(entry.file) "
                        + (first == fact ? "is the same" : "counts"))
                if other.part.covers(part) { return false }
            }
            return true
        }
        record(facts, of: part, on: road)
        return Standing(part: part, facts: facts)
    }

    private mutating func record(
        _ facts: [OverlayFact], of part: WayCorrection.Part, on road: Road
    ) {
        let way = road.way
        if facts.contains(.roadWorks), let open = road.open {
            if addRoadWorks(part, way, road.nodeCount, open) {
                outcomes[part.entry].apply(on: way)
            } else {
                noteClosedDirection(way, part.entry)
            }
        }
        var tagged = facts.filter { $0.signText == nil }
        if part.range != nil, tagged.contains(where: \.isClosureAtTimes) {
            outcomes[part.entry].note(
                .noEffect, "way \(way): a closure at times is for whole ways only")
            tagged.removeAll(where: \.isClosureAtTimes)
        }
        guard !tagged.isEmpty else { return }
        let own = CorrectedTags(road.tags, by: tagged.map { ($0, part.directions) })
            .judged(under: road.law)
        if case .dropped(let reason) = own, case .dropped = road.known {
            // Another entry may open the way.
            if road.open != nil {
                apply(part, on: road)
            } else {
                outcomes[part.entry].note(
                    .noEffect, "way \(way) is not in the map: \(reason.rawValue)")
            }
        } else if own == road.known {
            // Another entry may open the direction.
            if part.range == nil, changes(part, road) {
                apply(part, on: road)
            } else if let open = road.open, part.directions.isDisjoint(with: open),
                tagged.contains(where: { !$0.isOfTraffic })
            {
                noteClosedDirection(way, part.entry)
            } else {
                outcomes[part.entry].note(.needless, "way \(way): the data state the same")
            }
        } else if part.range != nil, road.open == nil {
            outcomes[part.entry].note(
                .noEffect,
                "way \(way) is not in the map: only an entry for the whole way can open it")
        } else {
            apply(part, on: road)
        }
    }

    /// Whether a way is another one without a part that is the whole of it.
    private func changes(_ part: WayCorrection.Part, _ road: Road) -> Bool {
        let others = road.wholes.filter { $0.entry != part.entry }
        guard others.count < road.wholes.count, !others.isEmpty else { return false }
        return CorrectedTags(road.tags, by: facts(road.wholes)).judged(under: road.law)
            != CorrectedTags(road.tags, by: facts(others)).judged(under: road.law)
    }

    /// Records that a part changes a way, and whether its limit contradicts the class of the road.
    private mutating func apply(_ part: WayCorrection.Part, on road: Road) {
        outcomes[part.entry].apply(on: road.way)
        guard entries[part.entry].facts.contains(where: \.isLimit) else { return }
        let parts = road.wholes.filter { $0.entry != part.entry } + [part]
        let corrected = CorrectedTags(road.tags, by: facts(parts)).judged(under: road.law)
        guard case .road(let found) = corrected,
            found.facts.contains(where: {
                $0.isImplausibleCorrection && !$0.directions.isDisjoint(with: part.directions)
            })
        else { return }
        outcomes[part.entry].note(
            .applied,
            "way \(road.way): the limit contradicts the class of the road: doubtful, and sent")
    }

    private mutating func noteClosedDirection(_ way: Int64, _ entry: Int) {
        outcomes[entry].note(.noEffect, "way \(way) is not open in this direction")
    }

    /// Puts a sign at the beginning of road works in each open direction. Returns whether there is one.
    private mutating func addRoadWorks(
        _ part: WayCorrection.Part, _ way: Int64, _ nodeCount: Int, _ open: DirectionSet
    ) -> Bool {
        guard let text = OverlayFact.roadWorks.signText, nodeCount >= 2 else { return false }
        let directions = part.directions.intersection(open)
        let last = WayPosition(index: nodeCount - 2, share: 1)
        let ends = [
            (part.range?.lowerBound ?? .start, DirectionSet.forward),
            (min(part.range?.upperBound ?? last, last), .backward),
        ]
        for (end, direction) in ends where !directions.isDisjoint(with: direction) {
            signs[way, default: []].append(
                RoadsidePlace(sign: text, at: end, in: direction, lastSegment: nodeCount - 2))
        }
        return !directions.isEmpty
    }

    /// Records the ways that the input does not have, and settles the results.
    mutating func finish() {
        for way in corrections.keys.sorted() where !seen.contains(way) {
            for part in corrections[way]?.parts ?? [] {
                outcomes[part.entry].note(.stale, "way \(way) is not in the data")
            }
        }
    }
}

extension RoadFact {
    /// Whether it is a limit of an overlay that contradicts the class of the road.
    fileprivate var isImplausibleCorrection: Bool {
        (kind == .speedLimit || kind == .particularSpeedLimit) && provenance == .overlay
            && SpeedLimitRule(attributeValue: value)?.isImplausible == true
    }
}

extension RoadsidePlace {
    /// A sign of an overlay.
    init(sign text: String, at place: WayPosition, in directions: DirectionSet, lastSegment: Int) {
        let isBehind = place.index > lastSegment
        self.init(
            position: isBehind ? lastSegment : place.index, share: isBehind ? 1 : place.share,
            objects: [
                NodeObject(
                    object: RoadObject(.trafficSign, hasStatedDirection: true),
                    directions: directions, text: text)
            ], directions: directions, provenance: .overlay)
    }
}

extension OverlayOutcome {
    /// Records that it changes a way.
    mutating func apply(on way: Int64) {
        state = .applied
        if !ways.contains(way) { ways = (ways + [way]).sorted() }
    }

    /// Records why it does not; the most important reason becomes the result.
    mutating func note(_ reason: State, _ remark: String) {
        if !remarks.contains(remark) { remarks.append(remark) }
        let order: [State] = [.applied, .conflict, .needless, .noEffect, .stale]
        let ranks = [state, reason].map { order.firstIndex(of: $0) ?? order.count }
        if ways.isEmpty, remarks.count == 1 || ranks[1] < ranks[0] { state = reason }
    }
}
