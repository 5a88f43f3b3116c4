import ArgumentParser
import Console
import Horizon
import Quantities
import RoadAhead
import RoadObjects
import TextFiles

/// The choice of entries of `ehorizon ahead`.
struct AheadQuestion {
    var parameters = AheadParameters()
    /// The kinds of the user's objects.
    var objects = Set(CustomObject.Kind.allCases)
    /// Entries that begin farther away are left out. Nearer ones have their whole length.
    var reach: Metres
    /// Whether side paths are included.
    var isOfAllPaths = false

    /// Makes a choice of the user's options. Without kinds it includes all.
    init(reach: Double, lateralAcceleration: Double, kinds: [String], allPaths: Bool) throws {
        guard reach >= 0, reach <= 100_000 else {
            throw UsageFailure("--reach \(reach): 0 to 100000 m can be set")
        }
        guard lateralAcceleration > 0, lateralAcceleration <= 20 else {
            throw UsageFailure(
                "--lateral-acceleration \(lateralAcceleration): more than 0 and up to 20 m/s²")
        }
        self.reach = Metres(reach)
        parameters.reach = max(parameters.reach, self.reach)
        parameters.lateralAcceleration = MetresPerSecondSquared(lateralAcceleration)
        isOfAllPaths = allPaths
        guard !kinds.isEmpty else { return }
        parameters.kinds = []
        objects = []
        for name in kinds {
            if let kind = AheadKind(rawValue: name) {
                parameters.kinds.insert(kind)
            } else if let kind = CustomObject.Kind(rawValue: name) {
                objects.insert(kind)
            } else {
                let meant = NearestName.words(for: name, among: Self.names)
                throw UsageFailure("--kind \(name): one of \(Self.kinds)\(meant)")
            }
        }
    }

    /// The names of all kinds.
    static var kinds: String { names.joined(separator: ", ") }

    private static var names: [String] {
        AheadKind.allCases.map(\.rawValue) + CustomObject.Kind.allCases.map(\.rawValue)
    }

    /// The included paths besides the most probable one.
    func sides(of tree: PathTree) -> [PathID] {
        guard isOfAllPaths else { return [] }
        let main = tree.line().map(\.path)
        return tree.paths.map(\.id).filter { !main.contains($0) }
    }
}
