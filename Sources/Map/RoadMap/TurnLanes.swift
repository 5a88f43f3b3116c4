/// The directions of a lane, by the arrows on it.
public struct LaneArrows: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Arrows of their bits.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Straight on.
    public static var through: Self { Self(rawValue: 1) }
    /// Bearing left.
    public static var slightLeft: Self { Self(rawValue: 2) }
    /// Left.
    public static var left: Self { Self(rawValue: 4) }
    /// Sharply left.
    public static var sharpLeft: Self { Self(rawValue: 8) }
    /// Bearing right.
    public static var slightRight: Self { Self(rawValue: 16) }
    /// Right.
    public static var right: Self { Self(rawValue: 32) }
    /// Sharply right.
    public static var sharpRight: Self { Self(rawValue: 64) }
    /// A U-turn.
    public static var reverse: Self { Self(rawValue: 128) }

    /// The meaning of a word of OpenStreetMap's `turn:lanes`; none if it has no meaning here.
    fileprivate static func arrow(_ word: ArraySlice<UInt8>) -> Self {
        func isWord(_ name: String) -> Bool { word.elementsEqual(name.utf8) }
        if isWord("through") { return .through }
        if isWord("slight_left") { return .slightLeft }
        if isWord("left") { return .left }
        if isWord("sharp_left") { return .sharpLeft }
        if isWord("slight_right") { return .slightRight }
        if isWord("right") { return .right }
        if isWord("sharp_right") { return .sharpRight }
        return isWord("reverse") ? .reverse : []
    }
}

/// The directions of each lane of a link, from the left in driving direction; none if unknown
/// (``AttributeKind/turnLanes``).
public struct TurnLanes: Sendable, Equatable {
    /// How many lanes there are.
    public private(set) var count = 0
    private var lanes = [15 of LaneArrows](repeating: [])

    /// The largest number of lanes that are read; lanes further to the right are left out.
    public static var most: Int { 15 }

    /// The bytes of a text that are read in one step of work (``RoadMap/maximumSteps``).
    static let bytesInStep = 2

    /// Unknown.
    public init() {}

    /// The lanes in a text such as `left|through;right`
    /// (https://wiki.openstreetmap.org/wiki/Key:turn), at most ``most``. Words without a meaning
    /// here are ignored. It allocates nothing.
    public init(_ text: ArraySlice<UInt8>) {
        var begin = text.startIndex
        var arrows: LaneArrows = []
        for place in text.startIndex...text.endIndex {
            let byte = place < text.endIndex ? text[place] : UInt8(ascii: "|")
            guard byte == UInt8(ascii: "|") || byte == UInt8(ascii: ";") else { continue }
            arrows.formUnion(LaneArrows.arrow(text[begin..<place]))
            begin = place + 1
            guard byte == UInt8(ascii: "|") else { continue }
            lanes[count] = arrows
            count += 1
            arrows = []
            if count == Self.most { return }
        }
    }

    /// The directions of a lane, 0 the leftmost one; none if not stated.
    public subscript(_ number: Int) -> LaneArrows { lanes[number] }

    /// Whether they have the same directions, lane by lane.
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }
}
