/// A profile type of PROFILE SHORT or PROFILE LONG: all that is known of it, at one place.
///
/// Names, texts, JSON, masks, checker, reconstructor, dissector and the reference page read the
/// records. A new type is one more record in the table of its message (ShortProfileType+Records.swift,
/// LongProfileType+Records.swift).
public struct ProfileRecord: Sendable, Hashable {
    /// The course of the value between profile points.
    public enum Course: Sendable, Hashable {
        /// The value holds from the point on.
        case steps
        /// The value runs straight to the next point.
        case line
        /// The point is a thing at its place and says nothing of the road behind it.
        case points
    }

    /// A number on the wire and what it says: the record's own test.
    public struct Sample: Sendable, Hashable {
        /// The number on the wire.
        public let raw: UInt32
        /// The value as texts show it.
        public let text: String

        init(_ raw: UInt32, _ text: String) {
            self.raw = raw
            self.text = text
        }
    }

    /// The number of the type on the wire, 1...15.
    public let number: UInt8
    /// The name in masks, configurations and texts, such as `road-condition`.
    public let name: String
    /// How numbers become values.
    public let coding: ProfileCoding
    /// The unit of the values, ASCII; empty where they have none.
    public let unit: String
    /// The course of the value between profile points.
    public let course: Course
    /// How sure the coding is.
    public let confidence: Confidence
    /// Whether public sources give the whole coding. Types without are off unless enabled by name.
    public let hasPublicCoding: Bool
    /// Whether this project's maps have a source for the values; others are decoded and never sent.
    public let isSent: Bool
    /// The coding in words, for the reference page.
    public let words: String
    /// Where the coding comes from.
    public let source: String
    /// The highest number that a real road has, where that is below the coding's end.
    public let highestOnRoads: UInt32?
    /// The number of leading bits that distinguish several points at one place, such as signs or
    /// lanes; 0 where there is one point a place.
    public let keyWidth: Int
    /// Numbers of the wire with their texts.
    public let samples: [Sample]

    init(
        _ number: UInt8,
        _ name: String,
        _ coding: ProfileCoding,
        unit: String = "",
        course: Course = .steps,
        confidence: Confidence,
        hasPublicCoding: Bool? = nil,
        isSent: Bool = true,
        words: String,
        source: String,
        highestOnRoads: UInt32? = nil,
        keyWidth: Int = 0,
        samples: [Sample]
    ) {
        self.number = number
        self.name = name
        self.coding = coding
        self.unit = unit
        self.course = course
        self.confidence = confidence
        self.hasPublicCoding = hasPublicCoding ?? (confidence != .own)
        self.isSent = isSent
        self.words = words
        self.source = source
        self.highestOnRoads = highestOnRoads
        self.keyWidth = keyWidth
        self.samples = samples
    }
}
