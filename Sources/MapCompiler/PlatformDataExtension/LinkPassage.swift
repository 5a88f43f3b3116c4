/// A reference to a link that says how it is driven: a negative id stands for driving towards the
/// link's reference node, and `B` before it for both ways.
public struct LinkPassage: Sendable, Hashable {
    /// The link's permanent id, positive.
    public var link: Int64
    /// The ways it is driven.
    public var direction: TravelDirection

    /// A link and how it is driven.
    public init(_ link: Int64, _ direction: TravelDirection) {
        self.link = link
        self.direction = direction
    }

    /// Reads a signed reference; `nil` if the text is none.
    public init?(_ text: some StringProtocol) {
        let isBoth = text.hasPrefix("B")
        guard let number = Int64(isBoth ? text.dropFirst() : text[...]), number != 0,
            number != .min
        else { return nil }
        link = abs(number)
        direction = isBoth ? .both : number > 0 ? .fromReference : .toReference
    }

    /// The reference as the services spell it.
    public var text: String {
        switch direction {
        case .fromReference: "\(link)"
        case .toReference: "-\(link)"
        case .both: "B\(link)"
        }
    }
}

/// Ways along a link, by its reference node.
public enum TravelDirection: UInt8, Sendable, Hashable, CaseIterable {
    /// From the reference node to the other one.
    case fromReference = 1
    /// To the reference node from the other one.
    case toReference = 2
    /// Both ways.
    case both = 3
}
