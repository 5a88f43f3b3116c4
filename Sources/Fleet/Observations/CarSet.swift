/// The number of cars seen at one thing, up to a maximum. It holds a token of each car. A token shows neither the car nor
/// whether this car was also seen at another thing: see ``CarKey``.
///
/// It keeps the least tokens (a bottom-k sketch: Cohen and Kaplan, PODC 2007), so that the union of two sets is the same in
/// every order.
public struct CarSet: Sendable, Hashable {
    /// The largest number of cars that it counts.
    public static let most = 8

    /// Ascending, each once.
    private(set) var tokens: [UInt32] = []

    /// No car.
    public init() {}

    /// The set of a file; `nil` where the tokens are out of order or too many.
    init?(ascending tokens: [UInt32]) {
        guard tokens.count <= Self.most, zip(tokens, tokens.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        self.tokens = tokens
    }

    /// The number of cars, 0...``most``; more cars are as ``most``.
    public var count: Int { tokens.count }

    /// Adds a car.
    public mutating func insert(_ token: UInt32) {
        let place = tokens.firstIndex { $0 >= token } ?? tokens.count
        if place < tokens.count, tokens[place] == token { return }
        guard place < Self.most else { return }
        tokens.insert(token, at: place)
        if tokens.count > Self.most { tokens.removeLast() }
    }

    /// Adds the cars of another set.
    public mutating func formUnion(_ other: Self) {
        for token in other.tokens { insert(token) }
    }
}
