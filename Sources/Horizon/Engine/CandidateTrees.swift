import Horizon
import HorizonProvider
import MapMatching
import Quantities
import RoadMap
import Routing

/// The candidates of an engine: the likeliest other places of the vehicle, each with its tree.
struct CandidateTrees {
    /// The candidates, by their names.
    private(set) var trees: [CandidateTree] = []
    private let map: RoadMap
    private let parameters: HorizonParameters
    /// The largest number of candidates.
    private let most: Int
    /// No candidate is less probable than this.
    private let leastProbability: Double
    /// Empty trees, whose memory the next candidates use.
    private var spares: [PathTree] = []
    private var nextNumber: UInt32 = 1
    /// The places of the last fix that are to have a tree, the likeliest first.
    private var places: [MatchedPlace] = []
    /// Which of the trees have one of these places.
    private var isKept: [Bool] = []

    init(_ map: RoadMap, _ parameters: EngineParameters) {
        self.map = map
        var tree = parameters.treeParameters
        // The vehicle learns turns where it is. Candidates use what it has learned.
        tree.learnsTurns = false
        tree.expectsDestinations = false
        self.parameters = tree
        most = parameters.candidateTrees
        leastProbability = parameters.provider.timing.candidateProbability
    }

    /// No candidates on another map. Numbers go on.
    init(_ map: RoadMap, after other: CandidateTrees) {
        self.map = map
        parameters = other.parameters
        most = other.most
        leastProbability = other.leastProbability
        nextNumber = other.nextNumber
    }

    /// Brings the candidates to the places of a fix that do not count for the reported position.
    /// Their probabilities sum up to `rest` at most.
    mutating func follow(
        _ found: FixPlaces, _ roles: PlaceRoles, rest: Double, like own: inout PathTree,
        moment: Int64?
    ) throws(MapError) {
        guard most > 0 else { return }
        choosePlaces(of: found, roles, in: own, rest: rest)
        isKept.removeAll(keepingCapacity: true)
        for _ in trees { isKept.append(false) }
        var errors = FirstError<MapError>()
        for place in places {
            do throws(MapError) {
                try follow(place, like: &own, moment: moment, noting: &errors)
            } catch { errors.note(error) }
        }
        for index in trees.indices.reversed() where !isKept[index] { drop(index) }
        try errors.rethrow()
    }

    /// Moves the candidates as far as the vehicle moved between two fixes.
    mutating func move(
        by distance: Metres, like own: inout PathTree, moment: Int64?
    ) throws(MapError) {
        var errors = FirstError<MapError>()
        for index in trees.indices {
            errors.attempt { () throws(MapError) in
                try trees[index].move(by: distance, like: &own, moment: moment)
            }
        }
        try errors.rethrow()
    }

    /// Drops all candidates.
    mutating func removeAll() {
        for index in trees.indices.reversed() { drop(index) }
    }

    private mutating func drop(_ index: Int) {
        var tree = trees.remove(at: index).tree
        tree.clear()
        spares.append(tree)
    }

    /// The likeliest places, each road once.
    private mutating func choosePlaces(
        of found: FixPlaces, _ roles: PlaceRoles, in tree: PathTree, rest: Double
    ) {
        places.removeAll(keepingCapacity: true)
        for possible in found.all where !roles.isReported(possible, in: tree) {
            let place = possible.matched
            let same = places.firstIndex {
                $0.place.link == place.place.link
                    && FixPlaces.areSame($0.place.offset, place.place.offset)
            }
            if let same {
                places[same].probability += place.probability
            } else {
                places.append(place)
            }
        }
        sortPlaces()
        var rest = rest
        for index in places.indices {
            places[index].probability = min(places[index].probability, rest)
            rest -= places[index].probability
        }
        let count = places.prefix { $0.probability >= leastProbability }.count
        places.removeLast(places.count - min(count, most))
    }

    /// Stable: places that are as likely keep the matcher's order.
    private mutating func sortPlaces() {
        for index in places.indices {
            var place = index
            while place > 0, places[place - 1].probability < places[place].probability {
                places.swapAt(place - 1, place)
                place -= 1
            }
        }
    }

    /// Moves the candidate that has a place on its tree there, or begins one there.
    private mutating func follow(
        _ place: MatchedPlace, like own: inout PathTree, moment: Int64?,
        noting errors: inout FirstError<MapError>
    ) throws(MapError) {
        for isOnMain in [true, false] {
            for index in trees.indices where !isKept[index] {
                guard let way = trees[index].way(to: place),
                    !isOnMain || way.path == trees[index].tree.mainPath?.id
                else { continue }
                isKept[index] = true
                return try trees[index].follow(place, way, like: &own, moment: moment)
            }
        }
        try begin(at: place, like: &own, moment: moment, noting: &errors)
    }

    private mutating func begin(
        at place: MatchedPlace, like own: inout PathTree, moment: Int64?,
        noting errors: inout FirstError<MapError>
    ) throws(MapError) {
        var tree = spares.popLast() ?? PathTree(map: map, parameters: parameters)
        do {
            let id = CandidateTree.ID(number: nextNumber)
            trees.append(
                try CandidateTree(
                    id, at: place, &tree, like: &own, moment: moment, noting: &errors))
            nextNumber += 1
            isKept.append(true)
        } catch {
            spares.append(tree)
            throw error
        }
    }
}
