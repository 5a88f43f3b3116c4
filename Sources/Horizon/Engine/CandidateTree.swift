public import Horizon
import MapMatching
public import Quantities
import RoadMap

/// Another place where the vehicle may be, with the paths that it may take from there.
public struct CandidateTree {
    /// The name of a candidate. Numbers are never used again.
    @frozen
    public struct ID: Sendable, Hashable, Comparable {
        /// The number, counted up from 1.
        public let number: UInt32

        /// Whether the left candidate began earlier.
        @inlinable
        public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
    }

    /// The name.
    public let id: ID
    /// The paths from there; the vehicle is on the main path.
    public private(set) var tree: PathTree
    /// The probability that the vehicle is there, 0...1.
    public private(set) var probability: Double
    /// The heading against the direction of the path, clockwise; `nil` where not known.
    public private(set) var relativeHeading: Degrees?

    /// The farthest that a vehicle moves along the tree between two fixes.
    private static let longestMove = Metres(200)

    /// A candidate at a place, over an empty tree. The tree takes expectations and learned turns
    /// from the vehicle's own. Where the road of the place cannot be read, `tree` is empty again; roads ahead that cannot
    /// be read are noted in `errors`.
    init(
        _ id: ID, at matched: MatchedPlace, _ tree: inout PathTree, like own: inout PathTree,
        moment: Int64?, noting errors: inout FirstError<MapError>
    ) throws(MapError) {
        do {
            own.exchangeLearned(with: &tree)
            defer { own.exchangeLearned(with: &tree) }
            try tree.adoptExpectations(of: own)
            try tree.begin(at: matched.place, moment: moment, noting: &errors)
        } catch {
            tree.clear()
            throw error
        }
        self.id = id
        self.tree = tree
        probability = matched.probability
        relativeHeading = matched.relativeHeading
    }

    /// The way to a place in the tree, as far as a vehicle moves between two fixes.
    func way(to matched: MatchedPlace) -> (path: PathID, distance: Metres)? {
        let back = Metres.zero - tree.parameters.longestMoveBack
        return tree.way(
            to: matched.place, where: { $0 >= back && $0 <= Self.longestMove })
    }

    /// Moves the vehicle to the place of a fix, which lies that way.
    mutating func follow(
        _ matched: MatchedPlace, _ way: (path: PathID, distance: Metres),
        like own: inout PathTree, moment: Int64?
    ) throws(MapError) {
        probability = matched.probability
        relativeHeading = matched.relativeHeading
        own.exchangeLearned(with: &tree)
        defer { own.exchangeLearned(with: &tree) }
        try tree.adoptExpectations(of: own)
        try tree.move(by: way.distance, along: way.path, at: moment)
    }

    /// Moves the vehicle along the main path between two fixes.
    mutating func move(
        by distance: Metres, like own: inout PathTree, moment: Int64?
    ) throws(MapError) {
        own.exchangeLearned(with: &tree)
        defer { own.exchangeLearned(with: &tree) }
        try tree.adoptExpectations(of: own)
        guard distance != .zero else { return }
        try tree.move(by: distance, at: moment)
    }
}
