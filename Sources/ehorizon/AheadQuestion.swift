import ArgumentParser
import Console
import Horizon
import Quantities
import RoadAhead
import RoadObjects

/// What `ehorizon ahead` is asked for.
struct AheadQuestion {
    var parameters = AheadParameters()
    /// The kinds of objects of the user's own.
    var objects = Set(CustomObject.Kind.allCases)
    /// Whether side paths count as well.
    var isOfAllPaths = false

    /// Of its parts, as the user wrote them. Without kinds all are asked for.
    init(reach: Double, lateralAcceleration: Double, kinds: [String], allPaths: Bool) throws {
        guard reach >= 0, reach <= 100_000 else {
            throw UsageFailure("--reach \(reach): 0 to 100000 metres can be asked for")
        }
        guard lateralAcceleration > 0, lateralAcceleration <= 20 else {
            throw UsageFailure(
                "--lateral-acceleration \(lateralAcceleration): more than 0 and up to 20 m/s²")
        }
        parameters.reach = Metres(reach)
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
                throw UsageFailure("--kind \(name): one of \(Self.kinds)")
            }
        }
    }

    /// The names of all kinds.
    static var kinds: String {
        (AheadKind.allCases.map(\.rawValue) + CustomObject.Kind.allCases.map(\.rawValue))
            .joined(separator: ", ")
    }

    /// The paths of a tree that count besides the most probable way.
    func sides(of tree: PathTree) -> [PathID] {
        guard isOfAllPaths else { return [] }
        let main = tree.line().map(\.path)
        return tree.paths.map(\.id).filter { !main.contains($0) }
    }
}
