/// The numbers of used and rejected input of a source of positions, by kind.
///
/// Its description is one line for people:
/// `1307 sentences, 993 fixes, 14 times without a fix; rejected: 12 of kinds that are not used, 3 with a wrong checksum`.
public struct InputTally: Sendable, Hashable {
    /// A number of one kind.
    public struct Part: Sendable, Hashable {
        /// The name of the kind, in the plural.
        public var kind: String
        /// The number.
        public var count: Int
    }

    /// Used input.
    public private(set) var read: [Part]
    /// Rejected input by reason; reasons that occurred.
    public private(set) var dropped: [Part]

    /// Reports without a fix; left out where there was none.
    static let noFixes = "times without a fix"

    init(read: [(String, Int)], dropped: [(String, Int)]) {
        self.read = read.filter { $0.1 > 0 || $0.0 != Self.noFixes }.map(Part.init(kind:count:))
        self.dropped = dropped.filter { $0.1 > 0 }.map(Part.init(kind:count:))
    }

    /// Adds the numbers of another part of the input.
    public mutating func add(_ other: InputTally) {
        func add(_ parts: [Part], to sum: inout [Part]) {
            for part in parts {
                if let index = sum.firstIndex(where: { $0.kind == part.kind }) {
                    sum[index].count += part.count
                } else {
                    sum.append(part)
                }
            }
        }
        add(other.read, to: &read)
        add(other.dropped, to: &dropped)
    }

    /// Adds a number of used input.
    mutating func note(_ kind: String, _ count: Int) {
        read.append(Part(kind: kind, count: count))
    }

    /// Counts input that was rejected after it was read.
    public mutating func drop(_ count: Int, as kind: String) {
        add(InputTally(read: [], dropped: [(kind, count)]))
    }
}

extension InputTally: CustomStringConvertible {
    /// The line for people.
    public var description: String {
        func list(_ parts: [Part]) -> String {
            parts.map { "\($0.count) \($0.kind)" }.joined(separator: ", ")
        }
        return list(read) + "; rejected: " + (dropped.isEmpty ? "nothing" : list(dropped))
    }
}

extension NMEAReader.Counts {
    /// As a tally.
    var inputTally: InputTally {
        InputTally(
            read: [("sentences", sentences), ("fixes", fixes), (InputTally.noFixes, noFixes)],
            dropped: [
                ("of kinds that are not used", unused), ("with a wrong checksum", wrongChecksum),
                ("without a checksum", withoutChecksum), ("broken off", brokenOff),
                ("too long", tooLong), ("with a field that cannot be used", malformed),
                ("after their epoch", late), ("bytes of noise", noiseBytes),
            ])
    }
}

extension GPSDReader.Counts {
    /// As a tally.
    var inputTally: InputTally {
        InputTally(
            read: [("reports", reports), ("fixes", fixes), (InputTally.noFixes, noFixes)],
            dropped: [
                ("of classes that are not used", unused), ("of another device", otherDevice),
                ("fixes without a position", noPlaces),
                ("of a moment already reported", repeated), ("lines that are no JSON", foreign),
                ("too long", tooLong), ("broken or with a field that cannot be used", malformed),
                ("errors of gpsd", errors),
            ] + values.parts)
    }
}

extension GPXReader.Counts {
    /// As a tally.
    var inputTally: InputTally {
        InputTally(
            read: [("track points", points), ("fixes", fixes), (InputTally.noFixes, noFixes)],
            dropped: [
                ("without a time or with a field that cannot be used", malformed),
                ("errors in the XML", brokenXML),
            ] + values.parts)
    }
}

extension CSVReader.Counts {
    /// As a tally.
    var inputTally: InputTally {
        InputTally(
            read: [("rows", rows), ("fixes", fixes), (InputTally.noFixes, noFixes)],
            dropped: [("with a field that cannot be used", malformed)] + values.parts)
    }
}
