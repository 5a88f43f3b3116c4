public import Horizon
import HorizonProvider
import MapMatching
public import Quantities
import RoadMap
import Routing

/// A place where the vehicle may be as well, with the paths that it may take from there.
public struct CandidateTree {
    /// What a candidate is called as long as it lives. Numbers are never used again.
    @frozen
    public struct ID: Sendable, Hashable, Comparable {
        /// The number, counted up from 1.
        public let number: UInt32

        /// Whether the left one was there earlier.
        @inlinable
        public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
    }

    /// Its name.
    public internal(set) var id: ID
    /// The paths from there; the vehicle is on its main path.
    public internal(set) var tree: PathTree
    /// The probability that the vehicle is there, 0...1.
    public internal(set) var probability: Double
    /// The heading against the path's direction, clockwise; `nil` where not known.
    public internal(set) var relativeHeading: Degrees?
}

/// The candidates of an engine, and the memory of those that are gone.
struct CandidateTrees {
    /// They, by their names.
    var trees: [CandidateTree] = []
    /// Trees without a path.
    var spares: [PathTree] = []
    var nextNumber: UInt32 = 1
    /// The places of the last fix that are to have a tree, the likeliest first.
    var places: [MatchedPlace] = []
    /// Which of the trees have one of them.
    var isKept: [Bool] = []
}

// One root for each place where the vehicle may be.
extension Engine {
    /// Where else the vehicle may be after the last fix, in the order in which they appeared: at most
    /// ``EngineParameters/candidateTrees``, each at least as probable as
    /// ``/HorizonProvider/TimingParameters/candidateProbability``. None while the vehicle is on no road.
    public var candidates: [CandidateTree] { others.trees }

    /// How far a vehicle drives along a candidate's tree between two fixes, and back.
    private static let longestMove = Metres(200)

    /// Brings the trees of the candidates to what the last fix says.
    mutating func followCandidates() throws(MapError) {
        guard parameters.candidateTrees > 0 else { return }
        guard vehicle.place == .onPath else { return dropCandidates() }
        choosePlaces()
        others.isKept.removeAll(keepingCapacity: true)
        for _ in others.trees { others.isKept.append(false) }
        var problem: MapError?
        for index in others.places.indices {
            do { try follow(others.places[index]) } catch { problem = problem ?? error }
        }
        for index in others.trees.indices.reversed() where !others.isKept[index] {
            drop(index)
        }
        if let problem { throw problem }
    }

    /// Moves the candidates as far as the vehicle was moved between two fixes.
    mutating func moveCandidates(by distance: Metres) throws(MapError) {
        guard vehicle.place == .onPath else { return dropCandidates() }
        for index in others.trees.indices {
            tree.exchangeLearned(with: &others.trees[index].tree)
            defer { tree.exchangeLearned(with: &others.trees[index].tree) }
            try others.trees[index].tree.adoptExpectations(of: tree)
            guard distance != .zero, let main = others.trees[index].tree.mainPath else { continue }
            // Behind its first link a tree knows no road.
            let back = main.links[0].start.metres - others.trees[index].tree.vehicleOffset
            try others.trees[index].tree.move(by: max(distance, back), at: told.moment)
        }
    }

    mutating func dropCandidates() {
        for index in others.trees.indices.reversed() { drop(index) }
    }

    private mutating func drop(_ index: Int) {
        var tree = others.trees.remove(at: index).tree
        tree.clear()
        others.spares.append(tree)
    }

    /// The likeliest places, each road once, apart from what counts for the place that is told.
    private mutating func choosePlaces() {
        others.places.removeAll(keepingCapacity: true)
        for possible in places where !isTold(possible) {
            let place = possible.matched
            let same = others.places.firstIndex {
                $0.place.link == place.place.link
                    && Self.isSame($0.place.offset, place.place.offset)
            }
            if let same {
                others.places[same].probability += place.probability
            } else {
                others.places.append(place)
            }
        }
        // Stable: of places that are as likely the matcher's order holds.
        for index in others.places.indices {
            var place = index
            while place > 0,
                others.places[place - 1].probability < others.places[place].probability
            {
                others.places.swapAt(place - 1, place)
                place -= 1
            }
        }
        var left = probabilityOfOthers
        for index in others.places.indices {
            others.places[index].probability = min(others.places[index].probability, left)
            left -= others.places[index].probability
        }
        let least = parameters.provider.timing.candidateProbability
        let count = others.places.prefix { $0.probability >= least }.count
        others.places.removeLast(others.places.count - min(count, parameters.candidateTrees))
    }

    private static func isSame(_ left: Metres, _ right: Metres) -> Bool {
        abs((left - right).value) < samePlace
    }

    /// Lets the tree that has a place go on to it, or begins one there.
    private mutating func follow(_ matched: MatchedPlace) throws(MapError) {
        let back = Metres.zero - tree.parameters.longestMoveBack
        for isOnMain in [true, false] {
            for index in others.trees.indices where !others.isKept[index] {
                let way = others.trees[index].tree.way(
                    to: matched.place, where: { $0 >= back && $0 <= Self.longestMove })
                guard let way, !isOnMain || way.path == others.trees[index].tree.mainPath?.id else {
                    continue
                }
                others.isKept[index] = true
                others.trees[index].note(matched)
                tree.exchangeLearned(with: &others.trees[index].tree)
                defer { tree.exchangeLearned(with: &others.trees[index].tree) }
                try others.trees[index].tree.adoptExpectations(of: tree)
                try others.trees[index].tree.move(
                    by: way.distance, along: way.path, at: told.moment)
                return
            }
        }
        var begun = others.spares.popLast() ?? PathTree(map: map, parameters: candidateParameters)
        do {
            tree.exchangeLearned(with: &begun)
            defer { tree.exchangeLearned(with: &begun) }
            try begun.adoptExpectations(of: tree)
            try begun.begin(at: matched.place, moment: told.moment)
        } catch {
            begun.clear()
            others.spares.append(begun)
            throw error
        }
        let id = CandidateTree.ID(number: others.nextNumber)
        others.nextNumber += 1
        others.isKept.append(true)
        others.trees.append(
            CandidateTree(
                id: id, tree: begun, probability: matched.probability,
                relativeHeading: matched.relativeHeading))
    }

    private var candidateParameters: HorizonParameters {
        var parameters = tree.parameters
        // What a vehicle learns it learns where it is; candidates know of it while they grow.
        parameters.learnsTurns = false
        parameters.expectsDestinations = false
        return parameters
    }
}

extension CandidateTree {
    fileprivate mutating func note(_ matched: MatchedPlace) {
        probability = matched.probability
        relativeHeading = matched.relativeHeading
    }
}
