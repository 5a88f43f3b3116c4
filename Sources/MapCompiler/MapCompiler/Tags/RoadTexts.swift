import RoadMap

/// A text from the tags of a way that holds for all of it.
struct RoadText: Hashable {
    var kind: AttributeKind
    var text: String
    var directions = DirectionSet.both
}

/// Names, references and the purposes of lanes.
func roadTexts(_ tags: Tags, _ directions: DirectionSet) -> [RoadText] {
    var texts: [RoadText] = []
    func add(_ kind: AttributeKind, _ text: String?, _ holds: DirectionSet = .both) {
        guard let text, !text.isEmpty, !holds.isEmpty else { return }
        texts.append(RoadText(kind: kind, text: text, directions: holds))
    }
    add(.name, tags[.name])
    for (suffix, name) in tags.suffixed(.nameOther).sorted(by: { $0.suffix < $1.suffix })
    where isLanguage(suffix) && !name.isEmpty {
        add(.nameInLanguage, "\(suffix)=\(name)")
    }
    add(.reference, tags[.ref])
    add(.internationalReference, tags[.internationalRef])
    // No source defines the direction of a list without one on a two-way road.
    add(.turnLanes, tags[.turnLanes], directions == .both ? [] : directions)
    add(.turnLanes, tags[.turnLanesForward], directions.intersection(.forward))
    add(.turnLanes, tags[.turnLanesBackward], directions.intersection(.backward))
    return texts
}

/// Whether the rest of a key `name:…` is a language of BCP 47 as OpenStreetMap uses it: `de`, `gsw`,
/// `zh-Hant`, `sr-Latn`; not `left`, `etymology`, `pronunciation`.
private func isLanguage(_ suffix: Substring) -> Bool {
    let parts = suffix.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count),
        first.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
        (2...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && $0.isLetter }
    }
}
