import Quantities
import RoadMap

/// The reasons for the probabilities of a tree, as its policies found them.
struct ReasonLog {
    /// The exits of each junction, as the tree reached it.
    private(set) var junctions: [Junction] = []
    /// The junctions that evidence or destinations have weighed since the last change of the course.
    private(set) var intents: [Intent] = []
    /// The probabilities of the junction that is being weighed, by destinations alone.
    private var byDestinations: [Double] = []

    /// The exits of a junction.
    struct Junction {
        let path: PathID
        let offset: Centimetres
        let exits: [Exit]
        /// The roads that the exits lead to, with the features that count; none without a choice.
        let alternatives: [DrivenTurns.Alternative]
    }

    /// A junction of the main path, weighed by evidence.
    struct Intent {
        let path: PathID
        /// With all evidence.
        let junction: JunctionExits
        /// The probability of each exit by destinations, without course and evidence.
        let byDestinations: [Double]
    }

    /// The junction at an offset of a path; `nil` if the tree has not reached it.
    func junction(at offset: Centimetres, of path: PathID) -> Junction? {
        junctions.last { $0.path == path && $0.offset == offset }
    }

    /// The evidence at an offset of a path; `nil` if there is none.
    func intent(at offset: Centimetres, of path: PathID) -> Intent? {
        intents.first { $0.path == path && $0.junction.offset == offset }
    }

    /// Stores the exits of a junction that the tree has reached.
    mutating func note(
        _ exits: [Exit], _ alternatives: [DrivenTurns.Alternative], at offset: Centimetres,
        of path: PathID
    ) {
        junctions.append(
            Junction(path: path, offset: offset, exits: exits, alternatives: alternatives))
    }

    /// Stores the expectation by destinations of a junction that is being weighed.
    mutating func noteDestinations(of junction: JunctionExits) {
        byDestinations = junction.exits.map(\.expected)
    }

    /// Stores a junction of the main path that has been weighed.
    mutating func note(_ junction: JunctionExits, of store: PathStore) {
        // Without a possible exit, nothing is weighed.
        guard let path = store.paths.first?.id,
            junction.exits.contains(where: { $0.probability > 0 })
        else { return }
        intents.removeAll { $0.path == path && $0.junction.offset == junction.offset }
        intents.append(Intent(path: path, junction: junction, byDestinations: byDestinations))
    }

    /// The course has set all probabilities anew.
    mutating func dropIntents() { intents.removeAll() }

    /// Drops the junctions of removed paths and links.
    mutating func drop(unlessIn store: PathStore) {
        func isKept(_ path: PathID, _ offset: Centimetres) -> Bool {
            store.index(of: path).map { offset >= store.paths[$0].links[0].start } ?? false
        }
        junctions.removeAll { !isKept($0.path, $0.offset) }
        intents.removeAll { !isKept($0.path, $0.junction.offset) }
    }
}
