import RoadMap

/// The results of ways under one law. Most ways share all tags but their names with many others, so
/// the results are cached.
struct WayJudgements {
    /// The result of the last way, without the texts that are names.
    private(set) var last = WayJudgement.dropped(.notForCars)
    /// The names of the last way.
    private(set) var names: [RoadText] = []
    /// The tags that decided the last way's result, as ``Tags/init(key:)`` reads them.
    private(set) var key: [UInt8] = []

    /// The remarks about the last way; `nil` if there are none.
    private(set) var lastRemarks: TagRemarks?
    /// The law.
    let law: Jurisdiction
    private var known: [[UInt8]: (judgement: WayJudgement, remarks: TagRemarks?)] = [:]
    private var nameTags = Tags()
    /// The size of the cache, some megabytes. When it is full, it is emptied.
    private static let most = 1 << 13
    private static let isName = TagKey.all.map { $0 == .name || $0 == .nameOther }

    init(under law: Jurisdiction) { self.law = law }

    /// The tags of the last way without names.
    var tags: Tags { Tags(key: key) }

    /// Judges a way by its tags.
    mutating func judge(_ tags: ReadTags, noting remarks: inout TagRemarks) {
        key.removeAll(keepingCapacity: true)
        nameTags.removeAll()
        tags.forEach { number, value in
            if Self.isName[number] {
                nameTags.append(TagKey.all[number], String(decoding: value, as: UTF8.self))
            } else {
                key.append(tag: number, value)
            }
        }
        names = nameTags.pairs.isEmpty ? [] : roadTexts(nameTags, .both)
        if let found = known[key] {
            last = found.judgement
            lastRemarks = found.remarks
            if let noted = found.remarks { remarks.note(noted) }
            return
        }
        var noted = TagRemarks()
        last = MapCompiler.judge(Tags(key: key), under: law, noting: &noted)
        if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
        lastRemarks = noted.isEmpty ? nil : noted
        known[key] = (last, lastRemarks)
        remarks.note(noted)
    }
}

/// The facts of roads' tags under another law than that of the map's country.
struct ForeignLaws {
    private let own: Jurisdiction
    private let laws: [String: Jurisdiction]
    private var known: [String: [[UInt8]: WayFacts]] = [:]
    private var count = 0
    /// The size of the cache, some megabytes. When it is full, it is emptied.
    private static let most = 1 << 12

    /// The laws of countries and of parts of them, by their codes, beside the law of the map's country.
    init(of codes: [String], beside own: Jurisdiction) {
        self.own = own
        laws = Dictionary(
            codes.compactMap { code in Jurisdiction(of: code).map { (code, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether there are none.
    var isEmpty: Bool { laws.isEmpty }

    private func code(of place: Borders.Place) -> String? {
        [place.region, place.country].compactMap(\.self).first { laws[$0] != nil }
    }

    /// Whether another law than that of the map's country applies at a place.
    func isForeign(_ place: Borders.Place) -> Bool { code(of: place) != nil }

    /// The facts of corrected tags under the law at a place; `nil` if the way is no road.
    func traits(_ tags: CorrectedTags, in place: Borders.Place) -> WayFacts? {
        let law = code(of: place).flatMap { laws[$0] } ?? own
        guard case .road(let facts) = tags.judged(under: law) else { return nil }
        return facts
    }

    /// The facts in a country or a part of it; `nil` if the law is the map's own.
    mutating func traits(_ tags: [UInt8], in place: Borders.Place) -> WayFacts? {
        guard let code = code(of: place), let law = laws[code] else { return nil }
        if let found = known[code]?[tags] { return found }
        var noted = TagRemarks()
        guard case .road(let traits) = judge(Tags(key: tags), under: law, noting: &noted) else {
            return nil
        }
        if count >= Self.most {
            known = [:]
            count = 0
        }
        known[code, default: [:]][tags] = traits
        count += 1
        return traits
    }
}

extension [UInt8] {
    /// Adds a tag to the key of tags: its key's number, the length of the value, the value.
    fileprivate mutating func append(tag number: Int, _ value: UnsafeRawBufferPointer) {
        append(UInt8(number))
        var length = UInt32(value.count)
        for _ in 0..<4 {
            append(UInt8(truncatingIfNeeded: length))
            length >>= 8
        }
        append(contentsOf: value)
    }
}

extension Tags {
    /// The tags that a key stands for.
    fileprivate init(key: [UInt8]) {
        self.init()
        var at = 0
        while at < key.count {
            let length = (1...4).reduce(0) { $0 | Int(key[at + $1]) << (8 * ($1 - 1)) }
            let value = key[at + 5..<at + 5 + length]
            append(TagKey.all[Int(key[at])], String(decoding: value, as: UTF8.self))
            at += 5 + length
        }
    }
}
