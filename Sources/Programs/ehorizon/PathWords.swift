import ADASISv2
import Engine
import Horizon
import Reasons

/// A path in words: `path 8`, by its index on the wire, as `ehorizon decode` has it. A path without an index has its
/// number in the tree: `tree path 12`.
func pathWords(_ index: UInt8?, _ number: UInt64) -> String {
    index.map { "path \($0)" } ?? "tree path \(number)"
}

/// The indexes of paths on the wire, also of paths that no longer exist.
struct KnownIndexes {
    private var indexes: [PathID: UInt8] = [:]

    /// No path has an index.
    init() {}

    /// The indexes of the paths of an engine.
    init(_ engine: Engine) { note(engine) }

    /// Takes the indexes of the paths of an engine.
    mutating func note(_ engine: Engine) {
        for path in engine.tree.paths { indexes[path.id] = engine.pathIndex(of: path.id)?.raw }
    }

    /// The index of a path; `nil` if it has none.
    subscript(id: PathID?) -> UInt8? { id.flatMap { indexes[$0] } }
}

extension KnownIndexes {
    /// The indexes of the paths of an explanation.
    init(_ reasons: HorizonReasons) {
        for path in reasons.paths { indexes[path.path.id] = path.index?.raw }
    }
}
